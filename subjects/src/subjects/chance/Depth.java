package subjects.chance;

/** Recurses as deep as it is told, with frames whose size hardly depends on how they are compiled. */
public final class Depth {
    private Depth() {}

    public static long down(int frames) {
        return down(frames, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    }

    private static long down(int frames, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k,
        long l, long m, long n, long o, long p) {
        if (frames == 0) return a;
        long below = down(frames - 1, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a);
        return below + a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p;
    }
}
