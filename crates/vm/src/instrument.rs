//! Has classes rewritten as the JVM loads them, and knows what the hooks' site numbers stand for.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use raddle_classfile::ClassFile;
use raddle_rewrite::{Options, Origin, Rewritten, Site, SiteKind, SiteTable, Stage};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::focus::{Focus, Told, Topics};
use crate::runtime;

/// A place in the code that calls a hook.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SiteInfo {
    /// The class, as users write it.
    pub class: String,
    /// The method.
    pub method: String,
    /// The method's descriptor.
    pub descriptor: String,
    /// The source file, if the class names it.
    pub file: Option<String>,
    /// The line, if the class knows it.
    pub line: Option<u32>,
    /// The name of the field accessed, or of the method that accesses it, if it is an access.
    pub member: Option<String>,
    /// Whether it is an access by `Unsafe` or a `VarHandle`.
    pub atomic: bool,
}

/// What has been loaded and rewritten.
#[derive(Default)]
struct Loaded {
    /// In the order of their first sites.
    tables: Vec<(u32, SiteTable)>,
    next_site: u32,
    /// By site: what identifies the member among others of the same object.
    keys: Vec<u64>,
    /// By site: what identifies the place in the code, in any process.
    places: Vec<u64>,
    topics: Topics,
    /// The superclasses of the program's classes, by name.
    supers: HashMap<String, String>,
    /// Classes that get hooks at method entry and exit.
    coverage: Vec<String>,
    counts: Counts,
}

/// How rewriting went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Classes seen.
    pub seen: u32,
    /// Classes changed.
    pub rewritten: u32,
    /// Classes that could not be rewritten and were left as they were.
    pub failed: u32,
}

/// Whether static fields of the program can be reached in ways that no hook sees.
static UNSEEN_STATICS: AtomicBool = AtomicBool::new(false);

static LOADED: Mutex<Option<Loaded>> = Mutex::new(None);

fn loaded() -> MutexGuard<'static, Option<Loaded>> {
    LOADED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Classes that get hooks at method entry and exit, by internal name.
pub fn set_coverage(classes: Vec<String>) {
    loaded().get_or_insert_default().coverage = classes;
}

/// A class is being loaded: the bytes to load instead, if it is to be changed.
pub fn load(name: &str, origin: Origin, stage: Stage, bytes: &[u8]) -> Option<Vec<u8>> {
    if name == runtime::HOOKS && origin == Origin::Jdk {
        return Some(runtime::hooks().to_vec());
    }
    if runtime::is_ours(name) {
        return None;
    }
    let mut guard = loaded();
    let loaded = guard.get_or_insert_default();
    loaded.counts.seen += 1;
    let options = Options {
        site_base: loaded.next_site,
        coverage: loaded.coverage.iter().any(|covered| covered == name),
        ..raddle_rewrite::policy(runtime::HOOKS, name, origin, stage)
    };
    let rewritten = raddle_rewrite::rewrite(bytes, &options);
    if origin == Origin::Program {
        loaded.program_class(name, bytes, &rewritten);
    }
    match rewritten {
        Ok(Some(rewritten)) => {
            loaded.counts.rewritten += 1;
            loaded.add(rewritten.sites);
            Some(rewritten.bytes)
        }
        Ok(None) => None,
        Err(_) => {
            loaded.counts.failed += 1;
            None
        }
    }
}

impl Loaded {
    /// Remembers what is to be known of a program's class to tell whose static state is touched.
    fn program_class(
        &mut self,
        name: &str,
        bytes: &[u8],
        rewritten: &Result<Option<Rewritten>, raddle_rewrite::Error>,
    ) {
        let unseen = match rewritten {
            Ok(Some(rewritten)) => {
                let stats = &rewritten.stats;
                let without_hooks =
                    stats.reduced + stats.too_large + stats.too_far + stats.pool_full;
                stats.unseen_statics + without_hooks > 0
            }
            Ok(None) => false,
            Err(_) => true,
        };
        UNSEEN_STATICS.fetch_or(unseen, Ordering::Relaxed);
        let parent = ClassFile::parse(bytes).ok().and_then(|class| {
            let parent = class.super_name()?.to_str().into_owned();
            (!parent.starts_with("java/")).then_some(parent)
        });
        if let Some(parent) = parent {
            self.supers.insert(name.to_owned(), parent);
        }
    }

    /// The class whose static field a site accesses, and its superclasses, any of which may have the field.
    fn owners(&self, site: u32) -> Option<Vec<String>> {
        let (site, table) = self.find(site)?;
        let mut owners = vec![table.member(site)?.owner.clone()];
        while let Some(parent) = self.supers.get(owners.last()?) {
            // A name can stand for different classes in different loaders: never go around in circles.
            if owners.contains(parent) {
                break;
            }
            owners.push(parent.clone());
        }
        Some(owners)
    }

    fn add(&mut self, table: SiteTable) {
        let base = self.next_site;
        self.next_site += table.sites.len() as u32;
        self.keys
            .extend(table.sites.iter().map(|site| key(&table, site)));
        self.topics.add(&table);
        let class = xxh3_64(table.class.as_bytes());
        let place = |site: &Site| {
            class
                ^ (u64::from(site.method) << 16 | u64::from(site.pc))
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        };
        self.places.extend(table.sites.iter().map(place));
        self.tables.push((base, table));
    }

    fn find(&self, site: u32) -> Option<(&Site, &SiteTable)> {
        let behind = self.tables.partition_point(|(base, _)| *base <= site);
        let (base, table) = self.tables.get(behind.checked_sub(1)?)?;
        Some((table.sites.get((site - base) as usize)?, table))
    }

    fn info(&self, site: u32) -> Option<SiteInfo> {
        let (site, table) = self.find(site)?;
        let method = table.method(site)?;
        Some(SiteInfo {
            class: table.class.replace('/', "."),
            method: method.name.clone(),
            descriptor: method.descriptor.clone(),
            file: table.source_file.clone(),
            line: (site.line != 0).then_some(u32::from(site.line)),
            member: table.member(site).map(|member| member.name.clone()),
            atomic: matches!(site.kind, SiteKind::Atomic | SiteKind::VarHandle),
        })
    }
}

/// A field is told from the others of its object by its name and type; the class that code names may be a subclass of the one
/// that has the field.
fn key(table: &SiteTable, site: &Site) -> u64 {
    match (site.kind, table.member(site)) {
        (SiteKind::GetField | SiteKind::PutField, Some(member)) => {
            xxh3_64(format!("{}:{}", member.name, member.descriptor).as_bytes())
        }
        (SiteKind::GetStatic | SiteKind::PutStatic, Some(member)) => {
            xxh3_64(format!("{}.{}", member.owner, member.name).as_bytes())
        }
        _ => 0,
    }
}

/// What a site accesses: owner, name and descriptor of a field, and `static` if it is; or only the name of a method.
pub fn target(site: u32) -> Option<Vec<String>> {
    let guard = loaded();
    let (site, table) = guard.as_ref()?.find(site)?;
    let member = table.member(site)?;
    let field = || {
        vec![
            member.owner.replace('/', "."),
            member.name.clone(),
            member.descriptor.clone(),
        ]
    };
    Some(match site.kind {
        SiteKind::GetField | SiteKind::PutField => field(),
        SiteKind::GetStatic | SiteKind::PutStatic => {
            let mut target = field();
            target.push("static".to_owned());
            target
        }
        _ => vec![member.name.clone()],
    })
}

/// What identifies the member that a site accesses, among the members of one object.
pub fn member_key(site: u32) -> u64 {
    loaded()
        .as_ref()
        .and_then(|loaded| loaded.keys.get(site as usize).copied())
        .unwrap_or(0)
}

/// What the runtime has to be told about a focus.
pub fn tell(focus: &Focus) -> Told {
    loaded().get_or_insert_default().topics.tell(focus)
}

/// The names, as users write them and between semicolons, of the classes one of which has the static field that a site
/// accesses.
pub fn owners(site: u32) -> String {
    let owners = loaded().as_ref().and_then(|loaded| loaded.owners(site));
    let owners = owners.unwrap_or_default();
    format!(";{};", owners.join(";").replace('/', "."))
}

/// Whether static fields of the program can be reached in ways that no hook sees.
pub fn has_unseen_statics() -> bool {
    UNSEEN_STATICS.load(Ordering::Relaxed)
}

/// What identifies a place in the code, in any process.
pub fn place(site: u32) -> u64 {
    loaded()
        .as_ref()
        .and_then(|loaded| loaded.places.get(site as usize).copied())
        .unwrap_or(0)
}

/// What sites stand for, in order and each once.
pub fn sites(numbers: impl Iterator<Item = u32>) -> Vec<(u32, SiteInfo)> {
    let numbers: BTreeSet<u32> = numbers.collect();
    let guard = loaded();
    let info = |number: u32| Some((number, guard.as_ref()?.info(number)?));
    numbers.into_iter().filter_map(info).collect()
}

/// How rewriting went so far.
pub fn counts() -> Counts {
    loaded()
        .as_ref()
        .map(|loaded| loaded.counts)
        .unwrap_or_default()
}
