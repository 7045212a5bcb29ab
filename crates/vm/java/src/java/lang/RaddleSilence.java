package java.lang;

import java.io.OutputStream;
import java.io.PrintStream;

/** Where System.out and System.err of the tested code go: nowhere. */
final class RaddleSilence extends OutputStream {
    static final PrintStream STREAM = new PrintStream(new RaddleSilence(), false);

    private RaddleSilence() {}

    @Override
    public void write(int unit) {}

    @Override
    public void write(byte[] bytes, int offset, int length) {}
}
