package org.gpchain.experiments.segmentation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import opennlp.tools.util.Span;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.plaintext.PlainText;

/** Finds the tokens of a corpus in its original text. */
final class OriginalText {
  private OriginalText() {}

  /**
   * Joins lines by spaces and finds the tokens in them.
   *
   * @param file of the lines, for messages
   * @param lines the original text of each sentence; more lines at the end must be empty
   * @param sentences tokens of each sentence, which have the same characters as the line except for
   *     white space
   * @throws InputException if a line does not have the characters of its sentence
   */
  static PlainText of(Path file, List<String> lines, List<List<String>> sentences)
      throws InputException {
    if (lines.size() < sentences.size()) {
      throw new InputException(
          file,
          lines.size() + " lines for " + sentences.size() + " sentences",
          "give a line per sentence");
    }
    StringBuilder text = new StringBuilder();
    List<List<Span>> tokens = new ArrayList<>();
    for (int i = 0; i < sentences.size(); i++) {
      String line = lines.get(i);
      List<Span> spans = find(sentences.get(i), line, text.length());
      if (spans.isEmpty()) {
        throw new InputException(
            file, i + 1, "not the text of " + sentences.get(i), "give a line per sentence");
      }
      tokens.add(spans);
      text.append(line).append(' ');
    }
    return new PlainText(text.toString(), tokens);
  }

  /** Returns where the tokens are in a text that begins at an offset; none if they do not fit. */
  private static List<Span> find(List<String> tokens, String line, int offset) {
    List<Span> spans = new ArrayList<>();
    int position = 0;
    for (String token : tokens) {
      position = skipSpace(line, position);
      int begin = position;
      for (int i = 0; i < token.length(); i++) {
        if (isSpace(token.charAt(i))) {
          continue;
        }
        position = skipSpace(line, position);
        if (position == line.length() || line.charAt(position) != token.charAt(i)) {
          return List.of();
        }
        position++;
      }
      spans.add(new Span(offset + begin, offset + position));
    }
    return spans;
  }

  private static int skipSpace(String line, int begin) {
    int position = begin;
    while (position < line.length() && isSpace(line.charAt(position))) {
      position++;
    }
    return position;
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }
}
