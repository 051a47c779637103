package org.gpchain.corpora.voices;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.corpora.InputException;

/**
 * A regular expression over the tokens of a sentence with a space between them. What it finds, or
 * its first group if it has one, is a segment of all tokens that it touches.
 *
 * @param place makes an error that names the line of the voice
 */
record ExpressionVoice(Pattern pattern, String label, VoicesFile.Place place) implements Voice {
  /** For one sentence, in seconds: expressions can take time that grows exponentially. */
  static final int TIME_LIMIT = 2;

  @Override
  public List<WeightedValue> say(TokenSequence sentence) throws InputException {
    List<String> words = sentence.column(TokenSequence.WORD);
    List<Integer> ends = new ArrayList<>();
    int end = -1;
    for (String word : words) {
      end += 1 + word.length();
      ends.add(end);
    }
    List<Span> found = new ArrayList<>();
    Timed text = new Timed(String.join(" ", words), System.nanoTime());
    try {
      Matcher matcher = pattern.matcher(text);
      int group = Math.min(1, matcher.groupCount());
      while (matcher.find()) {
        if (matcher.start(group) < matcher.end(group)) {
          add(matcher.start(group), matcher.end(group), ends, found);
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
    return Voice.said(found, words.size());
  }

  /** Adds the tokens that some characters touch, unless they are in a segment already. */
  private void add(int from, int to, List<Integer> ends, List<Span> found) {
    int first = 0;
    while (ends.get(first) <= from) {
      first++;
    }
    int last = first;
    while (last + 1 < ends.size() && ends.get(last) + 1 < to) {
      last++;
    }
    if (found.isEmpty() || found.get(found.size() - 1).end() <= first) {
      found.add(new Span(first, last + 1, label));
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
