package org.gpchain.internal.core.document;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.core.math.Checks;

/**
 * Adds two columns about other occurrences of the same words to the sentences of a document.
 *
 * <ul>
 *   <li>The weighted column {@link #TYPES} holds segment types. The weight of a type is the mean of
 *       its marginals over the n other occurrences, times n/(n+3). Only words with an initial
 *       capital and rare words of scripts without case have types.
 *   <li>The column {@link #CASES} says whether the word occurs in lower case, and with a capital
 *       inside of a sentence. Words without an initial capital have the value {@code -}.
 * </ul>
 *
 * <p>Other occurrences are those in other sentences that begin or end fewer than {@link #REACH}
 * tokens from the sentence. Sentences are added in the order of the document and come out in the
 * same order. The window takes time linear in the length of the document and memory linear in
 * {@link #REACH}. Not thread-safe.
 */
public final class DocumentWindow {
  /** Name of the weighted column of segment types. */
  public static final String TYPES = "doc";

  /** Name of the column about upper and lower case. */
  public static final String CASES = "doc_case";

  /** Names of all columns that a window adds. */
  public static final List<String> COLUMNS = List.of(TYPES, CASES);

  /** Size of the window on either side of a sentence (tokens). */
  static final int REACH = 1500;

  /**
   * Maximum number of other occurrences of a word without case. More frequent words, such as
   * particles, are not informative.
   */
  static final int RARE = 10;

  /**
   * Number of pseudo-occurrences without any type by which means are shrunk, since the errors of a
   * first pass on the same word agree with one another (experiments/docs/features.md).
   */
  private static final double DOUBT = 3;

  /** Minimum weight of a type in a cell. */
  private static final double LEAST = 0.01;

  /**
   * Fixed-point representation of the marginal 1. Sums of integers are exact, so that no rounding
   * errors remain when a sentence leaves the window.
   */
  private static final int UNIT = 1 << 20;

  private final List<String> types = new ArrayList<>();

  /** Index of the type of each label. */
  private final int[] typeOfLabel;

  private final Consumer<TokenSequence> out;

  /** Occurrences in the sentences of the window, by word. */
  final Map<String, Occurrences> occurrences = new HashMap<>();

  /** Sentences in the window that have come out, in order. */
  private final Deque<Sentence> finished = new ArrayDeque<>();

  /** Sentences in the window that have not come out yet, in order. */
  private final Deque<Sentence> waiting = new ArrayDeque<>();

  /** Number of tokens added so far, in all documents. */
  private long end;

  /**
   * Creates an empty window.
   *
   * @param labels labels to which the marginals belong
   * @param out receives each sentence with the columns, which replace any of the same names
   */
  public DocumentWindow(LabelSet labels, Consumer<TokenSequence> out) {
    this.out = out;
    typeOfLabel = new int[labels.size()];
    for (int v = 0; v < labels.size(); v++) {
      String type = type(labels.label(v));
      if (!types.contains(type)) {
        types.add(type);
      }
      typeOfLabel[v] = types.indexOf(type);
    }
  }

  private static String type(String label) {
    int hyphen = label.indexOf('-');
    if (hyphen > 0) {
      return label.substring(hyphen + 1);
    }
    return label;
  }

  /** Statistics of a word in the window. */
  private static final class Occurrences {
    /** Sums of marginals by type, where {@link #UNIT} represents 1. */
    private final long[] sums;

    private int count;

    /** Number of occurrences after the first word of their sentence. */
    private int insideCount;

    Occurrences(int typeCount) {
      sums = new long[typeCount];
    }
  }

  /**
   * A sentence in the window.
   *
   * @param firstWord index of the first token that has a letter
   * @param marginals marginals by type, {@code [T×types]} row-major, where {@link #UNIT} represents
   *     1
   * @param begin number of tokens before the sentence
   */
  private record Sentence(
      TokenSequence tokens, List<String> words, int firstWord, int[] marginals, long begin) {
    long end() {
      return begin + words.size();
    }
  }

  /**
   * Adds the next sentence of a document.
   *
   * @param sentence sentence with the column {@code word}; may be empty
   * @param marginals marginals of its labels, {@code [T×V]} row-major; not modified
   */
  public void add(TokenSequence sentence, double[] marginals) {
    int labelCount = typeOfLabel.length;
    Checks.length("marginals", marginals.length, (long) sentence.length() * labelCount, "[T×V]");
    List<String> words = sentence.column(TokenSequence.WORD);
    Sentence added =
        new Sentence(sentence, words, firstWord(words), marginalsOfTypes(marginals), end);
    end = added.end();
    count(added, 1);
    waiting.add(added);

    while (end - waiting.element().end() >= REACH) {
      emit(waiting.remove());
    }
  }

  private static int firstWord(List<String> words) {
    int first = 0;
    while (first < words.size() && words.get(first).codePoints().noneMatch(Character::isLetter)) {
      first++;
    }
    return first;
  }

  /**
   * Sums the marginals of all labels with the same type.
   *
   * @param marginals {@code [T×V]} row-major; not modified
   * @return {@code [T×types]} row-major, where {@link #UNIT} represents 1
   */
  private int[] marginalsOfTypes(double[] marginals) {
    int labelCount = typeOfLabel.length;
    int length = marginals.length / labelCount;
    int[] sums = new int[length * types.size()];
    for (int t = 0; t < length; t++) {
      for (int v = 0; v < labelCount; v++) {
        int units = (int) Math.rint(marginals[t * labelCount + v] * UNIT);
        sums[t * types.size() + typeOfLabel[v]] += units;
      }
    }
    return sums;
  }

  /** Ends the document: all waiting sentences come out, and the window becomes empty. */
  public void end() {
    while (!waiting.isEmpty()) {
      emit(waiting.remove());
    }
    finished.clear();
    occurrences.clear();
  }

  /**
   * Counts the words of a sentence.
   *
   * @param times 1 to add them, -1 to remove them
   */
  private void count(Sentence sentence, int times) {
    for (int t = 0; t < sentence.words.size(); t++) {
      String word = sentence.words.get(t);
      Occurrences ofWord =
          occurrences.computeIfAbsent(word, added -> new Occurrences(types.size()));
      ofWord.count += times;
      if (t > sentence.firstWord) {
        ofWord.insideCount += times;
      }
      for (int type = 0; type < ofWord.sums.length; type++) {
        ofWord.sums[type] += (long) times * sentence.marginals[t * ofWord.sums.length + type];
      }
      if (ofWord.count == 0) {
        occurrences.remove(word);
      }
    }
  }

  /** Passes on a sentence with the columns about the other sentences in the window. */
  private void emit(Sentence sentence) {
    while (!finished.isEmpty() && sentence.begin - finished.element().end() >= REACH) {
      count(finished.remove(), -1);
    }

    count(sentence, -1);
    List<List<WeightedValue>> typeCells = new ArrayList<>(sentence.words.size());
    List<String> caseCells = new ArrayList<>(sentence.words.size());
    for (String word : sentence.words) {
      typeCells.add(types(word));
      caseCells.add(cases(word));
    }
    count(sentence, 1);

    finished.add(sentence);
    out.accept(sentence.tokens.replaceWeighted(TYPES, typeCells).replace(CASES, caseCells));
  }

  /** Returns the types of a word in other sentences, with their weights. */
  private List<WeightedValue> types(String word) {
    Occurrences others = occurrences.get(word);
    if (others == null || !(isCapital(word) || (hasNoCase(word) && others.count <= RARE))) {
      return List.of();
    }

    List<WeightedValue> cell = new ArrayList<>();
    double divisor = Arrays.stream(others.sums).sum() * (1 + DOUBT / others.count);
    for (int type = 0; type < others.sums.length; type++) {
      double weight = others.sums[type] / divisor;
      if (weight >= LEAST) {
        cell.add(new WeightedValue(types.get(type), weight));
      }
    }
    return cell;
  }

  private String cases(String word) {
    if (!isCapital(word)) {
      return "-";
    }

    Occurrences others = occurrences.get(word);
    boolean isInside = others != null && others.insideCount > 0;
    boolean isLowerCase = occurrences.containsKey(word.toLowerCase(Locale.ROOT));
    if (isLowerCase && isInside) {
      return "lowerinside";
    }
    if (isLowerCase) {
      return "lower";
    }
    if (isInside) {
      return "inside";
    }
    return "neither";
  }

  private static boolean isCapital(String word) {
    int first = firstCodePoint(word);
    return Character.isUpperCase(first) || Character.isTitleCase(first);
  }

  private static boolean hasNoCase(String word) {
    int first = firstCodePoint(word);
    return Character.isLetter(first) && !Character.isLowerCase(first) && !isCapital(word);
  }

  private static int firstCodePoint(String word) {
    return word.isEmpty() ? 0 : word.codePointAt(0);
  }
}
