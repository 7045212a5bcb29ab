package subjects.chance;

import java.security.SecureRandom;

/** Randomness that counts what it is asked for before it asks others. */
public final class OwnBytes extends SecureRandom {
    private static final long serialVersionUID = 1;

    private int asked;

    @Override
    public void nextBytes(byte[] bytes) {
        asked++;
        super.nextBytes(bytes);
    }

    /** How often bytes were asked for: once. */
    public static int ask() {
        OwnBytes random = new OwnBytes();
        SecureRandom plain = random;
        plain.nextBytes(new byte[4]);
        return random.asked;
    }
}
