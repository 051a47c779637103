package org.gpchain.internal.formats.spans;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A text with labeled spans, as a file has it.
 *
 * @param file where it is, for messages: a file, or a file with a line
 * @param tokens in the order of the text; empty if the file has none
 * @param sentences in the order of the text; empty if the file has none
 * @param types the types that the file declares: for each the names of its features
 * @param isAnnotated whether a person has annotated it and accepted the result
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

  /** Returns where it is, for messages. */
  String place() {
    return file.toString();
  }
}
