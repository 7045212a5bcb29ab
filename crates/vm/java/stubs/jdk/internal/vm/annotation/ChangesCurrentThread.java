package jdk.internal.vm.annotation;

import java.lang.annotation.*;

/** Compile-time shape of the JDK's own annotation (JDK 19 and later). */
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
@Retention(RetentionPolicy.RUNTIME)
public @interface ChangesCurrentThread {}
