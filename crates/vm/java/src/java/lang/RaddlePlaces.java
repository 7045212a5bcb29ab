package java.lang;

import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.EventListenerProxy;
import jdk.internal.misc.Unsafe;

/**
 * What accesses are about: a field has one number, whether it is accessed plainly, by Unsafe, by a VarHandle or an updater, and
 * whatever subclass the code names. Only for executions whose events are looked at one by one.
 */
final class RaddlePlaces {
    private static final Unsafe UNSAFE = RaddleMemory.UNSAFE;
    private static final String HANDLES = "java.lang.invoke.VarHandle";

    /** A field. */
    static final class Slot {
        final int number;
        final Class<?> owner;
        final Class<?> type;
        final long offset;
        /** Where the offset counts from, if the field is static. */
        final Object base;

        Slot(int number, Field field) {
            this.number = number;
            owner = field.getDeclaringClass();
            type = field.getType();
            base = Modifier.isStatic(field.getModifiers()) ? UNSAFE.staticFieldBase(field) : null;
            offset = RaddleMemory.offset(field);
        }
    }

    /** A place in the code, and what it accessed last. */
    private static final class Site {
        /** Owner, name and descriptor of the field; or the method of Unsafe or VarHandle alone. */
        String[] target;
        /** What the slot was found for: the class of the object and the offset, or the handle. */
        Object of;
        long offset;
        Slot slot;
        /** Whether looking again would find nothing either. */
        boolean vain;
    }

    private static Site[] sites = new Site[1024];
    private static Slot[] slots = new Slot[256];
    private static int known;

    private RaddlePlaces() {}

    /** Everything is initialised here: the first use may be by a thread that has no stack left to do it. */
    static void setUp() {
        RaddleMemory.base(Object[].class);
        RaddleValues.setUp();
        site(0);
    }

    /** The field that a getfield or its like is about; null if it is none, or cannot be found. */
    static Slot field(Object object, int number) {
        Site site = site(number);
        String[] target = site.target;
        boolean isStatic = target.length > 3;
        if (site.slot != null || site.vain || !isStatic && object == null) return site.slot;
        Thread current = pause();
        try {
            if (target.length < 3) {
                site.slot = null;
            } else {
                Class<?> owner = isStatic ? Class.forName(target[0], false, ClassLoader.getSystemClassLoader())
                    : named(object.getClass(), target[0]);
                site.slot = inherited(owner, target, isStatic);
            }
        } catch (Throwable notFound) {
            // a class that only a loader of the program's own knows
        } finally {
            EventListenerProxy.current = current;
        }
        site.vain = site.slot == null;
        return site.slot;
    }

    /** An access by Unsafe. */
    static void atomic(Object base, long offset, int number) {
        Site site = site(number);
        int kind = kind(site);
        if (base != null && base.getClass().isArray()) {
            Class<?> type = base.getClass();
            Thread current = pause();
            long index = (offset - RaddleMemory.base(type)) / UNSAFE.arrayIndexScale(type);
            EventListenerProxy.current = current;
            RaddleScheduler.access(kind, base, (int) index, number, null);
            return;
        }
        Slot slot = at(site, base, offset);
        RaddleScheduler.access(kind, slot != null && slot.base != null ? null : base, 0, number, slot);
    }

    /** An access by a VarHandle. */
    static void handle(Object handle, Object first, int index, int number) {
        Site site = site(number);
        int kind = kind(site);
        Thread current = pause();
        Slot slot = null;
        try {
            handle = direct(handle);
            String type = handle == null ? "" : handle.getClass().getName();
            if (!type.startsWith(HANDLES)) {
                first = null; // filtered or transformed: its arguments are not what is accessed
            } else if (type.contains("$FieldInstance")) {
                slot = first == null ? null : at(site, first, UNSAFE.getLong(handle, offset(handle, "fieldOffset")));
            } else if (type.contains("$FieldStatic")) {
                Object base = RaddleMemory.get(handle, offset(handle, "base"));
                slot = at(site, base, UNSAFE.getLong(handle, offset(handle, "fieldOffset")));
                first = null;
            }
        } catch (Throwable notFound) {
            first = null;
        } finally {
            EventListenerProxy.current = current;
        }
        boolean array = first != null && first.getClass().isArray();
        RaddleScheduler.access(kind, first, array ? index : 0, number, slot);
    }

    private static Thread pause() {
        Thread current = EventListenerProxy.current;
        EventListenerProxy.current = null;
        return current;
    }

    private static Site site(int number) {
        if (number >= sites.length) sites = Arrays.copyOf(sites, number * 2);
        Site site = sites[number];
        if (site == null) {
            site = sites[number] = new Site();
            site.target = RaddleNative.target(number);
        }
        return site;
    }

    /** Whether a method of Unsafe or VarHandle reads, writes, or does both. */
    private static int kind(Site site) {
        String method = site.target[0];
        if (method.startsWith("get") && !method.startsWith("getAnd")) return RaddleScheduler.READ;
        return method.startsWith("put") || method.startsWith("set") ? RaddleScheduler.WRITE : RaddleScheduler.ATOMIC;
    }

    /** The class of this name among a class and its superclasses. */
    private static Class<?> named(Class<?> type, String name) {
        Class<?> found = type;
        while (found != null && !found.getName().equals(name)) found = found.getSuperclass();
        return found == null ? type : found;
    }

    /** The field that a class has or inherits (JVMS 5.4.3.2). */
    private static Slot inherited(Class<?> type, String[] target, boolean isStatic) throws Throwable {
        if (type == null) return null;
        for (Field field : RaddleMemory.fields(type)) {
            if (Modifier.isStatic(field.getModifiers()) == isStatic && field.getName().equals(target[1])
                && MethodType.methodType(field.getType()).toMethodDescriptorString().substring(2).equals(target[2])) {
                return slot(field);
            }
        }
        for (Class<?> superinterface : isStatic ? type.getInterfaces() : new Class<?>[0]) {
            Slot found = inherited(superinterface, target, true);
            if (found != null) return found;
        }
        return inherited(type.getSuperclass(), target, isStatic);
    }

    private static Slot at(Site site, Object base, long offset) {
        if (base == null) return null;
        Object of = base instanceof Class ? base : base.getClass();
        if (site.of != of || site.offset != offset) {
            Thread current = pause();
            try {
                site.slot = at(base, offset);
                site.of = of;
                site.offset = offset;
            } catch (Throwable notFound) {
                site.of = null;
                site.slot = null;
            } finally {
                EventListenerProxy.current = current;
            }
        }
        return site.slot;
    }

    private static Slot at(Object base, long offset) throws Throwable {
        for (Class<?> type = base.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : RaddleMemory.fields(type)) {
                if (!Modifier.isStatic(field.getModifiers()) && UNSAFE.objectFieldOffset(field) == offset) return slot(field);
            }
        }
        if (!(base instanceof Class)) return null;
        // HotSpot keeps static fields in the Class object.
        for (Field field : RaddleMemory.fields((Class<?>) base)) {
            if (Modifier.isStatic(field.getModifiers()) && UNSAFE.staticFieldOffset(field) == offset) return slot(field);
        }
        return null;
    }

    private static Slot slot(Field field) {
        Slot slot = new Slot(known, field);
        for (int i = 0; i < known; i++) {
            Slot other = slots[i];
            if (other.owner == slot.owner && other.offset == slot.offset && (other.base == null) == (slot.base == null)) {
                return other;
            }
        }
        if (known == slots.length) slots = Arrays.copyOf(slots, known * 2);
        slots[known++] = slot;
        RaddleNative.slot(slot.number, slot.owner.getName(), field.getName());
        return slot;
    }

    /** JDK 22 and later initialise the class of a static field as late as they can, behind a handle of its own. */
    private static Object direct(Object handle) throws Throwable {
        if (handle == null || !handle.getClass().getName().equals("java.lang.invoke.LazyInitializingVarHandle")) return handle;
        return RaddleMemory.get(handle, offset(handle, "target"));
    }

    private static long offset(Object object, String name) throws Throwable {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : RaddleMemory.fields(type)) if (field.getName().equals(name)) return UNSAFE.objectFieldOffset(field);
        }
        throw new NoSuchFieldException(name);
    }
}
