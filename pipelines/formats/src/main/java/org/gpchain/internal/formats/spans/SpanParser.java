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
 * Reads texts with spans as documents to be annotated, one after the other; for one thread. The
 * spans become annotations, and a text has the tokens of its file, if any.
 */
public final class SpanParser {
  private final SpanReader reader;
  private final String language;
  private final SpanCas cas = new SpanCas();

  /** Finds the sentences of texts that have tokens; null until there is one. */
  private TextSegmenter segmenter;

  /**
   * Makes a parser.
   *
   * @param language of texts, such as {@code en}
   */
  public SpanParser(SpanFormat format, String language) {
    this.reader = new SpanReader(format, SegmentLayer.NAMED_ENTITY);
    this.language = language;
  }

  /**
   * Reads a document.
   *
   * @param place what messages name
   * @param name of the document: a path with slashes, without the ending
   * @param content of the file, or a record of JSON; not modified
   * @param surroundings the files around it
   * @param restarted empties a document and says what it is
   * @return the document, which may be used until the next one is read
   * @throws InputException if it cannot be read
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
      segmenter = segmenter == null ? TextSegmenter.of(language) : segmenter;
      new SpanSegmentation(segmenter, notes).addSentences(document, List.of(), source.place());
    }

    ParsedDocument parsed = ParsedDocument.of(document);
    for (Map.Entry<String, Integer> kind : notes.counts().entrySet()) {
      parsed = parsed.with(kind.getKey(), kind.getValue());
    }
    return parsed;
  }
}
