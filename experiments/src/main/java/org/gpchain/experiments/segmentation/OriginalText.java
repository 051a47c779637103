package org.gpchain.experiments.segmentation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import opennlp.tools.util.Span;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.plaintext.PlainText;

/** Aligns the tokens of a corpus with its original text. */
final class OriginalText {
  private OriginalText() {}

  /**
   * Joins lines with spaces and finds the tokens in the joined text.
   *
   * @param file file of the lines, for error messages
   * @param lines the original text of each sentence; further lines are ignored
   * @param sentences tokens of each sentence, with the same characters as the line except for white
   *     space
   * @throws InputException if a line differs from its sentence in other characters
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

  /**
   * Returns the spans of the tokens of a line, or an empty list if the characters differ.
   *
   * @param offset position of the line in the joined text, which is added to the spans
   */
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
