package org.gpchain.training.voices;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.WeightedValue;

/**
 * What V voices say of the tokens of a corpus: nothing, or a label (outside is one) with a
 * probability, of which three levels are told apart. Few combinations of what all voices say
 * differ; each is kept once. Grows by {@link #add}; not for several threads.
 */
public final class Votes {
  /** The symbol of a voice that says nothing. */
  static final int SILENT = 0;

  /** Lower bounds of the levels of probability, but for the first. */
  private static final double[] LEVELS = {0.7, 0.95};

  private final LabelSet labels;
  private final List<String> voices;
  private final int[] labelOfSymbol;

  /** Numbers of the combinations; the last character is the true label, if it is known. */
  private final Map<String, Integer> numbers = new HashMap<>();

  private final List<String> combinations = new ArrayList<>();
  private final List<int[]> sentences = new ArrayList<>();

  /**
   * @param types of segments, at least one
   * @param voices their names, at least one
   */
  public Votes(List<String> types, List<String> voices) {
    List<String> all = new ArrayList<>(List.of(SpanCodec.OUTSIDE));
    types.forEach(type -> all.addAll(List.of("B-" + type, "I-" + type)));
    this.labels = LabelSet.of(all);
    this.voices = List.copyOf(voices);
    Checks.atLeast("number of voices", voices.size(), 1);
    Checks.atLeast("number of types", types.size(), 1);
    int k = labels.size();
    labelOfSymbol =
        IntStream.rangeClosed(0, k * (LEVELS.length + 1)).map(s -> (s - 1) % k).toArray();
  }

  /** The labels in the scheme IOB2: outside first, then for each type its first and its others. */
  public LabelSet labels() {
    return labels;
  }

  public List<String> voices() {
    return voices;
  }

  /**
   * Adds a sentence.
   *
   * @param said by each voice of each token, {@code [V][T]}; null for nothing; labels that are not
   *     in the set count as nothing
   * @param gold the true labels, {@code [T]}; null if they are not known
   */
  public void add(List<List<WeightedValue>> said, List<String> gold) {
    Checks.length("said", said.size(), voices.size(), "[V]");
    int length = said.get(0).size();
    int[] sentence = new int[length];
    char[] combination = new char[voices.size() + 1];
    for (int t = 0; t < length; t++) {
      for (int v = 0; v < voices.size(); v++) {
        combination[v] = (char) symbol(said.get(v).get(t));
      }
      combination[voices.size()] =
          (char)
              (gold == null
                  ? 0
                  : 1 + Checks.index("gold", labels.indexOf(gold.get(t)), labels.size()));
      sentence[t] =
          numbers.computeIfAbsent(
              new String(combination),
              key -> {
                combinations.add(key);
                return combinations.size() - 1;
              });
    }
    sentences.add(sentence);
  }

  private int symbol(WeightedValue said) {
    int label = said == null ? -1 : labels.indexOf(said.value());
    if (label < 0) {
      return SILENT;
    }
    int level = (int) Arrays.stream(LEVELS).filter(least -> said.weight() >= least).count();
    return 1 + level * labels.size() + label;
  }

  /** Number of things that a voice can say: nothing, or a label with a level of probability. */
  int symbolCount() {
    return labelOfSymbol.length;
  }

  /** The label of a symbol; −1 of {@link #SILENT}. */
  int label(int symbol) {
    return symbol == SILENT ? -1 : labelOfSymbol[symbol];
  }

  int combinationCount() {
    return combinations.size();
  }

  /** What a voice says in a combination. */
  int symbol(int combination, int voice) {
    return combinations.get(combination).charAt(voice);
  }

  /** Whether a label can be the true one in a combination. */
  boolean isPossible(int combination, int label) {
    int gold = combinations.get(combination).charAt(voices.size());
    return gold == 0 || gold == label + 1;
  }

  /** Whether the true labels of a sentence are known. */
  public boolean isGold(int sentence) {
    int[] tokens = sentence(sentence);
    return tokens.length > 0 && combinations.get(tokens[0]).charAt(voices.size()) != 0;
  }

  public int sentenceCount() {
    return sentences.size();
  }

  /** The combinations of the tokens of a sentence, {@code [T]}; not to be modified. */
  int[] sentence(int number) {
    return sentences.get(number);
  }

  /**
   * The share of the voices that are for each label of a token, {@code [K]}, of those that speak;
   * all are for outside if none does, and for the true label where it is known.
   */
  double[] vote(int combination) {
    double[] vote = new double[labels.size()];
    char gold = combinations.get(combination).charAt(voices.size());
    int speaking = 0;
    for (int v = 0; v < voices.size() && gold == 0; v++) {
      int label = label(symbol(combination, v));
      if (label >= 0) {
        vote[label]++;
        speaking++;
      }
    }
    if (speaking == 0) {
      vote[gold == 0 ? 0 : gold - 1] = 1;
      return vote;
    }
    int all = speaking;
    return Arrays.stream(vote).map(one -> one / all).toArray();
  }

  /**
   * The share of the tokens that one of two voices takes for a segment's, which both label alike.
   */
  public double agreement(int one, int other) {
    int[] counts = new int[2];
    for (int[] sentence : sentences) {
      for (int combination : sentence) {
        int a = label(symbol(combination, one));
        int b = label(symbol(combination, other));
        counts[0] += a > 0 || b > 0 ? 1 : 0;
        counts[1] += a > 0 && a == b ? 1 : 0;
      }
    }
    return counts[0] == 0 ? 0 : (double) counts[1] / counts[0];
  }

  /** The labels for which most voices are, the first of equals, {@code [T]}. */
  public List<String> majority(int sentence) {
    return best(Arrays.stream(sentence(sentence)).mapToObj(this::vote).toList());
  }

  /** The labels that are the most probable ones of each token, the first of equals. */
  public List<String> best(List<double[]> probabilities) {
    return probabilities.stream()
        .map(
            row ->
                labels.label(
                    IntStream.range(0, row.length)
                        .reduce(0, (best, k) -> row[k] > row[best] ? k : best)))
        .toList();
  }

  /** What a voice says of the tokens of a sentence, {@code [T]}; null for nothing. */
  public List<String> said(int sentence, int voice) {
    List<String> said = new ArrayList<>();
    for (int combination : sentence(sentence)) {
      int label = label(symbol(combination, voice));
      said.add(label < 0 ? null : labels.label(label));
    }
    return said;
  }
}
