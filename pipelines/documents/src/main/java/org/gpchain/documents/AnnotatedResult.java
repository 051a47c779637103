package org.gpchain.documents;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.gpchain.documents.output.AnnotatedDocument;
import org.gpchain.documents.output.OutputFormat;

/**
 * An annotated document. It may be written until its annotator is given the next one; what was
 * copied out of it stays. The document is null if it was annotated in pieces.
 */
public record AnnotatedResult(
    DocumentAnnotator annotator, JCas document, AnnotatedDocument copy, Additions additions) {
  /**
   * What a document was given beside annotations of the models, and what they read.
   *
   * @param segmentedBy what found its sentences and tokens, in words; null if it had tokens
   * @param tagged number of its tokens that had no part of speech
   * @param sentences those that have tokens, as the first model reads them; empty unless the models
   *     were loaded for {@linkplain SharedModels#forReading reading}
   */
  public record Additions(String segmentedBy, int tagged, List<Passage> sentences) {
    /** A document that had all that is needed. */
    static final Additions NONE = new Additions(null, 0, List.of());
  }

  /** The types that a document in XMI needs; empty if it was annotated in pieces. */
  public Optional<TypeSystem> types() {
    return Optional.ofNullable(document).map(JCas::getTypeSystem);
  }

  /**
   * The contents of the files that it becomes, in a format that the annotator was made for.
   *
   * @throws DocumentException if it cannot be written so
   */
  public List<byte[]> as(OutputFormat format) throws DocumentException {
    try {
      return format.write(document, copy);
    } catch (IOException
        | RuntimeException
        | StackOverflowError
        | OutOfMemoryError
        | AssertionError e) {
      throw annotator.failure(e);
    }
  }
}
