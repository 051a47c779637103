package org.gpchain.internal.documents.output;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedToken;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.internal.documents.page.ModelCard;

/** A document for tests of writers, with markup, an emoji, Hebrew, and hostile names. */
final class TestDocument {
  static final String TEXT = "😀 said <b>\"hi\"</b> & left.\nדנה, ירושלים";
  static final String HOSTILE = "</title><script>alert('x')</script>";

  private TestDocument() {}

  static AnnotatedDocument of() {
    List<AnnotatedToken> first =
        tokens(TEXT, "😀/SYM said/VERB <b>\"hi\"</b>/X &/CCONJ left/VERB ./PUNCT");
    List<AnnotatedToken> second = tokens(TEXT, "דנה/PROPN ,/PUNCT ירושלים/PROPN");
    List<Segment> segments =
        List.of(
            segment(0, 2, new Span(0, 1, "NP"), 0.75),
            segment(8, 21, new Span(2, 4, "a\"b<c>-&"), 1),
            segment(22, 26, new Span(4, 5, "VP"), 0.1234567));
    List<AnnotatedSentence> sentences =
        List.of(
            new AnnotatedSentence(first, segments),
            new AnnotatedSentence(second, List.of(segment(33, 40, new Span(2, 3, "NP"), 0.5))));
    return new AnnotatedDocument(HOSTILE, "en", TEXT, sentences, List.of(layer()));
  }

  /** Returns tokens of a text, given as word and part of speech with a slash between them. */
  private static List<AnnotatedToken> tokens(String text, String tagged) {
    List<AnnotatedToken> tokens = new ArrayList<>();
    int end = 0;
    for (String one : tagged.split(" ", -1)) {
      int slash = one.lastIndexOf('/');
      String word = one.substring(0, slash);
      int begin = text.indexOf(word, end);
      end = begin + word.length();
      String pos = one.substring(slash + 1);
      tokens.add(new AnnotatedToken(begin, end, word, pos.isEmpty() ? null : pos));
    }
    return tokens;
  }

  /** Returns chunks, and names of an earlier run, one of which crosses the end of a chunk. */
  static AnnotatedDocument ofTwoLayers() {
    List<AnnotatedToken> tokens = tokens("😀 ab cd ef gh", "😀/ ab/ cd/ ef/ gh/");
    Segment other = new Segment(1, 3, 5, new Span(1, 2, "PER"), 0.3, List.of());
    List<Segment> segments =
        List.of(
            new Segment(0, 0, 5, new Span(0, 2, "NP"), 0.9, List.of()),
            new Segment(0, 9, 14, new Span(3, 5, "NP"), 0.9, List.of()),
            new Segment(1, 3, 8, new Span(1, 3, "LOC"), 0.6, List.of(other)),
            new Segment(1, 9, 11, new Span(3, 4, "LOC"), 0.4, List.of()));

    return new AnnotatedDocument(
        "two",
        "en",
        "😀 ab cd ef gh",
        List.of(new AnnotatedSentence(tokens, segments)),
        List.of(
            new Layer(
                "chunks", "Chunk", new ModelCard("chunks", "chunk", "en", List.of("NP"), 1, "1")),
            new Layer("names", "NamedEntity", null)));
  }

  static AnnotatedDocument empty() {
    return new AnnotatedDocument("empty", "en", "", List.of(), List.of(layer()));
  }

  static Segment segment(int begin, int end, Span span, double probability) {
    return new Segment(0, begin, end, span, probability, List.of());
  }

  static Layer layer() {
    return new Layer("m<1>", "Chunk", card());
  }

  private static ModelCard card() {
    return new ModelCard("m<1>.gpchain", "chunk", "en", List.of("NP", "VP"), 1, "0.1 & up");
  }

  /** Returns the last file of a format, which contains the annotations. */
  static String written(OutputFormat format, AnnotatedDocument document) throws IOException {
    List<byte[]> contents = format.write(null, document);
    return new String(contents.get(contents.size() - 1), StandardCharsets.UTF_8);
  }
}
