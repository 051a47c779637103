package org.gpchain.core.features;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpchain.core.text.RecentWords;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WordColumns;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * Scores of the labels that are sums of weights, one for each feature. What a word by itself adds
 * to the scores of its own token and of those around it is remembered in the {@link Workspace}, so
 * that a text needs features only of what its words do not decide: of neighbours together, and of
 * columns that depend on the sentence. Immutable; shared between threads.
 */
public final class WordScores {
  /** Numbers of scores that are remembered at most; a third of them is usually used. */
  private static final int MEMORY = 1 << 23;

  /** Words that are remembered at least. */
  private static final int LEAST_WORDS = 32;

  /** Tokens on either side that a word may have a say in: it writes the scores of them all. */
  private static final int FARTHEST = 32;

  private final SequenceEncoder encoder;
  private final float[] weights;
  private final int labelCount;

  /** The templates of each pattern. */
  private final int[][] templates;

  /** Whether this pays: rows are there for templates that look far away, and for many labels. */
  public static boolean suit(SequenceEncoder encoder, int labelCount) {
    return encoder.reach <= FARTHEST
        && (2L * encoder.reach + 1) * labelCount <= MEMORY / LEAST_WORDS;
  }

  /**
   * @param encoder that {@link #suit}s
   * @param weights of the encoder's features, {@code [D×V]} row-major; kept, not modified
   */
  public WordScores(SequenceEncoder encoder, float[] weights, int labelCount) {
    this.encoder = encoder;
    this.weights = weights;
    this.labelCount = labelCount;
    this.templates =
        IntStream.range(0, encoder.patterns.length)
            .mapToObj(
                p ->
                    IntStream.range(0, encoder.patternOf.length)
                        .filter(k -> encoder.patternOf[k] == p)
                        .toArray())
            .toArray(int[][]::new);
  }

  /**
   * @param out {@code [T×V]} at least; overwritten
   */
  public void write(TokenSequence sentence, Workspace workspace, double[] out) {
    workspace.scratch(Memories.class, Memories::new).of(this, sentence).write(sentence, out);
  }

  /** The memories of the two kinds of sentences used last: those of a model's passes alternate. */
  private static final class Memories {
    private Memory last;
    private Memory other;

    Memory of(WordScores scores, TokenSequence sentence) {
      if (last == null || !last.isOf(scores, sentence)) {
        Memory older = other;
        other = last;
        last = older != null && older.isOf(scores, sentence) ? older : scores.new Memory(sentence);
      }
      return last;
    }
  }

  /**
   * What a word decides.
   *
   * @param scores {@code [(2·reach+1)×V]}: what it adds to the tokens around it
   * @param patterns of the cells that others need, with their numbers and weights
   */
  private record Word(double[] scores, int[] patterns, int[] numbers, double[] weights) {}

  /** The memory of sentences with the same columns, by one thread. */
  private final class Memory {
    private final Object source;
    private final Set<String> written;
    private final RecentWords<Word> words;

    /** Whether a word decides the tuple of a pattern. */
    private final boolean[] isOfWord = new boolean[encoder.patterns.length];

    /** Whether other patterns are made of it that no word decides. */
    private final boolean[] isNeeded = new boolean[isOfWord.length];

    /** What the value of a column that depends on the sentence adds, by its number. */
    private final double[][][] ofValue = new double[encoder.columnCount][][];

    private final Word[] borders = new Word[2 * encoder.reach];
    private final WeightedNumbers[] lists = encoder.lists();
    private final WeightedNumbers[] own = encoder.lists();

    /** Scores of the tokens, and of twice the reach on either side, where nobody looks. */
    private double[] padded = {};

    Memory(TokenSequence sentence) {
      source = source(sentence);
      written = Set.copyOf(sentence.writtenNames());
      int slots = MEMORY / ((2 * encoder.reach + 1) * labelCount);
      words = new RecentWords<>(Math.min(15, 31 - Integer.numberOfLeadingZeros(slots)));
      for (int p = 0; p < isOfWord.length; p++) {
        CellPattern pattern = encoder.patterns[p];
        isOfWord[p] =
            p < encoder.columnCount
                ? encoder.reader.isOfWord(p, sentence)
                : pattern.staysAtPosition() && isOfWord[pattern.parent] && isOfWord[pattern.column];
        if (p >= encoder.columnCount && !isOfWord[p] && pattern.hasCells()) {
          isNeeded[pattern.parent] = true;
          isNeeded[pattern.column] = true;
        }
        if (p < encoder.columnCount) {
          ofValue[p] = new double[pattern.tupleCount()][];
        }
      }
      for (int i = 0; i < borders.length; i++) {
        for (int c = 0; c < encoder.columnCount; c++) {
          own[c].clear();
          if (isOfWord[c]) {
            encoder.reader.readBorder(c, i, own[c]);
          }
        }
        borders[i] = word();
      }
    }

    private static Object source(TokenSequence sentence) {
      return sentence.wordColumns() == null ? null : sentence.wordColumns().source();
    }

    boolean isOf(WordScores scores, TokenSequence sentence) {
      return scores == WordScores.this
          && source(sentence) == source
          && sentence.writtenNames().equals(written);
    }

    /** The word whose cells have been read. */
    private Word word() {
      WeightedNumbers needed = new WeightedNumbers();
      double[] scores = new double[(2 * encoder.reach + 1) * labelCount];
      for (int p = 0; p < isOfWord.length; p++) {
        if (isOfWord[p]) {
          if (p >= encoder.columnCount) {
            encoder.patterns[p].match(own, p, 1);
          }
          addFeatures(p, own[p], scores);
          for (int i = 0; isNeeded[p] && i < own[p].size(); i++) {
            needed.add(p, own[p].number(i), own[p].weight(i));
          }
        }
      }
      int count = needed.size();
      return new Word(
          scores,
          IntStream.range(0, count).map(needed::position).toArray(),
          IntStream.range(0, count).map(needed::number).toArray(),
          IntStream.range(0, count).mapToDouble(needed::weight).toArray());
    }

    private Word word(TokenSequence sentence, int token) {
      for (int c = 0; c < encoder.columnCount; c++) {
        own[c].clear();
        if (isOfWord[c]) {
          encoder.reader.readCell(sentence, c, token, own[c]);
        }
      }
      return word();
    }

    /**
     * Adds the weights of the features of a pattern to scores; values have the precision of rows.
     */
    private void addFeatures(int pattern, WeightedNumbers tuples, double[] out) {
      for (int k : templates[pattern]) {
        for (int i = 0; i < tuples.size(); i++) {
          int feature = encoder.feature(k, tuples.number(i));
          if (feature >= 0) {
            int to = (tuples.position(i) + encoder.reach - encoder.shifts[k]) * labelCount;
            addWeights((float) tuples.weight(i), feature * labelCount, out, to);
          }
        }
      }
    }

    private void addWeights(double value, int from, double[] out, int to) {
      for (int label = 0; label < labelCount; label++) {
        out[to + label] += value * weights[from + label];
      }
    }

    void write(TokenSequence sentence, double[] out) {
      int v = labelCount;
      int length = sentence.length();
      int reach = encoder.reach;
      int width = length + 2 * reach;
      padded = Workspace.ensure(padded, (width + 2 * reach) * v);
      Arrays.fill(padded, 0, (width + 2 * reach) * v, 0);
      for (int p = 0; p < isNeeded.length; p++) {
        if (isNeeded[p] && isOfWord[p]) {
          lists[p].clear();
        }
      }
      List<String> texts = sentence.words();
      WordColumns made = sentence.wordColumns();
      for (int position = 0; position < width; position++) {
        int t = position - reach;
        Word word =
            t < 0
                ? borders[position]
                : t >= length
                    ? borders[position - length]
                    : words.of(
                        texts.get(t),
                        made == null ? 0 : made.kind(t),
                        this,
                        text -> word(sentence, t));
        ScaledSums.add(1, word.scores, 0, word.scores.length, padded, position * v);
        for (int i = 0; i < word.patterns.length; i++) {
          lists[word.patterns[i]].add(position, word.numbers[i], word.weights[i]);
        }
      }
      for (int p = 0; p < isOfWord.length; p++) {
        if (!isOfWord[p] && p < encoder.columnCount) {
          encoder.reader.read(sentence, p, lists[p]);
          addValues(p);
        } else if (!isOfWord[p]) {
          encoder.patterns[p].match(lists, p, width);
          addFeatures(p, lists[p], padded);
        }
      }
      System.arraycopy(padded, 2 * reach * v, out, 0, length * v);
    }

    /** Adds the scores of the values of a column. */
    private void addValues(int column) {
      WeightedNumbers values = lists[column];
      for (int i = 0; i < values.size(); i++) {
        double[] scores = ofValue[column][values.number(i)];
        if (scores == null) {
          scores = new double[(2 * encoder.reach + 1) * labelCount];
          own[column].clear();
          own[column].add(0, values.number(i), 1);
          addFeatures(column, own[column], scores);
          ofValue[column][values.number(i)] = scores;
        }
        int to = values.position(i) * labelCount;
        ScaledSums.add((float) values.weight(i), scores, 0, scores.length, padded, to);
      }
    }
  }
}
