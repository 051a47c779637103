package org.gpchain.training.decoupled;

import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.decoupled.MeanFit.Fitted;

/**
 * Whether a fit sees about as many segments as are expected. The sum over completions is not
 * concave; where silence says little, it may end where segments are everywhere. Then silence is to
 * say more: that one is annotated is taken to be more probable, by as many times as there are too
 * many of them.
 */
final class SegmentRatio {
  /** How many times the expected ratio a fit may have. */
  private static final double TOLERATED = 1.5;

  private final double expected;
  private final int outside;

  private SegmentRatio(double expected, int outside) {
    this.expected = expected;
    this.outside = outside;
  }

  /** What is expected of data. */
  static SegmentRatio of(TrainingData data) {
    boolean isExpected = data.encoded().partial() != null && data.scheme() != TagScheme.TOKEN;
    return new SegmentRatio(
        isExpected ? data.task().entityRatio() : 0, data.labels().indexOf(SpanCodec.OUTSIDE));
  }

  /**
   * How many times as many tokens as are expected a fit sees in segments; 1 if it is not far too
   * many.
   *
   * @param corpus over the features of the fit
   */
  double excess(LabeledRows corpus, Fitted fit) {
    if (expected == 0) {
      return 1;
    }
    double excess = share(corpus, fit) / expected;
    return excess > TOLERATED ? excess : 1;
  }

  /** The expected part of the tokens in segments, of sentences that are not complete. */
  private double share(LabeledRows corpus, Fitted fit) {
    int v = corpus.labelCount();
    LinearChain chain = new LinearChain(v);
    LabelConstraints all = LabelConstraints.none(v);
    Workspace workspace = new Workspace();
    double[] unary = {};
    double[] marginals = {};
    double inside = 0;
    long tokens = 0;
    for (int n = 0; n < corpus.sentenceCount(); n++) {
      int length = corpus.length(n);
      if (!PartialLabels.isPartial(corpus.labelsOf(n))) {
        continue;
      }
      unary = Workspace.ensure(unary, length * v);
      marginals = Workspace.ensure(marginals, length * v);
      corpus.unary(n, fit.weights(), unary);
      chain.lattice(unary, fit.transitions(), length, all, workspace).marginals(marginals);
      tokens += length;
      for (int t = 0; t < length; t++) {
        inside += 1 - marginals[t * v + outside];
      }
    }
    return tokens == 0 ? 0 : inside / tokens;
  }
}
