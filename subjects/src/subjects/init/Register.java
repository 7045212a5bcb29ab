package subjects.init;

import java.util.ArrayList;
import java.util.List;

/** Classes whose initialisers enter themselves in a register that others change: all of it is fresh, or none. */
public final class Register {
    private static final List<String> NAMES = new ArrayList<>();
    private static int taken;

    private Register() {}

    private static final class Plugin {
        /** What it is depends on another class's state when this one was initialised. */
        private static final int PLACE = add("plugin");
        private static int used;

        static synchronized int use() {
            return PLACE * 100 + ++used;
        }
    }

    /** The number of names after this one was added. */
    public static int add(String name) {
        synchronized (NAMES) {
            NAMES.add(name);
            return NAMES.size();
        }
    }

    /** A number that nobody else gets. */
    public static synchronized int take() {
        return ++taken;
    }

    /** The place of the plug-in, which is only looked at. */
    public static int place() {
        return Plugin.PLACE;
    }

    /** Uses the plug-in, which is entered first. */
    public static int use() {
        return Plugin.use();
    }
}
