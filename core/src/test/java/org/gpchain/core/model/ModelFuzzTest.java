package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests random mutants of model files. A mutant is either rejected with a one-line message, or its
 * predictions are valid probabilities.
 */
public class ModelFuzzTest {
  private static final DecodingOptions SAMPLES = new DecodingOptions(Decoding.SEGMENTS, 3, true, 1);

  private static final List<TokenSequence> SENTENCES =
      List.of(
          sentence("a"),
          sentence("a", "b", "c", "new", "d", "a", "b"),
          sentence("The", "dog", "saw", "4", "dogs"),
          sentence("Port", "Ansel", "", "\uD83D\uDE00"));

  private static TokenSequence sentence(String... words) {
    List<String> tokens = List.of(words);
    return TokenSequence.ofWords(tokens)
        .with("pos", tokens.stream().map(word -> word.length() > 3 ? "NN" : "DT").toList());
  }

  @ParameterizedTest
  @EnumSource
  void mutantsOfSchemesAreHandled(TagScheme scheme) {
    attack("model-" + scheme, ModelCase.plugIn(3, scheme));
  }

  /** Tests mutants of the file of a model. */
  public static void attack(String name, Model model) {
    FileMutator mutator = new FileMutator(ModelCase.write(model));
    Fuzz.attack(name, Fuzz.MUTANTS / 4, mutator, ModelFuzzTest::tryModel);
  }

  static Stream<Arguments> kinds() {
    return Stream.of(
        Arguments.of("calibrated", ModelKinds.calibratedModel()),
        Arguments.of("words", ModelKinds.wordsModel()),
        Arguments.of("soft", ModelKinds.softModel()),
        Arguments.of("annotated", ModelKinds.annotatedModel()),
        Arguments.of("two-pass", ModelKinds.twoPassModel()),
        Arguments.of("over-a-base", ModelKinds.overABase()),
        Arguments.of("vectors", VectorModels.withNovelty()));
  }

  @ParameterizedTest
  @MethodSource
  void kinds(String name, Model model) {
    attack(name, model);
  }

  private static void tryModel(byte[] file) throws IOException {
    for (Contents contents : Contents.values()) {
      Model model;
      try {
        model = ModelReader.read(new ByteArrayInputStream(file), contents);
      } catch (ModelFormatException | WordReference.MissingException e) {
        assertPlain(e);
        continue;
      }

      List<DecodingOptions> optionSets = new ArrayList<>(List.of(DecodingOptions.DEFAULT));
      optionSets.add(new DecodingOptions(Decoding.VITERBI, 0, false, 1));
      optionSets.add(DecodingOptions.DEFAULT.withPromise(Promise.maxError(0.2)));
      if (contents == Contents.EVERYTHING && model.posterior().hasCovariance()) {
        optionSets.add(SAMPLES);
      }
      for (DecodingOptions options : optionSets) {
        tag(model, options);
      }
    }
  }

  private static void assertPlain(Exception e) {
    assertThat(e.getMessage()).isNotBlank().doesNotContain("\n", "Exception", "Cannot invoke");
    assertThat(e.getMessage().length()).isLessThan(2_000);
    assertThat(e.getMessage().chars()).noneMatch(Character::isISOControl);
  }

  private static void tag(Model model, DecodingOptions options) {
    try {
      var tagger = model.tagger(options);
      if (!List.of("word", "pos").containsAll(tagger.requiredColumns())) {
        return;
      }
      Workspace workspace = new Workspace();
      for (TokenSequence sentence : SENTENCES) {
        assertValid(tagger.tag(sentence, workspace));
      }
    } catch (Promise.RefusedException | EncoderException e) {
      assertPlain(e);
    }
  }

  private static void assertValid(Prediction prediction) {
    int v = prediction.labelSet().size();
    for (int t = 0; t < prediction.length(); t++) {
      double sum = 0;
      for (int a = 0; a < v; a++) {
        assertThat(prediction.marginal(t, a)).isBetween(0.0, 1 + 1e-6);
        sum += prediction.marginal(t, a);
      }
      assertThat(sum).isBetween(1 - 1e-6, 1 + 1e-6);
      assertThat(prediction.entropy(t)).isFinite();
    }

    assertThat(prediction.logSequenceProbability()).isLessThanOrEqualTo(0);
    for (ScoredSpan span : prediction.spans()) {
      assertThat(span.probability()).isBetween(0.0, 1.0);
      for (ScoredSpan alternative : span.alternatives()) {
        assertThat(alternative.probability()).isBetween(0.0, 1.0);
      }
    }
  }

  /** A mutant of a word resource is either rejected with a one-line message, or adds columns. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void mutantsOfWordResourcesAreHandled(boolean isWhole) throws IOException {
    WordResource resource = WordResourceFileTest.resource();
    if (!isWhole) {
      resource = resource.only(List.of("state", "cluster4"));
    }
    FileMutator mutator = new FileMutator(WordResourceFileTest.bytes(resource));
    Fuzz.attack("words-" + isWhole, Fuzz.MUTANTS / 2, mutator, ModelFuzzTest::tryWords);
  }

  private static void tryWords(byte[] file) throws IOException {
    WordResource resource;
    try {
      WordResourceFile.reference(new ByteArrayInputStream(file));
      resource = WordResourceFile.read(new ByteArrayInputStream(file));
    } catch (ModelFormatException e) {
      assertPlain(e);
      return;
    }

    for (TokenSequence sentence : SENTENCES) {
      TokenSequence extended = resource.addTo(sentence, new Workspace());
      for (String column : resource.columns()) {
        assertValid(extended, column);
      }
    }
  }

  private static void assertValid(TokenSequence sentence, String column) {
    if (!sentence.isWeighted(column)) {
      assertThat(sentence.column(column)).doesNotContainNull();
      return;
    }
    for (List<WeightedValue> cell : sentence.cells(column)) {
      double sum = 0;
      for (WeightedValue value : cell) {
        assertThat(value.weight()).isBetween(0.0, 1.0);
        sum += value.weight();
      }
      assertThat(sum).isLessThan(1 + 1e-6);
    }
  }
}
