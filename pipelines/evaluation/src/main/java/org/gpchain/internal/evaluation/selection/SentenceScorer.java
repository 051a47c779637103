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

/** Computes a model's uncertainty about sentences. Immutable and thread-safe. */
public final class SentenceScorer {
  /** Default number of posterior samples. */
  public static final int DEFAULT_SAMPLES = 16;

  /** Minimum probability of a candidate that counts as a potentially missed segment. */
  static final double LEAST = 0.005;

  /** Cuts sentences of more than 1,000 tokens, as the annotators do. */
  private static final SentenceCutter CUTTER = new SentenceCutter(1000);

  private final Tagger tagger;
  private final boolean countsSegments;

  /**
   * Creates a scorer.
   *
   * @param model the model
   * @param criterion criterion for which uncertainties are computed; components that only other
   *     criteria need may be 0
   * @param samples number of posterior samples, at least 1; ignored if the criterion needs none
   * @throws IllegalArgumentException if the criterion needs samples and the model has no covariance
   */
  public SentenceScorer(Model model, Criterion criterion, int samples) {
    Checks.atLeast("samples", samples, 1);
    this.tagger = model.tagger(criterion.decoding(samples));
    this.countsSegments = criterion == Criterion.F1;
  }

  /** Adds the document features to the sentences of a document, see {@link Tagger#inDocument}. */
  List<TokenSequence> inDocument(List<TokenSequence> sentences, Workspace workspace) {
    return tagger.inDocument(sentences, workspace);
  }

  /** A model's prediction for a sentence, and its uncertainty about the sentence. */
  public record Scored(Prediction prediction, Uncertainty uncertainty) {}

  /**
   * Tags a sentence and computes the model's uncertainty.
   *
   * @param sentence sentence with the columns that the model requires; may be empty
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

  private Uncertainty ofPiece(TokenSequence piece, Prediction prediction, Workspace workspace) {
    int length = prediction.length();
    double found = 0;
    for (ScoredSpan scored : prediction.spans()) {
      found += scored.probability();
    }
    double wrong = prediction.spans().size() - found;
    double missed = countsSegments ? missed(piece, prediction, workspace) : 0;

    return new Uncertainty(
        length,
        length * prediction.entropy(),
        length * prediction.mutualInformation(),
        prediction.logSequenceProbability(),
        found,
        wrong,
        missed);
  }

  /** Returns the expected number of segments that the prediction misses. */
  private double missed(TokenSequence sentence, Prediction prediction, Workspace workspace) {
    Set<Span> predicted = new HashSet<>();
    for (ScoredSpan scored : prediction.spans()) {
      predicted.add(scored.span());
    }

    double missed = 0;
    for (ScoredSpan candidate : tagger.candidates(sentence, LEAST, workspace)) {
      if (!predicted.contains(candidate.span())) {
        missed += candidate.probability();
      }
    }
    return missed;
  }
}
