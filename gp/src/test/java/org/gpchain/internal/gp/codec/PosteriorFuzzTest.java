package org.gpchain.internal.gp.codec;

import java.util.stream.Stream;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelFuzzTest;
import org.gpchain.core.text.TagScheme;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that each mutant of a model file with a posterior of this module is refused with a one-line
 * message or can be used for tagging.
 */
class PosteriorFuzzTest {
  @ParameterizedTest
  @EnumSource
  void mutantsOfCovariances(TagScheme scheme) {
    ModelFuzzTest.attack("model-" + scheme, CovarianceModels.of(3, scheme));
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "rbf", "cosine", "words", "window"})
  void mutantsOfSparsePosteriors(String kernel) {
    boolean isMixture = kernel.length() > 5;
    ModelFuzzTest.attack(
        "sparse-" + kernel,
        SparseModels.of(kernel, new SparseModels.Form(isMixture ? 2 : 1, !isMixture, isMixture)));
  }

  static Stream<Arguments> kinds() {
    return Stream.of(
        Arguments.of("sparse", GoldenModelMaker.sparseModel()),
        Arguments.of("samples", GoldenModelMaker.sampledModel()),
        Arguments.of("golden", GoldenModelMaker.goldenModel()));
  }

  @ParameterizedTest
  @MethodSource
  void kinds(String name, Model model) {
    ModelFuzzTest.attack(name, model);
  }
}
