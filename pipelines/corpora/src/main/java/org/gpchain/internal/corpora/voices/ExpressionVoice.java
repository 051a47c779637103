package org.gpchain.internal.corpora.voices;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.core.words.Lexicon;
import org.gpchain.internal.corpora.InputException;

/**
 * A voice that matches a regular expression with the tokens of a sentence, joined by spaces. Each
 * match, or the first group of each match if there are groups, marks a segment of all tokens that
 * it overlaps.
 *
 * @param pattern regular expression
 * @param place line of the voice, which error messages name
 */
record ExpressionVoice(Pattern pattern, VoicesFile.Place place) {
  /** Maximum time for a sentence (seconds), since matching may take exponential time. */
  static final int TIME_LIMIT = 2;

  /** Maximum number of words of a sentence that an error message quotes. */
  private static final int MAX_QUOTED_WORDS = 10;

  /** Returns a mark for each token, as a lexicon does: B, I or O. */
  List<String> mark(List<String> words) throws InputException {
    List<Integer> ends = new ArrayList<>();
    int end = -1;
    for (String word : words) {
      end += 1 + word.length();
      ends.add(end);
    }

    List<String> marks = new ArrayList<>(Collections.nCopies(words.size(), Lexicon.OUTSIDE));
    TimedText text = new TimedText(String.join(" ", words), System.nanoTime());
    try {
      Matcher matcher = pattern.matcher(text);
      int group = Math.min(1, matcher.groupCount());
      while (matcher.find()) {
        if (matcher.start(group) < matcher.end(group)) {
          mark(matcher.start(group), matcher.end(group), ends, marks);
        }
      }
    } catch (TimeoutException e) {
      throw failure(
          "the time limit of " + TIME_LIMIT + " s for an expression in a sentence ran out", words);
    } catch (StackOverflowError e) {
      throw failure("an expression needs too much memory for a sentence", words);
    }
    return marks;
  }

  private InputException failure(String problem, List<String> words) {
    int quotedCount = Math.min(words.size(), MAX_QUOTED_WORDS);
    String beginning = String.join(" ", words.subList(0, quotedCount));
    return place.problem(
        problem + ", at '" + beginning + "'", "use an expression without nested repetitions");
  }

  /**
   * Marks the tokens that overlap a range of characters, unless the first of them is in a segment.
   *
   * @param from first character of the range
   * @param to end of the range, exclusive
   * @param ends end offset of each token, exclusive
   * @param marks marks of the tokens, which are changed
   */
  private static void mark(int from, int to, List<Integer> ends, List<String> marks) {
    int first = 0;
    while (ends.get(first) <= from) {
      first++;
    }

    boolean isTouched = first == 0 || ends.get(first - 1) + 1 < to;
    if (isTouched && marks.get(first).equals(Lexicon.OUTSIDE)) {
      marks.set(first, Lexicon.BEGIN);
      for (int t = first + 1; t < marks.size() && ends.get(t - 1) + 1 < to; t++) {
        marks.set(t, Lexicon.INSIDE);
      }
    }
  }

  /** An exception for a match that takes longer than the time limit. */
  private static final class TimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * A text whose characters can be read only until the time limit.
   *
   * @param start time from which the limit counts, as {@link System#nanoTime} gives it
   */
  private record TimedText(String text, long start) implements CharSequence {
    @Override
    public char charAt(int index) {
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(TIME_LIMIT)) {
        throw new TimeoutException();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      return text.substring(from, to);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
