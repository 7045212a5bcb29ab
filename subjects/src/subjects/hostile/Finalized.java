package subjects.hostile;

/** Leaves objects behind whose finalizers do work of their own. */
public final class Finalized {
    private static int finalized;

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        synchronized (Finalized.class) {
            finalized++;
        }
    }

    public static int churn() {
        for (int index = 0; index < 1000; index++) {
            new Finalized();
        }
        System.gc();
        synchronized (Finalized.class) {
            return finalized < 0 ? 0 : 1;
        }
    }
}
