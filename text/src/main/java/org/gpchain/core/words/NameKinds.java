package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.core.math.Checks;

/**
 * A recognizer of kinds of names, such as first names or places, learned from lists of names. It
 * stores only hashes of the list entries, not the entries themselves. Other words are judged by
 * their spelling with one logistic regression for each kind, whose features are hashed character
 * n-grams. Upper and lower case are the same. Immutable.
 *
 * <p>Each kind has a weighted column, whose name is {@value #COLUMN} followed by the kind. The
 * value of a token is {@link Lexicon#BEGIN} or {@link Lexicon#INSIDE} in an entry of the list (the
 * longest match from left to right), or {@link #COMMON_WORD} if that entry is also a common word.
 * Otherwise it is {@link #ALIKE}, weighted by the probability that the word is part of such a name,
 * or missing if that probability is small.
 */
public final class NameKinds {
  /** The prefix of the column names; the kind follows. */
  public static final String COLUMN = "name_";

  /** The value of a word that is spelled like names of the kind; its weight is a probability. */
  public static final String ALIKE = "L";

  /** The value of an entry that is also a common word, such as {@code Will}. */
  public static final String COMMON_WORD = "C";

  /**
   * Maximum number of kinds. An {@code int} has one bit for each kind, and {@link #LONGER} and
   * {@link #COMMON} besides.
   */
  public static final int MOST_KINDS = 30;

  /** The bit of a hash that is a proper prefix of an entry. */
  public static final int LONGER = 1 << MOST_KINDS;

  /** The bit of an entry that is also a common word. */
  public static final int COMMON = 1 << (MOST_KINDS + 1);

  private static final int BUCKET_BITS = 17;

  /** Number of hash buckets of the character n-grams, and so of weights of each kind. */
  public static final int BUCKETS = 1 << BUCKET_BITS;

  /** Shortest n-grams (characters). */
  private static final int SHORTEST = 2;

  /** Longest n-grams (characters). */
  private static final int LONGEST = 4;

  /**
   * Smallest probability that becomes a value. Smaller ones would be numerous and carry little
   * information.
   */
  private static final double LEAST_PROBABLE = 0.05;

  /** Number of the mark of an entry's first word: its index in {@link #MARKS}. */
  private static final long BEGIN_MARK = 1;

  private static final long INSIDE_MARK = 2;
  private static final long COMMON_MARK = 3;

  /** The cells of tokens in entries, by the number of their mark. */
  static final List<List<WeightedValue>> MARKS =
      Stream.of("", Lexicon.BEGIN, Lexicon.INSIDE, COMMON_WORD)
          .map(value -> List.of(new WeightedValue(value, 1)))
          .toList();

  /** Number of upper bits by which hashes are indexed. */
  private static final int INDEX_BITS = 16;

  private final List<String> kinds;
  private final List<String> columns;
  private final int[] hashes;
  private final int[] marks;
  private final SpellingWeights spelling;

  /** Index of the first hash with each value of the upper bits, {@code [2^16+1]}. */
  private final int[] starts = new int[(1 << INDEX_BITS) + 1];

  /**
   * Logistic regressions, one for each kind, that judge words by the hashed n-grams of their
   * letters. The arrays are kept, not copied.
   *
   * @param weights weights of the n-grams, {@code [BUCKETS × kinds]} row-major, in units of the
   *     kind's scale
   * @param scales unit of the weights of each kind, {@code [kinds]}
   * @param biases bias of each kind, {@code [kinds]}
   */
  public record SpellingWeights(byte[] weights, float[] scales, float[] biases) {
    /** Returns the probability of each kind for a text, {@code [kinds]}; a new array. */
    private double[] probabilities(String text) {
      int[] sums = new int[biases.length];
      buckets(text, bucket -> addWeights(bucket, sums));
      double[] probabilities = new double[sums.length];
      for (int kind = 0; kind < sums.length; kind++) {
        double logit = biases[kind] + scales[kind] * sums[kind];
        probabilities[kind] = 1 / (1 + Math.exp(-logit));
      }
      return probabilities;
    }

    private void addWeights(int bucket, int[] sums) {
      for (int kind = 0; kind < sums.length; kind++) {
        sums[kind] += weights[bucket * sums.length + kind];
      }
    }
  }

  /**
   * Creates a recognizer. The arrays are kept, not copied.
   *
   * @param kinds distinct names of the kinds, at least one, at most {@link #MOST_KINDS}
   * @param hashes hashes of entries and of their proper prefixes, from {@link #hash}, in ascending
   *     order as unsigned numbers
   * @param marks bits of each hash: one for each kind that has it as an entry, {@link #LONGER} and
   *     {@link #COMMON}
   * @param spelling weights that judge the spelling of other words
   */
  public NameKinds(List<String> kinds, int[] hashes, int[] marks, SpellingWeights spelling) {
    this.kinds = List.copyOf(kinds);
    this.columns = kinds.stream().map(kind -> COLUMN + kind).toList();
    this.hashes = hashes;
    this.marks = marks;
    this.spelling = spelling;
    checkShapes();
    indexHashes();
  }

  private void checkShapes() {
    Checks.atLeast("number of kinds of names", kinds.size(), 1);
    if (kinds.size() > MOST_KINDS) {
      throw new IllegalArgumentException(
          "there can be at most " + MOST_KINDS + " kinds of names, were " + kinds.size());
    }
    Checks.length("marks", marks.length, hashes.length, "[hashes]");
    long weightCount = (long) BUCKETS * kinds.size();
    Checks.length("weights", spelling.weights.length, weightCount, "[buckets × kinds]");
    Checks.length("scales", spelling.scales.length, kinds.size(), "[kinds]");
    Checks.length("biases", spelling.biases.length, kinds.size(), "[kinds]");

    int possibleBits = ((1 << kinds.size()) - 1) | LONGER | COMMON;
    for (int mark : marks) {
      if ((mark & ~possibleBits) != 0) {
        throw new IllegalArgumentException(
            "the marks of names have a bit of a kind beyond the " + kinds.size() + " kinds");
      }
    }
  }

  private void indexHashes() {
    for (int i = 0; i < hashes.length; i++) {
      if (i > 0 && Integer.compareUnsigned(hashes[i - 1], hashes[i]) >= 0) {
        throw new IllegalArgumentException("the hashes of names must be in ascending order");
      }
      starts[(hashes[i] >>> (Integer.SIZE - INDEX_BITS)) + 1] = i + 1;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] = Math.max(starts[i], starts[i - 1]);
    }
  }

  /** Returns the names of the kinds. */
  public List<String> kinds() {
    return kinds;
  }

  /** Returns the hashes of entries and their proper prefixes; shared, not to be modified. */
  public int[] hashes() {
    return hashes;
  }

  /** Returns the bits of each hash; shared, not to be modified. */
  public int[] marks() {
    return marks;
  }

  /** Returns the weights that judge spellings; their arrays are shared, not to be modified. */
  public SpellingWeights spelling() {
    return spelling;
  }

  /** Returns the names of the columns, one for each kind. */
  public List<String> columns() {
    return columns;
  }

  /** Returns the pieces of a text, as {@link Lexicon#pieces} does, in lower case. */
  public static List<String> pieces(String text) {
    return Lexicon.pieces(text.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the hash of a sequence of pieces.
   *
   * @param prefixHash hash of all pieces but the last; 0 if there are none
   * @param piece the last piece
   */
  public static int hash(int prefixHash, String piece) {
    return hash(prefixHash, piece.hashCode());
  }

  private static int hash(int prefixHash, int piece) {
    // The finalizer of MurmurHash3: each bit of the input changes half of the bits of the output.
    int h = prefixHash * 31 + piece + 0x9E3779B9;
    h = (h ^ (h >>> 16)) * 0x85EBCA6B;
    h = (h ^ (h >>> 13)) * 0xC2B2AE35;
    return h ^ (h >>> 16);
  }

  /**
   * Passes the hash buckets of a piece to a consumer: the bucket of the whole piece, then the
   * buckets of its n-grams of 2 to 4 characters, including the borders of the piece. Buckets may
   * repeat.
   */
  public static void buckets(String piece, IntConsumer consumer) {
    consumer.accept(hash(LONGEST + 1, piece) >>> (Integer.SIZE - BUCKET_BITS));
    int[] letters = ('\u0002' + piece + '\u0003').codePoints().toArray();
    for (int begin = 0; begin + SHORTEST <= letters.length; begin++) {
      int h = hash(SHORTEST, letters[begin]);
      for (int n = SHORTEST; n <= LONGEST && begin + n <= letters.length; n++) {
        h = hash(h, letters[begin + n - 1]);
        consumer.accept(h >>> (Integer.SIZE - BUCKET_BITS));
      }
    }
  }

  /** Returns the bits of a hash; 0 if the hash is unknown. */
  private int mark(int hash) {
    int bits = hash >>> (Integer.SIZE - INDEX_BITS);
    for (int i = starts[bits]; i < starts[bits + 1]; i++) {
      if (hashes[i] == hash) {
        return marks[i];
      }
    }
    return 0;
  }

  /**
   * Marks the entries of all kinds in a sentence.
   *
   * @param words properties of each word, {@code [T]}; not modified
   * @param marks bits of each word, {@code [T]}, zeros before. Each kind has two bits, the first
   *     kind the lowest ones: the number of the token's mark, or 0 outside of entries.
   */
  void mark(WordResource.WordProperties[] words, long[] marks) {
    int[] covered = new int[kinds.size()];
    int[] ends = new int[kinds.size()];
    for (int begin = 0; begin < words.length; begin++) {
      if (words[begin].names().mark == 0) {
        continue;
      }
      findEntries(words, begin, covered, ends);
      for (int kind = 0; kind < ends.length; kind++) {
        if (ends[kind] > begin) {
          markEntry(words[begin].names(), begin, ends[kind], kind, marks);
          covered[kind] = ends[kind];
        }
      }
    }
  }

  private static void markEntry(NameProperties first, int begin, int end, int kind, long[] marks) {
    boolean isOnePiece = end == begin + 1 && first.pieces.length == 1;
    boolean isCommon = isOnePiece && (first.mark & COMMON) != 0;
    marks[begin] |= (isCommon ? COMMON_MARK : BEGIN_MARK) << (2 * kind);
    for (int t = begin + 1; t < end; t++) {
      marks[t] |= INSIDE_MARK << (2 * kind);
    }
  }

  /**
   * Finds the longest entry of each kind that begins at a token.
   *
   * @param covered for each kind, the end of its last entry; new entries must not overlap it
   * @param ends for each kind, the index after the last token of the entry, or 0 if there is none;
   *     overwritten
   */
  private void findEntries(
      WordResource.WordProperties[] words, int begin, int[] covered, int[] ends) {
    Arrays.fill(ends, 0);
    int hash = words[begin].names().hash;
    int mark = words[begin].names().mark;
    for (int end = begin + 1; mark != 0; end++) {
      for (int bits = mark & ~(LONGER | COMMON); bits != 0; bits &= bits - 1) {
        int kind = Integer.numberOfTrailingZeros(bits);
        if (covered[kind] <= begin) {
          ends[kind] = end;
        }
      }

      boolean canContinue = (mark & LONGER) != 0 && end < words.length;
      if (!canContinue || words[end].names().pieces.length == 0) {
        return;
      }
      for (int piece : words[end].names().pieces) {
        hash = hash(hash, piece);
      }
      mark = mark(hash);
    }
  }

  /** Returns the properties of a word. */
  NameProperties properties(String word) {
    return new NameProperties(word, this);
  }

  /** The properties of a word that matter for names. */
  static final class NameProperties {
    private final int[] pieces;
    private final int hash;
    private final int mark;
    private final List<List<WeightedValue>> alike = new ArrayList<>();

    private NameProperties(String word, NameKinds names) {
      List<String> pieceTexts = pieces(word);
      pieces = pieceTexts.stream().mapToInt(String::hashCode).toArray();
      hash = Arrays.stream(pieces).reduce(0, NameKinds::hash);
      mark = pieces.length == 0 ? 0 : names.mark(hash);
      for (double probability : names.probabilities(pieceTexts)) {
        if (probability < LEAST_PROBABLE) {
          alike.add(List.of());
        } else {
          alike.add(List.of(new WeightedValue(ALIKE, Math.min(1, probability))));
        }
      }
    }

    /** Returns the cell of a kind's column for a token outside of entries. */
    List<WeightedValue> alike(int kind) {
      return alike.get(kind);
    }
  }

  /** Returns the probability of each kind, judged by the spelling of the longest piece. */
  private double[] probabilities(List<String> pieces) {
    String longest = "";
    for (String piece : pieces) {
      if (piece.length() > longest.length()) {
        longest = piece;
      }
    }
    if (longest.codePoints().noneMatch(Character::isLetter)) {
      return new double[kinds.size()];
    }
    return spelling.probabilities(longest);
  }
}
