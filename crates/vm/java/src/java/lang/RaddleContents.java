package java.lang;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Results as far as a test can tell one from another: primitives, strings and enums by value; objects by the test's variable they are;
 * and, where that is wanted, plain values of the JDK by their text, arrays and collections of the JDK by what is in them; everything
 * else by class. Nothing of the tested code runs here.
 */
final class RaddleContents {
    /** How deep arrays and collections are looked into. */
    static final int DEPTH = 3;
    /** How many elements are looked at. */
    private static final int MOST = 1_000;
    /** Of longer strings only the beginning is told, and a hash of all of it. */
    private static final int LONGEST = 10_000;

    private RaddleContents() {}

    private static long mix(long hash, long value) {
        hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return hash ^ hash >>> 29;
    }

    private static long hash(String text) {
        long hash = text.length();
        for (int i = 0; i < text.length(); i++) hash = mix(hash, text.charAt(i));
        return hash;
    }

    /** Different for what is told differently, but for a chance of one in billions of billions. */
    static long hash(Object value, int depth) {
        if (value == null) return 1;
        if (isPlain(value)) return mix(value.getClass().getName().hashCode(), bits(value));
        if (value instanceof Enum) return mix(type(value).hashCode(), hash(((Enum<?>) value).name()));
        int variable = variable(value);
        if (variable >= 0) return 1_000_000L + variable;
        long hash = hash(type(value));
        if (depth == 0) return hash;
        if (isText(value)) return mix(hash, hash(value.toString()));
        Object[] elements = elements(value);
        if (elements == null) return hash;
        hash = mix(hash, length(value, elements));
        long sum = 0;
        for (Object element : elements) {
            long next = hash(element, depth - 1);
            if (isOrdered(value)) hash = mix(hash, next);
            else sum += mix(7, next);
        }
        return hash + sum;
    }

    private static long bits(Object value) {
        if (value instanceof String) return hash((String) value);
        if (value instanceof Boolean) return (Boolean) value ? 1 : 0;
        if (value instanceof Character) return (Character) value;
        if (value instanceof Double) return Double.doubleToLongBits((Double) value);
        if (value instanceof Float) return Float.floatToIntBits((Float) value);
        return ((Number) value).longValue();
    }

    private static boolean isPlain(Object value) {
        return value instanceof String || value instanceof Number && value.getClass().getName().startsWith("java.lang.")
            || value instanceof Boolean || value instanceof Character;
    }

    /** Whether it never changes, and its text says all there is to it. */
    private static boolean isText(Object value) {
        String name = value.getClass().getName();
        switch (name) {
            case "java.math.BigInteger": case "java.math.BigDecimal": case "java.util.UUID": case "java.lang.Class":
            case "java.util.OptionalInt": case "java.util.OptionalLong": case "java.util.OptionalDouble":
            case "java.time.Duration": case "java.time.Instant": case "java.time.LocalDate": case "java.time.LocalDateTime":
            case "java.time.LocalTime": case "java.time.MonthDay": case "java.time.OffsetDateTime":
            case "java.time.OffsetTime": case "java.time.Period": case "java.time.Year": case "java.time.YearMonth":
            case "java.time.ZonedDateTime": case "java.time.ZoneOffset":
                return true;
            default:
                return false;
        }
    }

    private static int variable(Object value) {
        Object[] variables = RaddleExecution.variables;
        for (int i = 0; i < RaddleExecution.named; i++) if (variables[i] == value) return i;
        return -1;
    }

    private static String type(Object value) {
        if (value instanceof Enum) return ((Enum<?>) value).getDeclaringClass().getName();
        return isEntry(value) ? "java.util.Map$Entry" : value.getClass().getName();
    }

    private static boolean isEntry(Object value) {
        String name = value.getClass().getName();
        return value instanceof Map.Entry && name.startsWith("java.util.") && !name.startsWith("java.util.Collections$");
    }

    /** What is in an array or a collection that has no code but the JDK's; null for everything else. */
    private static Object[] elements(Object value) {
        try {
            if (value.getClass().isArray()) {
                Object[] elements = new Object[Math.min(Array.getLength(value), MOST)];
                for (int i = 0; i < elements.length; i++) elements[i] = Array.get(value, i);
                return elements;
            }
            if (isEntry(value)) return new Object[] {((Map.Entry<?, ?>) value).getKey(), ((Map.Entry<?, ?>) value).getValue()};
            if (value.getClass() == Optional.class) {
                return ((Optional<?>) value).isPresent() ? new Object[] {((Optional<?>) value).get()} : new Object[0];
            }
            if (!isKnown(value.getClass().getName())) return null;
            Collection<?> all = value instanceof Map ? ((Map<?, ?>) value).entrySet() : (Collection<?>) value;
            List<Object> elements = new ArrayList<>();
            Iterator<?> iterator = all.iterator();
            while (elements.size() < MOST && iterator.hasNext()) elements.add(iterator.next());
            return elements.toArray();
        } catch (Throwable broken) {
            // Threads have left it in pieces.
            return null;
        }
    }

    private static boolean isKnown(String name) {
        switch (name) {
            case "java.util.ArrayList": case "java.util.LinkedList": case "java.util.ArrayDeque":
            case "java.util.Arrays$ArrayList": case "java.util.ImmutableCollections$List12":
            case "java.util.ImmutableCollections$ListN":
                return true;
            default:
                return isUnordered(name);
        }
    }

    /** Whether the order of its elements says nothing about it. */
    private static boolean isUnordered(String name) {
        switch (name) {
            case "java.util.HashSet": case "java.util.LinkedHashSet": case "java.util.TreeSet": case "java.util.HashMap":
            case "java.util.LinkedHashMap": case "java.util.TreeMap": case "java.util.ImmutableCollections$Set12":
            case "java.util.ImmutableCollections$SetN": case "java.util.ImmutableCollections$Map1":
            case "java.util.ImmutableCollections$MapN":
                return true;
            default:
                return false;
        }
    }

    /** Whether what somebody is told about it, as an array or a text, comes in no particular order. */
    static boolean hasNoOrder(Object asked) {
        if (asked instanceof Map) return !(asked instanceof SortedMap);
        return asked instanceof Collection && !(asked instanceof List) && !(asked instanceof Queue)
            && !(asked instanceof SortedSet);
    }

    private static boolean isOrdered(Object value) {
        return !isUnordered(value.getClass().getName());
    }

    private static int length(Object value, Object[] elements) {
        return value.getClass().isArray() ? Array.getLength(value) : elements.length;
    }

    /** Tells a result; {@code unordered} if it is about something that has no order. */
    static void tell(RaddleOutput out, Object value, int depth, boolean unordered) {
        if (value == null) {
            out.u8('0');
        } else if (unordered && value instanceof String) {
            out.u8('l');
            out.string(shortened((String) value));
        } else if (isPlain(value)) {
            text(out, value);
        } else if (value instanceof Enum) {
            out.u8('e');
            out.string(type(value));
            out.string(((Enum<?>) value).name());
        } else {
            int variable = variable(value);
            if (variable < 0 && depth > 0) inside(out, value, depth, unordered);
            else object(out, value, variable);
        }
    }

    private static void inside(RaddleOutput out, Object value, int depth, boolean unordered) {
        if (isText(value)) {
            text(out, value);
            return;
        }
        Object[] elements = elements(value);
        if (elements == null) {
            object(out, value, -1);
            return;
        }
        out.u8(isOrdered(value) && !unordered ? '[' : '{');
        out.string(type(value));
        out.i32(length(value, elements));
        out.u16(elements.length);
        for (Object element : elements) tell(out, element, depth - 1, false);
    }

    private static void text(RaddleOutput out, Object value) {
        out.u8('=');
        out.string(value.getClass().getName());
        out.string(shortened(value.toString()));
    }

    private static String shortened(String text) {
        if (text.length() <= LONGEST) return text;
        return text.substring(0, LONGEST / 10) + "\u2026 (" + text.length() + " characters, hash "
            + Long.toHexString(hash(text)) + ")";
    }

    private static void object(RaddleOutput out, Object value, int variable) {
        out.u8('@');
        out.string(value.getClass().getName());
        out.i32(variable);
    }
}
