package org.gpchain.internal.training.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.data.TrainingData.DataHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainingDataTest {
  private static final List<LabeledSequence> CORPUS =
      List.of(
          ToyCorpus.sentence("Ann/NP/B-PER", "Lee/NP/I-PER", "sings/V/O"),
          ToyCorpus.sentence(),
          ToyCorpus.sentence("in/P/O", "Oslo/NP/B-LOC"));

  private static TrainingData data(List<LabeledSequence> corpus) {
    return ToyCorpus.settings().data(corpus);
  }

  private static String hash(List<LabeledSequence> corpus, List<String> columns) {
    List<TokenSequence> tokens = corpus.stream().map(LabeledSequence::tokens).toList();
    return DataHash.of(tokens, EncodedLabels.of(corpus, TagScheme.IOB2, 0), columns);
  }

  private static List<LabeledSequence> with(int index, LabeledSequence sentence) {
    List<LabeledSequence> other = new ArrayList<>(CORPUS);
    other.set(index, sentence);
    return other;
  }

  @Test
  void tagsetIsStoredIfTheTemplatesUseTags() {
    assertThat(data(CORPUS).conventions().tagset().tags()).containsExactly("NP", "P", "V");
    TemplateSet words = TemplateSet.parse("U00:%x[0,word]", ToyCorpus.COLUMNS);
    assertThat(ToySettings.of("ne", words).data(CORPUS).conventions().tagset()).isNull();
  }

  @Test
  void fingerprintIsStable() {
    assertThat(data(CORPUS).hash()).matches("[0-9a-f]{64}").isEqualTo(data(CORPUS).hash());
    // Computed with Python's hashlib: each cell ends with 0, each token with 1, each sentence with
    // 2.
    assertThat(hash(CORPUS, ToyCorpus.COLUMNS))
        .isEqualTo("d06d9d2698955a61104bd779fcefbaf70039b152b6d8c154d886907792eb509e");
  }

  @Test
  void fingerprintChangesWithEachLabelAndEachCell() {
    String hash = data(CORPUS).hash();
    List<LabeledSequence> others =
        List.of(
            ToyCorpus.sentence("in/P/O", "Oslo/NP/B-PER"),
            ToyCorpus.sentence("in/P/O", "Rio/NP/B-LOC"),
            ToyCorpus.sentence("in/X/O", "Oslo/NP/B-LOC"),
            ToyCorpus.sentence("in/P/O", "Oslo/NP/B-LOC", "./S/O"),
            ToyCorpus.sentence("Oslo/NP/B-LOC", "in/P/O"));
    for (LabeledSequence other : others) {
      assertThat(data(with(2, other)).hash()).isNotEqualTo(hash);
    }
  }

  /**
   * Compares the same tokens in different sentences, and the same characters in different cells.
   */
  @Test
  void fingerprintDependsOnTheEndsOfSentencesAndCells() {
    List<String> words = List.of(TokenSequence.WORD);
    LabeledSequence first = ToyCorpus.sentence("a/X/O");
    LabeledSequence second = ToyCorpus.sentence("b/X/O");
    LabeledSequence both = ToyCorpus.sentence("a/X/O", "b/X/O");
    assertThat(hash(List.of(first, second), words))
        .isNotEqualTo(hash(List.of(both), words))
        .isNotEqualTo(hash(List.of(second, first), words));
    assertThat(hash(List.of(ToyCorpus.sentence("ab/c/O")), ToyCorpus.COLUMNS))
        .isNotEqualTo(hash(List.of(ToyCorpus.sentence("a/bc/O")), ToyCorpus.COLUMNS));
  }

  @Test
  void fingerprintIgnoresUnusedColumnsAndEmptySentences() {
    LabeledSequence sentence = CORPUS.get(0);
    LabeledSequence withLemmas =
        sentence.withTokens(sentence.tokens().with("lemma", List.of("ann", "lee", "sing")));
    assertThat(data(with(0, withLemmas)).hash()).isEqualTo(data(CORPUS).hash());
    assertThat(data(List.of(CORPUS.get(0), CORPUS.get(2))).hash()).isEqualTo(data(CORPUS).hash());
  }

  /** I-LOC does not occur in the corpus, but a label set needs it for places of two tokens. */
  @ParameterizedTest
  @CsvSource({
    "IOB1, B-LOC B-PER I-LOC I-PER O, 3 3 4 4 2",
    "IOB2, B-LOC B-PER I-LOC I-PER O, 1 3 4 4 0",
    "IOBES, B-LOC B-PER E-LOC E-PER I-LOC I-PER O S-LOC S-PER, 1 3 6 6 7",
    "TOKEN, LOC O PER, 2 2 1 1 0"
  })
  void segmentsAreEncodedInTheSchemeOfTheModel(TagScheme scheme, String labels, String numbers) {
    TrainingData data = ToyCorpus.settings().withScheme(scheme).data(CORPUS);
    assertThat(data.task().scheme()).isEqualTo(scheme);
    assertThat(data.labels().labels()).containsExactly(labels.split(" "));
    assertThat(data.encoded().labels())
        .containsExactly(Arrays.stream(numbers.split(" ")).mapToInt(Integer::parseInt).toArray());
    assertThat(data.encoded().sentenceStart()).containsExactly(0, 3, 5);
    assertThat(data.encoded().rows().rowCount()).isEqualTo(5);
    assertThat(data.encoded().rows().columnCount()).isEqualTo(data.vocabulary().featureCount());

    // A corpus whose labels look like another scheme is encoded in the given scheme nevertheless.
    List<LabeledSequence> tags = List.of(ToyCorpus.sentence("x/X/B", "y/Y/I", "z/Z/O"));
    assertThat(ToyCorpus.settings().withScheme(scheme).data(tags).task().scheme())
        .isEqualTo(scheme);
    assertThat(data(tags).task().scheme()).isEqualTo(TagScheme.IOB2);
  }

  @Test
  void selectedSentencesHaveTheSameFeaturesAndLabels() {
    TrainingData data = data(CORPUS);
    TrainingData part = data.select(new int[] {1});

    assertThat(part.vocabulary()).isSameAs(data.vocabulary());
    assertThat(part.labels()).isSameAs(data.labels());
    assertThat(part.encoded().labels()).containsExactly(4, 0);
    assertThat(part.encoded().rows().columnCount()).isEqualTo(data.vocabulary().featureCount());
    assertThat(part.hash())
        .matches("[0-9a-f]{64}")
        .isNotEqualTo(data.hash())
        .isNotEqualTo(data.select(new int[] {0}).hash());
    assertThat(part.segments().get(0)).containsExactly(new Span(1, 2, "LOC"));
    assertThat(data.segments().get(0)).containsExactly(new Span(0, 2, "PER"));
  }

  @Test
  void corpusIsEncodedWithTheFeaturesOfAModel() {
    Model model = ToyCorpus.settings().withPruning(0).learn(CORPUS);
    List<LabeledSequence> other = List.of(ToyCorpus.sentence("Eve/NP/B-PER", "sings/V/O"));
    TrainingData data = TrainingData.of(other, model);
    assertThat(data.vocabulary()).isSameAs(model.vocabulary());
    assertThat(data.task().templates()).isEqualTo(model.vocabulary().templates());
    assertThat(data.labels().labels()).containsExactly("B-PER", "I-PER", "O");
    assertThat(data.encoded().rows().rowCount()).isEqualTo(2);
  }
}
