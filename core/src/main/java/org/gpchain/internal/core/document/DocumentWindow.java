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
 * Gives the sentences of a document two columns about the other occurrences of their words: {@link
 * #TYPES}, the mean of their marginals by type, times n/(n+3) of n occurrences, as a weighted cell,
 * and {@link #CASES}, whether the word occurs in lower case, and with a capital inside a sentence.
 * Only words that begin with a capital have them, and rare words of scripts without case. Other
 * occurrences are those in the sentences that begin or end fewer than {@link #REACH} tokens from
 * this one, which does not count.
 *
 * <p>Sentences come in the order of the document, and leave it in the same order. Takes time linear
 * in the document, and memory linear in the window. For one thread.
 */
public final class DocumentWindow {
  /** Name of the weighted column of types. */
  public static final String TYPES = "doc";

  /** Name of the column that says in which cases a word occurs. */
  public static final String CASES = "doc_case";

  public static final List<String> COLUMNS = List.of(TYPES, CASES);

  /** Tokens on either side. */
  static final int REACH = 1500;

  /** Other occurrences of a word without case at most: particles say nothing. */
  static final int RARE = 10;

  /**
   * Occurrences that might as well have said anything else: a first pass that is wrong agrees with
   * itself (experiments/docs/features.md).
   */
  private static final double DOUBT = 3;

  /** Smaller weights are left out. */
  private static final double LEAST = 0.01;

  /** Sums of integers are exact: what leaves the window leaves nothing behind. */
  private static final int UNIT = 1 << 20;

  private final List<String> types = new ArrayList<>();
  private final int[] typeOfLabel;
  private final Consumer<TokenSequence> out;
  final Map<String, Occurrences> all = new HashMap<>();
  private final Deque<Seen> before = new ArrayDeque<>();
  private final Deque<Seen> waiting = new ArrayDeque<>();
  private long end;

  /**
   * @param labels of the marginals
   * @param out takes each sentence with the columns, in place of those that it may have
   */
  public DocumentWindow(LabelSet labels, Consumer<TokenSequence> out) {
    this.out = out;
    typeOfLabel = new int[labels.size()];
    for (int v = 0; v < labels.size(); v++) {
      String label = labels.label(v);
      String type = label.indexOf('-') > 0 ? label.substring(label.indexOf('-') + 1) : label;
      if (!types.contains(type)) {
        types.add(type);
      }
      typeOfLabel[v] = types.indexOf(type);
    }
  }

  /** The occurrences of a word, and their marginals by type in {@link #UNIT}s. */
  private static final class Occurrences {
    private final long[] sums;
    private int count;
    private int inside;

    Occurrences(int types) {
      sums = new long[types];
    }
  }

  /**
   * A sentence, and where it is.
   *
   * @param first the first token that has a letter
   * @param shares the marginals by type, {@code [T×types]} row-major, in {@link #UNIT}s
   */
  private record Seen(
      TokenSequence tokens, List<String> words, int first, int[] shares, long begin) {
    long end() {
      return begin + words.size();
    }
  }

  /**
   * @param sentence with the column {@code word}; may be empty
   * @param marginals {@code [T×V]} row-major; not modified
   */
  public void add(TokenSequence sentence, double[] marginals) {
    int v = typeOfLabel.length;
    Checks.length("marginals", marginals.length, (long) sentence.length() * v, "[T×V]");
    List<String> words = sentence.column(TokenSequence.WORD);
    int[] shares = new int[words.size() * types.size()];
    for (int i = 0; i < marginals.length; i++) {
      shares[i / v * types.size() + typeOfLabel[i % v]] += (int) Math.rint(marginals[i] * UNIT);
    }
    int first = 0;
    while (first < words.size() && words.get(first).codePoints().noneMatch(Character::isLetter)) {
      first++;
    }
    Seen seen = new Seen(sentence, words, first, shares, end);
    end = seen.end();
    count(seen, 1);
    waiting.add(seen);
    while (end - waiting.element().end() >= REACH) {
      emit(waiting.remove());
    }
  }

  /** Ends the document: all sentences leave, and the next one begins another document. */
  public void end() {
    while (!waiting.isEmpty()) {
      emit(waiting.remove());
    }
    before.clear();
    all.clear();
  }

  private void count(Seen seen, int times) {
    for (int t = 0; t < seen.words.size(); t++) {
      String word = seen.words.get(t);
      Occurrences of = all.computeIfAbsent(word, same -> new Occurrences(types.size()));
      of.count += times;
      of.inside += t > seen.first ? times : 0;
      for (int type = 0; type < of.sums.length; type++) {
        of.sums[type] += (long) times * seen.shares[t * of.sums.length + type];
      }
      if (of.count == 0) {
        all.remove(word);
      }
    }
  }

  private void emit(Seen seen) {
    while (!before.isEmpty() && seen.begin - before.element().end() >= REACH) {
      count(before.remove(), -1);
    }
    count(seen, -1);
    List<List<WeightedValue>> cells = new ArrayList<>(seen.words.size());
    List<String> cases = new ArrayList<>(seen.words.size());
    for (String word : seen.words) {
      cells.add(types(word));
      cases.add(cases(word));
    }
    count(seen, 1);
    before.add(seen);
    out.accept(seen.tokens.replaceWeighted(TYPES, cells).replace(CASES, cases));
  }

  private List<WeightedValue> types(String word) {
    Occurrences others = all.get(word);
    if (others == null || !(isCapital(word) || (hasNoCase(word) && others.count <= RARE))) {
      return List.of();
    }
    List<WeightedValue> cell = new ArrayList<>();
    double shrunk = Arrays.stream(others.sums).sum() * (1 + DOUBT / others.count);
    for (int type = 0; type < others.sums.length; type++) {
      double weight = others.sums[type] / shrunk;
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
    Occurrences same = all.get(word);
    boolean inside = same != null && same.inside > 0;
    boolean lower = all.containsKey(word.toLowerCase(Locale.ROOT));
    return (lower ? "lower" : "") + (inside ? "inside" : "") + (lower || inside ? "" : "neither");
  }

  private static boolean isCapital(String word) {
    int first = word.isEmpty() ? 0 : word.codePointAt(0);
    return Character.isUpperCase(first) || Character.isTitleCase(first);
  }

  private static boolean hasNoCase(String word) {
    int first = word.isEmpty() ? 0 : word.codePointAt(0);
    return Character.isLetter(first) && !Character.isLowerCase(first) && !isCapital(word);
  }
}
