package org.gpchain.evaluation.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.documents.AnnotatedResult.ReadSentence;
import org.gpchain.documents.batch.DocumentScan;
import org.gpchain.evaluation.selection.Ranking.Candidate;
import org.gpchain.evaluation.selection.Selection.Unit;

/** All sentences or documents that may be annotated; of each what a model does not know. */
final class Pool implements DocumentScan.Visitor<List<Pool.Part>> {
  private final SentenceScorer scorer;
  private final Unit unit;
  private final Consumer<String> failures;
  private final List<Text> texts = new ArrayList<>();

  /**
   * An empty pool.
   *
   * @param failures is told of documents that cannot be read
   */
  Pool(SentenceScorer scorer, Unit unit, Consumer<String> failures) {
    this.scorer = scorer;
    this.unit = unit;
    this.failures = failures;
  }

  /** A sentence, or all of a document. */
  record Part(int begin, int end, Candidate candidate) {
    /**
     * A document.
     *
     * @param sentences of it, at least one
     */
    private static Part of(List<Part> sentences) {
      return new Part(
          sentences.get(0).begin,
          // Sentences that others have found may lie in one another.
          sentences.stream().mapToInt(Part::end).max().orElseThrow(),
          new Candidate(
              sentences.stream()
                  .map(sentence -> sentence.candidate.uncertainty())
                  .reduce(Uncertainty.NONE, Uncertainty::plus),
              sentences.stream()
                  .flatMapToInt(sentence -> Arrays.stream(sentence.candidate.shingles()))
                  .sorted()
                  .distinct()
                  .toArray()));
    }
  }

  @Override
  public List<Part> read(List<ReadSentence> sentences) {
    Workspace workspace = new Workspace();
    List<Part> parts =
        sentences.stream()
            .map(
                sentence ->
                    new Part(
                        sentence.begin(),
                        sentence.end(),
                        new Candidate(
                            scorer.uncertainty(sentence.tokens(), workspace),
                            Ranking.shingles(sentence.tokens().column(TokenSequence.WORD)))))
            .toList();
    return unit == Unit.SENTENCE || parts.isEmpty() ? parts : List.of(Part.of(parts));
  }

  @Override
  public void add(long number, String id, List<Part> parts) {
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      texts.add(
          new Text(
              number,
              id,
              unit == Unit.SENTENCE ? i : null,
              part.begin(),
              part.end(),
              part.candidate()));
    }
  }

  @Override
  public void fail(String problem) {
    failures.accept(problem);
  }

  /** The texts, in the order of the documents. */
  List<Text> texts() {
    return texts;
  }

  /**
   * A sentence or document that may be annotated.
   *
   * @param document number of the document, from 0
   * @param id a name of the document that no other one has
   * @param sentence number of the sentence in it, from 0; null for the document
   * @param begin where it begins in the text of the document, in UTF-16 units
   * @param end where it ends
   * @param candidate what the model does not know of it
   */
  record Text(
      long document, String id, Integer sentence, int begin, int end, Candidate candidate) {}
}
