package org.gpchain.internal.training.words;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.gpchain.core.words.NameKinds;
import org.gpchain.core.words.NameKinds.SpellingWeights;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.optim.AverageGradients;
import org.gpchain.internal.training.optim.Precision;
import org.gpchain.internal.training.optim.SparseSum;

/**
 * Learns {@link NameKinds} from lists of names. The entries of the lists are hashed. For each kind,
 * a logistic regression learns to distinguish words of the kind's entries from words of other kinds
 * and from common words, by stochastic average gradients (Schmidt, Le Roux, Bach 2017).
 *
 * @param passes maximum number of passes over the words
 * @param seed seed of the order of the words
 */
public record NameLearner(int passes, long seed) {
  /** Prior precision of the weights. */
  private static final double PRECISION = 1;

  /** Prior precision of the biases; small, so that the biases are almost free. */
  private static final double BIAS_PRECISION = 1e-3;

  /** Relative gap between the objective and its minimum below which learning ends. */
  private static final double TOLERANCE = 0.005;

  /** Checks the number of passes. */
  public NameLearner {
    Checks.atLeast("passes", passes, 1);
  }

  /**
   * Learns from lists of names.
   *
   * @param entries names of each kind; at most {@link NameKinds#MOST_KINDS} kinds
   * @param common lower-case words that are not names by themselves
   * @param listener receives an estimate after each pass
   */
  public NameKinds learn(
      SortedMap<String, List<String>> entries,
      Set<String> common,
      Consumer<AverageGradients.Estimate> listener) {
    SortedMap<Integer, Integer> marks = new TreeMap<>(Integer::compareUnsigned);
    SortedMap<String, Integer> kindsOfWord = new TreeMap<>();
    for (String word : common) {
      kindsOfWord.put(word, 0);
    }

    int kind = 0;
    for (List<String> names : entries.values()) {
      int kindBit = 1 << kind;
      for (String name : names) {
        List<String> pieces = NameKinds.pieces(name);
        addMarks(pieces, kindBit, common, marks);
        for (String piece : pieces) {
          if (!common.contains(piece) && Character.isLetter(piece.codePointAt(0))) {
            addBits(kindsOfWord, piece, kindBit);
          }
        }
      }
      kind++;
    }

    SparseRows rows = rows(kindsOfWord.keySet());
    int[] wordKinds = ints(kindsOfWord.values());
    double[] learned = fit(rows, wordKinds, entries.size(), listener);
    return quantized(List.copyOf(entries.keySet()), marks, learned);
  }

  /**
   * Marks the hash of an entry with its kind, and the hashes of its proper prefixes as prefixes of
   * a longer entry.
   */
  private static void addMarks(
      List<String> pieces, int kindBit, Set<String> common, SortedMap<Integer, Integer> marks) {
    boolean isCommon = pieces.size() == 1 && common.contains(pieces.get(0));
    int hash = 0;
    for (int i = 0; i < pieces.size(); i++) {
      hash = NameKinds.hash(hash, pieces.get(i));
      int mark = NameKinds.LONGER;
      if (isCommon) {
        mark = kindBit | NameKinds.COMMON;
      } else if (i == pieces.size() - 1) {
        mark = kindBit;
      }
      addBits(marks, hash, mark);
    }
  }

  private static <K> void addBits(Map<K, Integer> bitsByKey, K key, int bits) {
    bitsByKey.merge(key, bits, (before, added) -> before | added);
  }

  /** Returns the hash buckets of each word, with a last column of ones for the biases. */
  private static SparseRows rows(Set<String> words) {
    int[] start = new int[words.size() + 1];
    IntStream.Builder columns = IntStream.builder();
    int row = 0;
    for (String word : words) {
      int[] buckets = buckets(word);
      for (int bucket : buckets) {
        columns.add(bucket);
      }
      columns.add(NameKinds.BUCKETS);
      start[row + 1] = start[row] + buckets.length + 1;
      row++;
    }
    return SparseRows.of(NameKinds.BUCKETS + 1, start, columns.build().toArray());
  }

  private static int[] buckets(String word) {
    IntStream.Builder buckets = IntStream.builder();
    NameKinds.buckets(word, buckets);
    return buckets.build().toArray();
  }

  /**
   * Fits a logistic regression for each kind.
   *
   * @param rows features of each word
   * @param kindsOfWord kinds of each word, as bits
   * @param kinds number of kinds
   * @return weights of each feature for each kind, {@code [features×kinds]}
   */
  private double[] fit(
      SparseRows rows, int[] kindsOfWord, int kinds, Consumer<AverageGradients.Estimate> listener) {
    double[] precisions = new double[rows.columnCount()];
    Arrays.fill(precisions, PRECISION);
    precisions[NameKinds.BUCKETS] = BIAS_PRECISION;

    int[] memberStart = IntStream.rangeClosed(0, rows.rowCount()).toArray();
    LogisticLoss loss = new LogisticLoss(kindsOfWord, kinds);
    SparseSum sum = new SparseSum(rows, memberStart, kinds, 0, loss);
    AverageGradients learner = new AverageGradients(sum, new Precision(precisions, 1), seed);
    learner.run(passes, TOLERANCE, listener);
    return learner.weights();
  }

  /**
   * Returns the kinds with weights that are quantized to bytes.
   *
   * @param learned weights of each feature for each kind, {@code [features×kinds]}
   */
  private static NameKinds quantized(
      List<String> kinds, SortedMap<Integer, Integer> marks, double[] learned) {
    int width = kinds.size();
    byte[] weights = new byte[NameKinds.BUCKETS * width];
    float[] scales = new float[width];
    float[] biases = new float[width];
    for (int kind = 0; kind < width; kind++) {
      biases[kind] = (float) learned[NameKinds.BUCKETS * width + kind];

      double largest = 0;
      for (int i = kind; i < weights.length; i += width) {
        largest = Math.max(largest, Math.abs(learned[i]));
      }
      scales[kind] = (float) (largest == 0 ? 1 : largest / Byte.MAX_VALUE);
      for (int i = kind; i < weights.length; i += width) {
        weights[i] = (byte) Math.round(learned[i] / scales[kind]);
      }
    }
    SpellingWeights spelling = new SpellingWeights(weights, scales, biases);
    return new NameKinds(kinds, ints(marks.keySet()), ints(marks.values()), spelling);
  }

  private static int[] ints(Collection<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * The sum, over kinds, of the logistic losses of a word.
   *
   * @param kindsOfWord kinds of each word, as bits
   * @param width number of kinds
   */
  private record LogisticLoss(int[] kindsOfWord, int width) implements SparseSum.Loss {
    @Override
    public double value(int member, double[] scores, double[] shared, Workspace workspace) {
      double loss = 0;
      for (int kind = 0; kind < width; kind++) {
        loss += Math.log1p(Math.exp(-sign(member, kind) * scores[kind]));
      }
      return loss;
    }

    @Override
    public double valueAndGradient(
        int member,
        double[] scores,
        double[] shared,
        Workspace workspace,
        double[] scoreGradientOut,
        double[] sharedGradientOut) {
      for (int kind = 0; kind < width; kind++) {
        int sign = sign(member, kind);
        scoreGradientOut[kind] = -sign / (1 + Math.exp(sign * scores[kind]));
      }
      return value(member, scores, shared, workspace);
    }

    /** Returns 1 if the word is of the kind, and −1 otherwise. */
    private int sign(int member, int kind) {
      return (kindsOfWord[member] >> kind & 1) == 0 ? -1 : 1;
    }
  }
}
