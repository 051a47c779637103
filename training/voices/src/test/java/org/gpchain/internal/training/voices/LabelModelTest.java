package org.gpchain.internal.training.voices;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.text.WeightedValue;
import org.junit.jupiter.api.Test;

class LabelModelTest {
  /** Number of sentences that introduce the types: two for each type, with gold labels. */
  private static final int TYPES = 4;

  private static final List<String> LABELS = List.of("O", "B-A", "I-A", "B-B", "I-B");
  private static final LabelModelLearner FREE = new LabelModelLearner(30, 0, 0.01, 0.01, 0, 1);

  /** Simulated segments of one or two tokens, with the labels of voices of given accuracies. */
  private static final class Simulation {
    final List<List<String>> truth = new ArrayList<>();
    final List<List<List<String>>> labelsByVoice = new ArrayList<>();

    Simulation(int sentences, double... accuracy) {
      Random random = new Random(7);
      for (int n = 0; n < sentences; n++) {
        List<String> labels = new ArrayList<>();
        while (labels.size() < 8) {
          String type = random.nextBoolean() ? "A" : "B";
          labels.add(random.nextDouble() < 0.6 ? "O" : "B-" + type);
          if (!labels.get(labels.size() - 1).equals("O") && random.nextBoolean()) {
            labels.add("I-" + type);
          }
        }
        truth.add(labels);
        List<List<String>> voices = new ArrayList<>();
        for (double p : accuracy) {
          List<String> voiceLabels = new ArrayList<>();
          for (String label : labels) {
            String other = LABELS.get(random.nextInt(LABELS.size()));
            if (random.nextDouble() < p) {
              voiceLabels.add(label);
            } else if (random.nextBoolean()) {
              voiceLabels.add(other);
            } else {
              voiceLabels.add(null);
            }
          }
          voices.add(voiceLabels);
        }
        labelsByVoice.add(voices);
      }
    }

    /** Adds voices that copy another voice, except for a tenth of the tokens, which are outside. */
    void addFollowers(int voice, int count) {
      Random random = new Random(8);
      for (List<List<String>> voices : labelsByVoice) {
        for (int i = 0; i < count; i++) {
          List<String> voiceLabels = new ArrayList<>(voices.get(voice));
          voiceLabels.replaceAll(label -> random.nextDouble() < 0.1 ? "O" : label);
          voices.add(voiceLabels);
        }
      }
    }

    Votes votes(List<String> types, int gold, int... voices) {
      List<String> names = new ArrayList<>();
      for (int voice : voices) {
        names.add("voice " + voice + " " + names.size());
      }
      Votes votes = new Votes(names);
      // Types are numbered in the order of their occurrence. Each half of the sentences has them
      // all.
      for (String type : types) {
        for (int half = 0; half < 2; half++) {
          votes.add(
              sentence(List.of("B-" + type), true),
              Collections.nCopies(voices.length, Collections.singletonList(null)));
        }
      }
      for (int n = 0; n < truth.size(); n++) {
        List<List<WeightedValue>> weighted = new ArrayList<>();
        for (int voice : voices) {
          List<WeightedValue> voiceLabels = new ArrayList<>();
          for (String label : labelsByVoice.get(n).get(voice)) {
            voiceLabels.add(label == null ? null : new WeightedValue(label, 0.8));
          }
          weighted.add(voiceLabels);
        }
        votes.add(sentence(truth.get(n), n < gold), weighted);
      }
      return votes;
    }

    double accuracy(LabelModel model) {
      int right = 0;
      int all = 0;
      for (int n = 0; n < truth.size(); n++) {
        List<String> best = model.votes().best(model.posteriors(TYPES + n));
        for (int t = 0; t < best.size(); t++, all++) {
          right += best.get(t).equals(truth.get(n).get(t)) ? 1 : 0;
        }
      }
      return (double) right / all;
    }
  }

  private static LabeledSequence sentence(List<String> labels, boolean isGold) {
    TokenSequence tokens = TokenSequence.ofWords(labels);
    return isGold
        ? LabeledSequence.ofLabels(tokens, labels, TagScheme.IOB2)
        : LabeledSequence.unlabelled(tokens);
  }

  @Test
  void noLabelContinuesASegmentThatAnAnnotatorEnded() {
    Votes votes = new Votes(List.of("x"));
    TokenSequence tokens = TokenSequence.ofWords(List.of("Ann", "Lee", "sleeps"));
    List<WeightedValue> voiceLabels = new ArrayList<>();
    List.of("B-A", "I-A", "O").forEach(label -> voiceLabels.add(new WeightedValue(label, 1)));

    for (int n = 0; n < 200; n++) {
      votes.add(LabeledSequence.unlabelled(tokens), List.of(voiceLabels));
    }
    List<UnknownToken> unknown = List.of(UnknownToken.of(1), UnknownToken.of(2));
    votes.add(
        new LabeledSequence(tokens, List.of(new Span(0, 1, "A")), unknown), List.of(voiceLabels));
    LabelModel model = LabelModelLearner.DEFAULT.learn(votes);
    List<LabeledSequence> learned = model.sentences(LabelModel.Labels.WEIGHTED);
    UnknownToken lee = learned.get(200).unknown().get(0);

    assertTrue(!lee.weights().isEmpty() && !lee.weights().containsKey("I-A"));
  }

  @Test
  void posteriorsMatchTheEnumerationOfAllSequences() {
    Votes votes = new Votes(List.of("x", "y"));
    WeightedValue begin = new WeightedValue("B-A", 1);
    List<WeightedValue> x = new ArrayList<>(List.of(begin, begin, begin));
    x.set(1, null);
    List<WeightedValue> y =
        List.of(new WeightedValue("O", 0.5), begin, new WeightedValue("I-A", 1));
    List<String> gold = List.of("O", "B-A", "I-A");
    votes.add(sentence(gold, false), List.of(x, y));
    votes.add(sentence(gold, true), List.of(y, x));
    LabelModel model = LabelModelLearner.DEFAULT.learn(votes);
    int k = 3;
    double[][] sums = new double[3][k];
    double all = 0;
    double largest = 0;
    List<String> best = List.of();

    for (int path = 0; path < k * k * k; path++) {
      int[] y3 = {path % k, path / k % k, path / k / k};
      double p = model.hidden().start()[y3[0]];
      for (int t = 0; t < 3; t++) {
        p *= t == 0 ? 1 : model.hidden().transitions()[y3[t - 1] * k + y3[t]];
        for (int v = 0; v < 2; v++) {
          int symbol = votes.symbol(votes.tokens(0)[t], v);
          p *=
              Math.pow(
                  model.confusion()[v][y3[t] * votes.symbolCount() + symbol], model.weights()[v]);
        }
      }
      all += p;
      for (int t = 0; t < 3; t++) {
        sums[t][y3[t]] += p;
      }
      if (p > largest) {
        largest = p;
        best = Arrays.stream(y3).mapToObj(votes.labels()::get).toList();
      }
    }

    LabeledSequence decoded = model.sentences(LabelModel.Labels.BEST).get(0);
    assertEquals(best, decoded.labels(TagScheme.IOB2));
    for (int t = 0; t < 3; t++) {
      for (int label = 0; label < k; label++) {
        assertEquals(sums[t][label] / all, model.posteriors(0).get(t)[label], 1e-9);
      }
    }

    assertEquals(gold, votes.best(model.posteriors(1)), "gold is certain");
    assertArrayEquals(new double[] {0, 0, 1}, model.posteriors(1).get(2), 1e-9);
  }

  @Test
  void boundRisesAndConfusionsAreRecovered() {
    double[] accuracy = {0.9, 0.7, 0.8, 0.4};
    Simulation simulation = new Simulation(800, accuracy);
    Votes votes = simulation.votes(List.of("A", "B"), 0, 0, 1, 2, 3);
    LabelModel model = FREE.learn(votes);
    List<Double> bounds = model.bounds();

    assertTrue(bounds.size() > 5);
    for (int i = 1; i < bounds.size(); i++) {
      assertTrue(bounds.get(i) >= bounds.get(i - 1) - 1e-6, () -> "must not fall: " + bounds);
    }
    int symbols = votes.symbolCount();

    for (int v = 0; v < accuracy.length; v++) {
      for (int label = 0; label < 5; label++) {
        // Half of the errors are silence, and a fifth of the other labels is correct by chance.
        double silent = (1 - accuracy[v]) / 2;
        double right = accuracy[v] + silent / 5;
        int symbol = 1 + 3 * label + 1;
        assertEquals(label, votes.label(symbol));
        assertEquals(silent, model.confusion()[v][label * symbols], 0.06);
        assertEquals(right, model.confusion()[v][label * symbols + symbol], 0.06);
      }
    }

    assertTrue(
        simulation.accuracy(model)
            > simulation.accuracy(FREE.learn(simulation.votes(List.of("A", "B"), 0, 0))));
  }

  @Test
  void ignoresTheOrderOfTypesAndCountsCopiesOnce() {
    Simulation simulation = new Simulation(60, 0.9, 0.7, 0.6);
    LabelModel model =
        LabelModelLearner.DEFAULT.learn(simulation.votes(List.of("A", "B"), 5, 0, 1, 2));
    LabelModel swapped =
        LabelModelLearner.DEFAULT.learn(simulation.votes(List.of("B", "A"), 5, 0, 1, 2));
    LabelModel copied =
        LabelModelLearner.DEFAULT.learn(simulation.votes(List.of("A", "B"), 5, 0, 1, 1, 2));
    double crowd = new Dependence(copied.votes()).crowd(new double[] {1, 0.5, 0.5, 1});
    double weight = Math.pow(crowd, -LabelModelLearner.DEFAULT.dependence());
    double[] own = copied.weights();

    assertEquals(own[1], own[2], 1e-12);
    assertEquals(4 * weight, own[0] + 2 * own[1] + 2 * own[2] + own[3], 1e-12);
    double[] three = model.weights();
    assertTrue(three[0] > 1.5 * Math.max(three[1], three[2]), "the best voice counts most");
    LabelModel alone = LabelModelLearner.DEFAULT.learn(simulation.votes(List.of("A", "B"), 0, 0));
    assertArrayEquals(new double[] {1}, alone.weights());

    for (int n = TYPES; n < TYPES + 60; n++) {
      for (int t = 0; t < model.posteriors(n).size(); t++) {
        double[] row = model.posteriors(n).get(t);
        double[] other = swapped.posteriors(n).get(t);
        double[] permuted = {other[0], other[3], other[4], other[1], other[2]};
        assertArrayEquals(row, permuted, 1e-8);
      }
    }
  }

  /** Four voices that copy a bad voice do not form a majority. */
  @Test
  void voicesThatMakeTheSameMistakesShareAVote() {
    Simulation simulation = new Simulation(400, 0.7, 0.7, 0.7, 0.3);
    simulation.addFollowers(3, 4);
    LabelModel apart =
        LabelModelLearner.DEFAULT.learn(simulation.votes(List.of("A", "B"), 0, 0, 1, 2, 3));

    assertArrayEquals(new int[] {0, 1, 2, 3}, apart.groups());
    assertEquals(List.of(), apart.warnings());
    LabelModel followed =
        LabelModelLearner.DEFAULT.learn(
            simulation.votes(List.of("A", "B"), 0, 0, 1, 2, 3, 4, 5, 6, 7));
    assertArrayEquals(new int[] {0, 1, 2, 3, 3, 3, 3, 3}, followed.groups());
    assertEquals(
        List.of(
            "'voice 3 3', 'voice 4 4', 'voice 5 5', 'voice 6 6', 'voice 7 7' give the same"
                + " labels or make the same mistakes: they share a vote"),
        followed.warnings());
    assertEquals(simulation.accuracy(apart), simulation.accuracy(followed), 0.02);
  }

  /** Rejected labels have no weight. If all labels are rejected, the token is outside. */
  @Test
  void rejectedLabelsAreImpossible() {
    Votes votes = new Votes(List.of("one", "two"));
    List<WeightedValue> a = List.of(new WeightedValue("B-A", 1), new WeightedValue("O", 1));
    TokenSequence words = TokenSequence.ofWords(List.of("x", "y"));

    for (Set<String> rejected : List.of(Set.<String>of(), Set.of("A"))) {
      List<UnknownToken> unknown =
          List.of(new UnknownToken(0, rejected), new UnknownToken(1, rejected));
      votes.add(new LabeledSequence(words, List.of(), unknown), List.of(a, a));
    }

    List<LabeledSequence> labelled =
        LabelModelLearner.DEFAULT.learn(votes).sentences(LabelModel.Labels.WEIGHTED);
    assertTrue(labelled.get(0).unknown().get(0).weights().get("B-A") > 0.5);

    for (UnknownToken token : labelled.get(1).unknown()) {
      assertEquals(Map.of("O", 1.0), token.weights());
    }
  }
}
