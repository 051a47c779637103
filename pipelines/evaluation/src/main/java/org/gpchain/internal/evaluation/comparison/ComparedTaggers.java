package org.gpchain.internal.evaluation.comparison;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.CalibrationError;
import org.gpchain.internal.evaluation.Evaluator;
import org.gpchain.internal.evaluation.Evaluator.ScoredSentence;
import org.gpchain.internal.evaluation.TokenScores;
import org.gpchain.internal.evaluation.comparison.ComparedText.SentenceScore;
import org.gpchain.internal.evaluation.tagging.BatchTagger;

/**
 * Two taggers that are compared on the same sentences.
 *
 * <p>Token error, nll and ece of tokens are compared only if both taggers have the same tag scheme.
 * The metrics of label probabilities are computed on the tokens whose gold label both taggers know.
 *
 * @param first the first tagger
 * @param second the second tagger
 */
public record ComparedTaggers(Tagger first, Tagger second) {
  /** Lower bound of probabilities in the log-loss, so that a single error cannot dominate it. */
  private static final double MIN_PROBABILITY = 1e-9;

  /**
   * Tags a text with both taggers and scores the predictions.
   *
   * @param name name of the text
   * @param forFirst the sentences with all columns that the first tagger requires
   * @param forSecond the same sentences with all columns that the second tagger requires
   */
  public ComparedText compare(String name, Corpus forFirst, Corpus forSecond) {
    List<TokenSequence> firstInputs = inDocuments(first, forFirst);
    List<TokenSequence> secondInputs = inDocuments(second, forSecond);
    List<ScoredSentence> firstScored = scored(first, forFirst);
    List<ScoredSentence> secondScored = scored(second, forSecond);

    List<SentenceScore> firstScores = new ArrayList<>();
    List<SentenceScore> secondScores = new ArrayList<>();
    Workspace workspace = new Workspace();
    for (int n = 0; n < firstScored.size(); n++) {
      TokenSequence firstInput = firstInputs.get(n);
      TokenSequence secondInput = secondInputs.get(n);

      // The union of both taggers' candidates doesn't depend on the gold segments.
      Set<Span> union = new LinkedHashSet<>();
      addCandidates(first, firstInput, workspace, union);
      addCandidates(second, secondInput, workspace, union);
      List<Span> candidates = List.copyOf(union);

      firstScores.add(score(first, firstInput, firstScored.get(n), candidates, workspace));
      secondScores.add(score(second, secondInput, secondScored.get(n), candidates, workspace));
    }

    TagScheme shown = first.codec().scheme() == TagScheme.TOKEN ? TagScheme.TOKEN : TagScheme.IOB2;
    return ComparedText.of(name, shown, forFirst, firstScores, secondScores);
  }

  private static void addCandidates(
      Tagger tagger, TokenSequence sentence, Workspace workspace, Set<Span> candidates) {
    for (ScoredSpan candidate : tagger.candidates(sentence, HeldOutSegments.LEAST, workspace)) {
      candidates.add(candidate.span());
    }
  }

  private static List<TokenSequence> inDocuments(Tagger tagger, Corpus corpus) {
    try (BatchTagger batches = new BatchTagger(tagger, 1)) {
      return batches.inDocuments(corpus.sentences()).stream().map(LabeledSequence::tokens).toList();
    }
  }

  private static List<ScoredSentence> scored(Tagger tagger, Corpus corpus) {
    List<ScoredSentence> scored = new ArrayList<>();
    new Evaluator(tagger, 1).evaluate(corpus, null, scored::add);
    return scored;
  }

  private SentenceScore score(
      Tagger tagger,
      TokenSequence tokens,
      ScoredSentence scored,
      List<Span> candidates,
      Workspace workspace) {
    Set<Span> gold = new HashSet<>(scored.gold());
    CalibrationError segments = new CalibrationError();
    for (ScoredSpan span : scored.predicted()) {
      segments.add(span.probability(), gold.contains(span.span()));
    }

    List<String> labels = scored.prediction().labels();
    SentenceScore score =
        SentenceScore.of(scored.gold(), scored.predictedSpans(), scored.labels(), labels);
    Map<Metric, double[]> sums = score.sums();
    if (first.codec().scheme() != TagScheme.TOKEN) {
      double[] probabilities = tagger.probabilities(tokens, candidates, workspace);
      double loss = logLoss(candidates, probabilities, gold);
      sums.put(Metric.SEGMENT_LOG_LOSS, new double[] {loss, candidates.size()});
    }
    sums.put(Metric.SEGMENT_ECE, segments.sums());

    if (first.codec().scheme() == second.codec().scheme()) {
      TokenScores tokenScores = tokens(scored);
      sums.put(Metric.NLL, tokenScores.lossAndTokens());
      sums.put(Metric.ECE, tokenScores.calibration().sums());
    } else {
      sums.remove(Metric.TOKEN_ERROR);
    }
    return score;
  }

  /**
   * Returns the sum, over candidates, of −log of the probability that the tagger assigns to the
   * truth: that the candidate is a gold segment, or that it is not.
   */
  private static double logLoss(List<Span> candidates, double[] probabilities, Set<Span> gold) {
    double loss = 0;
    for (int c = 0; c < probabilities.length; c++) {
      boolean isGold = gold.contains(candidates.get(c));
      double p = isGold ? probabilities[c] : 1 - probabilities[c];
      loss -= Math.log(Math.max(MIN_PROBABILITY, p));
    }
    return loss;
  }

  /** Scores the label probabilities of the tokens whose gold label both taggers know. */
  private TokenScores tokens(ScoredSentence scored) {
    Prediction prediction = scored.prediction();
    LabelSet labels = prediction.labelSet();
    TokenScores tokens = new TokenScores();
    for (int t = 0; t < prediction.length(); t++) {
      String gold = scored.labels().get(t);
      if (first.labels().indexOf(gold) >= 0 && second.labels().indexOf(gold) >= 0) {
        int token = t;
        tokens.add(v -> prediction.marginal(token, v), labels.size(), labels.indexOf(gold));
      }
    }
    return tokens;
  }
}
