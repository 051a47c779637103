package org.gpchain.internal.evaluation;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.internal.documents.Passage;

/** Converts tokens and segments to spans of characters, without white space at their ends. */
final class CharacterSpans {
  private static final String NO_TYPE = "";

  private CharacterSpans() {}

  /** Returns the character spans of the nonempty tokens of a sentence. */
  static List<Span> tokens(String text, List<opennlp.tools.util.Span> sentence) {
    List<Span> tokens = new ArrayList<>(sentence.size());
    for (opennlp.tools.util.Span token : sentence) {
      if (token.getStart() < token.getEnd()) {
        tokens.add(trimmed(text, token.getStart(), token.getEnd(), NO_TYPE));
      }
    }
    return tokens;
  }

  /** Returns the character spans of the nonempty tokens of a sentence. */
  static List<Span> tokens(String text, Passage sentence) {
    List<Span> tokens = new ArrayList<>(sentence.units().length());
    for (int t = 0; t < sentence.units().length(); t++) {
      if (sentence.begins()[t] < sentence.ends()[t]) {
        tokens.add(trimmed(text, sentence.begins()[t], sentence.ends()[t], NO_TYPE));
      }
    }
    return tokens;
  }

  /** Returns the character span of a segment of a sentence. */
  static Span segment(String text, List<opennlp.tools.util.Span> sentence, Span segment) {
    int begin = sentence.get(segment.start()).getStart();
    int end = sentence.get(segment.end() - 1).getEnd();
    return trimmed(text, begin, end, segment.type());
  }

  /** Returns the character span of a segment of a sentence. */
  static Span segment(String text, Passage sentence, Span segment) {
    int begin = sentence.begins()[segment.start()];
    int end = sentence.ends()[segment.end() - 1];
    return trimmed(text, begin, end, segment.type());
  }

  /** Removes white space from both ends. A span of white space only is left unchanged. */
  private static Span trimmed(String text, int begin, int end, String type) {
    int first = begin;
    int last = end;
    while (first < last && Character.isWhitespace(text.charAt(first))) {
      first++;
    }
    while (first < last && Character.isWhitespace(text.charAt(last - 1))) {
      last--;
    }
    boolean isBlank = first == last;
    if (isBlank) {
      return new Span(begin, end, type);
    }
    return new Span(first, last, type);
  }
}
