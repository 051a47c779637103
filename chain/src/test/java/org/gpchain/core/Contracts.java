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

/** Finds the implementations of an interface and checks that a contract test covers each. */
public final class Contracts {
  private Contracts() {}

  /**
   * Fails unless each implementation of a type is the return type of the factory method in some
   * test that implements the contract.
   *
   * @param factory name of the factory method
   */
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
  public static Set<Class<?>> implementations(Class<?> type, Class<?> moduleClass) {
    return concrete(classesOfModule(moduleClass), type).collect(Collectors.toSet());
  }

  /** Returns the classes that the factory methods of the tests of a contract return. */
  public static Set<Class<?>> tested(Class<?> contract, String factory) {
    return tested(contract, contract, factory);
  }

  /**
   * Returns the classes that the factory methods of the tests of a contract return.
   *
   * @param module any class in the module of the tests
   */
  public static Set<Class<?>> tested(Class<?> module, Class<?> contract, String factory) {
    return concrete(classesOfModule(module), contract)
        .flatMap(test -> returnTypes(test, factory))
        .collect(Collectors.toSet());
  }

  private static Stream<Class<?>> returnTypes(Class<?> test, String factory) {
    return Arrays.stream(test.getDeclaredMethods())
        .filter(method -> method.getName().equals(factory) && !method.isBridge())
        .<Class<?>>map(Method::getReturnType)
        .filter(type -> !type.isInterface());
  }

  private static Stream<Class<?>> concrete(List<Class<?>> classes, Class<?> type) {
    return classes.stream()
        .filter(type::isAssignableFrom)
        .filter(candidate -> !Modifier.isAbstract(candidate.getModifiers()));
  }

  private static List<Class<?>> classesOfModule(Class<?> moduleClass) {
    try {
      Path root = Path.of(moduleClass.getProtectionDomain().getCodeSource().getLocation().toURI());
      assertThat(root).as("class files, not a jar").isDirectory();
      try (Stream<Path> files = Files.walk(root)) {
        return files
            .map(file -> root.relativize(file).toString())
            .filter(name -> name.endsWith(".class"))
            .filter(name -> !name.endsWith("-info.class"))
            .<Class<?>>map(
                name -> load(name.substring(0, name.length() - ".class".length()), moduleClass))
            .toList();
      }

    } catch (IOException | URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static Class<?> load(String path, Class<?> moduleClass) {
    String name = path.replace('/', '.').replace('\\', '.');
    try {
      return Class.forName(name, false, moduleClass.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
