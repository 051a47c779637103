package org.gpchain.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which implementations of an interface a module has, and which of them a contract test makes. */
public final class Contracts {
  private Contracts() {}

  /** Each implementation is what the factory method of some contract test says that it makes. */
  public static void assertComplete(Class<?> type, Class<?> contract, String factory) {
    Set<Class<?>> implementations = implementations(type);
    assertThat(implementations).isNotEmpty();
    assertThat(tested(contract, factory)).containsAll(implementations);
  }

  /** Returns the concrete classes of a type's own module that implement it. */
  public static Set<Class<?>> implementations(Class<?> type) {
    return implementations(type, type);
  }

  /** Returns the concrete classes that implement a type and are in the module of another class. */
  public static Set<Class<?>> implementations(Class<?> type, Class<?> beside) {
    return concrete(classesBeside(beside), type).collect(Collectors.toSet());
  }

  /** The classes that the factory methods of a contract's tests make. */
  public static Set<Class<?>> tested(Class<?> contract, String factory) {
    return tested(contract, contract, factory);
  }

  /** The classes that the factory methods make of the contract's tests in the module of a test. */
  public static Set<Class<?>> tested(Class<?> module, Class<?> contract, String factory) {
    return concrete(classesBeside(module), contract)
        .flatMap(test -> made(test, factory))
        .collect(Collectors.toSet());
  }

  private static Stream<Class<?>> made(Class<?> test, String factory) {
    return Arrays.stream(test.getDeclaredMethods())
        .filter(method -> method.getName().equals(factory) && !method.isBridge())
        .<Class<?>>map(Method::getReturnType)
        .filter(type -> !type.isInterface());
  }

  private static Stream<Class<?>> concrete(List<Class<?>> classes, Class<?> type) {
    return classes.stream()
        .filter(type::isAssignableFrom)
        .filter(found -> !Modifier.isAbstract(found.getModifiers()));
  }

  private static List<Class<?>> classesBeside(Class<?> known) {
    try {
      Path root = Path.of(known.getProtectionDomain().getCodeSource().getLocation().toURI());
      assertThat(root).as("class files, not a jar").isDirectory();
      try (Stream<Path> files = Files.walk(root)) {
        return files
            .map(file -> root.relativize(file).toString())
            .filter(name -> name.endsWith(".class"))
            .filter(name -> !name.endsWith("-info.class"))
            .<Class<?>>map(
                name -> load(name.substring(0, name.length() - ".class".length()), known))
            .toList();
      }
    } catch (IOException | URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static Class<?> load(String path, Class<?> beside) {
    String name = path.replace('/', '.').replace('\\', '.');
    try {
      return Class.forName(name, false, beside.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
