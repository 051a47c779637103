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
 * Kinds of names, such as first names or places, and the words that they are made of; learned from
 * lists, of which it holds no entry. It knows the entries by hashes, and judges other words by
 * their spelling: logistic regressions on hashed character n-grams. Upper and lower case are the
 * same. Immutable.
 *
 * <p>Each kind is a weighted column, called {@value #COLUMN} and the kind. A cell is {@link
 * Lexicon#BEGIN} or {@link Lexicon#INSIDE} in the longest entry from the left, {@link #COMMON_WORD}
 * in one that is a common word, too; elsewhere {@link #ALIKE} with the probability that the word
 * belongs to such names, unless that is small.
 */
public final class NameKinds {
  /** The columns are called so, and by their kind. */
  public static final String COLUMN = "name_";

  /** The value of a word that is spelled as names of the kind are; its weight is a probability. */
  public static final String ALIKE = "L";

  /** The value of an entry that is a common word, too, such as {@code Will}. */
  public static final String COMMON_WORD = "C";

  /** The bits of a mark are kinds, {@link #LONGER} and {@link #COMMON}. */
  public static final int MOST_KINDS = 30;

  /** The mark of a beginning of a longer entry. */
  public static final int LONGER = 1 << MOST_KINDS;

  /** The mark of an entry that is a common word, too. */
  public static final int COMMON = 1 << (MOST_KINDS + 1);

  private static final int BUCKET_BITS = 17;

  /** Number of weights of a kind. */
  public static final int BUCKETS = 1 << BUCKET_BITS;

  private static final int SHORTEST = 2;
  private static final int LONGEST = 4;

  /** Smaller probabilities are left out: they would be many, and say little. */
  private static final double LEAST_PROBABLE = 0.05;

  /** The cells of an entry by their numbers, of which the first is outside. */
  static final List<List<WeightedValue>> MARKS =
      Stream.of("", Lexicon.BEGIN, Lexicon.INSIDE, COMMON_WORD)
          .map(value -> List.of(new WeightedValue(value, 1)))
          .toList();

  /** Hashes are found by their upper bits first. */
  private static final int INDEX_BITS = 16;

  private final List<String> kinds;
  private final List<String> columns;
  private final int[] hashes;
  private final int[] marks;
  private final byte[] weights;
  private final float[] scales;
  private final float[] biases;

  /** Where the hashes with each value of the upper bits begin, {@code [2^16+1]}. */
  private final int[] starts = new int[(1 << INDEX_BITS) + 1];

  /**
   * Keeps its arrays.
   *
   * @param kinds their names, distinct, at least one, at most {@link #MOST_KINDS}
   * @param hashes of entries and their beginnings, as of {@link #hash}, rising as unsigned numbers
   * @param marks of each hash: the kinds of which it is an entry, as bits, {@link #LONGER} and
   *     {@link #COMMON}
   * @param weights {@code [BUCKETS × kinds]}, row-major, in units of the scale of their kind
   * @param scales {@code [kinds]}
   * @param biases {@code [kinds]}
   */
  public NameKinds(
      List<String> kinds,
      int[] hashes,
      int[] marks,
      byte[] weights,
      float[] scales,
      float[] biases) {
    this.kinds = List.copyOf(kinds);
    this.columns = kinds.stream().map(kind -> COLUMN + kind).toList();
    this.hashes = hashes;
    this.marks = marks;
    this.weights = weights;
    this.scales = scales;
    this.biases = biases;
    Checks.atLeast("number of kinds of names", kinds.size(), 1);
    if (kinds.size() > MOST_KINDS) {
      throw new IllegalArgumentException(
          "there can be " + MOST_KINDS + " kinds of names, were " + kinds.size());
    }
    Checks.length("marks", marks.length, hashes.length, "[hashes]");
    Checks.length("weights", weights.length, (long) BUCKETS * kinds.size(), "[buckets × kinds]");
    Checks.length("scales", scales.length, kinds.size(), "[kinds]");
    Checks.length("biases", biases.length, kinds.size(), "[kinds]");
    for (int i = 0; i < hashes.length; i++) {
      if (i > 0 && Integer.compareUnsigned(hashes[i - 1], hashes[i]) >= 0) {
        throw new IllegalArgumentException("the hashes of names do not rise");
      }
      starts[(hashes[i] >>> (Integer.SIZE - INDEX_BITS)) + 1] = i + 1;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] = Math.max(starts[i], starts[i - 1]);
    }
  }

  public List<String> kinds() {
    return kinds;
  }

  /** Hashes of entries and beginnings; shared, not to be modified. */
  public int[] hashes() {
    return hashes;
  }

  /** Marks of the hashes; shared, not to be modified. */
  public int[] marks() {
    return marks;
  }

  /** Weights of the spelling, {@code [BUCKETS × kinds]}; shared, not to be modified. */
  public byte[] weights() {
    return weights;
  }

  /** Units of the weights, {@code [kinds]}; shared, not to be modified. */
  public float[] scales() {
    return scales;
  }

  /** Biases of the kinds, {@code [kinds]}; shared, not to be modified. */
  public float[] biases() {
    return biases;
  }

  /** The columns that it gives. */
  public List<String> columns() {
    return columns;
  }

  /** The pieces of a text, as of {@link Lexicon#pieces}, in lower case. */
  public static List<String> pieces(String text) {
    return Lexicon.pieces(text.toLowerCase(Locale.ROOT));
  }

  /** The hash of pieces, given that of all but the last one; 0 before the first. */
  public static int hash(int before, String piece) {
    return hash(before, piece.hashCode());
  }

  private static int hash(int before, int piece) {
    // The finaliser of MurmurHash3: every bit of the input changes half of those of the output.
    int h = before * 31 + piece + 0x9E3779B9;
    h = (h ^ (h >>> 16)) * 0x85EBCA6B;
    h = (h ^ (h >>> 13)) * 0xC2B2AE35;
    return h ^ (h >>> 16);
  }

  /**
   * The buckets of a piece: those of its n-grams of 2 to 4 characters, borders included, and its
   * own. A bucket may come several times.
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

  /** The mark of a hash; 0 if it is none of an entry. */
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
   * @param marks of each word two bits of each kind, the first kind in the lowest ones: the number
   *     of its mark among {@link #MARKS}, 0 outside of entries; zeros before
   */
  void mark(WordResource.Known[] words, long[] marks) {
    int[] covered = new int[kinds.size()];
    int[] ends = new int[kinds.size()];
    for (int begin = 0; begin < words.length; begin++) {
      Known first = words[begin].names();
      if (first.mark == 0) {
        continue;
      }
      findEntries(words, begin, covered, ends);
      for (int kind = 0; kind < ends.length; kind++) {
        if (ends[kind] > begin) {
          boolean isCommon = (first.mark & COMMON) != 0 && ends[kind] == begin + 1;
          marks[begin] |= (first.pieces.length == 1 && isCommon ? 3L : 1L) << (2 * kind);
          for (int t = begin + 1; t < ends[kind]; t++) {
            marks[t] |= 2L << (2 * kind);
          }
          covered[kind] = ends[kind];
        }
      }
    }
  }

  /** Writes, for each kind that is not covered here, where its longest entry ends; 0 for none. */
  private void findEntries(WordResource.Known[] words, int begin, int[] covered, int[] ends) {
    Arrays.fill(ends, 0);
    int hash = words[begin].names().hash;
    int mark = words[begin].names().mark;
    for (int end = begin + 1; mark != 0; end++) {
      for (int rest = mark & ~(LONGER | COMMON); rest != 0; rest &= rest - 1) {
        int kind = Integer.numberOfTrailingZeros(rest);
        ends[kind] = covered[kind] > begin ? 0 : end;
      }
      boolean goesOn = (mark & LONGER) != 0 && end < words.length;
      int[] pieces = goesOn ? words[end].names().pieces : new int[0];
      for (int piece : pieces) {
        hash = hash(hash, piece);
      }
      mark = pieces.length > 0 ? mark(hash) : 0;
    }
  }

  Known known(String word) {
    return new Known(word, this);
  }

  /** The pieces of a word, their hash and its mark, and the word's cells outside of entries. */
  static final class Known {
    private final int[] pieces;
    private final int hash;
    private final int mark;
    private final List<List<WeightedValue>> alike = new ArrayList<>();

    private Known(String word, NameKinds names) {
      List<String> found = pieces(word);
      pieces = found.stream().mapToInt(String::hashCode).toArray();
      hash = Arrays.stream(pieces).reduce(0, NameKinds::hash);
      mark = pieces.length == 0 ? 0 : names.mark(hash);
      for (double p : names.probabilities(found)) {
        alike.add(
            p < LEAST_PROBABLE ? List.of() : List.of(new WeightedValue(ALIKE, Math.min(1, p))));
      }
    }

    List<WeightedValue> alike(int kind) {
      return alike.get(kind);
    }
  }

  /** The probabilities of the kinds, by the spelling of the piece that is longest. */
  private double[] probabilities(List<String> pieces) {
    double[] p = new double[kinds.size()];
    String longest = "";
    for (String piece : pieces) {
      longest = piece.length() > longest.length() ? piece : longest;
    }
    if (longest.codePoints().noneMatch(Character::isLetter)) {
      return p;
    }
    int[] sums = new int[p.length];
    buckets(
        longest,
        bucket -> {
          for (int kind = 0; kind < sums.length; kind++) {
            sums[kind] += weights[bucket * sums.length + kind];
          }
        });
    Arrays.setAll(p, kind -> 1 / (1 + Math.exp(-biases[kind] - scales[kind] * sums[kind])));
    return p;
  }
}
