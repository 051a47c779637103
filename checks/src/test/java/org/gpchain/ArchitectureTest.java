package org.gpchain;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks every class of every module against {@link ArchitectureRules}. */
final class ArchitectureTest {
  /** Maximum number of top-level classes in a package. */
  private static final int LARGEST_PACKAGE = 25;

  /** All main classes. In packaged builds, shared test classes are in jars named "-tests". */
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("org.gpchain");

  static Stream<ArchRule> rules() {
    return new ArchitectureRules("org.gpchain").all().values().stream();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void everyClassFollowsTheRule(ArchRule rule) {
    rule.check(CLASSES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core",
        "gp",
        "encoder",
        "simd",
        "gp",
        "type",
        "annotator",
        "training",
        "corpora",
        "formats",
        "documents",
        "evaluation",
        "server",
        "cli",
        "experiments",
        "spark"
      })
  void moduleIsOnTheClassPath(String name) {
    assertThat(CLASSES)
        .as("a module that is not on the class path would pass every rule")
        .anyMatch(
            type ->
                (type.getPackageName() + ".")
                    .replace(".internal.", ".")
                    .startsWith("org.gpchain." + name + "."));
  }

  @Test
  void packagesAreSmall() {
    assertThat(largerThan(LARGEST_PACKAGE, JavaClass::getPackageName)).isEmpty();
  }

  @Test
  void classNamesAreUnique() {
    assertThat(largerThan(1, JavaClass::getSimpleName)).isEmpty();
  }

  /** Returns the groups of top-level classes with more than {@code limit} members. */
  private static Map<String, List<String>> largerThan(
      int limit, Function<JavaClass, String> groupOf) {
    Map<String, List<String>> groups =
        CLASSES.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .filter(type -> !type.getPackageName().equals("org.gpchain.type"))
            .collect(groupingBy(groupOf, TreeMap::new, mapping(JavaClass::getName, toList())));
    groups.values().removeIf(members -> members.size() <= limit);
    return groups;
  }
}
