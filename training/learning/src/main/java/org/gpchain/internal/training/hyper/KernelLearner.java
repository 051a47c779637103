package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.TrainerSettings.KernelLearning;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.hyper.ValidationFold.Effort;
import org.gpchain.internal.training.optim.ConjugateGradients;
import org.gpchain.internal.training.optim.QuasiNewtonSteps;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;

/**
 * Learns one prior variance for each feature group and one for the transitions: those under which
 * the sentences of each fold are likeliest given the others. The cross-validated likelihood is a
 * differentiable function of all log variances, so there is no grid.
 *
 * <p>A {@link VariancePrior} keeps the few sentences that a researcher has from being fitted by the
 * number of groups: how they compare with each other is expected to be about as {@link
 * DiagonalEvidence} has it; their common scale is free.
 *
 * <p>Folds are {@link BlockFolds}: were neighbouring sentences in different folds, weights would be
 * trusted too much.
 *
 * @param settings what to do
 * @param run threads; the seed is not used, so that no seed chooses the variances
 * @param progress hears of each pass of the evidence and its objective, and of each round and the
 *     loss of what was tried in it; both per token
 */
public record KernelLearner(KernelLearning settings, Run run, Progress progress) {
  /** In log variance. */
  private static final double LARGEST_STEP = 1.5;

  /**
   * In log variance: a first step where the loss says all; its curvature is taken to be the
   * gradient over this.
   */
  private static final double USUAL_STEP = 2;

  /** Curvature of the loss at least. */
  private static final double LEAST_CURVATURE = 0.5;

  /** Passes over the sentences at most in the first round, which begins at zero. */
  private static final int FIRST_PASSES = 25;

  /** Steps at most for the adjoint in the first round, which begins at zero too. */
  private static final int FIRST_ADJOINT_STEPS = 24;

  /** Passes at most for the evidence, whose first mean need not be as near to the optimum. */
  private static final int FIRST_EVIDENCE_PASSES = 15;

  private static final int EVIDENCE_PASSES = 8;

  /** Of the loss: the step that gains no more is the last one (experiments/docs/speed.md). */
  private static final double LEAST_GAIN = 2e-3;

  /** How far objectives may be above their minimum, relative to it. */
  private static final double TOLERANCE = 5e-4;

  private static final double ADJOINT_TOLERANCE = 0.02;

  /** Change of a gradient, relative to it, after which the adjoint is good enough. */
  private static final double STEADY = 0.02;

  /** In log variance: smaller ones make no difference, larger ones no sense. */
  private static final double SMALLEST = -14;

  private static final double LARGEST = 9;

  /** With more of them, fewer tokens are looked at: the time of a token grows with its labels. */
  private static final double USUAL_LABELS = 50;

  /** Of the optimisers: what is learned depends on the corpus, not on the seed of a run. */
  private static final long ORDER = 1;

  /** In log variance: what the descent adds to the variances of the diagonal evidence to begin. */
  private static final double DIAGONAL_BIAS = 2;

  /**
   * @param prior the variances
   * @param validationLoss mean −log p of the labels of held-out tokens, in nats per token
   * @param withoutFold for each fold that was held out, a mean near to the most probable one of the
   *     other sentences
   */
  public record LearnedPrior(Prior prior, double validationLoss, List<Mean> withoutFold) {}

  /**
   * @param corpus at least one sentence for each fold; not modified
   * @param groupOfFeature the group of each column, {@code [D]}, each in {@code [0, G)}; not
   *     modified
   * @param start variances to begin with; at least one group, and a group may have no feature
   * @param likelihood of a sentence's labels, one label a token, with marginals in its gradient
   * @throws IllegalArgumentException if there are fewer sentences than folds, or if the likelihood
   *     is not a finite number
   */
  public LearnedPrior learn(
      LabeledRows corpus, int[] groupOfFeature, Prior start, DifferentiableLikelihood likelihood) {
    Checks.length("groupOfFeature", groupOfFeature.length, corpus.rows().columnCount(), "[D]");
    Checks.atLeast("number of groups", start.groupCount(), 1);
    for (int group : groupOfFeature) {
      Checks.index("group of a feature", group, start.groupCount());
    }
    Checks.atLeast(
        "number of sentences for kernel learning", corpus.sentenceCount(), settings.folds());
    try (Parallel parallel = new Parallel(run.threads())) {
      int stride = stride(corpus);
      List<Progress> parts =
          progress.parts(work(corpus.tokenCount() / stride, corpus.labelCount()));
      int[] all = IntStream.range(0, corpus.sentenceCount()).toArray();
      double[] centre =
          centre(every(stride, corpus, all), groupOfFeature, start, likelihood, parts.get(0));
      return descend(
          folds(corpus, stride, groupOfFeature, likelihood), centre, parts.get(1), parallel);
    }
  }

  /**
   * Expected work of the evidence and of the descent, in passes over the tokens, see {@link
   * org.gpchain.internal.training.Trainer.Work}. Passes of the evidence take longer, being the
   * first ones.
   *
   * @param tokens number of tokens that are used, see {@link #most}
   * @param labels number of labels V
   */
  double[] work(int tokens, int labels) {
    int turns = (foldsHeldOut(tokens, labels) - 1) / run.threads() + 1;
    double round = settings.passes() + settings.adjointSteps();
    return new double[] {
      1.75 * evidencePasses(), turns * (1 - 1.0 / settings.folds()) * round * expectedRounds()
    };
  }

  private int evidencePasses() {
    return FIRST_EVIDENCE_PASSES + (settings.evidenceRounds() - 1) * EVIDENCE_PASSES;
  }

  /** The first round takes as long as two and a half; the last ones are not needed as a rule. */
  private double expectedRounds() {
    return 1.5 + 0.75 * settings.rounds();
  }

  /** Tokens that a round may go through. */
  int most(int labels) {
    double share = Math.min(1, USUAL_LABELS / labels);
    return (int) Math.max(1, share * settings.tokens());
  }

  /** Of a corpus that is larger than a round may be, every k-th sentence is used. */
  private int stride(LabeledRows corpus) {
    int k = (corpus.tokenCount() - 1) / most(corpus.labelCount()) + 1;
    return Math.max(1, Math.min(k, corpus.sentenceCount() / settings.folds()));
  }

  private static LabeledRows every(int stride, LabeledRows corpus, int[] sentences) {
    return corpus.select(
        IntStream.range(0, sentences.length)
            .filter(i -> i % stride == 0)
            .map(i -> sentences[i])
            .toArray());
  }

  private List<ValidationFold> folds(
      LabeledRows corpus, int stride, int[] groupOfFeature, DifferentiableLikelihood likelihood) {
    DifferentiableLikelihood ofHeldOut = new MarginalLikelihood(likelihood, corpus.partial());
    BlockFolds blocks = new BlockFolds(corpus.sentenceCount(), settings.folds());
    return IntStream.range(0, foldsHeldOut(corpus.tokenCount() / stride, corpus.labelCount()))
        .mapToObj(
            fold ->
                new ValidationFold(
                    every(stride, corpus, blocks.others(fold)),
                    every(stride, corpus, blocks.heldOut(fold)),
                    groupOfFeature,
                    likelihood,
                    ofHeldOut,
                    ORDER))
        .toList();
  }

  private int foldsHeldOut(int tokens, int labels) {
    return Math.max(1, Math.min(settings.folds(), most(labels) / Math.max(1, tokens)));
  }

  /** What the prior says of how the groups compare: all the same, or what the evidence says. */
  private double[] centre(
      LabeledRows corpus,
      int[] groupOfFeature,
      Prior start,
      DifferentiableLikelihood likelihood,
      Progress part) {
    double[] centre = Arrays.copyOf(start.groupVariance(), start.groupCount() + 1);
    centre[start.groupCount()] = start.transitionVariance();
    Arrays.setAll(centre, g -> Math.log(centre[g]));
    restrict(centre);
    if (settings.evidenceRounds() == 0) {
      return centre;
    }
    DiagonalEvidence evidence = new DiagonalEvidence(corpus, groupOfFeature, likelihood, ORDER);
    int[] pass = {0};
    for (int round = 0; round < settings.evidenceRounds(); round++) {
      evidence.update(
          centre,
          effort(round == 0 ? FIRST_EVIDENCE_PASSES : EVIDENCE_PASSES),
          mean -> {
            double done = (double) ++pass[0] / evidencePasses();
            part.onStep(new Step("prior", done, 1 - done, mean.objective() / corpus.tokenCount()));
          });
    }
    for (int g = 0; g < start.groupCount(); g++) {
      centre[g] += DIAGONAL_BIAS;
    }
    restrict(centre);
    return centre;
  }

  /** Keeps log variances, modified, in the range that makes sense. */
  static void restrict(double[] logVariances) {
    Arrays.setAll(logVariances, g -> Math.max(SMALLEST, Math.min(LARGEST, logVariances[g])));
  }

  private LearnedPrior descend(
      List<ValidationFold> folds, double[] centre, Progress part, Parallel parallel) {
    double[] theta = centre.clone();
    VariancePrior prior = new VariancePrior(centre, settings.spread(), settings.transitionSpread());
    QuasiNewtonSteps steps = null;
    int tokens = folds.stream().mapToInt(ValidationFold::tokenCount).sum();
    double[] gradient = new double[theta.length];
    double[] best = theta.clone();
    double bestValue = Double.POSITIVE_INFINITY;
    double bestLoss = Double.POSITIVE_INFINITY;
    int last = settings.rounds();
    for (int round = 1; round <= last; round++) {
      Effort effort = effort(round == 1 ? FIRST_PASSES : settings.passes());
      int adjointSteps = round == 1 ? FIRST_ADJOINT_STEPS : settings.adjointSteps();
      ConjugateGradients solver = new ConjugateGradients(adjointSteps, ADJOINT_TOLERANCE);
      double loss = evaluate(folds, theta, effort, solver, round == last, gradient, parallel);
      double value = loss + prior.addGradient(theta, gradient);
      if (value < bestValue) {
        bestValue = value;
        bestLoss = loss;
        best = theta.clone();
      }
      double left = 0;
      if (round < last) {
        if (steps == null) {
          steps = new QuasiNewtonSteps(hessian(prior, gradient), theta.length, LARGEST_STEP);
        }
        double surplus = steps.descend(theta, gradient) / (LEAST_GAIN * Math.abs(value));
        last = surplus > 1 ? last : round + 1;
        // A round leaves a third of what is to be gained, as a rule.
        left = Math.min(last - round, 2 + Math.log(Math.max(1, surplus)) / Math.log(3));
        restrict(theta);
      }
      double all = expectedRounds();
      part.onStep(new Step("prior", (1.5 + round) / all, left / all, loss / tokens));
    }
    return new LearnedPrior(
        new Prior(
            Arrays.stream(best, 0, best.length - 1).map(Math::exp).toArray(),
            Math.exp(best[best.length - 1])),
        bestLoss / tokens,
        folds.stream().map(ValidationFold::mean).toList());
  }

  private static Effort effort(int passes) {
    return new Effort(passes, TOLERANCE);
  }

  /** The sum over folds, which are added in their order; its gradient is 0 in the last round. */
  private static double evaluate(
      List<ValidationFold> folds,
      double[] theta,
      Effort effort,
      ConjugateGradients solver,
      boolean isLast,
      double[] gradientOut,
      Parallel parallel) {
    double[][] gradients = new double[folds.size()][isLast ? 0 : theta.length];
    double loss =
        parallel.sum(
            folds.size(),
            1,
            (fold, workspace) ->
                folds
                    .get(fold)
                    .evaluate(theta, effort, solver, new SteadyGradient(), gradients[fold]));
    if (!Double.isFinite(loss)) {
      throw new IllegalArgumentException(
          "the log-likelihood of the held-out sentences must be a finite number, was " + -loss);
    }
    Arrays.fill(gradientOut, 0);
    for (double[] part : gradients) {
      ScaledSums.add(1, part, part.length, gradientOut);
    }
    return loss;
  }

  /** Steps need no exact gradient: one that hardly changes any more will do. */
  private static final class SteadyGradient implements Predicate<double[]> {
    private double[] last = {};

    @Override
    public boolean test(double[] gradient) {
      boolean isSteady = last.length == gradient.length;
      double change = 0;
      double size = 0;
      for (int g = 0; isSteady && g < gradient.length; g++) {
        change += Math.abs(gradient[g] - last[g]);
        size += Math.abs(gradient[g]);
      }
      last = gradient.clone();
      return isSteady && change <= STEADY * size;
    }
  }

  /**
   * The Hessian to begin with: of the prior, and of the loss a diagonal such that a parameter which
   * has a large gradient moves by the usual step.
   */
  private static double[] hessian(VariancePrior prior, double[] gradient) {
    double[] hessian = prior.hessian();
    for (int i = 0; i < gradient.length; i++) {
      hessian[i * (gradient.length + 1)] += LEAST_CURVATURE + Math.abs(gradient[i]) / USUAL_STEP;
    }
    return hessian;
  }
}
