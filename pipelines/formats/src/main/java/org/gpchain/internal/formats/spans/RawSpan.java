package org.gpchain.internal.formats.spans;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;

/**
 * A span with the offsets of the file, which may not fit the text.
 *
 * @param fragments parts of the text in ascending order, at least one, with the offsets of the tool
 * @param label label of the span; null for tokens
 * @param text text of the span in the file; null if the file does not have it
 * @param place file and line of the span for messages
 */
record RawSpan(List<TextRange> fragments, String label, String text, String place) {
  /** Escape sequences of white space that some tools write. */
  private static final Pattern ESCAPED_SPACE = Pattern.compile("\\\\[nrt]");

  private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");

  /** Maximum length of quoted texts in messages (characters). */
  private static final int MAX_QUOTE = 60;

  RawSpan {
    fragments = List.copyOf(fragments);
  }

  private TextRange first() {
    return fragments.get(0);
  }

  private TextRange last() {
    return fragments.get(fragments.size() - 1);
  }

  /** Returns whether the offsets are in ascending order and within the text. */
  boolean isWithin(TextOffsets offsets) {
    int end = 0;
    for (TextRange fragment : fragments) {
      if (fragment.begin() < end || fragment.end() < fragment.begin()) {
        return false;
      }
      end = fragment.end();
    }
    return offsets.has(first().begin()) && offsets.has(end);
  }

  /** Returns whether the span is within a text, and covers the text that the file gives for it. */
  boolean fits(String whole, TextOffsets offsets) {
    if (!isWithin(offsets)) {
      return false;
    }
    return text == null || normal(text).equals(normal(covered(whole, offsets)));
  }

  private String covered(String whole, TextOffsets offsets) {
    List<String> parts = new ArrayList<>(fragments.size());
    for (TextRange fragment : fragments) {
      parts.add(whole.substring(offsets.at(fragment.begin()), offsets.at(fragment.end())));
    }
    return String.join(" ", parts);
  }

  /** Returns whether there is text other than white space between the fragments. */
  boolean isInterrupted(String whole, TextOffsets offsets) {
    for (int i = 1; i < fragments.size(); i++) {
      int gapBegin = offsets.at(fragments.get(i - 1).end());
      int gapEnd = offsets.at(fragments.get(i).begin());
      if (!normal(whole.substring(gapBegin, gapEnd)).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the range of the text from the first to the last fragment. */
  TextRange range(TextOffsets offsets) {
    return new TextRange(offsets.at(first().begin()), offsets.at(last().end()));
  }

  /** Returns the reason why this span does not {@linkplain #fits fit} a text. */
  String misfit(String whole, TextOffsets offsets) {
    String kind = label == null ? "the token" : "the span " + quoted(label);
    String where = format("%s at %s–%s", kind, first().begin(), last().end());
    if (!isWithin(offsets)) {
      return format("%s is not within the text of %s characters", where, offsets.length());
    }
    return format(
        "%s covers %s in the text, but is said to be %s",
        where, quoted(covered(whole, offsets)), quoted(text));
  }

  /** Returns the covered text with file and line, as an example for a note. */
  String example(String whole, TextOffsets offsets) {
    return quoted(covered(whole, offsets)) + " in " + place;
  }

  /** Returns a text in quotes, on one line and abbreviated. */
  static String quoted(String text) {
    return "'" + StringUtils.abbreviate(normal(text), MAX_QUOTE) + "'";
  }

  /** Returns a text with single spaces between words, so that texts can be compared. */
  private static String normal(String text) {
    String plain = ESCAPED_SPACE.matcher(text).replaceAll(" ");
    return SPACE.matcher(plain).replaceAll(" ").strip();
  }
}
