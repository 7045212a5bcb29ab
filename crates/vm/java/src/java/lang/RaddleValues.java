package java.lang;

import java.lang.reflect.Array;
import java.util.EventListenerProxy;
import jdk.internal.misc.Unsafe;

/**
 * What is read and written, for traces. Nobody passes values to the hooks; they are looked up where they are: what is read right
 * before the access, when its thread goes on; what is written as soon as somebody does the next event, because until then
 * only the one thread ran. What code without hooks (System.arraycopy) overwrites before that, it hides.
 */
final class RaddleValues {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final int NULL = 0, PLAIN = 1, CHARACTER = 2, STRING = 3, ENUM = 4, OBJECT = 5;
    /** Characters of a string that are told. */
    private static final int LONGEST = 60;

    /** The objects of this execution that events are about, or that they read or wrote. */
    private static final RaddleNumbers NUMBERS = new RaddleNumbers();

    /** Whether anybody wants to know. */
    static boolean wanted;

    /** The event whose value is to be looked up when it has been done, or -1. */
    private static int open = -1;
    private static Object openObject;
    private static int openIndex;
    private static RaddlePlaces.Slot openSlot;

    private RaddleValues() {}

    /** A new execution begins. */
    static void reset() {
        NUMBERS.clear();
    }

    /** An object's number in this execution, from 1; 0 is null. */
    static int number(Object object) {
        int before = NUMBERS.count();
        int number = NUMBERS.of(object);
        if (number > before) RaddleNative.object(object.getClass().getName());
        return number;
    }

    /** Everything is linked here, see {@link RaddlePlaces#setUp}. */
    static void setUp() {
        tell(-1, new Object[1], 0, null);
        tell(-1, new int[1], 0, null);
        NUMBERS.of(new int[1]);
        NUMBERS.clear();
    }

    /** The thread that announced this event goes on with it now. */
    static void access(int event, int kind, Object object, int index, RaddlePlaces.Slot slot) {
        if (!wanted || event < 0) return;
        if (kind == RaddleScheduler.READ && isThere(slot)) {
            tell(event, object, index, slot);
            return;
        }
        open = event;
        openObject = object;
        openIndex = index;
        openSlot = slot;
    }

    /** The next event is announced, or the running thread gives way: what it accessed last has its value now. */
    static void settle() {
        if (open < 0) return;
        int event = open;
        Object object = openObject;
        open = -1;
        openObject = null;
        if (isThere(openSlot)) tell(event, object, openIndex, openSlot);
    }

    /** A static field has its value only after its class's initialiser, which the first access runs. */
    private static boolean isThere(RaddlePlaces.Slot slot) {
        return slot == null || slot.base == null || !UNSAFE.shouldBeInitialized(slot.owner);
    }

    private static void tell(int event, Object object, int index, RaddlePlaces.Slot slot) {
        Thread current = EventListenerProxy.current;
        EventListenerProxy.current = null;
        try {
            look(event, object, index, slot);
        } finally {
            EventListenerProxy.current = current;
        }
    }

    private static void look(int event, Object object, int index, RaddlePlaces.Slot slot) {
        if (slot != null) {
            Object base = slot.base != null ? slot.base : object;
            if (base != null) look(event, base, slot.offset, slot.type);
        } else if (object != null && object.getClass().isArray()) {
            Class<?> type = object.getClass();
            if (index < 0 || index >= Array.getLength(object)) return;
            look(event, object, RaddleMemory.element(type, index), type.getComponentType());
        }
    }

    private static void look(int event, Object base, long offset, Class<?> type) {
        if (!type.isPrimitive()) reference(event, RaddleMemory.get(base, offset));
        else if (type == int.class) plain(event, Integer.toString(UNSAFE.getInt(base, offset)));
        else if (type == long.class) plain(event, Long.toString(UNSAFE.getLong(base, offset)));
        else if (type == boolean.class) plain(event, Boolean.toString(UNSAFE.getBoolean(base, offset)));
        else if (type == byte.class) plain(event, Integer.toString(UNSAFE.getByte(base, offset)));
        else if (type == short.class) plain(event, Integer.toString(UNSAFE.getShort(base, offset)));
        else if (type == char.class) RaddleNative.value(event, CHARACTER, String.valueOf(UNSAFE.getChar(base, offset)), 0);
        else if (type == float.class) plain(event, Float.toString(UNSAFE.getFloat(base, offset)));
        else plain(event, Double.toString(UNSAFE.getDouble(base, offset)));
    }

    private static void plain(int event, String text) {
        RaddleNative.value(event, PLAIN, text, 0);
    }

    private static void reference(int event, Object value) {
        if (value == null) {
            RaddleNative.value(event, NULL, null, 0);
        } else if (value instanceof String) {
            String text = (String) value;
            boolean whole = text.length() <= LONGEST;
            RaddleNative.value(event, STRING, whole ? text : text.substring(0, LONGEST - 1).concat("\u2026"), 0);
        } else if (value instanceof Character) {
            RaddleNative.value(event, CHARACTER, value.toString(), 0);
        } else if (value instanceof Boolean || value instanceof Integer || value instanceof Long || value instanceof Double
            || value instanceof Float || value instanceof Short || value instanceof Byte) {
            plain(event, value.toString());
        } else if (value instanceof Enum) {
            RaddleNative.value(event, ENUM, ((Enum<?>) value).name(), 0);
        } else {
            RaddleNative.value(event, OBJECT, null, number(value));
        }
    }
}
