package org.gpchain.training;

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
import org.gpchain.training.objective.GradientEstimator;
import org.gpchain.training.objective.GradientEstimatorContract;
import org.gpchain.training.objective.JointEstimator;
import org.gpchain.training.objective.JointEstimatorContract;
import org.gpchain.training.optim.GradientRule;
import org.gpchain.training.optim.GradientRuleContract;
import org.gpchain.training.optim.MemberwiseObjective;
import org.gpchain.training.optim.MemberwiseObjectiveContract;
import org.gpchain.training.optim.Optimizer;
import org.gpchain.training.optim.OptimizerContract;
import org.gpchain.training.optim.StochasticObjective;
import org.gpchain.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.api.Test;

/** Every implementation of the engine's interfaces is held to their contracts. */
class ContractsAreCompleteTest {
  @Test
  void everyOptimizerHasItsContract() {
    check(Optimizer.class, OptimizerContract.class, "optimizer");
  }

  @Test
  void everyObjectiveHasItsContract() {
    check(StochasticObjective.class, StochasticObjectiveContract.class, "objective");
  }

  @Test
  void everyMemberwiseObjectiveHasItsContract() {
    check(MemberwiseObjective.class, MemberwiseObjectiveContract.class, "objective");
  }

  @Test
  void everyGradientRuleHasItsContract() {
    check(GradientRule.class, GradientRuleContract.class, "rule");
  }

  @Test
  void everyEstimatorHasItsContract() {
    check(GradientEstimator.class, GradientEstimatorContract.class, "estimator");
  }

  @Test
  void everyJointEstimatorHasItsContract() {
    check(JointEstimator.class, JointEstimatorContract.class, "estimator");
  }

  /** Each implementation is what the factory method of some contract test says that it makes. */
  private static void check(Class<?> type, Class<?> contract, String factory) {
    List<Class<?>> classes = classesBeside(type);
    Set<Class<?>> implementations = concrete(classes, type).collect(Collectors.toSet());
    Set<Class<?>> tested =
        concrete(classesBeside(contract), contract)
            .flatMap(test -> made(test, factory))
            .collect(Collectors.toSet());
    assertThat(classes).contains(type);
    assertThat(tested).isNotEmpty().containsAll(implementations);
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

  /** All classes of the directory that a class was loaded from. */
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
