package org.gpchain.internal.documents;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.gpchain.internal.documents.output.OutputFormat;

/**
 * An annotated document. It may be written until its annotator is given the next one; what was
 * copied out of it stays.
 *
 * @param document the view that was annotated; null if the document was annotated in pieces
 * @param remarks what the user should know of how the document was read, each with the number of
 *     times
 */
public record AnnotatedResult(
    DocumentAnnotator annotator,
    JCas document,
    AnnotatedDocument copy,
    Additions additions,
    Map<String, Integer> remarks) {
  /**
   * What a document was given beside annotations of the models, and what they read.
   *
   * @param segmentedBy what found its sentences and tokens, in words; null if it had tokens
   * @param tagged number of its tokens that had no part of speech
   * @param sentences those that have tokens, as the first model reads them; empty unless the models
   *     were loaded for {@linkplain SharedModels#forReading reading}
   * @param evidence of each model for the check of a promise; null for none
   */
  public record Additions(
      String segmentedBy, int tagged, List<Passage> sentences, List<long[]> evidence) {
    /** The evidence of two texts, model by model; any number of them may be missing. */
    public static List<long[]> sum(List<long[]> one, List<long[]> other) {
      return IntStream.range(0, Math.max(one.size(), other.size()))
          .mapToObj(i -> PromiseCheck.sum(at(one, i), at(other, i)))
          .toList();
    }

    private static long[] at(List<long[]> evidence, int i) {
      return i < evidence.size() ? evidence.get(i) : null;
    }
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
