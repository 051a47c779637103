package org.gpchain.internal.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Legality;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.BruteForce;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.training.LearningException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Tests training data of corpora that are only partially annotated. */
class PartialDataTest {
  private static TokenSequence tokens(int length) {
    List<String> words = IntStream.range(0, length).mapToObj(t -> "w" + t).toList();
    return new TokenSequence(ToyCorpus.COLUMNS, List.of(words, words));
  }

  private static LabeledSequence sentence(int length, List<Span> spans, UnknownToken... unknown) {
    return new LabeledSequence(tokens(length), spans, List.of(unknown));
  }

  private static Task task(TagScheme scheme, double ratio) {
    return Task.of("ne", ToyCorpus.TEMPLATES).withScheme(scheme).withEntityRatio(ratio);
  }

  /**
   * Each segment is overlooked independently: the weight of a set of segments is the product of
   * their probabilities to be overlooked, or 0 if the set contradicts the annotations.
   */
  @ParameterizedTest
  @EnumSource(names = "IOB1", mode = Mode.EXCLUDE)
  void likelihoodIsTheSumOverCompletions(TagScheme scheme) {
    boolean labelsTokens = scheme == TagScheme.TOKEN;
    Span annotated = labelsTokens ? new Span(1, 2, "B") : new Span(1, 3, "B");
    LabeledSequence partial =
        Annotated.SEGMENTS
            .of(sentence(5, List.of(annotated), new UnknownToken(4, Set.of("A"))), false)
            .orElseThrow();
    // The type A occurs only in another, completely annotated sentence.
    List<Span> completeSpans = new ArrayList<>(List.of(new Span(0, 1, "A")));
    if (labelsTokens) {
      completeSpans.add(new Span(1, 2, "O"));
    }
    LabeledSequence complete = sentence(2, completeSpans);
    // Four of five tokens are expected to be in segments, and two of them are annotated.
    double ratio = labelsTokens ? 0 : 0.8;
    double overlooked = labelsTokens ? 1 : 0.5;

    TrainingData data = TrainingData.of(List.of(partial, complete), task(scheme, ratio));
    int v = data.labels().size();
    Draws draws = new Draws(4);
    double[] unary = draws.normals(5 * v, 1);
    double[] pairwise = draws.normals(v * v, 1);
    SpanCodec codec = SpanCodec.of(scheme);
    BruteForce enumeration = new BruteForce(unary, pairwise, 5, v);
    double expected = 0;
    for (int n = 0; n < enumeration.paths().size(); n++) {
      List<String> labels =
          Arrays.stream(enumeration.paths().get(n)).mapToObj(data.labels()::label).toList();
      List<Span> spans = codec.decode(labels);
      boolean isRejected = spans.stream().anyMatch(s -> s.end() == 5 && s.type().equals("A"));
      if (Legality.isLegal(codec, labels) && spans.contains(annotated) && !isRejected) {
        int overlookedSegments = labelsTokens ? 0 : spans.size() - 1;
        double probability = Math.exp(enumeration.logProbability(n));
        expected += probability * Math.pow(overlooked, overlookedSegments);
      }
    }

    double actual =
        new LinearChain(v, data.encoded().partial())
            .logLikelihood(unary, pairwise, data.encoded().labelsOf(0), new Workspace());
    assertThat(Math.exp(actual)).isCloseTo(expected, within(1e-12));
    assertThat(data.encoded().labelsOf(1)).doesNotContain(-1, -2, -3, -4);
  }

  /** Given weights of B and I labels also apply to S and E labels. */
  @ParameterizedTest
  @EnumSource(names = {"IOB2", "IOBES"})
  void weightsOfLabelsBecomeRows(TagScheme scheme) {
    String mark = "?B-A=0.7|I-A=0.2|O=0.1";
    assertThat(UnknownToken.isMark(mark)).isTrue();
    assertThat(UnknownToken.isMark("?B-A=2") || UnknownToken.isMark("?=1")).isFalse();
    assertThat(UnknownToken.isMark(mark + "|B-A=0.1".repeat(30_000))).isTrue();

    UnknownToken unknown = UnknownToken.ofMark(1, mark);
    assertThat(unknown.mark()).isEqualTo(mark);

    TrainingData data =
        TrainingData.of(List.of(sentence(2, List.of(), unknown)), task(scheme, 0.5));
    double[] row = data.encoded().partial().weights(data.encoded().labels()[1]);
    Map<Character, Double> weightOfPosition =
        Map.of('B', 0.7, 'S', 0.7, 'I', 0.2, 'E', 0.2, 'O', 0.1);
    for (int v = 0; v < row.length; v++) {
      char position = data.labels().label(v).charAt(0);
      assertThat(row[v]).isEqualTo(weightOfPosition.get(position));
      assertThat(data.encoded().partial().alike()[v])
          .contains(v)
          .hasSize(scheme == TagScheme.IOBES && position != 'O' ? 2 : 1);
    }

    TypeNames names = new TypeNames();
    names.add("A\tX");

    assertThat(names.apply(sentence(2, List.of(), unknown)).unknown().get(0).weights())
        .containsOnlyKeys("B-X", "I-X", "O");
  }

  @Test
  void completeSentencesAreEncodedIndependentlyOfTheRatio() {
    List<LabeledSequence> corpus = ToyCorpus.sentences(20, 1);
    TrainingData plain = TrainingData.of(corpus, Task.of("ne", ToyCorpus.TEMPLATES));
    TrainingData withRatio = TrainingData.of(corpus, task(TagScheme.IOB2, 0.3));
    assertThat(plain.encoded().partial()).isNull();
    assertThat(withRatio.encoded().partial()).isNull();
    assertThat(withRatio.encoded().labels()).isEqualTo(plain.encoded().labels());
    assertThat(withRatio.hash()).isEqualTo(plain.hash());
  }

  @Test
  void fingerprintDependsOnUnknownTokens() {
    LabeledSequence known = sentence(2, List.of(new Span(0, 1, "A")));
    Set<String> hashes = new HashSet<>();
    for (LabeledSequence other :
        List.of(
            known,
            sentence(2, known.spans(), UnknownToken.of(1)),
            sentence(2, known.spans(), new UnknownToken(1, Set.of("A"))))) {
      hashes.add(TrainingData.of(List.of(known, other), task(TagScheme.IOB2, 0)).hash());
    }
    assertThat(hashes).hasSize(3);
  }

  @Test
  void corporaThatCannotBeLearnedAreRejected() {
    Span span = new Span(0, 1, "A");
    LabeledSequence partial = sentence(2, List.of(span), UnknownToken.of(1));
    LabeledSequence rejected = sentence(2, List.of(span), new UnknownToken(1, Set.of("A")));
    assertNotLearned(partial, TagScheme.IOB1, "IOB1");
    assertNotLearned(rejected, TagScheme.TOKEN, "rejected");
  }

  private static void assertNotLearned(LabeledSequence sentence, TagScheme scheme, String reason) {
    assertFails(
        LearningException.class, () -> TrainingData.of(List.of(sentence), task(scheme, 0)), reason);
  }

  @Test
  void annotatedPartOfASentence() {
    LabeledSequence blank = sentence(3, List.of());
    LabeledSequence annotated = sentence(3, List.of(new Span(1, 2, "A")));
    for (Annotated part : List.of(Annotated.ALL, Annotated.MARKED)) {
      assertThat(part.of(blank, false)).contains(blank);
    }
    assertThat(Annotated.SENTENCES.of(blank, false)).isEmpty();
    assertThat(Annotated.SENTENCES.of(blank, true)).contains(blank);
    assertThat(Annotated.SENTENCES.of(annotated, false)).contains(annotated);
    assertThat(Annotated.SEGMENTS.of(annotated, true)).contains(annotated);
    assertSegmentsOnly(annotated, "?", "B-A", "?");
    assertSegmentsOnly(blank, "?", "?", "?");
  }

  private static void assertSegmentsOnly(LabeledSequence sentence, String... labels) {
    assertThat(Annotated.SEGMENTS.of(sentence, false).orElseThrow().labels(TagScheme.IOB2))
        .containsExactly(labels);
  }

  @Test
  void unknownTokensMustBeInOrderAndOutsideOfSegments() {
    for (UnknownToken[] wrong :
        new UnknownToken[][] {
          {UnknownToken.of(1)},
          {UnknownToken.of(3)},
          {UnknownToken.of(2), UnknownToken.of(0)},
          {UnknownToken.of(2), UnknownToken.of(2)}
        }) {
      assertRefused(() -> sentence(3, List.of(new Span(1, 2, "A")), wrong));
    }
  }

  @Test
  void marksAreReadAndWritten() {
    for (String mark : List.of("?", "!PER", "!LOC|PER")) {
      assertThat(UnknownToken.isMark(mark)).isTrue();
      assertThat(UnknownToken.ofMark(3, mark).mark()).isEqualTo(mark);
    }
    assertThat(UnknownToken.ofMark(3, "!PER|LOC").rejected())
        .containsExactlyInAnyOrder("PER", "LOC");
    assertThat(UnknownToken.isMark("!")).isFalse();
    assertThat(UnknownToken.isMark("O")).isFalse();
  }

  /**
   * In this corpus, every word is either always a name or never, and names are annotated randomly.
   */
  @Test
  void entityRatioIsEstimatedFromRepetitions() {
    for (double rate : new double[] {0.2, 0.5, 1}) {
      Draws draws = new Draws(7);
      List<LabeledSequence> corpus = new ArrayList<>();
      for (int n = 0; n < 3_000; n++) {
        List<String> words = new ArrayList<>();
        List<Span> spans = new ArrayList<>();
        for (int t = 0; t < 6; t++) {
          int word = draws.index(100);
          words.add("w" + word);
          if (word < 20 && draws.chance(rate)) {
            spans.add(new Span(t, t + 1, "A"));
          }
        }
        TokenSequence tokens = new TokenSequence(List.of("word"), List.of(words));
        corpus.add(Annotated.SEGMENTS.of(new LabeledSequence(tokens, spans), false).orElseThrow());
      }

      assertThat(Repetitions.entityRatio(corpus, TagScheme.IOB2)).isCloseTo(0.2, within(0.01));
      assertThat(Repetitions.entityRatio(corpus, TagScheme.TOKEN)).isZero();
    }
  }

  @Test
  void withoutRepetitionsTheDefaultRatioIsUsed() {
    LabeledSequence annotated = sentence(4, List.of(new Span(0, 1, "A")), UnknownToken.of(2));
    assertThat(Repetitions.entityRatio(List.of(annotated), TagScheme.IOB2))
        .isEqualTo(Task.USUAL_ENTITY_RATIO);
    LabeledSequence blank = sentence(4, List.of(), UnknownToken.of(2));
    assertThat(Repetitions.entityRatio(List.of(blank), TagScheme.IOB2)).isZero();
  }
}
