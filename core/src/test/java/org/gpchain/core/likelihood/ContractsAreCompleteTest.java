package org.gpchain.core.likelihood;

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
import org.gpchain.core.chain.PiecewisePseudoLikelihood;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.kernel.KernelContract;
import org.gpchain.core.posterior.Posterior;
import org.gpchain.core.posterior.PosteriorContract;
import org.junit.jupiter.api.Test;

/**
 * Every implementation of this package's interfaces, of kernels and of posteriors is held to its
 * contract.
 */
class ContractsAreCompleteTest {
  /** The likelihoods whose sum over all label sequences is not one. */
  private static final Set<Class<?>> NOT_NORMALIZED = Set.of(PiecewisePseudoLikelihood.class);

  private static final Set<Class<?>> INTERFACES =
      Set.of(SequenceLikelihood.class, DifferentiableLikelihood.class, MarginalInference.class);

  @Test
  void everyLikelihoodHasItsContract() {
    check(SequenceLikelihood.class, SequenceLikelihoodContract.class, "likelihood");
  }

  @Test
  void everyDifferentiableLikelihoodHasItsContract() {
    check(DifferentiableLikelihood.class, DifferentiableLikelihoodContract.class, "likelihood");
  }

  @Test
  void everyLikelihoodIsNormalizedUnlessListed() {
    Set<Class<?>> normalized = tested(NormalizedLikelihoodContract.class, "likelihood");
    assertThat(implementations(SequenceLikelihood.class))
        .allMatch(type -> normalized.contains(type) != NOT_NORMALIZED.contains(type));
  }

  @Test
  void everyInferenceHasItsContract() {
    check(MarginalInference.class, MarginalInferenceContract.class, "inference");
  }

  @Test
  void everyKernelHasItsContract() {
    check(Kernel.class, KernelContract.class, "kernel");
  }

  @Test
  void everyPosteriorHasItsContract() {
    check(Posterior.class, PosteriorContract.class, "posterior");
  }

  /** Each implementation is what the factory method of some contract test says that it makes. */
  private static void check(Class<?> type, Class<?> contract, String factory) {
    Set<Class<?>> implementations = implementations(type);
    assertThat(implementations).isNotEmpty();
    assertThat(tested(contract, factory)).containsAll(implementations);
  }

  private static Set<Class<?>> implementations(Class<?> type) {
    return concrete(classesBeside(SequenceLikelihood.class), type).collect(Collectors.toSet());
  }

  private static Set<Class<?>> tested(Class<?> contract, String factory) {
    return concrete(classesBeside(contract), contract)
        .flatMap(test -> made(test, factory))
        .collect(Collectors.toSet());
  }

  private static Stream<Class<?>> made(Class<?> test, String factory) {
    return Arrays.stream(test.getDeclaredMethods())
        .filter(method -> method.getName().equals(factory) && !method.isBridge())
        .<Class<?>>map(Method::getReturnType)
        .filter(type -> !INTERFACES.contains(type));
  }

  private static Stream<Class<?>> concrete(List<Class<?>> classes, Class<?> type) {
    return classes.stream()
        .filter(type::isAssignableFrom)
        .filter(found -> !Modifier.isAbstract(found.getModifiers()));
  }

  /** All classes of the directory or module that a class was loaded from. */
  private static List<Class<?>> classesBeside(Class<?> known) {
    try {
      Path root = Path.of(known.getProtectionDomain().getCodeSource().getLocation().toURI());
      assertThat(root).as("class files, not a jar").isDirectory();
      try (Stream<Path> files = Files.walk(root)) {
        return files
            .map(file -> root.relativize(file).toString())
            .filter(name -> name.endsWith(".class"))
            .filter(name -> !name.endsWith("-info.class"))
            .<Class<?>>map(name -> load(name.substring(0, name.length() - ".class".length())))
            .toList();
      }
    } catch (IOException | URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static Class<?> load(String path) {
    String name = path.replace('/', '.').replace('\\', '.');
    try {
      return Class.forName(name, false, ContractsAreCompleteTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
