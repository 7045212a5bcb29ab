import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Links classes, which verifies them, without initialising them. Arguments: a file with their names, then a class path; without one
 * they are the boot loader's. Prints a line for each that does not link: MISSING if a class it needs is not there, else FAILED.
 */
public class Link {
    public static void main(String[] arguments) throws Exception {
        ClassLoader loader = null;
        if (arguments.length > 1) {
            URL[] path = new URL[arguments.length - 1];
            for (int i = 1; i < arguments.length; i++) {
                path[i - 1] = Path.of(arguments[i]).toUri().toURL();
            }
            loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
        }
        int linked = 0;
        for (String name : Files.readAllLines(Path.of(arguments[0]))) {
            try {
                // Asking for the constructors links the class first.
                Class.forName(name, false, loader).getDeclaredConstructors();
                linked++;
            } catch (NoClassDefFoundError | ClassNotFoundException | TypeNotPresentException e) {
                System.out.println("MISSING " + name + ": " + e.getMessage());
            } catch (Throwable e) {
                System.out.println("FAILED " + name + ": " + e);
            }
        }
        System.out.println("LINKED " + linked);
    }
}
