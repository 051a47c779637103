package org.gpchain.internal.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.evaluation.RawTextResult.TokenDifference;

/**
 * Compares the gold tokens of a corpus with the tokens found in its raw text. Differences are
 * counted by pattern. If a difference concerns punctuation, whole words of letters and digits are
 * replaced by an ellipsis, so that {@code Ada | 's} and {@code Bo | 's} have the same pattern.
 */
final class TokenDifferences {
  private static final String WORD = "…";

  private final Map<Pattern, Counter> byPattern = new LinkedHashMap<>();
  private SpanCounts counts = SpanCounts.NONE;

  /** Gold tokens and the tokens at the same place of the raw text, with … for words. */
  private record Pattern(List<String> gold, List<String> rawText) {}

  /** Number of occurrences of a pattern, and the text of its first occurrence. */
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
   * @param text the whole text
   * @param gold character spans of gold tokens, in text order
   * @param rawText character spans of tokens found in the text, in text order
   */
  void add(String text, List<Span> gold, List<Span> rawText) {
    counts = counts.plus(SpanCounts.of(gold, rawText));

    int g = 0;
    int r = 0;
    while (g < gold.size() || r < rawText.size()) {
      // Collects the next group of tokens that overlap, directly or through other tokens.
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

  /** Returns whether a token begins before the end of a group. An empty group has no end. */
  private static boolean begins(Span token, int end) {
    return token.start() < end;
  }

  /** Returns whether the next gold token does not begin after the next token of the raw text. */
  private static boolean isNext(List<Span> gold, int g, List<Span> rawText, int r, int end) {
    boolean isRawNext = r < rawText.size() && begins(rawText.get(r), end);
    return !isRawNext || gold.get(g).start() <= rawText.get(r).start();
  }

  private static int extended(int end, Span token) {
    return end == Integer.MAX_VALUE ? token.end() : Math.max(end, token.end());
  }

  private void count(String text, List<Span> gold, List<Span> rawText) {
    int begin = Math.min(minStart(gold), minStart(rawText));
    int end = Math.max(maxEnd(gold), maxEnd(rawText));
    String part = text.substring(begin, end);
    boolean hasLettersOnly = part.chars().allMatch(Character::isLetterOrDigit);
    Set<Span> words = hasLettersOnly ? Set.of() : words(text, gold);
    Pattern pattern = new Pattern(forms(text, gold, words), forms(text, rawText, words));
    byPattern.computeIfAbsent(pattern, absent -> new Counter(part)).count++;
  }

  private static int minStart(List<Span> tokens) {
    return tokens.stream().mapToInt(Span::start).min().orElse(Integer.MAX_VALUE);
  }

  private static int maxEnd(List<Span> tokens) {
    return tokens.stream().mapToInt(Span::end).max().orElse(0);
  }

  /** Returns the tokens that consist of two or more letters and digits. */
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

  /** Returns the texts of tokens, with an ellipsis for each given word inside a token. */
  private static List<String> forms(String text, List<Span> tokens, Set<Span> words) {
    List<String> forms = new ArrayList<>();
    for (Span token : tokens) {
      StringBuilder form = new StringBuilder();
      int at = token.start();
      while (at < token.end()) {
        Span word = wordAt(at, token, words);
        if (word == null) {
          form.append(text.charAt(at));
          at++;
        } else {
          form.append(WORD);
          at = word.end();
        }
      }
      forms.add(form.toString());
    }
    return forms;
  }

  /** Returns the word that begins at an offset and does not end after a token, or null. */
  private static Span wordAt(int offset, Span token, Set<Span> words) {
    for (Span word : words) {
      if (word.start() == offset && word.end() <= token.end()) {
        return word;
      }
    }
    return null;
  }

  /** Returns the numbers of gold tokens, of tokens found in the raw text, and of equal tokens. */
  SpanCounts counts() {
    return counts;
  }

  /** Returns the number of occurrences of all differences. */
  long total() {
    long total = 0;
    for (Counter counter : byPattern.values()) {
      total += counter.count;
    }
    return total;
  }

  /**
   * Returns the most frequent differences, the most frequent first. Equally frequent differences
   * are in the order of their first occurrences.
   *
   * @param limit maximum number of differences
   */
  List<TokenDifference> mostFrequent(int limit) {
    return byPattern.entrySet().stream()
        .map(entry -> difference(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingInt(TokenDifference::count).reversed())
        .limit(limit)
        .toList();
  }

  private static TokenDifference difference(Pattern pattern, Counter counter) {
    return new TokenDifference(pattern.gold(), pattern.rawText(), counter.count, counter.example);
  }
}
