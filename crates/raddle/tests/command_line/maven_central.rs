//! Well-known classes from Maven Central, counted. Needs Maven and the network, so it runs only with
//! `RADDLE_NETWORK_TESTS=1`.

use assert_cmd::Command;

/// Callable instance methods as the literature on testing these classes counts them: public, with
/// code, each signature once, superclasses except `java.lang.Object`.
const COUNTS: &[(&str, &str, usize)] = &[
    (
        "commons-lang:commons-lang:2.4",
        "org.apache.commons.lang.math.IntRange",
        25,
    ),
    (
        "commons-dbcp:commons-dbcp:1.4",
        "org.apache.commons.dbcp.datasources.PerUserPoolDataSource",
        65,
    ),
    (
        "commons-dbcp:commons-dbcp:1.4",
        "org.apache.commons.dbcp.datasources.SharedPoolDataSource",
        51,
    ),
    (
        "org.hsqldb:hsqldb:2.3.3",
        "org.hsqldb.lib.DoubleIntIndex",
        34,
    ),
    (
        "com.thoughtworks.xstream:xstream:1.4.1",
        "com.thoughtworks.xstream.XStream",
        66,
    ),
    ("jfree:jfreechart:1.0.13", "org.jfree.data.time.Day", 23),
    (
        "jfree:jfreechart:1.0.1",
        "org.jfree.chart.axis.PeriodAxis",
        125,
    ),
    ("jfree:jfreechart:1.0.9", "org.jfree.chart.plot.XYPlot", 215),
    (
        "jfreechart:jfreechart:0.9.8",
        "org.jfree.data.time.TimeSeries",
        41,
    ),
    ("jfreechart:jfreechart:0.9.8", "org.jfree.data.XYSeries", 25),
];

#[test]
fn classes_of_maven_central_have_the_known_numbers_of_methods() {
    if std::env::var_os("RADDLE_NETWORK_TESTS").is_none_or(|allowed| allowed != "1") {
        eprintln!("not run: needs Maven and the network, set RADDLE_NETWORK_TESTS=1");
        return;
    }
    let cache = tempfile::tempdir().expect("temporary folder");
    for (coordinate, class, methods) in COUNTS {
        let mut command = Command::cargo_bin("raddle").expect("cargo has built it");
        command.env("XDG_CACHE_HOME", cache.path());
        command.args(["describe", coordinate, class, "--format", "json"]);
        let output = command.assert().code(0).get_output().stdout.clone();
        let document: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
        let counted = document["class"]["instance_methods"]
            .as_array()
            .map(Vec::len);
        assert_eq!(counted, Some(*methods), "{class}");
    }
    let kept = std::fs::read_dir(cache.path().join("raddle/maven"))
        .expect("a cache")
        .count();
    assert_eq!(kept, 8, "one answer a coordinate");
}
