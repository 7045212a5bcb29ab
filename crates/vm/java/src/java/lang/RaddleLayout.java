package java.lang;

import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where the contents of a class's objects are, and whether they are all there is to such an object. */
final class RaddleLayout {
    /** What an object is to somebody who wants to bring it back to an earlier state. */
    enum Kind {
        /** Nothing to bring back: it never changes, or raddle leaves it to the JVM as it is. */
        CONSTANT,
        /** Its fields or elements, and what they lead to. */
        CONTENTS,
        /** There is more to it than its fields: a thread, an open file, what the collector does with it. */
        MORE
    }

    /** Packages of the JDK whose objects are their contents. Some of their classes lead to objects that are not. */
    private static final Set<String> CONTENTS = new HashSet<>(Arrays.asList(
        "java.util", "java.util.concurrent", "java.util.concurrent.atomic", "java.util.concurrent.locks", "java.util.function",
        "java.util.regex", "java.text", "sun.util.calendar"));
    private static final Set<String> CONTENT_CLASSES = new HashSet<>(Arrays.asList(
        "java.lang.Object", "java.lang.Number", "java.lang.Enum", "java.lang.Record", "java.lang.AbstractStringBuilder",
        "java.lang.StringBuilder", "java.lang.StringBuffer", "java.lang.ThreadLocal",
        "java.lang.ThreadLocal$SuppliedThreadLocal", "java.lang.InheritableThreadLocal", "java.lang.reflect.Proxy"));
    /** Packages of the JDK whose objects do not change, whatever they keep to be quicker the next time. */
    private static final Set<String> CONSTANTS = new HashSet<>(Arrays.asList(
        "java.lang.invoke", "java.lang.reflect", "java.lang.module", "java.math", "java.nio.charset", "sun.nio.cs", "java.time",
        "java.time.chrono", "java.time.format", "java.time.temporal", "java.time.zone", "sun.util.locale"));
    private static final List<Class<?>> CONSTANT_CLASSES = Arrays.asList(
        String.class, Boolean.class, Byte.class, Short.class, Character.class, Integer.class, Long.class, Float.class,
        Double.class, Class.class, ClassLoader.class, Module.class, Enum.class, java.io.File.class, java.net.URI.class,
        java.net.URL.class, java.util.Currency.class, java.util.Locale.class, java.util.UUID.class,
        java.util.regex.Pattern.class);
    private static final Set<String> FOREIGN_CONSTANTS = new HashSet<>(Arrays.asList(
        "java.util.logging.Logger", "java.util.logging.Level"));

    private static final HashMap<String, RaddleLayout> KNOWN = new HashMap<>();
    private static final long[] NONE = {};

    private final Class<?> type;
    final Kind kind;
    /** Where its references are. */
    long[] references = NONE;
    /** Where everything else is, and how many bytes each takes. */
    long[] primitives = NONE;
    int[] sizes = {};

    private RaddleLayout(Class<?> type, Kind kind) {
        this.type = type;
        this.kind = kind;
    }

    static RaddleLayout of(Class<?> type) throws Throwable {
        RaddleLayout known = KNOWN.get(type.getName());
        if (known != null && known.type == type) return known;
        RaddleLayout layout = new RaddleLayout(type, kind(type));
        if (layout.kind == Kind.CONTENTS && !type.isArray()) layout.addFields(type);
        KNOWN.put(type.getName(), layout);
        return layout;
    }

    /** Of the class's static fields. */
    static RaddleLayout ofStatics(Class<?> type) throws Throwable {
        RaddleLayout layout = new RaddleLayout(type, Kind.CONTENTS);
        for (Field field : RaddleMemory.fields(type)) {
            if (Modifier.isStatic(field.getModifiers())) layout.add(field.getType(), RaddleMemory.offset(field));
        }
        return layout;
    }

    private void addFields(Class<?> type) throws Throwable {
        if (type == SoftReference.class || type == WeakReference.class) {
            // The others are the collector's.
            add(Object.class, RaddleMemory.REFERENT);
            return;
        }
        if (type.getSuperclass() != null) addFields(type.getSuperclass());
        for (Field field : RaddleMemory.fields(type)) {
            boolean isOfJvm = type == Throwable.class && field.getName().equals("backtrace");
            if (!isOfJvm && !Modifier.isStatic(field.getModifiers())) add(field.getType(), RaddleMemory.offset(field));
        }
    }

    private void add(Class<?> type, long offset) {
        if (!type.isPrimitive()) {
            references = appended(references, offset);
            return;
        }
        primitives = appended(primitives, offset);
        sizes = Arrays.copyOf(sizes, sizes.length + 1);
        sizes[sizes.length - 1] = size(type);
    }

    private static long[] appended(long[] offsets, long offset) {
        offsets = Arrays.copyOf(offsets, offsets.length + 1);
        offsets[offsets.length - 1] = offset;
        return offsets;
    }

    private static int size(Class<?> primitive) {
        if (primitive == boolean.class || primitive == byte.class) return 1;
        if (primitive == short.class || primitive == char.class) return 2;
        return primitive == int.class || primitive == float.class ? 4 : 8;
    }

    private static Kind kind(Class<?> type) throws Throwable {
        if (type.isArray()) return Kind.CONTENTS;
        if (isOfJdk(type) && isConstant(type)) return Kind.CONSTANT;
        for (Class<?> part = type; part != null; part = part.getSuperclass()) {
            if (isOfJdk(part) ? !isContents(part) : hasNatives(part)) return Kind.MORE;
        }
        return Kind.CONTENTS;
    }

    private static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private static boolean isConstant(Class<?> type) {
        for (Class<?> constant : CONSTANT_CLASSES) if (constant.isAssignableFrom(type)) return true;
        if (type == java.lang.reflect.Proxy.class) return false;
        for (Class<?> part = type; part != null; part = part.getSuperclass()) {
            if (FOREIGN_CONSTANTS.contains(part.getName())) return true;
        }
        return CONSTANTS.contains(type.getPackageName());
    }

    private static boolean isContents(Class<?> type) {
        return CONTENTS.contains(type.getPackageName()) || CONTENT_CLASSES.contains(type.getName())
            || Throwable.class.isAssignableFrom(type) || type == Reference.class || type == SoftReference.class
            || type == WeakReference.class;
    }

    /** Whether native code may keep something for such an object. */
    private static boolean hasNatives(Class<?> type) throws Throwable {
        for (Method method : RaddleMemory.methods(type)) if (Modifier.isNative(method.getModifiers())) return true;
        return false;
    }
}
