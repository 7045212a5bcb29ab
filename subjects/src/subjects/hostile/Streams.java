package subjects.hostile;

import java.io.IOException;

/** Misuses the standard streams. */
public final class Streams {
    private Streams() {}

    public static int closeAll() throws IOException {
        System.in.close();
        System.out.close();
        System.err.close();
        System.out.println("into the void");
        return 1;
    }

    public static int readInput() throws IOException {
        return System.in.read();
    }

    /** Prints so many mebibytes. */
    public static int flood(int mebibytes) {
        byte[] block = new byte[1 << 20];
        for (int index = 0; index < mebibytes; index++) {
            System.out.write(block, 0, block.length);
        }
        System.out.flush();
        return 1;
    }
}
