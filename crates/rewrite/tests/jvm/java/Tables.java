import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Code with everything that names places in code. */
public class Tables {
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE_USE)
    @interface Mark {}

    int field;
    int[] array = new int[3];

    boolean annotatedInstruction(Object value) {
        field = array[0] + array[1];
        return value instanceof @Mark String;
    }

    String annotatedCast(Object value) {
        field++;
        return (@Mark String) value;
    }

    String annotatedVariable(Object value) {
        field++;
        @Mark String text = null;
        for (int i = 0; i < 3; i++) {
            array[i] = field;
            @Mark String inner = text + i;
            text = inner;
        }
        try {
            field--;
        } catch (@Mark RuntimeException e) {
            field = array[2];
        }
        return text;
    }

    Tables make(boolean which) {
        return new Tables(which ? field : array[1], new Tables(field > 2 ? 1 : array[0], null));
    }

    Tables() {}

    Tables(int field, Tables other) {
        this.field = field;
    }

    int nested(int key) {
        int sum = 0;
        try {
            switch (key) {
                case 1:
                    int one = field;
                    sum += one;
                    break;
                case 2:
                    long two = array[2];
                    sum += two;
                    break;
                default:
                    while (sum < key) {
                        sum += array[0] + 1;
                    }
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            sum = field;
        } finally {
            field = sum;
        }
        return sum;
    }
}
