package subjects.atomics;

import java.util.concurrent.atomic.AtomicReference;

/** A linked stack whose top is read and then replaced: one element can be popped twice. */
public class StackGetSet {
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
        top.set(new Node(value, top.get()));
    }

    /** The newest element, or -1. */
    public int pop() {
        Node seen = top.get();
        if (seen == null) {
            return -1;
        }
        top.set(seen.below);
        return seen.value;
    }
}
