package org.gpchain.internal.training.words;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.gpchain.core.words.NameKinds;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.optim.AverageGradients;
import org.gpchain.internal.training.optim.Precision;
import org.gpchain.internal.training.optim.SparseSum;

/**
 * Learns {@link NameKinds} from lists: hashes their entries, and fits for each kind a logistic
 * regression of the words that stand in its entries, against those of other kinds and common words,
 * by stochastic average gradients (Schmidt, Le Roux, Bach 2017).
 *
 * @param passes over the words at most
 * @param seed of the order of words
 */
public record NameLearner(int passes, long seed) {
  private static final double PRECISION = 1;

  /** The column of ones, whose weights are the biases, is nearly free. */
  private static final double BIAS_PRECISION = 1e-3;

  /** Gap between the objective and its minimum at which learning ends, relative. */
  private static final double TOLERANCE = 0.005;

  public NameLearner {
    Checks.atLeast("passes", passes, 1);
  }

  /**
   * @param entries of each kind; at most {@link NameKinds#MOST_KINDS} kinds
   * @param common words in lower case that are no names by themselves
   * @param listener is told of each pass
   */
  public NameKinds learn(
      SortedMap<String, List<String>> entries,
      Set<String> common,
      Consumer<AverageGradients.Estimate> listener) {
    SortedMap<Integer, Integer> marks = new TreeMap<>(Integer::compareUnsigned);
    SortedMap<String, Integer> kindsOfWord = new TreeMap<>();
    common.forEach(word -> kindsOfWord.put(word, 0));
    int kind = 0;
    for (List<String> ofKind : entries.values()) {
      int bit = 1 << kind++;
      for (String entry : ofKind) {
        List<String> pieces = NameKinds.pieces(entry);
        boolean isCommon = pieces.size() == 1 && common.contains(pieces.get(0));
        int hash = 0;
        for (int i = 0; i < pieces.size(); i++) {
          hash = NameKinds.hash(hash, pieces.get(i));
          int mark = i + 1 < pieces.size() ? NameKinds.LONGER : bit;
          marks.merge(hash, isCommon ? bit | NameKinds.COMMON : mark, (a, b) -> a | b);
        }
        pieces.stream()
            .filter(piece -> !common.contains(piece) && Character.isLetter(piece.codePointAt(0)))
            .forEach(piece -> kindsOfWord.merge(piece, bit, (a, b) -> a | b));
      }
    }
    return fit(
        List.copyOf(entries.keySet()),
        marks,
        rows(kindsOfWord.keySet()),
        ints(kindsOfWord.values()),
        listener);
  }

  /** The buckets of each word, and a last column of ones. */
  private static SparseRows rows(Set<String> words) {
    int[] start = new int[words.size() + 1];
    IntStream.Builder columns = IntStream.builder();
    int row = 0;
    int[] count = {0};
    for (String word : words) {
      NameKinds.buckets(
          word,
          bucket -> {
            columns.add(bucket);
            count[0]++;
          });
      columns.add(NameKinds.BUCKETS);
      start[++row] = ++count[0];
    }
    return SparseRows.of(NameKinds.BUCKETS + 1, start, columns.build().toArray());
  }

  private NameKinds fit(
      List<String> kinds,
      SortedMap<Integer, Integer> marks,
      SparseRows rows,
      int[] kindsOfWord,
      Consumer<AverageGradients.Estimate> listener) {
    int width = kinds.size();
    double[] precisions = new double[rows.columnCount()];
    Arrays.fill(precisions, PRECISION);
    precisions[NameKinds.BUCKETS] = BIAS_PRECISION;
    SparseSum sum =
        new SparseSum(
            rows,
            IntStream.rangeClosed(0, rows.rowCount()).toArray(),
            width,
            0,
            new LogisticLoss(kindsOfWord, width));
    AverageGradients learner = new AverageGradients(sum, new Precision(precisions, 1), seed);
    learner.run(passes, TOLERANCE, listener);
    double[] learned = learner.weights();
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
    return new NameKinds(
        kinds, ints(marks.keySet()), ints(marks.values()), weights, scales, biases);
  }

  private static int[] ints(Collection<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * The sum of the logistic losses of a word for each kind.
   *
   * @param kindsOfWord the kinds of each word, as bits
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

    private int sign(int member, int kind) {
      return (kindsOfWord[member] >> kind & 1) == 0 ? -1 : 1;
    }
  }
}
