package org.gpchain.pipelines.annotate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.pipelines.annotate.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.pipelines.annotate.AnnotatedDocument.AnnotatedToken;
import org.gpchain.pipelines.annotate.AnnotatedDocument.Segment;

/**
 * One token per line, a blank line after each sentence. The columns, separated by tabs, are the
 * word, its part of speech if it has one, the label in IOB2, and the probability of the segment
 * that the token is in, {@code _} outside of segments.
 */
final class ConllWriter implements DocumentWriter {
  /** What would break a line or a column: white space, and all control characters. */
  private static final Pattern SEPARATOR = Pattern.compile("[\\s\\p{Z}\\p{Cc}]");

  private static final SpanCodec CODEC = SpanCodec.of(TagScheme.IOB2);
  private static final String NONE = "_";

  @Override
  public void write(AnnotatedDocument document, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    for (AnnotatedSentence sentence : document.sentences()) {
      append(sentence, text);
      text.append('\n');
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void append(AnnotatedSentence sentence, StringBuilder out) {
    int length = sentence.tokens().size();
    List<String> labels =
        CODEC.encode(sentence.segments().stream().map(Segment::span).toList(), length);
    String[] probabilities = new String[length];
    for (Segment segment : sentence.segments()) {
      for (int t = segment.span().start(); t < segment.span().end(); t++) {
        probabilities[t] = String.format(Locale.ROOT, "%.4f", segment.probability());
      }
    }
    for (int t = 0; t < length; t++) {
      AnnotatedToken token = sentence.tokens().get(t);
      out.append(cell(token.word())).append('\t');
      if (token.pos() != null) {
        out.append(cell(token.pos())).append('\t');
      }
      out.append(labels.get(t)).append('\t');
      out.append(probabilities[t] == null ? NONE : probabilities[t]).append('\n');
    }
  }

  private static String cell(String value) {
    return value.isEmpty() ? NONE : SEPARATOR.matcher(value).replaceAll(NONE);
  }
}
