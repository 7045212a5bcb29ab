package subjects.results;

import java.util.concurrent.atomic.AtomicReference;

/** Texts and hash codes that come from the identity of objects: no two objects have the same, but it says nothing. */
public class Nameless {
    private final AtomicReference<Object> latest = new AtomicReference<>(new Object());

    public String renew() {
        latest.set(new Object());
        return latest.get().toString();
    }

    public int getHash() {
        return latest.get().hashCode();
    }

    public Object[] toArray() {
        return new Object[] {latest.get(), latest.get().toString()};
    }
}
