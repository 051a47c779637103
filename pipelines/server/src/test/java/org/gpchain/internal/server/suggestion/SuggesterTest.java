package org.gpchain.internal.server.suggestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.evaluation.inspection.SegmentReasons;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.Test;

/** Tests suggestions against the output of the model's tagger. */
class SuggesterTest {
  /** Model of few sentences, so that its predictions are uncertain. */
  private static final Model MODEL =
      ToyCorpus.settings()
          .withCalibrationFolds(0)
          .withIterations(3)
          .learn(ToyCorpus.sentences(12, 1));

  private static final List<LabeledSequence> SENTENCES = ToyCorpus.sentences(40, 9);
  private static final Suggester SUGGESTER = new Suggester(MODEL, type -> type);

  /** Returns a passage of tokens with three characters each, one every four characters. */
  private static Passage passage(TokenSequence units, int from) {
    int[] begins = IntStream.range(0, units.length()).map(t -> from + 4 * t).toArray();
    return new Passage(units, begins, IntStream.of(begins).map(begin -> begin + 3).toArray());
  }

  private static Span span(Suggestion suggestion, int from) {
    return new Span(
        (suggestion.begin() - from) / 4, (suggestion.end() - from + 1) / 4, suggestion.type());
  }

  @Test
  void suggestsTheSegmentsOfTheTagger() {
    Tagger tagger = MODEL.tagger(AnnotateOptions.DEFAULT_DECODING);
    SegmentReasons reasons = SegmentReasons.of(MODEL).orElseThrow();
    Workspace workspace = new Workspace();
    int alternatives = 0;
    int improbable = 0;

    for (LabeledSequence sentence : SENTENCES) {
      TokenSequence tokens = sentence.tokens();
      List<Suggestion> all = SUGGESTER.suggest(List.of(passage(tokens, 7)), () -> {});
      List<ScoredSpan> expected =
          tagger.tag(tokens, workspace).spans().stream()
              .filter(one -> one.probability() >= 0.1)
              .toList();
      assertThat(all).hasSameSizeAs(expected);
      for (int i = 0; i < all.size(); i++) {
        Suggestion one = all.get(i);
        Span span = expected.get(i).span();
        assertThat(span(one, 7)).isEqualTo(span);
        assertThat(one.probability()).isEqualTo(expected.get(i).probability());
        assertThat(one.reasons())
            .hasSizeBetween(1, 3)
            .isEqualTo(
                reasons.of(tokens, List.of(span), 3, workspace).get(0).stream()
                    .map(reason -> reason.feature())
                    .toList());
        List<ScoredSpan> likely = likely(expected.get(i));
        improbable += expected.get(i).alternatives().size() - likely.size();
        assertThat(one.alternatives()).hasSameSizeAs(likely);
        for (int a = 0; a < likely.size(); a++) {
          assertThat(span(one.alternatives().get(a), 7)).isEqualTo(likely.get(a).span());
          assertThat(one.alternatives().get(a).probability())
              .isEqualTo(likely.get(a).probability());
        }
        alternatives += likely.size();
      }
    }

    assertThat(alternatives).isPositive();
    assertThat(improbable).as("alternatives that are left out").isPositive();
  }

  private static LayerLabels tags(String... tags) {
    return LayerLabels.ofTags(List.of(tags));
  }

  @Test
  void suggestsOnlyLabelsOfTheLayer() {
    LabeledSequence sentence =
        ToyCorpus.sentence("Ann/NP/B-PER", "sings/V/O", "in/P/O", "Rio/NP/B-LOC");
    List<Passage> passages = List.of(passage(sentence.tokens(), 0));
    Suggester sure = new Suggester(learned(), type -> type);
    assertThat(sure.suggest(passages, () -> {}, tags("Person", "ORG")))
        .extracting(one -> span(one, 0))
        .containsExactly(new Span(0, 1, "Person"));
    assertThat(sure.suggest(passages, () -> {}, tags("X"))).isEmpty();
  }

  /** The most probable segment has no label of the layer, but its alternative has. */
  @Test
  void suggestsAnAlternativeInPlaceOfALabelThatTheLayerLacks() {
    int promoted = 0;
    for (Passage passage : passages()) {
      List<Suggestion> all = SUGGESTER.suggest(List.of(passage), () -> {});
      List<Suggestion> places = SUGGESTER.suggest(List.of(passage), () -> {}, tags("LOC"));
      assertThat(places)
          .flatExtracting(SuggesterTest::withAlternatives)
          .allMatch(one -> one.type().equals("LOC"))
          .allMatch(one -> one.probability() >= 0.01);
      for (Suggestion person : all) {
        boolean isPlaceToo =
            person.alternatives().stream()
                .anyMatch(o -> o.type().equals("LOC") && o.probability() >= 0.1);
        if (person.type().equals("PER") && isPlaceToo) {
          promoted++;
          assertThat(places).anyMatch(place -> place.begin() < person.end());
        }
      }
    }
    assertThat(promoted).isPositive();
  }

  /** The annotation has the name that the layer gives to the model's type. */
  @Test
  void treatsAnnotationsWithARenamedLabelAsKnown() {
    LabeledSequence sentence =
        ToyCorpus.sentence("Ann/NP/B-PER", "sings/V/O", "in/P/O", "Rio/NP/O");
    List<Passage> passages = List.of(passage(sentence.tokens(), 0));
    Suggester sure = new Suggester(learned(), type -> type);
    Gold gold =
        new Gold(List.of(new UserAnnotation(0, 3, "Person")), Anchoring.SEGMENTS, Annotated.ALL);
    assertThat(sure.suggest(gold, passages, () -> {}, tags("Person", "Place")))
        .extracting(one -> span(one, 0))
        .containsExactly(new Span(3, 4, "Place"));
  }

  private static List<ScoredSpan> likely(ScoredSpan scored) {
    return scored.alternatives().stream()
        .filter(other -> other.probability() >= 0.01)
        .limit(4)
        .toList();
  }

  @Test
  void ignoresTypesThatAreNotAnnotations() {
    Suggester places = new Suggester(MODEL, type -> type.equals("LOC") ? "Place" : null);
    assertThat(SUGGESTER.types()).containsExactly("LOC", "PER");
    assertThat(places.types()).containsExactly("Place");

    List<Suggestion> all = places.suggest(passages(), () -> {});
    assertThat(all)
        .isNotEmpty()
        .flatExtracting(SuggesterTest::withAlternatives)
        .allMatch(one -> one.type().equals("Place"));
    assertThat(all)
        .extracting(Suggestion::begin)
        .isEqualTo(
            SUGGESTER.suggest(passages(), () -> {}).stream()
                .filter(one -> one.type().equals("LOC"))
                .map(Suggestion::begin)
                .toList());
  }

  private static List<Suggestion> withAlternatives(Suggestion one) {
    return Stream.concat(Stream.of(one), one.alternatives().stream()).toList();
  }

  private static List<Passage> passages() {
    return SENTENCES.stream().map(sentence -> passage(sentence.tokens(), 0)).toList();
  }

  @Test
  void doesNotSuggestKnownSegments() {
    LabeledSequence sentence =
        ToyCorpus.sentence("Ann/NP/B-PER", "sings/V/O", "in/P/O", "Rio/NP/O");
    List<Passage> passages = List.of(passage(sentence.tokens(), 0));
    Suggester sure = new Suggester(learned(), type -> type);
    assertThat(sure.suggest(passages, () -> {}))
        .extracting(one -> span(one, 0))
        .containsExactly(new Span(0, 1, "PER"), new Span(3, 4, "LOC"));
    Gold gold =
        new Gold(List.of(new UserAnnotation(0, 3, "PER")), Anchoring.SEGMENTS, Annotated.ALL);
    assertThat(sure.suggest(gold.withKnownSegments(passages, sure.types()), () -> {}))
        .extracting(one -> span(one, 0))
        .containsExactly(new Span(3, 4, "LOC"));
  }

  private static Model learned() {
    return ToyCorpus.settings().withCalibrationFolds(0).learn(ToyCorpus.sentences(60, 1));
  }

  @Test
  void callsTheCheckBeforeEachPassage() {
    List<Integer> checks = new ArrayList<>();
    SUGGESTER.suggest(passages(), () -> checks.add(1));
    assertThat(checks).hasSameSizeAs(SENTENCES);
    assertThatThrownBy(
            () ->
                SUGGESTER.suggest(
                    passages(),
                    () -> {
                      throw new CancellationException();
                    }))
        .isInstanceOf(CancellationException.class);
  }

  /** A long passage is cut. The offsets of suggestions refer to the whole passage. */
  @Test
  void cutsLongPassages() {
    List<String> words = new ArrayList<>(Collections.nCopies(1100, "the"));
    List<String> tags = new ArrayList<>(Collections.nCopies(1100, "D"));
    for (int t : new int[] {10, 1090}) {
      words.set(t, "Ann");
      tags.set(t, "NP");
    }
    TokenSequence page = new TokenSequence(ToyCorpus.COLUMNS, List.of(words, tags));
    List<Integer> checks = new ArrayList<>();
    assertThat(
            new Suggester(learned(), type -> type)
                .suggest(List.of(passage(page, 3)), () -> checks.add(1)))
        .extracting(one -> span(one, 3))
        .containsExactly(new Span(10, 11, "PER"), new Span(1090, 1091, "PER"));
    assertThat(checks).hasSize(2);
  }

  @Test
  void suggestsTheLabelsOfSingleTokens() {
    List<LabeledSequence> learned =
        ToyCorpus.sentences(40, 1).stream()
            .map(SuggesterTest::singles)
            .map(Anchoring.TOKENS::withModelTypes)
            .toList();
    Model model =
        ToyCorpus.settings().withScheme(TagScheme.TOKEN).withCalibrationFolds(0).learn(learned);
    Suggester suggester = new Suggester(model, Anchoring.TOKENS::annotationType);
    assertThat(suggester.types()).containsExactlyInAnyOrder("LOC", "PER");
    LabeledSequence sentence = ToyCorpus.sentence("Ann/NP/O", "sings/V/O", "in/P/O", "Rio/NP/O");
    assertThat(suggester.suggest(List.of(passage(sentence.tokens(), 0)), () -> {}))
        .extracting(one -> span(one, 0))
        .containsExactly(new Span(0, 1, "PER"), new Span(3, 4, "LOC"));
  }

  private static LabeledSequence singles(LabeledSequence sentence) {
    return new LabeledSequence(
        sentence.tokens(),
        sentence.spans().stream()
            .map(span -> new Span(span.start(), span.start() + 1, span.type()))
            .toList());
  }

  /** Without a base, no columns are added to the sentences. */
  @Test
  void returnsSentencesUnchangedWithoutABase() throws Exception {
    List<Passage> given = passages();
    assertThat(SUGGESTER.read("text", given)).isSameAs(given);
    assertThat(SUGGESTER.model()).isSameAs(MODEL);
  }
}
