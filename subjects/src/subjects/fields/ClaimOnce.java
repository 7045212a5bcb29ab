package subjects.fields;

/** Checks, then acts: two callers can both be first. */
public class ClaimOnce {
    private boolean claimed;

    public boolean claim() {
        if (claimed) {
            return false;
        }
        claimed = true;
        return true;
    }
}
