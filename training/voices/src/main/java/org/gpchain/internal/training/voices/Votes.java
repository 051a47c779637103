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
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.core.math.Checks;

/**
 * The votes of V voices for the labels of the tokens of a corpus. For each token, a voice is silent
 * or gives a label, which may be outside, with a probability. Probabilities are discretized to
 * three levels.
 *
 * <p>The votes of all voices for a token form a combination. Since only a few combinations differ,
 * each of them is stored once. Sentences are added by {@link #add}. Not thread-safe.
 */
public final class Votes {
  /** The symbol of a silent voice. */
  private static final int SILENT = 0;

  /** Lower bounds of the second and the third level of probability. */
  private static final double[] LEVELS = {0.7, 0.95};

  private final List<String> voices;

  private final List<String> labels = new ArrayList<>(List.of(SpanCodec.OUTSIDE));

  /**
   * Indices of combinations. A key has one character for the symbol of each voice. The last
   * character is 0, or 1 plus the index of the true label if it is known.
   */
  private final Map<String, Integer> indices = new HashMap<>();

  private final List<String> combinations = new ArrayList<>();
  private final List<LabeledSequence> sentences = new ArrayList<>();
  private final List<int[]> tokens = new ArrayList<>();

  /**
   * Creates an object without sentences.
   *
   * @param voices names of the voices, at least one
   */
  public Votes(List<String> voices) {
    this.voices = List.copyOf(voices);
    Checks.atLeast("number of voices", voices.size(), 1);
  }

  /**
   * Returns the labels that occur, in the scheme IOB2. Outside is the first. It is followed by the
   * two labels of each type: the first begins a segment, the second continues it. Unmodifiable
   * view.
   */
  public List<String> labels() {
    return Collections.unmodifiableList(labels);
  }

  /** Returns the names of the voices. */
  public List<String> voices() {
    return voices;
  }

  /**
   * Adds a sentence.
   *
   * @param sentence sentence with the true labels that are known, which may be some, all or none
   * @param labelsByVoice labels of each voice for each token, {@code [V][T]}, in the scheme IOB2;
   *     null where a voice is silent
   */
  public void add(LabeledSequence sentence, List<List<WeightedValue>> labelsByVoice) {
    Checks.length("labelsByVoice", labelsByVoice.size(), voices.size(), "[V]");
    List<String> knownLabels = sentence.labels(TagScheme.IOB2);
    for (UnknownToken unknown : sentence.unknown()) {
      knownLabels.set(unknown.token(), null);
    }

    int[] sentenceTokens = new int[sentence.length()];
    char[] combination = new char[voices.size() + 1];
    for (int t = 0; t < sentenceTokens.length; t++) {
      for (int v = 0; v < voices.size(); v++) {
        combination[v] = (char) symbol(labelsByVoice.get(v).get(t));
      }
      String known = knownLabels.get(t);
      combination[voices.size()] = 0;
      if (known != null) {
        combination[voices.size()] = (char) (1 + labelIndex(known));
      }
      sentenceTokens[t] = combinationIndex(new String(combination));
    }
    sentences.add(sentence);
    tokens.add(sentenceTokens);
  }

  private int combinationIndex(String combination) {
    Integer known = indices.putIfAbsent(combination, combinations.size());
    if (known != null) {
      return known;
    }
    combinations.add(combination);
    return combinations.size() - 1;
  }

  /** Returns the index of a label. If its type is new, adds the two labels of the type. */
  private int labelIndex(String label) {
    if (!labels.contains(label)) {
      String type = label.substring(2);
      labels.addAll(List.of("B-" + type, "I-" + type));
    }
    return labels.indexOf(label);
  }

  private int symbol(WeightedValue vote) {
    if (vote == null) {
      return SILENT;
    }
    int level = 0;
    while (level < LEVELS.length && vote.weight() >= LEVELS[level]) {
      level++;
    }
    return 1 + labelIndex(vote.value()) * (LEVELS.length + 1) + level;
  }

  /** Returns the number S of symbols: silence, and each label with each level of probability. */
  int symbolCount() {
    return 1 + labels.size() * (LEVELS.length + 1);
  }

  /** Returns the index of the label of a symbol, or −1 for silence. */
  int label(int symbol) {
    if (symbol == SILENT) {
      return -1;
    }
    return (symbol - 1) / (LEVELS.length + 1);
  }

  /** Returns the number of different combinations. */
  int combinationCount() {
    return combinations.size();
  }

  /** Returns the symbol of a voice in a combination. */
  int symbol(int combination, int voice) {
    return combinations.get(combination).charAt(voice);
  }

  /** Returns whether a label can be the true label of the tokens with a combination. */
  boolean isPossible(int combination, int label) {
    int gold = combinations.get(combination).charAt(voices.size());
    return gold == 0 || gold == label + 1;
  }

  /** Returns the sentences in the order in which they were added. Unmodifiable view. */
  public List<LabeledSequence> sentences() {
    return Collections.unmodifiableList(sentences);
  }

  /** Returns the combinations of the tokens of a sentence, {@code [T]}. Not a copy. */
  int[] tokens(int sentence) {
    return tokens.get(sentence);
  }

  /**
   * Returns the share of the votes for each label of a token, {@code [K]}. If the true label is
   * known, it has all votes. Otherwise, if all voices are silent, outside has all votes.
   *
   * @param counts number of votes of each voice, {@code [V]}, positive
   */
  double[] vote(int combination, double[] counts) {
    double[] vote = new double[labels.size()];
    char gold = combinations.get(combination).charAt(voices.size());
    for (int v = 0; v < counts.length; v++) {
      int label = label(symbol(combination, v));
      if (gold == 0 && label >= 0) {
        vote[label] += counts[v];
      }
    }

    double total = Arrays.stream(vote).sum();
    if (total == 0) {
      vote[Math.max(0, gold - 1)] = 1;
      return vote;
    }
    for (int k = 0; k < vote.length; k++) {
      vote[k] /= total;
    }
    return vote;
  }

  /**
   * Returns the most probable label of each token. If labels are equally probable, the first is
   * returned.
   *
   * @param probabilities probability of each label of each token, {@code [T][K]}
   */
  public List<String> best(List<double[]> probabilities) {
    List<String> bestLabels = new ArrayList<>(probabilities.size());
    for (double[] row : probabilities) {
      int best = 0;
      for (int k = 1; k < row.length; k++) {
        if (row[k] > row[best]) {
          best = k;
        }
      }
      bestLabels.add(labels.get(best));
    }
    return bestLabels;
  }

  /**
   * Returns the labels of a voice for the tokens of a sentence, {@code [T]}; null where the voice
   * is silent.
   */
  public List<String> labels(int sentence, int voice) {
    int[] combinationsOfTokens = tokens(sentence);
    String[] voiceLabels = new String[combinationsOfTokens.length];
    for (int t = 0; t < voiceLabels.length; t++) {
      int label = label(symbol(combinationsOfTokens[t], voice));
      if (label >= 0) {
        voiceLabels[t] = labels.get(label);
      }
    }
    return Arrays.asList(voiceLabels);
  }

  /**
   * Returns warnings about voices that are always silent, always give the same label, or are the
   * only voice with some type.
   */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    Map<String, Set<String>> voicesOfType = new TreeMap<>();
    for (int v = 0; v < voices.size(); v++) {
      Set<String> distinctLabels = new LinkedHashSet<>();
      for (int n = 0; n < sentences.size(); n++) {
        distinctLabels.addAll(labels(n, v));
      }

      String name = "the voice '" + voices.get(v) + "'";
      if (distinctLabels.equals(Collections.singleton(null))) {
        warnings.add(name + " labels no token of this text");
      } else if (distinctLabels.size() == 1) {
        warnings.add(name + " labels every token as " + distinctLabels + " and is thus useless");
      }

      distinctLabels.removeAll(Arrays.asList(null, SpanCodec.OUTSIDE));
      for (String label : distinctLabels) {
        String type = label.substring(2);
        voicesOfType.computeIfAbsent(type, newType -> new TreeSet<>()).add(voices.get(v));
      }
    }

    if (voices.size() > 1) {
      voicesOfType.forEach((type, names) -> addTypeWarning(type, names, warnings));
    }
    return warnings;
  }

  private static void addTypeWarning(String type, Set<String> names, List<String> warnings) {
    if (names.size() == 1) {
      String name = names.iterator().next();
      warnings.add("no other voice has the type " + type + " of '" + name + "'");
    }
  }
}
