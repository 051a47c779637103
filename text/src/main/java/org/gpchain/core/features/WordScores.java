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
 * The label scores of a linear model: for each token, the sum of the weights of its features. To
 * save work, the scores that depend on a single word are cached in the {@link Workspace}: those
 * that the word adds to its own token and to the tokens around it. Features then have to be looked
 * up only where they depend on several words, or on columns that depend on the sentence. Immutable;
 * shared between threads.
 */
public final class WordScores {
  /** Maximum number of cached scores of each thread; usually a third of them is used. */
  private static final int MAX_SCORES = 1 << 23;

  /** Minimum number of words for which a cache is useful. */
  private static final int LEAST_WORDS = 32;

  /**
   * Largest reach of templates (tokens on either side) for which a cache is useful. A cached word
   * has scores for all tokens within the reach.
   */
  private static final int FARTHEST = 32;

  /** Maximum number of bits that address the cached words. */
  private static final int MAX_CACHE_BITS = 15;

  private final SequenceEncoder encoder;
  private final float[] weights;
  private final int labelCount;

  /** The templates of each pattern. */
  private final int[][] templates;

  /**
   * Returns whether this class is faster than feature rows. It is not if templates reach far or
   * there are many labels, because a cached word then has too many scores.
   */
  public static boolean suit(SequenceEncoder encoder, int labelCount) {
    long scoresOfWord = (2L * encoder.reach + 1) * labelCount;
    return encoder.reach <= FARTHEST && scoresOfWord <= MAX_SCORES / LEAST_WORDS;
  }

  /**
   * Creates the scores of a model.
   *
   * @param encoder an encoder for which {@link #suit} is true
   * @param weights weights of the encoder's features, {@code [D×V]} row-major; kept, not modified
   */
  public WordScores(SequenceEncoder encoder, float[] weights, int labelCount) {
    this.encoder = encoder;
    this.weights = weights;
    this.labelCount = labelCount;
    this.templates = templatesOfPatterns(encoder);
  }

  private static int[][] templatesOfPatterns(SequenceEncoder encoder) {
    int[][] templates = new int[encoder.patterns.length][];
    for (int p = 0; p < templates.length; p++) {
      int pattern = p;
      templates[p] =
          IntStream.range(0, encoder.patternOf.length)
              .filter(k -> encoder.patternOf[k] == pattern)
              .toArray();
    }
    return templates;
  }

  /**
   * Computes the scores of a sentence.
   *
   * @param out scores, {@code [T×V]}, may be longer; overwritten
   */
  public void write(TokenSequence sentence, Workspace workspace, double[] out) {
    Cache cache = workspace.scratch(Caches.class, Caches::new).of(this, sentence);
    cache.write(sentence, out);
  }

  /**
   * The caches of a thread for the two kinds of sentences that it used last. Two are enough for the
   * two passes of a model, which alternate.
   */
  private static final class Caches {
    private Cache last;
    private Cache secondLast;

    Cache of(WordScores scores, TokenSequence sentence) {
      if (last != null && last.fits(scores, sentence)) {
        return last;
      }
      Cache reusable = secondLast;
      secondLast = last;
      if (reusable != null && reusable.fits(scores, sentence)) {
        last = reusable;
      } else {
        last = scores.new Cache(sentence);
      }
      return last;
    }
  }

  /**
   * The cached results of a word, or of a border of sentences.
   *
   * @param scores scores that the word adds to the tokens around it, {@code [(2·reach+1)×V]}
   * @param patterns pattern of each tuple that patterns of several words need
   * @param numbers number of each of these tuples
   * @param weights weight of each of these tuples
   */
  private record CachedWord(double[] scores, int[] patterns, int[] numbers, double[] weights) {}

  /** The cache of one thread for sentences with the same columns. */
  private final class Cache {
    /** The source of the sentences' word columns; null if they have none. */
    private final Object source;

    /** The names of the sentences' other columns. */
    private final Set<String> writtenNames;

    private final RecentWords<CachedWord> words;

    /** Whether each pattern depends on a single word. */
    private final boolean[] isOfWord = new boolean[encoder.patterns.length];

    /** Whether each pattern is part of a pattern that depends on more than a single word. */
    private final boolean[] isNeeded = new boolean[isOfWord.length];

    /** Scores that a value of a column adds to the tokens around it, by column and value. */
    private final double[][][] valueScores = new double[encoder.columnCount][][];

    private final CachedWord[] borders = new CachedWord[2 * encoder.reach];

    /** The tuples of each pattern in the current sentence. */
    private final WeightedNumbers[] lists = encoder.lists();

    /** The tuples of each pattern at the current word. */
    private final WeightedNumbers[] wordLists = encoder.lists();

    /** Scores of the tokens, and of twice the reach on either side, which are ignored. */
    private double[] padded = {};

    /** Creates a cache for sentences with the columns of the given one. */
    Cache(TokenSequence sentence) {
      source = source(sentence);
      writtenNames = Set.copyOf(sentence.writtenNames());
      int slots = MAX_SCORES / ((2 * encoder.reach + 1) * labelCount);
      int bits = 31 - Integer.numberOfLeadingZeros(slots);
      words = new RecentWords<>(Math.min(MAX_CACHE_BITS, bits));
      classifyPatterns(sentence);

      for (int i = 0; i < borders.length; i++) {
        for (int c = 0; c < encoder.columnCount; c++) {
          wordLists[c].clear();
          if (isOfWord[c]) {
            encoder.reader.readBorder(c, i, wordLists[c]);
          }
        }
        borders[i] = cachedWord();
      }
    }

    private void classifyPatterns(TokenSequence sentence) {
      for (int p = 0; p < encoder.columnCount; p++) {
        isOfWord[p] = encoder.reader.isOfWord(p, sentence);
        valueScores[p] = new double[encoder.patterns[p].tupleCount()][];
      }
      for (int p = encoder.columnCount; p < isOfWord.length; p++) {
        CellPattern pattern = encoder.patterns[p];
        isOfWord[p] =
            pattern.endsAtFirstToken() && isOfWord[pattern.parent] && isOfWord[pattern.column];
        if (!isOfWord[p] && pattern.hasCells()) {
          isNeeded[pattern.parent] = true;
          isNeeded[pattern.column] = true;
        }
      }
    }

    private static Object source(TokenSequence sentence) {
      WordColumns wordColumns = sentence.wordColumns();
      return wordColumns == null ? null : wordColumns.source();
    }

    /** Returns whether this cache can be used for the scores and columns of a sentence. */
    boolean fits(WordScores scores, TokenSequence sentence) {
      return scores == WordScores.this
          && source(sentence) == source
          && sentence.writtenNames().equals(writtenNames);
    }

    /** Returns the results of the word whose cells are in {@link #wordLists}. */
    private CachedWord cachedWord() {
      WeightedNumbers needed = new WeightedNumbers();
      double[] scores = new double[(2 * encoder.reach + 1) * labelCount];
      for (int p = 0; p < isOfWord.length; p++) {
        if (!isOfWord[p]) {
          continue;
        }
        if (p >= encoder.columnCount) {
          encoder.patterns[p].match(wordLists, p, 1);
        }
        WeightedNumbers tuples = wordLists[p];
        addFeatures(p, tuples, scores);
        for (int i = 0; isNeeded[p] && i < tuples.size(); i++) {
          needed.add(p, tuples.number(i), tuples.weight(i));
        }
      }

      // The position of a needed tuple is the number of its pattern.
      int[] patterns = IntStream.range(0, needed.size()).map(needed::position).toArray();
      int[] numbers = IntStream.range(0, needed.size()).map(needed::number).toArray();
      double[] weights = IntStream.range(0, needed.size()).mapToDouble(needed::weight).toArray();
      return new CachedWord(scores, patterns, numbers, weights);
    }

    private CachedWord readWord(TokenSequence sentence, int token) {
      for (int c = 0; c < encoder.columnCount; c++) {
        wordLists[c].clear();
        if (isOfWord[c]) {
          encoder.reader.readCell(sentence, c, token, wordLists[c]);
        }
      }
      return cachedWord();
    }

    /**
     * Adds the weights of the features of a pattern's tuples to scores. Feature values are rounded
     * to {@code float}, like those of feature rows.
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

      addWords(sentence);
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

    /** Adds the cached scores of words and borders, and collects the tuples that patterns need. */
    private void addWords(TokenSequence sentence) {
      for (int p = 0; p < isNeeded.length; p++) {
        if (isNeeded[p] && isOfWord[p]) {
          lists[p].clear();
        }
      }

      int reach = encoder.reach;
      int length = sentence.length();
      List<String> texts = sentence.words();
      WordColumns wordColumns = sentence.wordColumns();
      for (int position = 0; position < length + 2 * reach; position++) {
        int t = position - reach;
        CachedWord word;
        if (t < 0) {
          word = borders[position];
        } else if (t >= length) {
          word = borders[position - length];
        } else {
          long kind = wordColumns == null ? 0 : wordColumns.kind(t);
          word = words.of(texts.get(t), kind, this, text -> readWord(sentence, t));
        }
        ScaledSums.add(1, word.scores, 0, word.scores.length, padded, position * labelCount);
        for (int i = 0; i < word.patterns.length; i++) {
          lists[word.patterns[i]].add(position, word.numbers[i], word.weights[i]);
        }
      }
    }

    /** Adds the scores of the values of a column that depends on the sentence. */
    private void addValues(int column) {
      WeightedNumbers values = lists[column];
      for (int i = 0; i < values.size(); i++) {
        double[] scores = valueScores[column][values.number(i)];
        if (scores == null) {
          scores = new double[(2 * encoder.reach + 1) * labelCount];
          wordLists[column].clear();
          wordLists[column].add(0, values.number(i), 1);
          addFeatures(column, wordLists[column], scores);
          valueScores[column][values.number(i)] = scores;
        }
        int to = values.position(i) * labelCount;
        ScaledSums.add((float) values.weight(i), scores, 0, scores.length, padded, to);
      }
    }
  }
}
