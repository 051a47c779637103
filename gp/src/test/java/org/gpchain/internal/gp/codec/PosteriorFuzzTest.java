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

/** A mutant of a model with a posterior of this module is refused in a line, or tags. */
class PosteriorFuzzTest {
  @ParameterizedTest
  @EnumSource
  void covariances(TagScheme scheme) {
    ModelFuzzTest.attack("model-" + scheme, CovarianceModels.of(3, scheme));
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "rbf", "cosine", "words", "window"})
  void sparsePosteriors(String kernel) {
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
