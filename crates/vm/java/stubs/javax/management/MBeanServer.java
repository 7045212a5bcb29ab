package javax.management;

/** Compile-time shape of an interface that another module has. */
public interface MBeanServer {}
