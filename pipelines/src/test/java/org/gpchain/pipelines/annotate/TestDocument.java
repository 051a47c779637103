package org.gpchain.pipelines.annotate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.pipelines.annotate.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.pipelines.annotate.AnnotatedDocument.AnnotatedToken;
import org.gpchain.pipelines.annotate.AnnotatedDocument.Segment;

/** A document for the writers: mark-up, an emoji, right-to-left script, and hostile names. */
final class TestDocument {
  static final String TEXT = "😀 said <b>\"hi\"</b> & left.\nדנה, ירושלים";
  static final String HOSTILE = "</title><script>alert('x')</script>";

  private TestDocument() {}

  static AnnotatedDocument of() {
    AnnotatedSentence first =
        new AnnotatedSentence(
            List.of(
                new AnnotatedToken(0, 2, "😀", "SYM"),
                new AnnotatedToken(3, 7, "said", "VERB"),
                new AnnotatedToken(8, 19, "<b>\"hi\"</b>", "X"),
                new AnnotatedToken(20, 21, "&", "CCONJ"),
                new AnnotatedToken(22, 26, "left", "VERB"),
                new AnnotatedToken(26, 27, ".", "PUNCT")),
            List.of(
                new Segment(0, 2, new Span(0, 1, "NP"), 0.75),
                new Segment(8, 21, new Span(2, 4, "a\"b<c>-&"), 1),
                new Segment(22, 26, new Span(4, 5, "VP"), 0.1234567)));
    AnnotatedSentence second =
        new AnnotatedSentence(
            List.of(
                new AnnotatedToken(28, 31, "דנה", "PROPN"),
                new AnnotatedToken(31, 32, ",", "PUNCT"),
                new AnnotatedToken(33, 40, "ירושלים", "PROPN")),
            List.of(new Segment(33, 40, new Span(2, 3, "NP"), 0.5)));
    return new AnnotatedDocument(HOSTILE, TEXT, List.of(first, second), card());
  }

  static AnnotatedDocument empty() {
    return new AnnotatedDocument("empty", "", List.of(), card());
  }

  private static ModelCard card() {
    return new ModelCard("m<1>.gpchain", "chunk", "en", List.of("NP", "VP"), 1, "0.1 & up");
  }

  static String written(DocumentWriter writer, AnnotatedDocument document) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writer.write(document, out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
