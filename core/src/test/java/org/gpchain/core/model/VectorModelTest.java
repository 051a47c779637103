package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertFails;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.HashVectors;
import org.gpchain.core.vectors.MissingEncoderException;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.core.vectors.VectorNovelty;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests models that read the vectors of an encoder. */
class VectorModelTest {
  @Test
  void modelsComeBackFromTheirFiles() throws IOException {
    Model model = VectorModels.of(VectorModels.ENCODER);
    for (Contents wanted : Contents.values()) {
      Model again = ModelCase.read(ModelCase.write(model), wanted);
      assertThat(ModelCase.write(again)).isEqualTo(ModelCase.write(model));
      assertThat(again.features().vectors().offsets()).isEqualTo(VectorModels.OFFSETS);
      ModelCase.assertSamePredictions(again, model, DecodingOptions.DEFAULT);
    }
  }

  @Test
  void measuresOfNoveltyComeBackFromTheirFiles() throws IOException {
    Model model = VectorModels.withNovelty();
    Model again = ModelCase.readAll(ModelCase.write(model));
    assertThat(ModelCase.write(again)).isEqualTo(ModelCase.write(model));
    assertThat(again.tagger().noveltyLimit()).hasValue(1.5);
    assertThat(again.features().vectors().projection().novelty().get().variances())
        .containsExactly(1, 2, 3);
    ModelCase.assertSamePredictions(again, model, DecodingOptions.DEFAULT);
  }

  @Test
  void noveltyFollowsFromItsDefinition() {
    Model model = VectorModels.withNovelty();
    TokenSequence sentence = TaggerCase.sentence(new Draws(1), 4);
    VectorFeatures vectors = model.features().vectors();
    DenseRows projected = vectors.projection().project(vectors.encoder().vectors(sentence));
    double expected = 0;
    for (int t = 0; t < 4; t++) {
      for (int e = 0; e < VectorModels.DIMENSION; e++) {
        double value = projected.value(t, e);
        expected += value * value / (e + 1) / VectorModels.DIMENSION / 4;
      }
    }

    Prediction prediction = model.tagger().tag(sentence);
    assertThat(prediction.novelty()).isCloseTo(expected, within(1e-12));
    TokenSequence empty = TokenSequence.ofWords(List.of());
    assertThat(model.tagger().tag(empty).novelty()).isNaN();
    assertThat(noveltyOfRows(model, sentence)).isEqualTo(prediction.novelty());
  }

  /** Returns the novelty of the third copy of a sentence in feature rows. */
  private static double noveltyOfRows(Model model, TokenSequence sentence) {
    List<TokenSequence> sentences = List.of(sentence, sentence, sentence);
    SparseRows sparse = new SequenceEncoder(model.vocabulary()).encode(sentences);
    SparseRows rows = model.features().vectors().addTo(sparse, sentences);
    int length = sentence.length();
    return model.tagger().tag(rows, 2 * length, length, new Workspace()).novelty();
  }

  @Test
  void modelsWithoutTheMeasureHaveNoNovelty() {
    TokenSequence sentence = TaggerCase.sentence(new Draws(1), 4);
    for (Model model :
        List.of(VectorModels.of(VectorModels.ENCODER), ModelCase.plugIn(3, TagScheme.IOB2))) {
      assertThat(model.tagger().noveltyLimit()).isEmpty();
      assertThat(model.tagger().tag(sentence).novelty()).isNaN();
    }
  }

  @Test
  void noveltyNeedsNoSecondProjection() {
    VectorFeatures vectors = VectorModels.withNovelty().features().vectors();
    HashVectors counted = new HashVectors("counted@novelty", VectorModels.INPUTS);
    VectorFeatures ofCounted = VectorFeatures.of(counted, vectors.projection(), vectors.offsets());
    Encoders.cache().setBudget(0);
    try {
      DenseColumns columns = ofCounted.columns(List.of(TaggerCase.sentence(new Draws(1), 4)));
      assertThat(ofCounted.novelty(columns, 0, 4)).isPositive();
    } finally {
      Encoders.cache().setBudget(64 << 20);
    }
    assertThat(counted.calls()).isEqualTo(1);
  }

  @Test
  void sentencesAndTheirRowsHaveTheSameProbabilities() {
    Model model = VectorModels.of(VectorModels.ENCODER);
    for (int length = 1; length < 8; length++) {
      TokenSequence sentence = TaggerCase.sentence(new Draws(length), length);
      List<TokenSequence> sentences = List.of(sentence);
      SparseRows sparse = new SequenceEncoder(model.vocabulary()).encode(sentences);
      SparseRows rows = model.features().vectors().addTo(sparse, sentences);

      double[] ofSentence = model.tagger().tag(sentence).marginals();
      double[] ofRows = model.tagger().tag(rows, 0, length, new Workspace()).marginals();
      for (int i = 0; i < ofRows.length; i++) {
        assertThat(ofSentence[i]).isCloseTo(ofRows[i], within(1e-5));
      }
    }
  }

  @Test
  void vectorsChangePredictions() {
    Model model = VectorModels.of(VectorModels.ENCODER);
    Model sparse = ModelCase.plugIn(3, TagScheme.IOB2);
    TokenSequence sentence = TaggerCase.sentence(new Draws(1), 6);
    assertThat(model.tagger().tag(sentence).marginals())
        .isNotEqualTo(sparse.tagger().tag(sentence).marginals());
  }

  @Test
  void filesOfModelsWithoutVectorsDoNotMentionThem() throws IOException {
    ModelFile file = ModelFile.of(ModelCase.write(ModelCase.plugIn(3, TagScheme.IOB2)));
    assertThat(file.manifest().has("vectors")).isFalse();
    assertThat(file.entries().keySet()).noneMatch(name -> name.contains("vector"));
  }

  @Test
  void aModelWithoutItsEncoderCanBeReadButNotUsed() {
    Model model = ModelCase.readAll(ModelCase.write(VectorModels.of("absent@vector-models")));
    assertThat(model.features().vectors().encoderId()).isEqualTo("absent@vector-models");
    assertFails(MissingEncoderException.class, model::tagger, "absent@vector-models", "add");
  }

  static Stream<Consumer<ObjectNode>> damages() {
    return Stream.of(
        vectors -> vectors.putNull("encoder"),
        vectors -> vectors.put("encoder", "line\nfeed"),
        vectors -> vectors.put("inputs", 0),
        vectors -> vectors.put("inputs", VectorModels.INPUTS + 1),
        vectors -> vectors.put("inputs", 1 << 20),
        vectors -> vectors.put("dimension", -1),
        vectors -> vectors.put("dimension", VectorModels.DIMENSION + 1),
        vectors -> vectors.putNull("offsets"),
        vectors -> vectors.putArray("offsets"),
        vectors -> vectors.putArray("offsets").addNull().add(0).add(1),
        vectors -> vectors.putArray("offsets").add(0).add(0),
        vectors -> vectors.putArray("offsets").add(0).add(1 << 20),
        vectors -> vectors.putArray("offsets").add(0),
        vectors -> vectors.putNull("noveltyLimit"),
        vectors -> vectors.put("noveltyLimit", 0),
        vectors -> vectors.put("noveltyLimit", -1),
        vectors -> vectors.put("noveltyLimit", Double.NaN),
        vectors -> vectors.put("noveltyLimit", VectorNovelty.LARGEST + 1));
  }

  @ParameterizedTest
  @MethodSource("damages")
  void damagedDescriptionsAreRefused(Consumer<ObjectNode> damage) throws IOException {
    byte[] file =
        ModelFile.of(ModelCase.write(VectorModels.withNovelty()))
            .withManifest(manifest -> damage.accept((ObjectNode) manifest.get("vectors")))
            .bytes();
    ModelCase.assertCorrupt(file, Contents.EVERYTHING);
  }

  /** Larger factors could make projected vectors infinite. */
  @ParameterizedTest
  @CsvSource({"NaN, factor", "1e29, factor of a vector must be between"})
  void factorsOutOfRangeAreRefused(float factor, String message) throws IOException {
    byte[] file =
        ModelFile.of(ModelCase.write(VectorModels.of(VectorModels.ENCODER)))
            .withArray("vector-factors", factors -> factors.putFloat(Float.BYTES, factor))
            .bytes();
    ModelCase.assertCorrupt(file, Contents.EVERYTHING, message);
  }

  @ParameterizedTest
  @ValueSource(floats = {0, -1, 1e-4f, 19, Float.NaN, Float.POSITIVE_INFINITY})
  void variancesOutOfRangeAreRefused(float variance) throws IOException {
    byte[] file =
        ModelFile.of(ModelCase.write(VectorModels.withNovelty()))
            .withArray("vector-variances", variances -> variances.putFloat(0, variance))
            .bytes();
    ModelCase.assertCorrupt(file, Contents.EVERYTHING, "varianc");
  }

  @Test
  void aLimitWithoutVariancesIsRefused() throws IOException {
    byte[] file =
        ModelFile.of(ModelCase.write(VectorModels.of(VectorModels.ENCODER)))
            .withManifest(
                manifest -> ((ObjectNode) manifest.get("vectors")).put("noveltyLimit", 1.5))
            .bytes();
    ModelCase.assertCorrupt(file, Contents.EVERYTHING, "vector-variances is missing");
  }
}
