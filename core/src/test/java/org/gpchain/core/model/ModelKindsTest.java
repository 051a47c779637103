package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests reading and writing of each kind of model. */
class ModelKindsTest {
  private static Model read(Model model, Contents contents) throws IOException {
    return ModelCase.read(ModelCase.write(model), contents);
  }

  static Stream<Arguments> predictions() {
    return Stream.of(
        Arguments.of(ModelKinds.calibratedModel(), ModelKinds.SENTENCE),
        Arguments.of(ModelKinds.softModel(), ModelKinds.soft()),
        Arguments.of(ModelKinds.wordsModel(), ModelKinds.WORDS),
        Arguments.of(ModelKinds.namesModel(), ModelKinds.WORDS),
        Arguments.of(ModelKinds.annotatedModel(), ModelKinds.wordsWithColumns()));
  }

  @ParameterizedTest
  @MethodSource
  void predictions(Model model, TokenSequence sentence) throws IOException {
    double[] expected = TaggerCase.marginals(model.tagger().tag(sentence));
    for (Contents contents : Contents.values()) {
      Model read = read(model, contents);
      assertClose("p(y_t)", TaggerCase.marginals(read.tagger().tag(sentence)), expected, ALGEBRA);
    }
    assertThat(ModelCase.write(read(model, Contents.EVERYTHING))).isEqualTo(ModelCase.write(model));
  }

  @Test
  void modelWithWordsNeedsNoPartsOfSpeech() throws IOException {
    Model model = read(ModelKinds.wordsModel(), Contents.DECODING);
    assertThat(model.requiredColumns()).containsExactly("word");
    assertThat(model.posTagset()).isEmpty();
  }

  @Test
  void columnsOfAnnotationsAreStored() throws IOException {
    Model model = read(ModelKinds.annotatedModel(), Contents.DECODING);
    assertThat(model.features().annotationColumns())
        .containsExactly(new AnnotationColumn("places", "my.project.Place", "kind"));
    assertThat(model.requiredColumns())
        .containsExactly("word", "cluster2", "cluster4", "state", "places");
    assertThat(model.reading(AnnotationColumn.parse(List.of("other=Type"), List.of())).features())
        .matches(features -> features.annotationColumns().isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void modelOfTwoPassesIsStored(Contents contents) throws IOException {
    Model made = ModelKinds.twoPassModel();
    Model model = read(made, contents);
    assertThat(model.requiredColumns()).containsExactly("word");
    assertThat(model.features().firstPass().words()).isNull();
    assertThat(model.words().columns()).contains("cluster2", "cluster4", "state", "places");
    double[] twice = TaggerCase.marginals(ModelKinds.twice(model));
    assertClose("p(y_t)", twice, TaggerCase.marginals(ModelKinds.twice(made)), ALGEBRA);
    Tagger tagger = model.tagger();
    double[] alone = TaggerCase.marginals(tagger.tag(ModelKinds.WORDS));
    assertThat(alone).isNotEqualTo(twice);
    TokenSequence document = tagger.inDocument(List.of(ModelKinds.WORDS), new Workspace()).get(0);
    assertThat(TaggerCase.marginals(tagger.tag(document))).isEqualTo(alone);
  }

  @ParameterizedTest
  @EnumSource
  void modelWithABaseIsStored(Contents contents) throws IOException {
    Model made = ModelKinds.overABase();
    Model model = read(made, contents);

    assertThat(model.requiredColumns()).containsExactly("word");
    assertThat(model.words()).isNull();
    assertThat(model.features().base().words()).isNotNull();
    assertThat(model.features().softColumns()).isEmpty();

    Prediction twice = ModelKinds.twice(model);
    double[] expected = TaggerCase.marginals(ModelKinds.twice(made));

    assertClose("p(y_t)", TaggerCase.marginals(twice), expected, ALGEBRA);
    Tagger tagger = model.tagger();
    Tagger base = model.features().base().tagger();
    TokenSequence read = tagger.inDocument(List.of(ModelKinds.WORDS), new Workspace()).get(0);
    double[] baseMarginals = TaggerCase.marginals(base.tag(ModelKinds.WORDS));
    for (int t = 0; t < read.length(); t++) {
      for (WeightedValue label : read.cells("base").get(t)) {
        int v = base.labels().indexOf(label.value());
        assertThat(label.weight()).isEqualTo(baseMarginals[t * base.labels().size() + v]);
      }
    }

    assertThat(TaggerCase.marginals(tagger.tag(ModelKinds.WORDS)))
        .isEqualTo(TaggerCase.marginals(tagger.tag(read)));
    assertRefused(() -> ModelKinds.twoPassModel().over(model), "must not have a base");
  }

  static Stream<Arguments> inside() {
    Model words = ModelKinds.wordsModel();
    Model twoPass = ModelKinds.twoPassModel();
    Model overABase = ModelKinds.overABase();
    return Stream.of(
        Arguments.of(twoPass, "first-pass", twoPass),
        Arguments.of(twoPass, "first-pass", words),
        Arguments.of(twoPass, "first-pass", overABase),
        Arguments.of(overABase, "base", overABase));
  }

  /** A first pass must not have a first pass, and a base must not have a base. */
  @ParameterizedTest
  @MethodSource("inside")
  void invalidInnerModelsAreRejected(Model model, String array, Model inside) throws IOException {
    byte[] whole = ModelCase.write(model);
    byte[] shorter = Arrays.copyOf(ModelFile.of(whole).entries().get("arrays/" + array), 300);
    for (byte[] replacement : List.of(ModelCase.write(inside), shorter, new byte[0])) {
      byte[] file =
          ModelFile.of(whole)
              .withArray(array, replacement)
              .withManifest(
                  manifest -> ModelFile.array(manifest, array).put("length", replacement.length))
              .bytes();
      assertThatExceptionOfType(ModelFormatException.Corrupt.class)
          .isThrownBy(() -> ModelCase.read(file, Contents.DECODING))
          .withMessageNotContaining("Exception");
    }
  }

  /** Held-out segments provide thresholds for any F_β. Models without them only support F1. */
  @Test
  void betaNeedsHeldOutSegments() throws IOException {
    DecodingOptions recall = DecodingOptions.DEFAULT.withBeta(2);
    Model calibrated = read(ModelKinds.calibratedModel(), Contents.DECODING);
    assertThat(calibrated.tagger(recall)).isNotNull();
    Model other = read(ModelKinds.model(), Contents.DECODING);
    assertRefused(() -> other.tagger(recall), "beta");
    assertThat(other.calibration().serves(1)).isTrue();
    assertThat(other.calibration().serves(2)).isFalse();
  }
}
