package org.gpchain.internal.documents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.gpchain.internal.documents.output.OutputFormat;

/**
 * An annotated document. Its CAS is valid until the annotator receives the next document; copies
 * made of it stay valid.
 *
 * @param annotator annotator of the document
 * @param document annotated view of the document; null if a long text was annotated in pieces
 * @param copy copy of the annotations that the writers need
 * @param additions annotations that were added for the models
 * @param remarks notes for the user on how the document was read, each with its number of
 *     occurrences
 */
public record AnnotatedResult(
    DocumentAnnotator annotator,
    JCas document,
    AnnotatedDocument copy,
    Additions additions,
    Map<String, Integer> remarks) {
  /**
   * Annotations that were added to a document for the models, and other results of its processing.
   *
   * @param segmentedBy name of the segmenter that found sentences and tokens; null if the document
   *     had tokens
   * @param tagged number of tokens that had no part of speech and received one
   * @param sentences sentences with tokens, with the columns of the first model. Empty unless the
   *     models were loaded {@linkplain SharedModels#forReading for reading}.
   * @param evidence evidence of each model for the check of its promise; null for a model without
   *     one
   * @param novelty number of sentences that are unlike the training text, for each model
   */
  public record Additions(
      String segmentedBy,
      int tagged,
      List<Passage> sentences,
      List<long[]> evidence,
      List<NoveltyCount> novelty) {
    /** Adds the evidence of two texts model by model. Missing elements count as null. */
    public static List<long[]> sum(List<long[]> first, List<long[]> second) {
      List<long[]> sums = new ArrayList<>();
      for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
        sums.add(PromiseCheck.sum(at(first, i), at(second, i)));
      }
      return sums;
    }

    /** Adds the counts of two texts model by model. Missing elements count as none. */
    public static List<NoveltyCount> sumOfNovelty(
        List<NoveltyCount> first, List<NoveltyCount> second) {
      List<NoveltyCount> sums = new ArrayList<>(first);
      for (int i = 0; i < second.size(); i++) {
        if (i < sums.size()) {
          sums.set(i, sums.get(i).plus(second.get(i)));
        } else {
          sums.add(second.get(i));
        }
      }
      return sums;
    }

    private static long[] at(List<long[]> evidence, int i) {
      return i < evidence.size() ? evidence.get(i) : null;
    }
  }

  /** Returns the type system of the document. Empty if it was annotated in pieces. */
  public Optional<TypeSystem> types() {
    return Optional.ofNullable(document).map(JCas::getTypeSystem);
  }

  /**
   * Returns the contents of the document's files in a format. The annotator must have been created
   * for this format.
   *
   * @throws DocumentException if the document cannot be written in this format
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
