package jdk.internal.vm;

/** Compile-time shape of the JDK's own class. */
public class ContinuationScope {
    public ContinuationScope(String name) {}
}
