package org.gpchain.internal.training.voices;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.core.math.Checks;

/**
 * What V voices say of the tokens of a corpus: nothing, or a label (outside is one) with a
 * probability, of which three levels are told apart. Few combinations of what all voices say
 * differ; each is kept once. Grows by {@link #add}; not for several threads.
 */
public final class Votes {
  /** The symbol of a voice that says nothing. */
  private static final int SILENT = 0;

  /** Lower bounds of the levels of probability, but for the first. */
  private static final double[] LEVELS = {0.7, 0.95};

  private final List<String> voices;

  private final List<String> labels = new ArrayList<>(List.of(SpanCodec.OUTSIDE));

  /** Numbers of the combinations; the last character is the true label, if it is known. */
  private final Map<String, Integer> numbers = new HashMap<>();

  private final List<String> combinations = new ArrayList<>();
  private final List<LabeledSequence> sentences = new ArrayList<>();
  private final List<int[]> tokens = new ArrayList<>();

  /**
   * @param voices their names, at least one
   */
  public Votes(List<String> voices) {
    this.voices = List.copyOf(voices);
    Checks.atLeast("number of voices", voices.size(), 1);
  }

  /**
   * The labels that occur, in the scheme IOB2: outside first, then for each type its first and its
   * others.
   */
  public List<String> labels() {
    return Collections.unmodifiableList(labels);
  }

  public List<String> voices() {
    return voices;
  }

  /**
   * @param sentence of which the true labels of some tokens may be known, or of all
   * @param said by each voice of each token, {@code [V][T]}: labels in the scheme IOB2; null for
   *     nothing
   */
  public void add(LabeledSequence sentence, List<List<WeightedValue>> said) {
    Checks.length("said", said.size(), voices.size(), "[V]");
    List<String> known = sentence.labels(TagScheme.IOB2);
    sentence.unknown().forEach(one -> known.set(one.token(), null));
    int[] own = new int[sentence.length()];
    char[] combination = new char[voices.size() + 1];
    for (int t = 0; t < own.length; t++) {
      for (int v = 0; v < voices.size(); v++) {
        combination[v] = (char) symbol(said.get(v).get(t));
      }
      combination[voices.size()] = (char) (known.get(t) == null ? 0 : 1 + number(known.get(t)));
      own[t] =
          numbers.computeIfAbsent(
              new String(combination),
              key -> {
                combinations.add(key);
                return combinations.size() - 1;
              });
    }
    sentences.add(sentence);
    tokens.add(own);
  }

  /** The number of a label; a new type gets two. */
  private int number(String label) {
    if (!labels.contains(label)) {
      String type = label.substring(2);
      labels.addAll(List.of("B-" + type, "I-" + type));
    }
    return labels.indexOf(label);
  }

  private int symbol(WeightedValue said) {
    if (said == null) {
      return SILENT;
    }
    int level = (int) Arrays.stream(LEVELS).filter(least -> said.weight() >= least).count();
    return 1 + number(said.value()) * (LEVELS.length + 1) + level;
  }

  /** Number of things that a voice can say: nothing, or a label with a level of probability. */
  int symbolCount() {
    return 1 + labels.size() * (LEVELS.length + 1);
  }

  /** The label of a symbol; −1 of silence. */
  int label(int symbol) {
    return symbol == SILENT ? -1 : (symbol - 1) / (LEVELS.length + 1);
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

  /** In the order in which they were added. */
  public List<LabeledSequence> sentences() {
    return Collections.unmodifiableList(sentences);
  }

  /** The combinations of the tokens of a sentence, {@code [T]}; not to be modified. */
  int[] tokens(int sentence) {
    return tokens.get(sentence);
  }

  /**
   * The share of the voices that are for each label of a token, {@code [K]}, of those that speak;
   * all are for outside if none does, and for the true label where it is known.
   *
   * @param counts what each voice counts, {@code [V]}, positive
   */
  double[] vote(int combination, double[] counts) {
    double[] vote = new double[labels.size()];
    char gold = combinations.get(combination).charAt(voices.size());
    for (int v = 0; v < counts.length; v++) {
      int said = label(symbol(combination, v));
      if (gold == 0 && said >= 0) {
        vote[said] += counts[v];
      }
    }
    double all = Arrays.stream(vote).sum();
    if (all == 0) {
      vote[gold == 0 ? 0 : gold - 1] = 1;
      return vote;
    }
    return Arrays.stream(vote).map(one -> one / all).toArray();
  }

  /** The labels that are the most probable ones of each token, the first of equals. */
  public List<String> best(List<double[]> probabilities) {
    return probabilities.stream()
        .map(
            row ->
                labels.get(
                    IntStream.range(0, row.length)
                        .reduce(0, (best, k) -> row[k] > row[best] ? k : best)))
        .toList();
  }

  /** What a voice says of the tokens of a sentence, {@code [T]}; null for nothing. */
  public List<String> said(int sentence, int voice) {
    return IntStream.of(tokens(sentence))
        .map(combination -> label(symbol(combination, voice)))
        .mapToObj(label -> label < 0 ? null : labels.get(label))
        .toList();
  }

  /** Names voices that never speak, always say the same, or know a type that no other knows. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    Map<String, Set<String>> voicesOfType = new TreeMap<>();
    for (int v = 0; v < voices.size(); v++) {
      int voice = v;
      Set<String> said = new LinkedHashSet<>();
      IntStream.range(0, sentences.size()).forEach(n -> said.addAll(said(n, voice)));
      String name = "the voice '" + voices.get(v) + "'";
      if (said.equals(Collections.singleton(null))) {
        warnings.add(name + " says nothing of this text");
      } else if (said.size() == 1) {
        warnings.add(name + " says " + said + " of every token, which says nothing");
      }
      said.removeAll(Arrays.asList(null, SpanCodec.OUTSIDE));
      for (String label : said) {
        voicesOfType
            .computeIfAbsent(label.substring(2), type -> new TreeSet<>())
            .add(voices.get(voice));
      }
    }
    voicesOfType.values().removeIf(all -> all.size() > 1 || voices.size() == 1);
    voicesOfType.forEach(
        (type, all) ->
            warnings.add(
                "no other voice knows the type " + type + " of '" + all.iterator().next() + "'"));
    return warnings;
  }
}
