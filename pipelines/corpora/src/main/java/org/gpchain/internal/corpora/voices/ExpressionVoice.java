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
 * A regular expression over the tokens of a sentence with a space between them. What it finds, or
 * its first group if it has one, is a segment of all tokens that it touches.
 *
 * @param place makes an error that names the line of the voice
 */
record ExpressionVoice(Pattern pattern, VoicesFile.Place place) {
  /** For one sentence, in seconds: expressions can take time that grows exponentially. */
  static final int TIME_LIMIT = 2;

  /** Marks the tokens of segments as a lexicon does: B, I or O. */
  List<String> mark(List<String> words) throws InputException {
    List<Integer> ends = new ArrayList<>();
    int end = -1;
    for (String word : words) {
      end += 1 + word.length();
      ends.add(end);
    }
    List<String> marks = new ArrayList<>(Collections.nCopies(words.size(), Lexicon.OUTSIDE));
    Timed text = new Timed(String.join(" ", words), System.nanoTime());
    try {
      Matcher matcher = pattern.matcher(text);
      int group = Math.min(1, matcher.groupCount());
      while (matcher.find()) {
        if (matcher.start(group) < matcher.end(group)) {
          mark(matcher.start(group), matcher.end(group), ends, marks);
        }
      }
    } catch (TimeoutException | StackOverflowError e) {
      String problem =
          e instanceof TimeoutException
              ? "the time limit of " + TIME_LIMIT + " s for an expression in a sentence ran out"
              : "an expression needs too much memory for a sentence";
      String beginning = String.join(" ", words.subList(0, Math.min(words.size(), 10)));
      throw place.problem(
          problem + ", at '" + beginning + "'",
          "give an expression without repetitions inside of repetitions");
    }
    return marks;
  }

  /** Marks the tokens that some characters touch, unless the first is in a segment already. */
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

  private static final class TimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** A text that may be read for so long only. */
  private record Timed(String text, long start) implements CharSequence {
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
