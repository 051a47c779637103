package org.gpchain.internal.formats.spans;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A text with labeled spans from a file.
 *
 * @param file file for messages, perhaps with a line
 * @param tokens tokens in the order of the text; empty if the file has none
 * @param sentences sentences in the order of the text; empty if the file has none
 * @param types names of features by the names of the types that the file declares
 * @param isAnnotated whether the text has been annotated, and the annotation accepted
 */
record SpanDocument(
    Path file,
    String text,
    List<TextRange> tokens,
    List<TextRange> sentences,
    List<TypedSpan> spans,
    Map<String, List<String>> types,
    boolean isAnnotated) {
  SpanDocument {
    tokens = List.copyOf(tokens);
    sentences = List.copyOf(sentences);
    spans = List.copyOf(spans);
    types = Map.copyOf(types);
  }

  /** Returns a text without annotations. */
  static SpanDocument notAnnotated(Path file, String text) {
    return new SpanDocument(file, text, List.of(), List.of(), List.of(), Map.of(), false);
  }

  /** Returns this text with other spans. */
  SpanDocument withSpans(List<TypedSpan> others) {
    return new SpanDocument(file, text, tokens, sentences, others, types, isAnnotated);
  }

  /** Returns the file for messages, perhaps with a line. */
  String place() {
    return file.toString();
  }
}
