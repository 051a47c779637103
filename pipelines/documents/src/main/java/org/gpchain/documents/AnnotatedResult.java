package org.gpchain.documents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.gpchain.documents.output.AnnotatedDocument;
import org.gpchain.documents.output.OutputFile;
import org.gpchain.documents.output.Writers;

/**
 * An annotated document. It may be written until its annotator is given the next one; what was
 * copied out of it stays.
 */
public final class AnnotatedResult {
  private final JCas document;
  private final AnnotatedDocument copy;
  private final Prepared prepared;
  private final List<ReadSentence> sentences;
  private final Failures failures;

  /** How what goes wrong is told. */
  interface Failures {
    DocumentException of(Throwable problem);
  }

  /**
   * @param document null if it was annotated in pieces
   */
  AnnotatedResult(
      JCas document,
      AnnotatedDocument copy,
      Prepared prepared,
      List<ReadSentence> sentences,
      Failures failures) {
    this.document = document;
    this.copy = copy;
    this.prepared = prepared;
    this.sentences = List.copyOf(sentences);
    this.failures = failures;
  }

  /** Its text, sentences, tokens and segments. */
  public AnnotatedDocument copy() {
    return copy;
  }

  /** What it was given beside annotations of the models. */
  public Prepared prepared() {
    return prepared;
  }

  /**
   * The sentences that have tokens, as the model reads them; empty unless the models were loaded
   * for {@linkplain SharedModels#forReading reading}.
   */
  public List<ReadSentence> sentences() {
    return sentences;
  }

  /** The types that a document in XMI needs; empty if it was annotated in pieces. */
  public Optional<TypeSystem> types() {
    return Optional.ofNullable(document).map(JCas::getTypeSystem);
  }

  /**
   * The content of a file that it becomes.
   *
   * @param file of a format that the annotator was made for
   * @throws DocumentException if it cannot be written so
   */
  public byte[] as(OutputFile file) throws DocumentException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      Writers.write(file, document, copy, bytes);
    } catch (IOException
        | RuntimeException
        | StackOverflowError
        | OutOfMemoryError
        | AssertionError e) {
      throw failures.of(e);
    }
    return bytes.toByteArray();
  }
}
