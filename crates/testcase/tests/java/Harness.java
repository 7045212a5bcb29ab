import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Calls thunks as a script says. The script's lines are: the name of a thunk's class, then the indices of its arguments in the table
 * of values. Every result is printed and appended to the table.
 */
public final class Harness extends ClassLoader {
    private final Path folder;

    private Harness(Path folder) {
        super(Harness.class.getClassLoader());
        this.folder = folder;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            byte[] bytes = Files.readAllBytes(folder.resolve(name + ".class"));
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    public static void main(String[] args) throws Exception {
        Harness harness = new Harness(Path.of(args[0]));
        List<Object> values = new ArrayList<>(Arrays.asList(
                null, true, (byte) -8, (short) 300, 'c', 70000, 1L << 40, 1.5f, -0.25, "text",
                new int[] {1, 2}, new String[][] {{"x"}}, new ArrayList<>(List.of("e"))));
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            String[] words = line.split(" ");
            int[] arguments = Arrays.stream(words).skip(1).mapToInt(Integer::parseInt).toArray();
            Object result;
            try {
                Object thunk = Class.forName(words[0], true, harness).getDeclaredConstructor().newInstance();
                result = ((ThunkBase) thunk).apply(values.toArray(), arguments);
                System.out.println(show(result));
            } catch (Throwable failure) {
                result = failure;
                System.out.println("throws " + failure.getClass().getName());
                if (failure instanceof LinkageError) {
                    failure.printStackTrace();
                }
            }
            values.add(result);
        }
    }

    /** A value with its class, arrays with their elements, as printable ASCII. */
    static String show(Object value) {
        if (value == null) {
            return "null";
        }
        String text = value.getClass().isArray() ? Arrays.deepToString(new Object[] {value}) : String.valueOf(value);
        String name = value.getClass().getSimpleName();
        return (name.endsWith("$Stub") ? "Stub" : name) + " " + text;
    }
}
