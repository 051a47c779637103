package org.gpchain.experiments.calibration;

import java.util.List;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.Calibration;
import org.gpchain.core.predict.HeldOutSegments;
import org.gpchain.core.predict.HeldOutSentence;
import org.gpchain.core.predict.LatticeScaling;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.evaluation.TokenScores;

/**
 * How good the probabilities of a model are on some sentences under one of its calibrations.
 *
 * @param name of the calibration
 * @param tokens scores of the tokens whose labels the model knows
 * @param tokenLoss sum of −log p of the gold labels, for each sentence
 * @param segments calibration of the candidate segments; null if illegal sequences are possible
 * @param segmentLoss sum of −log p of what is true of the candidates, for each sentence; null if
 *     illegal sequences are possible
 * @param decoded gold, decoded and right segments
 */
record CalibrationFigures(
    String name,
    TokenScores tokens,
    double[] tokenLoss,
    org.gpchain.evaluation.Calibration segments,
    double[] segmentLoss,
    SpanCounts decoded) {
  /** Measures a calibration of a model. */
  static CalibrationFigures of(
      String name, Model model, Calibration calibration, List<EncodedSentence> sentences) {
    Tagger tagger = model.with(calibration, model.provenance()).tagger();
    TokenScores tokens = new TokenScores();
    double[] tokenLoss = new double[sentences.size()];
    SpanCounts decoded = new SpanCounts();
    Workspace workspace = new Workspace();
    for (int n = 0; n < sentences.size(); n++) {
      EncodedSentence sentence = sentences.get(n);
      Prediction prediction = tagger.tag(sentence.rows(), 0, sentence.gold().length, workspace);
      tokenLoss[n] = add(prediction, sentence.gold(), tokens);
      decoded.add(sentence.segments(), prediction.spans().stream().map(ScoredSpan::span).toList());
    }
    return calibration
        .latticeScaling()
        .map(scaling -> withSegments(name, tokens, tokenLoss, decoded, scaling, sentences))
        .orElseGet(() -> new CalibrationFigures(name, tokens, tokenLoss, null, null, decoded));
  }

  private static double add(Prediction prediction, int[] gold, TokenScores tokens) {
    double loss = 0;
    for (int t = 0; t < gold.length; t++) {
      if (gold[t] >= 0) {
        int token = t;
        tokens.add(v -> prediction.marginal(token, v), prediction.labelSet().size(), gold[t]);
        loss -= Math.log(Math.max(Double.MIN_NORMAL, prediction.marginal(t, gold[t])));
      }
    }
    return loss;
  }

  private static CalibrationFigures withSegments(
      String name,
      TokenScores tokens,
      double[] tokenLoss,
      SpanCounts decoded,
      LatticeScaling scaling,
      List<EncodedSentence> sentences) {
    Workspace workspace = new Workspace();
    List<HeldOutSentence> heldOut = sentences.stream().map(EncodedSentence::heldOut).toList();
    double[] segmentLoss =
        heldOut.stream().mapToDouble(one -> one.segmentLoss(scaling, workspace)).toArray();
    HeldOutSegments candidates = HeldOutSegments.of(heldOut, scaling);
    org.gpchain.evaluation.Calibration segments = new org.gpchain.evaluation.Calibration();
    for (int c = 0; c < candidates.start().length; c++) {
      segments.add(candidates.probability()[c], candidates.right()[c]);
    }
    return new CalibrationFigures(name, tokens, tokenLoss, segments, segmentLoss, decoded);
  }
}
