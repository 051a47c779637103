package org.gpchain.internal.server.annotations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests training data from annotations of two sentences with two words each. */
class GoldTest {
  private static final List<Passage> PASSAGES =
      List.of(
          new Passage(TokenSequence.ofWords(List.of("a", "b")), new int[] {0, 2}, new int[] {1, 3}),
          new Passage(
              TokenSequence.ofWords(List.of("c", "d")), new int[] {4, 6}, new int[] {5, 7}));

  @ParameterizedTest
  @CsvSource({
    "SEGMENTS, 0, 3, X, 'B-X I-X, O O'",
    "SEGMENTS, 2, 5, X, ''",
    "SEGMENTS, 2, 7, X, ''",
    "SEGMENTS, 4, 7, X, 'O O, B-X I-X'",
    "SEGMENTS, 3, 4, X, 'O O, O O'",
    "SEGMENTS, 2, 3, '', 'O O'",
    "TOKENS, 2, 3, X, 'O B-X, O O'",
    "TOKENS, 0, 3, X, 'O O'"
  })
  void learnsSegmentsWithinASentence(
      Anchoring unit, int begin, int end, String label, String learned) {
    Gold gold = new Gold(List.of(new UserAnnotation(begin, end, label)), unit, Annotated.ALL);
    List<String> labels =
        gold.trainingSentences(PASSAGES, true).stream()
            .map(sentence -> String.join(" ", sentence.labels(TagScheme.IOB2)))
            .toList();
    assertThat(String.join(", ", labels)).isEqualTo(learned);
  }

  /** Sentences with labels that no model may have are left out, but the others are learned. */
  @Test
  void leavesOutLabelsThatCannotBeLearned() {
    for (String bad : List.of("a\nb", "a\u202eb", "\u2069", "\0", "x".repeat(999))) {
      UserAnnotation first = new UserAnnotation(0, 3, bad);
      Gold gold = gold(Anchoring.SEGMENTS, Annotated.ALL, first, new UserAnnotation(4, 5, "X"));
      assertThat(gold.trainingSentences(PASSAGES, true))
          .singleElement()
          .extracting(LabeledSequence::spans)
          .isEqualTo(List.of(new Span(0, 1, "X")));
      assertThat(gold.unlearnable())
          .singleElement()
          .asString()
          .startsWith("a label must have ")
          .doesNotContain(bad);
    }
    String longest = "x".repeat(998);
    Gold gold = gold(Anchoring.SEGMENTS, Annotated.ALL, new UserAnnotation(0, 3, longest));
    assertThat(gold.trainingSentences(PASSAGES, true)).hasSize(2);
    assertThat(gold.unlearnable()).isEmpty();
  }

  /** Annotations may be nested, overlap each other, and be empty. */
  @Test
  void dropsTheSameSuggestionsAsAComparisonOfAllPairs() {
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 200; round++) {
      List<UserAnnotation> annotations = new ArrayList<>();
      List<Suggestion> suggestions = new ArrayList<>();
      for (int n = 0; n < 6; n++) {
        int begin = random.nextInt(30);
        annotations.add(new UserAnnotation(begin, begin + random.nextInt(8), "X"));
        int start = random.nextInt(30);
        int end = start + 1 + random.nextInt(4);
        suggestions.add(new Suggestion(start, end, "X", 1));
      }

      List<Suggestion> free = new ArrayList<>();
      for (Suggestion suggestion : suggestions) {
        boolean overlaps = false;
        for (UserAnnotation annotation : annotations) {
          overlaps |=
              annotation.begin() < suggestion.end() && suggestion.begin() < annotation.end();
        }
        if (!overlaps) {
          free.add(suggestion);
        }
      }

      Gold gold = new Gold(annotations, Anchoring.SEGMENTS, Annotated.ALL);
      assertThat(gold.withoutOverlaps(suggestions, List.of("X"))).isEqualTo(free);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheDocumentNumber(Anchoring unit) {
    LabeledSequence read =
        new LabeledSequence(TokenSequence.ofWords(List.of("a")), List.of(new Span(0, 1, "X")));
    assertThat(unit.withModelTypes(read.inDocument(3)).document()).isEqualTo(3);
  }

  private static Gold gold(Anchoring unit, Annotated annotated, UserAnnotation... given) {
    return new Gold(List.of(given), unit, annotated);
  }

  private static List<String> learned(Gold gold, List<Passage> passages, boolean isDone) {
    return gold.trainingSentences(passages, isDone).stream()
        .map(
            sentence ->
                String.join(" ", sentence.labels(TagScheme.IOB2)) + " " + sentence.unknown().size())
        .toList();
  }

  @Test
  void prefersTheLongestOfOverlappingAnnotations() {
    UserAnnotation one = new UserAnnotation(0, 1, "X");
    UserAnnotation two = new UserAnnotation(0, 3, "Y");
    UserAnnotation other = new UserAnnotation(4, 5, "Z");
    for (List<UserAnnotation> given : List.of(List.of(one, two, other), List.of(other, two, one))) {
      Gold gold = new Gold(given, Anchoring.SEGMENTS, Annotated.ALL);
      assertThat(learned(gold, PASSAGES, false)).containsExactly("B-Y I-Y 0", "B-Z O 0");
    }
  }

  @Test
  void learnsOnlyAnnotatedUnits() {
    UserAnnotation one = new UserAnnotation(0, 1, "X");
    Gold sentences = gold(Anchoring.SEGMENTS, Annotated.SENTENCES, one);
    assertThat(learned(sentences, PASSAGES, false)).containsExactly("B-X O 0");
    assertThat(learned(sentences, PASSAGES, true)).containsExactly("B-X O 0", "O O 0");
    Gold segments = gold(Anchoring.SEGMENTS, Annotated.SEGMENTS, one, new UserAnnotation(2, 3, ""));
    assertThat(learned(segments, PASSAGES, false)).containsExactly("B-X ? 1", "? ? 2");
    Gold open = gold(Anchoring.SEGMENTS, Annotated.SENTENCES, one, new UserAnnotation(2, 3, ""));
    assertThat(learned(open, PASSAGES, false)).as("it is not finished").isEmpty();
    assertThat(gold(Anchoring.TOKENS, Annotated.SEGMENTS).annotated())
        .isEqualTo(Annotated.SENTENCES);
    assertThat(gold(Anchoring.SEGMENTS, Annotated.SEGMENTS).annotated())
        .isEqualTo(Annotated.SEGMENTS);
    assertThat(gold(Anchoring.TOKENS, Annotated.ALL).annotated()).isEqualTo(Annotated.ALL);
  }

  /** Returns a passage whose units are five sentences. */
  private static List<Passage> document() {
    return List.of(
        new Passage(
            TokenSequence.ofWords(List.of("a", "b", "c", "d", "e")),
            new int[] {0, 2, 4, 6, 8},
            new int[] {1, 3, 5, 7, 9}));
  }

  @Test
  void learnsRunsOfLabeledSentences() {
    UserAnnotation[] given = {
      new UserAnnotation(2, 3, "X"),
      new UserAnnotation(4, 5, "Y"),
      new UserAnnotation(8, 9, "X"),
      new UserAnnotation(0, 1, "")
    };
    Gold gold = gold(Anchoring.SENTENCES, Annotated.SENTENCES, given);
    assertThat(learned(gold, document(), false)).containsExactly("B-X B-Y 0", "B-X 0");
    assertThat(gold.trainingSentences(document(), false))
        .extracting(run -> String.join(" ", run.tokens().column("word")))
        .containsExactly("b c", "e");
    assertThat(learned(gold(Anchoring.SENTENCES, Annotated.ALL, given), document(), false))
        .containsExactly("O B-X B-Y O B-X 0");
    assertThat(learned(gold(Anchoring.SENTENCES, Annotated.SENTENCES), document(), true)).isEmpty();
  }

  @Test
  void marksAnnotationsAsKnownSegments() {
    Gold gold =
        gold(
            Anchoring.SEGMENTS,
            Annotated.ALL,
            new UserAnnotation(0, 3, "X"),
            new UserAnnotation(4, 5, "Y"),
            new UserAnnotation(6, 7, "X"));
    List<Passage> kept = gold.withKnownSegments(PASSAGES, List.of("X"));

    assertThat(kept)
        .extracting(passage -> KnownSegments.spans(passage.units()))
        .containsExactly(List.of(new Span(0, 2, "X")), List.of(new Span(1, 2, "X")));
    assertThat(kept.get(1).begins()).containsExactly(4, 6);
    assertThat(kept.get(1).ends()).containsExactly(5, 7);

    Gold tokens = gold(Anchoring.TOKENS, Annotated.ALL, new UserAnnotation(2, 3, "X"));
    assertThat(KnownSegments.spans(tokens.withKnownSegments(PASSAGES, List.of("X")).get(0).units()))
        .containsExactly(new Span(1, 2, "=X"));
    assertThat(gold(Anchoring.SEGMENTS, Annotated.ALL).withKnownSegments(PASSAGES, List.of("X")))
        .isSameAs(PASSAGES);
  }

  @Test
  void renamesLabels() {
    UserAnnotation[] given = {new UserAnnotation(0, 3, "X"), new UserAnnotation(4, 5, "Y")};
    Gold renamed = gold(Anchoring.TOKENS, Annotated.ALL, given).renamed(Map.of("X", "Z"));
    UserAnnotation[] expected = {new UserAnnotation(0, 3, "Z"), new UserAnnotation(4, 5, "Y")};
    assertThat(renamed).isEqualTo(gold(Anchoring.TOKENS, Annotated.ALL, expected));
  }

  /** There is a check for each sentence, annotation, suggestion or token. */
  @Test
  void checksWhetherTheWorkIsStillWanted() {
    Gold gold = gold(Anchoring.SEGMENTS, Annotated.ALL, new UserAnnotation(0, 1, "X"));
    List<String> types = List.of("X");
    List<Suggestion> suggestions = Collections.nCopies(5, new Suggestion(4, 5, "X", 1));
    assertThat(checks(() -> gold.trainingSentences(PASSAGES, true))).isEqualTo(3);
    assertThat(checks(() -> gold.withKnownSegments(PASSAGES, types))).isEqualTo(3);
    assertThat(checks(() -> gold.withoutOverlaps(suggestions, types))).isEqualTo(5);
    assertThat(checks(() -> HalfTokens.divide(PASSAGES, gold))).isEqualTo(4);
  }

  private static int checks(Runnable work) {
    AtomicInteger checks = new AtomicInteger();
    WorkCheck.set(checks::incrementAndGet);
    try {
      work.run();
    } finally {
      WorkCheck.clear();
    }
    return checks.get();
  }
}
