/** Calls the static method {@code run()} of the classes named, and prints what it returns or throws. */
public class Call {
    public static void main(String[] names) {
        for (String name : names) {
            String result;
            try {
                result = String.valueOf(Class.forName(name).getMethod("run").invoke(null));
            } catch (java.lang.reflect.InvocationTargetException e) {
                result = e.getCause().toString();
            } catch (Throwable e) {
                result = e.toString();
            }
            System.out.println(name + " " + result);
        }
    }
}
