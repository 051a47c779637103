package org.gpchain.internal.evaluation.selection;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.document.SentenceCutter;
import org.gpchain.internal.core.math.Checks;

/** Finds out what a model does not know of sentences. Immutable; shared between threads. */
public final class SentenceScorer {
  /** Samples of the posterior, if nothing else is said. */
  public static final int DEFAULT_SAMPLES = 16;

  /** Segments that are less probable are not counted as missed. */
  static final double LEAST = 0.005;

  /** Longer sentences are tagged in pieces, as the annotators do. */
  private static final SentenceCutter CUTTER = new SentenceCutter(1000);

  private final Tagger tagger;
  private final boolean countsSegments;

  /**
   * @param criterion for which uncertainties are wanted; what others need may be 0 in them
   * @param samples of the posterior, at least 1; only for those that need them
   * @throws IllegalArgumentException if there is no covariance to draw samples from
   */
  public SentenceScorer(Model model, Criterion criterion, int samples) {
    Checks.atLeast("samples", samples, 1);
    this.tagger = model.tagger(criterion.decoding(samples));
    this.countsSegments = criterion == Criterion.F1;
  }

  /** The sentences of a document as they are to be scored, see {@link Tagger#inDocument}. */
  List<TokenSequence> inDocument(List<TokenSequence> sentences, Workspace workspace) {
    return tagger.inDocument(sentences, workspace);
  }

  /** What the model predicts of a sentence, and what it does not know of it. */
  public record Scored(Prediction prediction, Uncertainty uncertainty) {}

  /**
   * Tags a sentence.
   *
   * @param sentence with the columns that the model requires; may be empty
   * @param workspace scratch space of the calling thread
   */
  public Scored score(TokenSequence sentence, Workspace workspace) {
    List<Prediction> predictions = new ArrayList<>();
    Uncertainty sum = Uncertainty.NONE;
    for (TokenSequence piece : CUTTER.cut(sentence)) {
      Prediction prediction = tagger.tag(piece, workspace);
      predictions.add(prediction);
      sum = sum.plus(ofPiece(piece, prediction, workspace));
    }
    return new Scored(Prediction.join(predictions), sum);
  }

  private Uncertainty ofPiece(TokenSequence sentence, Prediction prediction, Workspace workspace) {
    int length = prediction.length();
    double found = 0;
    for (ScoredSpan scored : prediction.spans()) {
      found += scored.probability();
    }
    return new Uncertainty(
        length,
        length * prediction.entropy(),
        length * prediction.mutualInformation(),
        prediction.logSequenceProbability(),
        found,
        prediction.spans().size() - found,
        countsSegments ? missed(sentence, prediction, workspace) : 0);
  }

  /** Returns the expected number of segments that are there and not predicted. */
  private double missed(TokenSequence sentence, Prediction prediction, Workspace workspace) {
    Set<Span> predicted = new HashSet<>();
    prediction.spans().forEach(scored -> predicted.add(scored.span()));
    double missed = 0;
    for (ScoredSpan candidate : tagger.candidates(sentence, LEAST, workspace)) {
      if (!predicted.contains(candidate.span())) {
        missed += candidate.probability();
      }
    }
    return missed;
  }
}
