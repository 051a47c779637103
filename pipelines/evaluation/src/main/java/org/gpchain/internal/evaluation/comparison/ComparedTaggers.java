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
 * Two taggers on the same sentences. Token error and probabilities of labels are compared if both
 * write segments in the same scheme, and those of labels on the tokens whose gold label both know.
 */
public record ComparedTaggers(Tagger first, Tagger second) {
  /** Probabilities are kept this far from 0 and 1: one error costs no more than a few others. */
  private static final double SMALLEST = 1e-9;

  /**
   * Tags a text and scores the answers.
   *
   * @param forFirst with all columns that the first tagger requires
   * @param forSecond the same sentences, with those that the second one requires
   */
  public ComparedText compare(String name, Corpus forFirst, Corpus forSecond) {
    List<TokenSequence> readByFirst = inDocuments(first, forFirst);
    List<TokenSequence> readBySecond = inDocuments(second, forSecond);
    List<ScoredSentence> ofFirst = scored(first, forFirst);
    List<ScoredSentence> ofSecond = scored(second, forSecond);
    List<SentenceScore> scoresOfFirst = new ArrayList<>();
    List<SentenceScore> scoresOfSecond = new ArrayList<>();
    Workspace workspace = new Workspace();
    for (int n = 0; n < ofFirst.size(); n++) {
      TokenSequence one = readByFirst.get(n);
      TokenSequence other = readBySecond.get(n);
      // The candidates of either tagger: they are chosen without a look at the gold segments.
      Set<Span> either = new LinkedHashSet<>();
      first.candidates(one, HeldOutSegments.LEAST, workspace).forEach(c -> either.add(c.span()));
      second.candidates(other, HeldOutSegments.LEAST, workspace).forEach(c -> either.add(c.span()));
      List<Span> candidates = List.copyOf(either);
      scoresOfFirst.add(score(first, one, ofFirst.get(n), candidates, workspace));
      scoresOfSecond.add(score(second, other, ofSecond.get(n), candidates, workspace));
    }
    TagScheme shown = first.codec().scheme() == TagScheme.TOKEN ? TagScheme.TOKEN : TagScheme.IOB2;
    return ComparedText.of(name, shown, forFirst, scoresOfFirst, scoresOfSecond);
  }

  private static List<TokenSequence> inDocuments(Tagger tagger, Corpus corpus) {
    try (BatchTagger batches = new BatchTagger(tagger, 1)) {
      return batches.inDocuments(corpus.sentences()).stream().map(LabeledSequence::tokens).toList();
    }
  }

  private List<ScoredSentence> scored(Tagger tagger, Corpus corpus) {
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
    double[] probabilities = tagger.probabilities(tokens, candidates, workspace);
    double loss = 0;
    for (int c = 0; c < probabilities.length; c++) {
      double p = gold.contains(candidates.get(c)) ? probabilities[c] : 1 - probabilities[c];
      loss -= Math.log(Math.max(SMALLEST, p));
    }
    CalibrationError segments = new CalibrationError();
    for (ScoredSpan span : scored.predicted()) {
      segments.add(span.probability(), gold.contains(span.span()));
    }
    SentenceScore score =
        SentenceScore.of(
            scored.gold(), scored.predictedSpans(), scored.labels(), scored.prediction().labels());
    Map<Metric, double[]> sums = score.sums();
    if (first.codec().scheme() != TagScheme.TOKEN) {
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
