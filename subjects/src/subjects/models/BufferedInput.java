package subjects.models;

import java.io.IOException;
import java.io.InputStream;

/** {@link LegacyBufferedInput} whose close is synchronized too. */
public class BufferedInput {
    private InputStream source;
    private byte[] buffer = new byte[4];
    private int position;
    private int limit;

    public BufferedInput(InputStream source) {
        this.source = source;
    }

    private void ensureOpen() throws IOException {
        if (source == null) {
            throw new IOException("closed");
        }
    }

    public synchronized int read() throws IOException {
        ensureOpen();
        if (position >= limit) {
            limit = source.read(buffer, 0, buffer.length);
            position = 0;
            if (limit <= 0) {
                return -1;
            }
        }
        return buffer[position++] & 0xff;
    }

    public synchronized int available() throws IOException {
        ensureOpen();
        return (limit - position) + source.available();
    }

    public synchronized void close() throws IOException {
        if (source == null) {
            return;
        }
        source.close();
        source = null;
        buffer = null;
    }
}
