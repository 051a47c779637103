package org.gpchain.internal.server.suggestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gpchain.core.Draws;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.junit.jupiter.api.Test;

/** Tests a blend of a model of persons and places with a user's model that builds on it. */
class BlendTest {
  private static final ToySettings SETTINGS = ToyCorpus.settings().withCalibrationFolds(0);
  private static final Model BASE = SETTINGS.learn(ToyCorpus.sentences(60, 1));
  private static final List<LabeledSequence> SENTENCES = ToyCorpus.sentences(20, 9);

  /** Sentences in which persons have another type and places are not annotated. */
  private static final List<LabeledSequence> RENAMED =
      SENTENCES.stream()
          .map(sentence -> new LabeledSequence(sentence.tokens(), folk(sentence)))
          .toList();

  private static final Model OWN = SETTINGS.learn(RENAMED);

  private static List<Span> folk(LabeledSequence sentence) {
    return of("PER", sentence.spans()).stream()
        .map(span -> new Span(span.start(), span.end(), "Folk"))
        .toList();
  }

  private static List<Span> of(String type, List<Span> spans) {
    return spans.stream().filter(span -> span.type().equals(type)).toList();
  }

  private static int count(String type) {
    return SENTENCES.stream().mapToInt(sentence -> of(type, sentence.spans()).size()).sum();
  }

  /** Returns the expected weight of a user's model without held-out sentences. */
  private static double share(double f1OfBase, int sentences) {
    double own = sentences * 0.3 * 0.3;
    return own / (own + 60 * f1OfBase * f1OfBase);
  }

  @Test
  void keepsTypesThatUsersConfirm() {
    assertThat(ToyCorpus.f1(BASE.tagger(), SENTENCES)).isEqualTo(1);
    Blend.Weights weights = Blend.learn(BASE, OWN, SENTENCES);
    assertThat(weights.types())
        .isEqualTo(Map.of("PER", Map.of("PER", 1.0), "LOC", Map.of("LOC", 1.0)));

    int found = count("PER") + count("LOC");
    double f1 = (found + 2.0) / (found + 4.0);
    assertThat(weights.share()).isCloseTo(share(f1, 20), within(1e-9));

    LabeledSequence none = ToyCorpus.sentence("Ann/NP/B-PER", "sings/V/O");
    LabeledSequence silent = ToyCorpus.sentence("dogs/N/O", "sing/V/O");
    assertThat(Blend.learn(BASE, OWN, List.of(silent, silent)).share())
        .as("sentences without a segment do not put an end to the other model")
        .isLessThan(0.1);
    assertThat(Blend.learn(BASE, OWN, List.of(none)).types())
        .as("a type that was never found")
        .containsEntry("LOC", Map.of("LOC", 1.0));
  }

  @Test
  void renamesTypesThatUsersRename() {
    Blend.Weights weights = Blend.learn(BASE, OWN, RENAMED);
    assertThat(weights.types().get("PER")).isEqualTo(Map.of("Folk", 1.0));
    assertThat(weights.types().get("LOC")).as("never annotated").isEmpty();
    assertThat(weights.share()).isCloseTo(share(1, 20), within(1e-9));
    assertThat(weights.addedTypes()).isEqualTo(Set.of("Folk"));
  }

  /** A type that is not in the tag set of a layer is suggested until users contradict it. */
  @Test
  void keepsAnUnconfirmedTypeUntilItIsOftenContradicted() {
    LabeledSequence person = ToyCorpus.sentence("Ann/NP/B-PER", "sings/V/O");
    LabeledSequence place =
        ToyCorpus.sentence("Ann/NP/B-PER", "sings/V/O", "in/P/O", "Rio/NP/B-OTH");
    List<LabeledSequence> sentences = new ArrayList<>(List.of(person, place, place, place, place));
    assertThat(Blend.learn(BASE, OWN, sentences).types().get("LOC"))
        .isEqualTo(Map.of("LOC", 10.0 / 14, "OTH", 4.0 / 14));

    sentences.add(place);
    assertThat(Blend.learn(BASE, OWN, sentences).types().get("LOC")).isEqualTo(Map.of("OTH", 1.0));
  }

  /** In partially annotated sentences, only predictions that overlap an annotation count. */
  @Test
  void ignoresSegmentsWithoutAnnotation() {
    List<LabeledSequence> open = new ArrayList<>();
    for (LabeledSequence sentence : RENAMED) {
      List<UnknownToken> unknown = new ArrayList<>();
      for (int t = 0; t < sentence.length(); t++) {
        int token = t;
        if (sentence.spans().stream().noneMatch(s -> s.start() <= token && token < s.end())) {
          unknown.add(new UnknownToken(t, Set.of()));
        }
      }
      open.add(new LabeledSequence(sentence.tokens(), sentence.spans(), unknown));
    }
    Blend.Weights weights = Blend.learn(BASE, OWN, open);
    assertThat(weights.types().keySet()).containsExactly("PER");
    assertThat(weights.share()).isCloseTo(share(1, 20), within(1e-9));
  }

  @Test
  void averagesTheProbabilities() {
    Map<String, Map<String, Double>> types =
        Map.of("PER", Map.of("Folk", 0.8, "PER", 0.2), "LOC", Map.of("LOC", 1.0));
    Workspace workspace = new Workspace();
    boolean hasAlternatives = false;

    for (double share : new double[] {0, 0.25, 1}) {
      Blend blend = new Blend(BASE, OWN, new Blend.Weights(share, types));
      for (LabeledSequence sentence : SENTENCES) {
        List<Span> places = of("LOC", sentence.spans());
        for (ScoredSpan one : spans(blend, sentence)) {
          Span span = one.span();
          assertThat(places.contains(span) || folk(sentence).contains(span)).isTrue();
          assertThat(one.probability())
              .isCloseTo(mean(span, share, types, sentence, workspace), within(1e-9));
          assertThat(one.alternatives())
              .isSortedAccordingTo((a, b) -> Double.compare(b.probability(), a.probability()))
              .allMatch(other -> other.span().overlaps(span) && !other.span().equals(span));
          hasAlternatives |=
              one.alternatives().stream().anyMatch(o -> o.span().type().equals("PER"));
        }
        assertThat(spans(blend, sentence))
            .extracting(one -> one.span().start())
            .isSorted()
            .hasSize(share == 1 ? folk(sentence).size() : sentence.spans().size());
      }
    }

    assertThat(hasAlternatives).isTrue();
  }

  @Test
  void returnsProbabilitiesOfCandidatesOnly() throws Exception {
    Blend.Weights weights = new Blend.Weights(0, Map.of("PER", Map.of("PER", 0.5)));
    assertThat(Blend.Weights.parse(weights.json())).isEqualTo(weights);
    LabeledSequence sentence = ToyCorpus.sentence("Ann/NP/B-PER", "sings/V/O");
    Span ann = sentence.spans().get(0);
    List<ScoredSpan> found = spans(new Blend(BASE, OWN, weights), sentence);
    double shipped =
        BASE.tagger().probabilities(sentence.tokens(), List.of(ann), new Workspace())[0];
    assertThat(found).extracting(ScoredSpan::span).containsExactly(ann);
    assertThat(found.get(0).probability()).isEqualTo(0.5 * shipped);
  }

  @Test
  void tagsOnlyTypesWithALabel() {
    Blend blend = new Blend(BASE, OWN, Blend.learn(BASE, OWN, SENTENCES));
    LabeledSequence sentence =
        ToyCorpus.sentence("Ann/NP/B-PER", "sings/V/O", "in/P/O", "Rio/NP/B-LOC");
    assertThat(blend.tag(sentence.tokens(), new Workspace(), Map.of("LOC", "Ort")))
        .extracting(ScoredSpan::span)
        .containsExactly(new Span(3, 4, "Ort"));
    assertThat(blend.shippedType("Ort", Map.of("LOC", "Ort"))).isEqualTo("LOC");
  }

  /** The words do not determine the labels, so a model that predicts all segments is half right. */
  @Test
  void usesTheHeldOutF1() {
    List<LabeledSequence> coins = new ArrayList<>();
    Draws draws = new Draws(3);
    for (int n = 0; n < 60; n++) {
      coins.add(ToyCorpus.sentence("w/X/" + (draws.chance(0.5) ? "O" : "B-PER")));
    }
    assertThat(Blend.heldOutF1(OWN)).isEqualTo(0.3);
    assertThat(Blend.heldOutF1(SETTINGS.withCalibrationFolds(2).learn(coins))).isBetween(0.5, 0.8);
    assertThat(Blend.heldOutF1(SETTINGS.withCalibrationFolds(2).learn(ToyCorpus.sentences(60, 1))))
        .isBetween(0.9, 1.0);
  }

  private static List<ScoredSpan> spans(Blend blend, LabeledSequence sentence) {
    Map<String, String> labels = Map.of("Folk", "Folk", "PER", "PER", "LOC", "LOC");
    return blend.tag(sentence.tokens(), new Workspace(), labels);
  }

  private static double mean(
      Span span,
      double share,
      Map<String, Map<String, Double>> types,
      LabeledSequence sentence,
      Workspace workspace) {
    List<Span> one = List.of(span);
    double mean = 0;
    if (span.type().equals("Folk")) {
      mean += share * OWN.tagger().probabilities(sentence.tokens(), one, workspace)[0];
    }
    for (Map.Entry<String, Map<String, Double>> type : types.entrySet()) {
      Span shipped = new Span(span.start(), span.end(), type.getKey());
      mean +=
          (1 - share)
              * type.getValue().getOrDefault(span.type(), 0.0)
              * BASE.tagger().probabilities(sentence.tokens(), List.of(shipped), workspace)[0];
    }
    return mean;
  }
}
