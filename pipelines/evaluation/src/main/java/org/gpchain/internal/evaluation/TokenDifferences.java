package org.gpchain.internal.evaluation;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.evaluation.RawTextResult.TokenDifference;

/**
 * Compares the tokens of a corpus with the tokens found in its text. Differences are counted by
 * pattern: whole words of letters and digits are replaced by an ellipsis if the difference is about
 * other characters, so that {@code Ada | 's} and {@code Bo | 's} are the same.
 */
final class TokenDifferences {
  private static final String WORD = "…";

  private final Map<Pattern, Counter> byPattern = new LinkedHashMap<>();
  private SpanCounts counts = SpanCounts.NONE;

  /** Gold tokens and the tokens of the raw text in their place, as patterns. */
  private record Pattern(List<String> gold, List<String> rawText) {}

  /** The number of occurrences of a pattern, and the text of the first one. */
  private static final class Counter {
    private final String example;
    private int count;

    Counter(String example) {
      this.example = example;
    }
  }

  /**
   * Adds the tokens of a text, or of a part of it.
   *
   * @param gold offsets of gold tokens, in order
   * @param rawText offsets of tokens found in the text, in order
   */
  void add(String text, List<Span> gold, List<Span> rawText) {
    counts = counts.plus(SpanCounts.of(gold, rawText));

    int g = 0;
    int r = 0;
    while (g < gold.size() || r < rawText.size()) {
      List<Span> goldPart = new ArrayList<>();
      List<Span> rawPart = new ArrayList<>();
      int end = Integer.MAX_VALUE;
      boolean grows = true;
      while (grows) {
        grows = false;
        if (g < gold.size() && begins(gold.get(g), end) && isNext(gold, g, rawText, r, end)) {
          end = extended(end, gold.get(g));
          goldPart.add(gold.get(g++));
          grows = true;
        } else if (r < rawText.size() && begins(rawText.get(r), end)) {
          end = extended(end, rawText.get(r));
          rawPart.add(rawText.get(r++));
          grows = true;
        }
      }
      if (!goldPart.equals(rawPart)) {
        count(text, goldPart, rawPart);
      }
    }
  }

  /** Returns whether a token overlaps a part that ends there; any token begins an empty part. */
  private static boolean begins(Span token, int end) {
    return token.start() < end;
  }

  /** Returns whether the next gold token comes before the next one of the raw text, or with it. */
  private static boolean isNext(List<Span> gold, int g, List<Span> rawText, int r, int end) {
    boolean isRawNext = r < rawText.size() && begins(rawText.get(r), end);
    return !isRawNext || gold.get(g).start() <= rawText.get(r).start();
  }

  private static int extended(int end, Span token) {
    return end == Integer.MAX_VALUE ? token.end() : Math.max(end, token.end());
  }

  private void count(String text, List<Span> gold, List<Span> rawText) {
    int begin = Math.min(first(gold), first(rawText));
    int end = Math.max(last(gold), last(rawText));
    String part = text.substring(begin, end);
    boolean isOfWords = part.chars().allMatch(Character::isLetterOrDigit);
    Set<Span> words = isOfWords ? Set.of() : words(text, gold);
    Pattern pattern = new Pattern(forms(text, gold, words), forms(text, rawText, words));
    byPattern.computeIfAbsent(pattern, same -> new Counter(part)).count++;
  }

  private static int first(List<Span> tokens) {
    return tokens.stream().mapToInt(Span::start).min().orElse(Integer.MAX_VALUE);
  }

  private static int last(List<Span> tokens) {
    return tokens.stream().mapToInt(Span::end).max().orElse(0);
  }

  /** Returns the tokens that have only letters and digits, two or more of them. */
  private static Set<Span> words(String text, List<Span> tokens) {
    Set<Span> words = new HashSet<>();
    for (Span token : tokens) {
      String word = text.substring(token.start(), token.end());
      if (word.length() > 1 && word.chars().allMatch(Character::isLetterOrDigit)) {
        words.add(token);
      }
    }
    return words;
  }

  /** Returns the tokens as texts in which the words are replaced where they lie inside. */
  private static List<String> forms(String text, List<Span> tokens, Set<Span> words) {
    List<String> forms = new ArrayList<>();
    for (Span token : tokens) {
      StringBuilder form = new StringBuilder();
      int at = token.start();
      while (at < token.end()) {
        Span word = wordAt(at, token, words);
        form.append(word == null ? text.substring(at, at + 1) : WORD);
        at = word == null ? at + 1 : word.end();
      }
      forms.add(form.toString());
    }
    return forms;
  }

  /** Returns the word that begins at an offset and ends inside a token, or null. */
  private static Span wordAt(int offset, Span token, Set<Span> words) {
    for (Span word : words) {
      if (word.start() == offset && word.end() <= token.end()) {
        return word;
      }
    }
    return null;
  }

  /** Returns the numbers of gold tokens, of tokens of the raw text, and of equal tokens. */
  SpanCounts counts() {
    return counts;
  }

  /** Returns the number of differences. */
  long total() {
    return byPattern.values().stream().mapToLong(counter -> counter.count).sum();
  }

  /** Returns the most frequent differences, the most frequent first, then in order of the text. */
  List<TokenDifference> mostFrequent(int limit) {
    return byPattern.entrySet().stream()
        .sorted(comparing(Map.Entry::getValue, comparingInt(counter -> -counter.count)))
        .limit(limit)
        .map(
            entry ->
                new TokenDifference(
                    entry.getKey().gold(),
                    entry.getKey().rawText(),
                    entry.getValue().count,
                    entry.getValue().example))
        .toList();
  }
}
