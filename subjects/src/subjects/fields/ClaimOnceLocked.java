package subjects.fields;

/** {@link ClaimOnce} that checks and acts under one lock. */
public class ClaimOnceLocked {
    private boolean claimed;

    public synchronized boolean claim() {
        if (claimed) {
            return false;
        }
        claimed = true;
        return true;
    }
}
