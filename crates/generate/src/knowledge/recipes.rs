//! How people make objects of the JDK's common types: short, readable, and without a search through the whole program.

use raddle_program::name::ClassName;
use raddle_program::program::Program;

use crate::operation::Operation;

/// The type, and the members that give it: `Class.<init>(descriptor)`, `Class.method(descriptor)` or `Class.FIELD`. What they
/// give is made anew each time, or cannot change.
const RECIPES: &[(&str, &[&str])] = &[
    ("java/lang/Object", &["java/lang/Object.<init>()V"]),
    (
        "java/lang/CharSequence",
        &["java/lang/StringBuilder.<init>(Ljava/lang/String;)V"],
    ),
    (
        "java/lang/Appendable",
        &["java/lang/StringBuilder.<init>()V"],
    ),
    ("java/lang/Iterable", LISTS),
    ("java/util/Collection", LISTS),
    ("java/util/SequencedCollection", LISTS),
    ("java/util/List", LISTS),
    (
        "java/util/AbstractCollection",
        &["java/util/ArrayList.<init>(Ljava/util/Collection;)V"],
    ),
    (
        "java/util/AbstractList",
        &["java/util/ArrayList.<init>(Ljava/util/Collection;)V"],
    ),
    ("java/util/Set", SETS),
    ("java/util/SequencedSet", SORTED_SETS),
    ("java/util/SortedSet", SORTED_SETS),
    ("java/util/NavigableSet", SORTED_SETS),
    ("java/util/Queue", QUEUES),
    ("java/util/Deque", QUEUES),
    ("java/util/Map", MAPS),
    ("java/util/SequencedMap", SORTED_MAPS),
    ("java/util/SortedMap", SORTED_MAPS),
    ("java/util/NavigableMap", SORTED_MAPS),
    (
        "java/util/Iterator",
        &["java/util/List.iterator()Ljava/util/Iterator;"],
    ),
    (
        "java/util/ListIterator",
        &["java/util/List.listIterator()Ljava/util/ListIterator;"],
    ),
    (
        "java/util/Enumeration",
        &["java/util/Collections.enumeration(Ljava/util/Collection;)Ljava/util/Enumeration;"],
    ),
    (
        "java/util/Comparator",
        &[
            "java/util/Comparator.naturalOrder()Ljava/util/Comparator;",
            "java/util/Collections.reverseOrder()Ljava/util/Comparator;",
        ],
    ),
    (
        "java/util/Locale",
        &["java/util/Locale.US", "java/util/Locale.ROOT"],
    ),
    (
        "java/util/TimeZone",
        &["java/util/TimeZone.getTimeZone(Ljava/lang/String;)Ljava/util/TimeZone;"],
    ),
    ("java/util/Date", &["java/util/Date.<init>(J)V"]),
    (
        "java/util/Calendar",
        &["java/util/GregorianCalendar.<init>(III)V"],
    ),
    ("java/util/Random", &["java/util/Random.<init>(J)V"]),
    (
        "java/nio/charset/Charset",
        &[
            "java/nio/charset/StandardCharsets.UTF_8",
            "java/nio/charset/StandardCharsets.US_ASCII",
        ],
    ),
    (
        "java/io/InputStream",
        &["java/io/ByteArrayInputStream.<init>([B)V"],
    ),
    (
        "java/io/OutputStream",
        &["java/io/ByteArrayOutputStream.<init>()V"],
    ),
    (
        "java/io/Reader",
        &["java/io/StringReader.<init>(Ljava/lang/String;)V"],
    ),
    ("java/io/Writer", &["java/io/StringWriter.<init>()V"]),
    (
        "java/io/PrintStream",
        &["java/io/PrintStream.<init>(Ljava/io/OutputStream;)V"],
    ),
    (
        "java/io/PrintWriter",
        &["java/io/PrintWriter.<init>(Ljava/io/Writer;)V"],
    ),
    (
        "java/lang/Throwable",
        &["java/lang/Exception.<init>(Ljava/lang/String;)V"],
    ),
    (
        "java/text/NumberFormat",
        &["java/text/NumberFormat.getInstance(Ljava/util/Locale;)Ljava/text/NumberFormat;"],
    ),
    (
        "java/text/DateFormat",
        &["java/text/SimpleDateFormat.<init>(Ljava/lang/String;)V"],
    ),
    (
        "java/math/BigInteger",
        &["java/math/BigInteger.valueOf(J)Ljava/math/BigInteger;"],
    ),
    (
        "java/math/BigDecimal",
        &["java/math/BigDecimal.valueOf(J)Ljava/math/BigDecimal;"],
    ),
];

const LISTS: &[&str] = &[
    "java/util/List.of(Ljava/lang/Object;)Ljava/util/List;",
    "java/util/List.of(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/List;",
    "java/util/ArrayList.<init>(Ljava/util/Collection;)V",
    "java/util/ArrayList.<init>()V",
];
const SETS: &[&str] = &[
    "java/util/Collections.singleton(Ljava/lang/Object;)Ljava/util/Set;",
    "java/util/HashSet.<init>(Ljava/util/Collection;)V",
    "java/util/TreeSet.<init>(Ljava/util/Collection;)V",
];
const SORTED_SETS: &[&str] = &[
    "java/util/TreeSet.<init>(Ljava/util/Collection;)V",
    "java/util/TreeSet.<init>()V",
];
const QUEUES: &[&str] = &[
    "java/util/ArrayDeque.<init>(Ljava/util/Collection;)V",
    "java/util/LinkedList.<init>(Ljava/util/Collection;)V",
];
const MAPS: &[&str] = &[
    "java/util/Collections.singletonMap(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map;",
    "java/util/HashMap.<init>(Ljava/util/Map;)V",
    "java/util/HashMap.<init>()V",
];
const SORTED_MAPS: &[&str] = &[
    "java/util/TreeMap.<init>(Ljava/util/Map;)V",
    "java/util/TreeMap.<init>()V",
];

/// The recipes of a type, as far as this JDK has them.
pub(crate) fn recipes(program: &Program, wanted: &ClassName) -> Vec<Operation> {
    let row = RECIPES.iter().find(|(name, _)| *name == wanted.internal());
    let members = row.map_or(&[][..], |(_, members)| *members);
    members
        .iter()
        .filter_map(|member| resolve(program, member))
        .collect()
}

/// Whether there are recipes for the type.
pub(crate) fn has_recipes(wanted: &ClassName) -> bool {
    RECIPES.iter().any(|(name, _)| *name == wanted.internal())
}

fn resolve(program: &Program, member: &str) -> Option<Operation> {
    let (path, parameters) = member.split_at(member.find('(').unwrap_or(member.len()));
    let (owner, name) = path.rsplit_once('.')?;
    let class = program.class(&ClassName::from_internal(owner)).ok()?;
    if parameters.is_empty() {
        let field = class.fields().iter().find(|field| field.name() == name)?;
        return Operation::field(class.name(), field);
    }
    let method = class.method(name, parameters)?;
    if method.is_constructor() {
        Operation::constructor(method)
    } else {
        Operation::declared(method, class.is_interface())
    }
}

#[cfg(test)]
mod tests {
    use raddle_program::types::JavaType;

    use super::*;
    use crate::testing::jdk;

    #[test]
    fn every_recipe_gives_its_type() {
        let program = jdk();
        let newer = ["java/util/Sequenced"];
        for (name, members) in RECIPES {
            let wanted = ClassName::from_internal(name);
            if newer.iter().any(|prefix| name.starts_with(prefix))
                && program.find(&wanted).is_none()
            {
                continue;
            }
            let operations = recipes(&program, &wanted);
            assert_eq!(operations.len(), members.len(), "{name}");
            for operation in operations {
                let gives = operation.gives().expect("a recipe gives something");
                let fits = program.is_assignable(gives, &JavaType::Class(wanted.clone()));
                assert!(fits.is_ok_and(|fits| fits), "{name} from {gives}");
            }
        }
    }
}
