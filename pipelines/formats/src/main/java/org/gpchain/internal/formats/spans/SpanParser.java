package org.gpchain.internal.formats.spans;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.gpchain.internal.formats.input.Surroundings;

/**
 * A parser that converts texts with spans to UIMA documents. Spans become annotations, and tokens
 * of the file are kept. The parser reuses documents, and is not thread-safe.
 */
public final class SpanParser {
  private final SpanReader reader;
  private final String language;
  private final SpanCas cas = new SpanCas();

  /** Segmenter for texts with tokens but no sentences; null until it is needed. */
  private TextSegmenter segmenter;

  /**
   * Creates a parser.
   *
   * @param language language code of texts, such as {@code en}
   */
  public SpanParser(SpanFormat format, String language) {
    this.reader = new SpanReader(format, SegmentLayer.NAMED_ENTITY);
    this.language = language;
  }

  /**
   * Parses a document.
   *
   * @param place path of the document for messages
   * @param name name of the document: a path with slashes, without the ending
   * @param content content of the file, or a JSON record; not modified
   * @param surroundings files around the document
   * @param restarted function that empties a document and sets its metadata
   * @return the document, which is valid until the next call
   * @throws InputException if the document cannot be read
   */
  public ParsedDocument parse(
      Path place,
      String name,
      byte[] content,
      Surroundings surroundings,
      UnaryOperator<JCas> restarted)
      throws IOException {
    ReadingNotes notes = new ReadingNotes();
    String file = name.substring(name.lastIndexOf('/') + 1);
    SpanDocument source = reader.read(place, file, content, surroundings, notes);
    JCas document = restarted.apply(cas.empty(source));
    SpanCas.fill(document, source);

    if (source.sentences().isEmpty() && !source.tokens().isEmpty()) {
      if (segmenter == null) {
        segmenter = TextSegmenter.of(language);
      }
      new SpanSegmentation(segmenter, notes).addSentences(document, List.of(), source.place());
    }

    ParsedDocument parsed = ParsedDocument.of(document);
    for (Map.Entry<String, Integer> kind : notes.counts().entrySet()) {
      parsed = parsed.with(kind.getKey(), kind.getValue());
    }
    return parsed;
  }
}
