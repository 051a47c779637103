package org.gpchain.documents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.documents.output.AnnotatedDocument;
import org.gpchain.documents.output.OutputFile;

/**
 * An annotated document. It may be written until its annotator is given the next one; what was
 * copied out of it stays.
 */
public final class AnnotatedResult {
  private final DocumentAnnotator annotator;
  private final JCas document;
  private final AnnotatedDocument copy;
  private final Additions additions;

  /**
   * A sentence as a model reads it. Offsets count UTF-16 units of the document's text.
   *
   * @param begin where its first token begins
   * @param end where its last token ends
   * @param tokens with the columns that the model needs
   */
  public record ReadSentence(int begin, int end, TokenSequence tokens) {}

  /**
   * What a document was given beside annotations of the models, and what they read.
   *
   * @param segmented whether it had no tokens
   * @param tagged number of its tokens that had no part of speech
   * @param sentences as the first model reads them; empty where the models annotate
   */
  record Additions(boolean segmented, int tagged, List<ReadSentence> sentences) {
    /** A document that had all that is needed. */
    static final Additions NONE = new Additions(false, 0, List.of());
  }

  /**
   * @param document null if it was annotated in pieces
   */
  AnnotatedResult(
      DocumentAnnotator annotator, JCas document, AnnotatedDocument copy, Additions additions) {
    this.annotator = annotator;
    this.document = document;
    this.copy = copy;
    this.additions = additions;
  }

  /** Its text, sentences, tokens and segments. */
  public AnnotatedDocument copy() {
    return copy;
  }

  /** Whether it had no tokens, and was given some. */
  public boolean wasSegmented() {
    return additions.segmented();
  }

  /** Number of its tokens that had no part of speech, and were given one. */
  public int taggedTokens() {
    return additions.tagged();
  }

  /**
   * The sentences that have tokens, as the model reads them; empty unless the models were loaded
   * for {@linkplain SharedModels#forReading reading}.
   */
  public List<ReadSentence> sentences() {
    return additions.sentences();
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
      file.write(document, copy, bytes);
    } catch (IOException
        | RuntimeException
        | StackOverflowError
        | OutOfMemoryError
        | AssertionError e) {
      throw annotator.failure(e);
    }
    return bytes.toByteArray();
  }
}
