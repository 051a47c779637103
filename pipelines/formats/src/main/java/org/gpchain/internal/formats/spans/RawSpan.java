package org.gpchain.internal.formats.spans;

import static org.gpchain.core.text.Numbers.format;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;

/**
 * A span as a file has it.
 *
 * @param fragments parts of the text in ascending order, at least one, with the offsets of the tool
 * @param label null for tokens
 * @param text the text of the span in the file; null if the file does not give it
 * @param place where the span is in the file, for messages
 */
record RawSpan(List<TextRange> fragments, String label, String text, String place) {
  /** White space as some tools escape it. */
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

  /** Returns whether its offsets are in order and within the text. */
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

  /** Returns whether it lies in a text, and covers what the file says it covers. */
  boolean fits(String whole, TextOffsets offsets) {
    return isWithin(offsets)
        && (text == null || normal(text).equals(normal(covered(whole, offsets))));
  }

  private String covered(String whole, TextOffsets offsets) {
    return fragments.stream()
        .map(part -> whole.substring(offsets.at(part.begin()), offsets.at(part.end())))
        .collect(Collectors.joining(" "));
  }

  /** Returns whether there is text between its fragments, other than white space. */
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

  /** Returns the part of the text from its first fragment to its last one. */
  TextRange range(TextOffsets offsets) {
    return new TextRange(offsets.at(first().begin()), offsets.at(last().end()));
  }

  /** Describes why a span does not fit a text. */
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

  /** Returns what it covers and where it is, as an example for a note. */
  String example(String whole, TextOffsets offsets) {
    return quoted(covered(whole, offsets)) + " in " + place;
  }

  /** Returns a text in quotes, on one line and not too long. */
  static String quoted(String text) {
    return "'" + StringUtils.abbreviate(normal(text), MAX_QUOTE) + "'";
  }

  private static String normal(String text) {
    String plain = ESCAPED_SPACE.matcher(text).replaceAll(" ");
    return SPACE.matcher(plain).replaceAll(" ").strip();
  }
}
