//! The subjects, run for real: on every JDK found and with every way to hand over.

#[allow(dead_code, reason = "the benchmark needs more of it")]
mod machinery;
#[allow(dead_code, reason = "the benchmark needs more of it")]
mod replays;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use machinery::{Ground, grounds, subject, subjects};
use raddle_schedule::Spec;
use raddle_testcase::{Completeness, Outcome, TestFile, WorkerEnd};
use raddle_vm::{
    Bench, Chance, Distinguish, Event, Holding, Job, Lost, Record, Seen, Trace, What, Worker,
};

/// What exploring a subject comes to, as the subject's expectation writes it.
fn explore(bench: &mut Bench, file: &TestFile, strategy: &str) -> BTreeSet<Outcome> {
    let strategy: Spec = strategy.parse().expect("a strategy");
    let mut job = Job::new(file.test.clone(), strategy, 1, 50_000);
    job.distinguish = Distinguish::Results;
    match bench.run(&job) {
        Ok(report) => {
            let observed = report.observed.iter();
            observed
                .map(|observed| observed.outcome.summary(&file.test))
                .collect()
        }
        Err(Lost::Hung | Lost::HungInside | Lost::Unstoppable) => {
            [Outcome::Worker(WorkerEnd::Hung)].into()
        }
        Err(Lost::Died { .. }) => [Outcome::Worker(WorkerEnd::Crashed)].into(),
        Err(lost) => panic!("{lost}"),
    }
}

fn assert_outcomes(ground: &Ground, selected: impl Fn(&str) -> bool) {
    let mut bench = ground.bench();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (name, file) in subjects() {
        let Some(expected) = file.expect.as_ref().filter(|_| selected(&name)) else {
            continue;
        };
        let strategy = format!("bounded:{}", expected.preemptions);
        let found = explore(&mut bench, &file, &strategy);
        let as_expected = match expected.found {
            Completeness::Exactly => found == expected.outcomes,
            Completeness::OneOf => !found.is_empty() && found.is_subset(&expected.outcomes),
        };
        checked += 1;
        if !as_expected {
            let show = |set: &BTreeSet<Outcome>| {
                set.iter().map(|o| format!("\n    {o}")).collect::<String>()
            };
            wrong.push(format!(
                "{name}\n  expected{}\n  found{}",
                show(&expected.outcomes),
                show(&found)
            ));
        }
    }
    assert!(checked > 10, "only {checked} subjects were looked at");
    assert!(
        wrong.is_empty(),
        "{ground}: {} of {checked}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn exploration_finds_every_outcome_and_no_other() {
    for ground in grounds() {
        assert_outcomes(&ground, |name| !name.starts_with("hostile-"));
    }
}

#[test]
fn linearizations_are_the_same_whether_or_not_events_are_recorded() {
    for ground in grounds() {
        let mut bench = ground.bench();
        let harmless = subjects()
            .into_iter()
            .filter(|(name, _)| !name.starts_with("hostile-"));
        for (name, file) in harmless {
            let linearize = |bench: &mut Bench, record: Record| {
                let mut job = Job::new(file.test.clone(), Spec::Calls, 0, 1_000);
                job.distinguish = Distinguish::Results;
                job.record = record;
                let report = bench.run(&job).expect("it runs");
                let summaries = report.observed.iter();
                let outcomes: BTreeSet<Outcome> = summaries
                    .map(|observed| observed.outcome.summary(&file.test))
                    .collect();
                (report.executions, outcomes)
            };
            let plain = linearize(&mut bench, Record::Schedules);
            let recorded = linearize(&mut bench, Record::Events);
            assert_eq!(plain, recorded, "{ground}: {name}");
        }
    }
}

#[test]
fn what_depends_on_time_or_chance_shows_when_they_are_otherwise() {
    for ground in grounds() {
        let mut bench = ground.bench();
        let mut results = |name: &str, chance: Chance| {
            let file = subject(name);
            let mut job = Job::new(file.test.clone(), Spec::Calls, 0, 1_000);
            job.distinguish = Distinguish::Contents;
            job.chance = chance;
            let report = bench.run(&job).expect("it runs");
            let outcomes = report.observed.into_iter();
            outcomes
                .map(|observed| observed.outcome)
                .collect::<Vec<_>>()
        };
        for name in ["results-stopwatch", "results-two-dice"] {
            let usual = results(name, Chance::Usual);
            for chance in [Chance::Still, Chance::Slow] {
                let other = results(name, chance);
                assert_ne!(usual, other, "{ground}: {name}");
                assert_eq!(results(name, chance), other, "{ground}: {name}");
            }
            assert_eq!(results(name, Chance::Usual), usual, "{ground}: {name}");
        }
        let name = "results-nameless";
        assert_eq!(
            results(name, Chance::Usual),
            results(name, Chance::Slow),
            "{ground}: the identity of objects says nothing"
        );
    }
}

#[test]
fn deep_recursions_show_when_the_stack_is_short() {
    let file = subject("chance-depth");
    for ground in grounds() {
        let mut bench = ground.bench();
        // Interpreted first, compiled later.
        for round in 0..8 {
            for (chance, fits) in [(Chance::Cramped, false), (Chance::Usual, true)] {
                let mut job = Job::new(file.test.clone(), Spec::Calls, 0, 100);
                job.chance = chance;
                let report = bench.run(&job).expect("it runs");
                let all_return = report
                    .observed
                    .iter()
                    .all(|observed| !observed.outcome.is_failure());
                assert_eq!(all_return, fits, "{ground}: {chance:?}, round {round}");
            }
        }
    }
}

#[test]
fn hostile_code_is_survived() {
    for ground in grounds() {
        // hostile-delete needs a folder of its own, see `nothing_outside_can_be_deleted`.
        assert_outcomes(&ground, |name| {
            name.starts_with("hostile-") && name != "hostile-delete"
        });
    }
}

#[test]
fn a_deadlock_inside_an_initialiser_has_its_own_word() {
    let file = subject("hostile-joining-init");
    for ground in grounds() {
        let strategy = "random".parse().expect("a strategy");
        let job = Job::new(file.test.clone(), strategy, 1, 1);
        let result = ground.bench().run(&job);
        assert!(matches!(result, Err(Lost::HungInside)), "{ground}");
    }
}

#[test]
fn what_came_before_a_crash_is_told() {
    let ground = &grounds()[0];
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["exec", "--strategy", "bounded:1", "-cp"])
        .arg(machinery::classes())
        .arg("--java-home")
        .arg(ground.java_home())
        .arg(machinery::path_of("hostile-crash-together"))
        .assert()
        .code(2)
        .get_output()
        .clone();
    let (told, error) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(told.contains("void | void"), "{told}");
    assert!(
        error.contains("was the last: the worker's JVM died"),
        "{error}"
    );
}

#[test]
fn nothing_outside_can_be_deleted() {
    let outside = tempfile::tempdir().expect("temporary folder");
    let victim = outside.path().join("victim");
    std::fs::write(&victim, "precious").expect("file");
    let text = machinery::text_of("hostile-delete")
        .replace("@outside@", &outside.path().display().to_string());
    let file = TestFile::from_json(&text).expect("a test");
    for ground in grounds() {
        explore(&mut ground.bench(), &file, "bounded:0");
        assert!(victim.exists(), "{ground}");
    }
}

/// Whether the outcome is one of those expected. A JVM left alone does not say whether a call can never go on, or only goes on and on.
fn is_expected(expected: &BTreeSet<Outcome>, seen: &Outcome) -> bool {
    let blurred = |outcome: &Outcome| outcome.to_string().replace("endless", "stuck");
    expected
        .iter()
        .any(|outcome| blurred(outcome) == blurred(seen))
}

/// Runs a subject in a JVM left alone, as often as time permits; what it came to that nobody expects.
fn left_alone(worker: &mut Worker, file: &TestFile, expected: &BTreeSet<Outcome>) -> Vec<Outcome> {
    const ENOUGH: u64 = 300;
    const TIME: Duration = Duration::from_millis(100);
    let mut job = Job::new(file.test.clone(), Spec::Jvm, 1, 1);
    job.distinguish = Distinguish::Results;
    // Who can hang is not waited for as long; on a busy machine such a wait ends before a call does that would have returned.
    let impatient = expected.iter().any(hangs);
    if impatient {
        job.limits.patience = 300;
    }
    let (start, mut done, mut unexpected) = (Instant::now(), 0, Vec::new());
    while done < ENOUGH && start.elapsed() < TIME {
        job.executions = (done * 4).clamp(1, 100);
        let report = worker.run(&job).expect("it runs");
        done += report.executions;
        let outcomes = report
            .observed
            .iter()
            .map(|observed| observed.outcome.summary(&file.test));
        let is_fine =
            |outcome: &Outcome| is_expected(expected, outcome) || (impatient && hangs(outcome));
        unexpected.extend(outcomes.filter(|outcome| !is_fine(outcome)));
        // A hang costs a process.
        if report.worn_out {
            break;
        }
    }
    unexpected
}

fn hangs(outcome: &Outcome) -> bool {
    let text = outcome.to_string();
    text.contains("stuck") || text.contains("endless")
}

#[test]
fn orders_of_calls_let_time_pass() {
    const CLOSED: &str = "throws java.lang.IllegalStateException | void";
    for ground in grounds() {
        let mut bench = ground.bench();
        for (name, expected) in [
            // Nobody comes while a call only sleeps,
            ("threads-sleepy-claim", ["false | true", "true | false"]),
            // except who wakes it up.
            ("threads-doze", [CLOSED, "void | void"]),
            // A call that waits may be left there, or wait until its time is up.
            ("waiting-timed-gate", [CLOSED, "void | void"]),
        ] {
            let found = explore(&mut bench, &subject(name), "calls");
            let found: BTreeSet<String> = found.iter().map(Outcome::to_string).collect();
            let expected = expected.map(str::to_owned);
            assert_eq!(found, expected.into(), "{ground}: {name}");
        }
    }
}

#[test]
fn a_jvm_left_alone_shows_nothing_that_exploration_misses() {
    // Sleeps for a day, of virtual time only.
    const TOO_LONG: &str = "chance-day";
    // One hand-over is enough, because nobody hands over; and the JDKs share the subjects, because it takes real time.
    let mut grounds = grounds();
    let mut seen = BTreeSet::new();
    grounds.retain(|ground| seen.insert(ground.java()));
    let mut wrong = Vec::new();
    for (share, ground) in grounds.iter().enumerate() {
        let mut worker = ground.worker();
        let shared = subjects().into_iter().skip(share).step_by(grounds.len());
        for (name, file) in shared {
            let Some(expected) = file.expect.as_ref() else {
                continue;
            };
            if name.starts_with("hostile-") || name == TOO_LONG {
                continue;
            }
            for outcome in left_alone(&mut worker, &file, &expected.outcomes) {
                wrong.push(format!("{ground}: {name}: {outcome}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The execution that follows a schedule, with everything recorded.
fn traced(ground: &Ground, name: &str, schedule: &str) -> Trace {
    let strategy = Spec::Replay(schedule.parse().expect("a schedule"));
    let mut job = Job::new(subject(name).test, strategy, 0, 1);
    job.record = Record::Traces;
    let report = ground.worker().run(&job).expect("it runs");
    assert_eq!(report.divergence, None, "{ground}: {name}");
    let observed = report.observed.into_iter().next();
    observed
        .and_then(|observed| observed.trace)
        .expect("a trace")
}

/// The accesses of a trace as thread, kind, field and value; the thread's locks behind.
fn accesses(trace: &Trace) -> Vec<String> {
    let events = trace.events.iter().zip(trace.holdings());
    let show = |(event, held): (&Event, Vec<Holding>)| {
        let What::Event(kind) = event.what else {
            return None;
        };
        let field = &trace.members.get(event.member? as usize)?.name;
        let value = match event.value.as_ref()? {
            Seen::Null => "null",
            Seen::Plain(text) | Seen::Text(text) | Seen::Constant(text) => text,
            Seen::Object(object) => &trace.objects[*object as usize],
        };
        let locks = "*".repeat(held.len());
        Some(format!("{} {kind:?} {field} {value}{locks}", event.thread))
    };
    events.filter_map(show).collect()
}

#[test]
fn traces_tell_what_was_read_and_written() {
    for ground in grounds() {
        // Announced before the other thread wrote, read after it.
        let trace = traced(&ground, "fields-racy-counter", "0x1 1x3 0x2");
        let expected = [
            "0 Read count 1",
            "1 Read count 0",
            "1 Write count 1",
            "0 Write count 2",
        ];
        assert_eq!(accesses(&trace), expected, "{ground}");
        let trace = traced(&ground, "locks-account", "0x7 1x7");
        let of_first: Vec<String> = accesses(&trace)
            .into_iter()
            .filter(|access| access.starts_with('0'))
            .collect();
        let expected = [
            "0 Read balance 10*",
            "0 Write balance 9*",
            "0 Read balance 10**",
            "0 Write balance 11**",
        ];
        assert_eq!(of_first, expected, "{ground}");
    }
}

#[test]
fn a_field_is_the_same_place_however_it_is_accessed() {
    for ground in grounds() {
        let trace = traced(&ground, "atomics-static-claim", "0x3 1x2");
        let expected = [
            "0 Read owner null",
            "0 Write owner subjects.atomics.StaticClaim",
            "1 Read owner subjects.atomics.StaticClaim",
        ];
        assert_eq!(accesses(&trace), expected, "{ground}");
        assert_eq!(trace.members.len(), 1, "{ground}: {:?}", trace.members);
        let objects: BTreeSet<_> = trace.events.iter().map(|event| event.object).collect();
        assert_eq!(objects, [None].into(), "{ground}");

        let trace = traced(&ground, "atomics-mixed-loop", "0x3 1x3");
        let last = |event: &&Event| {
            event
                .member
                .is_some_and(|member| trace.members[member as usize].name == "last")
        };
        let places: BTreeSet<_> = trace
            .events
            .iter()
            .filter(last)
            .map(|event| (event.object, event.member))
            .collect();
        assert_eq!(places.len(), 1, "{ground}");
        let expected = [
            "0 Read last 0",
            "0 Atomic last 1",
            "1 Read last 1",
            "1 Atomic last 2",
        ];
        let of_last: Vec<String> = accesses(&trace)
            .into_iter()
            .filter(|access| access.contains(" last "))
            .collect();
        assert_eq!(of_last, expected, "{ground}");
    }
}

/// Every so many subjects, each in two processes of its own; `cargo bench -p raddle --bench replays` is for all of them.
const SAMPLE: usize = 13;

#[test]
fn replays_are_identical() {
    const TIMES: u64 = 200;
    let mut wrong = Vec::new();
    for ground in grounds() {
        let harmless = subjects()
            .into_iter()
            .filter(|(name, _)| !name.starts_with("hostile-"));
        for (name, file) in harmless.step_by(SAMPLE) {
            let mut worker = ground.worker();
            let same = replays::recorded(&mut worker, &file).and_then(|job| {
                let here = replays::trace(&mut worker, &job, TIMES)?;
                let there = replays::trace(&mut ground.worker(), &job, TIMES)?;
                replays::agree(here, there)
            });
            if let Err(what) = same {
                wrong.push(format!("{ground}: {name}: {what}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_thousand_executions_show_the_bug_in_string_buffer() {
    let file = subject("jdk-string-buffer-insert");
    for ground in grounds() {
        let mut job = Job::new(
            file.test.clone(),
            "random".parse().expect("a strategy"),
            1,
            1000,
        );
        job.distinguish = Distinguish::Failures;
        let report = ground.worker().run(&job).expect("it runs");
        assert!(
            report
                .observed
                .iter()
                .any(|observed| observed.outcome.is_failure()),
            "{ground}"
        );
    }
}
