package subjects.atomics;

import java.util.concurrent.atomic.AtomicReference;

/** {@link StackGetSet} as Treiber's stack. */
public class StackLoop {
    private static final class Node {
        final int value;
        final Node below;

        Node(int value, Node below) {
            this.value = value;
            this.below = below;
        }
    }

    private final AtomicReference<Node> top = new AtomicReference<>();

    public void push(int value) {
        Node seen;
        do {
            seen = top.get();
        } while (!top.compareAndSet(seen, new Node(value, seen)));
    }

    /** The newest element, or -1. */
    public int pop() {
        while (true) {
            Node seen = top.get();
            if (seen == null) {
                return -1;
            }
            if (top.compareAndSet(seen, seen.below)) {
                return seen.value;
            }
        }
    }
}
