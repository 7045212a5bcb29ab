package subjects.hostile;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

/** Reaches for the world outside. */
public final class Outside {
    private Outside() {}

    public static boolean delete(String path) {
        return new File(path).delete();
    }

    public static void write(String path) throws IOException {
        try (OutputStream out = new FileOutputStream(path)) {
            out.write(1);
        }
    }

    /** Writes a file where files may be written, and reads its length. */
    public static long writeTemporary() throws IOException {
        File file = File.createTempFile("subject", null);
        try (OutputStream out = new FileOutputStream(file)) {
            out.write(1);
        }
        long length = file.length();
        file.delete();
        return length;
    }

    public static void connect(int port) throws IOException {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
    }

    public static int startProcess() throws IOException, InterruptedException {
        return new ProcessBuilder("true").start().waitFor();
    }
}
