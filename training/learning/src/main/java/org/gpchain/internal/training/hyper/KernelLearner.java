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
import org.gpchain.internal.training.hyper.ValidationFold.Split;
import org.gpchain.internal.training.optim.ConjugateGradients;
import org.gpchain.internal.training.optim.QuasiNewtonSteps;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;

/**
 * Learns one prior variance for each feature group and one for the transitions. They maximize the
 * cross-validated likelihood: the likelihood of the sentences of each fold given the others. It is
 * a differentiable function of all log variances, so that no grid search is needed.
 *
 * <p>A {@link VariancePrior} prevents overfitting if there are few sentences and many groups. It
 * expects the ratios of the variances to be about those of {@link DiagonalEvidence}; their common
 * scale is free.
 *
 * <p>Folds are {@link BlockFolds}. If neighboring sentences were in different folds, the learned
 * variances would be too large.
 *
 * @param settings settings of kernel learning
 * @param run threads; the seed is not used, so that the variances do not depend on it
 * @param progress receives each pass of the evidence with its objective, and each round with its
 *     loss; both per token
 */
public record KernelLearner(KernelLearning settings, Run run, Progress progress) {
  /** Maximum length of a step of the descent (log variance). */
  private static final double LARGEST_STEP = 1.5;

  /**
   * Initial step length (log variance). Until curvature has been observed, it is estimated as
   * gradient / USUAL_STEP.
   */
  private static final double USUAL_STEP = 2;

  /** Minimum of the estimated initial curvature of the loss. */
  private static final double LEAST_CURVATURE = 0.5;

  /** Maximum number of passes over the sentences in the first round, which starts at zero. */
  private static final int FIRST_PASSES = 25;

  /** Maximum number of adjoint steps in the first round, whose adjoint starts at zero, too. */
  private static final int FIRST_ADJOINT_STEPS = 24;

  /**
   * Maximum number of passes of the first evidence update. Its mean need not be as near the optimum
   * as that of a fold.
   */
  private static final int FIRST_EVIDENCE_PASSES = 15;

  /** Maximum number of passes of each later evidence update. */
  private static final int EVIDENCE_PASSES = 8;

  /**
   * Relative improvement of the loss below which kernel learning stops (experiments/docs/speed.md).
   */
  private static final double LEAST_GAIN = 2e-3;

  /** Relative distance of an objective from its minimum at which its passes stop. */
  private static final double TOLERANCE = 5e-4;

  /** Relative residual of the adjoint system at which its solver stops. */
  private static final double ADJOINT_TOLERANCE = 0.02;

  /** Relative change of the gradient below which the adjoint is accurate enough. */
  private static final double STEADY = 0.02;

  /** Smallest log variance. Smaller ones make no difference. */
  private static final double SMALLEST = -14;

  /** Largest log variance. Larger ones make no sense. */
  private static final double LARGEST = 9;

  /**
   * Number of labels above which fewer tokens are used, because the time per token grows with the
   * number of labels.
   */
  private static final double USUAL_LABELS = 50;

  /** Fixed seed for the optimizers, so that the learned variances depend only on the corpus. */
  private static final long ORDER = 1;

  /**
   * Amount (log variance) that is added to the variances of the diagonal evidence before the
   * descent starts.
   */
  private static final double DIAGONAL_BIAS = 2;

  /**
   * The result of kernel learning.
   *
   * @param prior the variances
   * @param validationLoss mean −log p of the labels of held-out tokens, in nats per token
   * @param withoutFold for each fold that was held out, a mean near the most probable mean of the
   *     other sentences
   */
  public record LearnedPrior(Prior prior, double validationLoss, List<Mean> withoutFold) {}

  /**
   * Learns the variances.
   *
   * @param corpus at least one sentence for each fold; not modified
   * @param groupOfFeature the group of each column, {@code [D]}, each in {@code [0, G)}; not
   *     modified
   * @param start initial variances; at least one group, and a group may have no feature
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
   * Returns the expected work of the evidence and of the descent, in passes over the tokens, see
   * {@link org.gpchain.internal.training.Trainer.Work}. Passes of the evidence take longer, because
   * they are the first passes.
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

  /**
   * Returns the expected number of rounds, in rounds of usual length. The first round takes as long
   * as two and a half; the last rounds are usually not needed.
   */
  private double expectedRounds() {
    return 1.5 + 0.75 * settings.rounds();
  }

  /** Returns the maximum number of tokens of a round. */
  int most(int labels) {
    double share = Math.min(1, USUAL_LABELS / labels);
    return (int) Math.max(1, share * settings.tokens());
  }

  /** Returns k if every k-th sentence of the corpus is used; 1 if a round can use all of them. */
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
                    new Split(
                        every(stride, corpus, blocks.others(fold)),
                        every(stride, corpus, blocks.heldOut(fold))),
                    groupOfFeature,
                    likelihood,
                    ofHeldOut,
                    ORDER))
        .toList();
  }

  private int foldsHeldOut(int tokens, int labels) {
    return Math.max(1, Math.min(settings.folds(), most(labels) / Math.max(1, tokens)));
  }

  /**
   * Returns the log variances at which the prior is centered: those of the start, or those of the
   * diagonal evidence if it is used.
   */
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

  /** Clamps log variances to {@code [SMALLEST, LARGEST]}, in place. */
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
      double loss = evaluate(folds, theta, evaluation(round, round == last), gradient, parallel);
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
        // A round usually leaves a third of the remaining gain.
        left = Math.min(last - round, 2 + Math.log(Math.max(1, surplus)) / Math.log(3));
        restrict(theta);
      }

      double all = expectedRounds();
      part.onStep(new Step("prior", (1.5 + round) / all, left / all, loss / tokens));
    }

    double[] groupVariance = Arrays.stream(best, 0, best.length - 1).map(Math::exp).toArray();
    Prior learned = new Prior(groupVariance, Math.exp(best[best.length - 1]));
    List<Mean> means = folds.stream().map(ValidationFold::mean).toList();
    return new LearnedPrior(learned, bestLoss / tokens, means);
  }

  private static Effort effort(int passes) {
    return new Effort(passes, TOLERANCE);
  }

  /**
   * How the loss of a fold is evaluated in a round.
   *
   * @param effort effort for the mean
   * @param solver solver of the adjoint system
   * @param wantsGradient whether the gradient is computed; the last round does not need it
   */
  private record Evaluation(Effort effort, ConjugateGradients solver, boolean wantsGradient) {}

  /** Returns the evaluation of a round. The first round starts at zero and is given more effort. */
  private Evaluation evaluation(int round, boolean isLast) {
    int passes = round == 1 ? FIRST_PASSES : settings.passes();
    int adjointSteps = round == 1 ? FIRST_ADJOINT_STEPS : settings.adjointSteps();
    ConjugateGradients solver = new ConjugateGradients(adjointSteps, ADJOINT_TOLERANCE);
    return new Evaluation(effort(passes), solver, !isLast);
  }

  /**
   * Returns the loss summed over the folds in their order, and writes its gradient.
   *
   * @param logVariances {@code [G+1]}; not modified
   * @param gradientOut {@code [G+1]}; overwritten, with zeros if no gradient is wanted
   */
  private static double evaluate(
      List<ValidationFold> folds,
      double[] logVariances,
      Evaluation evaluation,
      double[] gradientOut,
      Parallel parallel) {
    int size = evaluation.wantsGradient() ? logVariances.length : 0;
    double[][] gradients = new double[folds.size()][size];
    double loss =
        parallel.sum(
            folds.size(),
            1,
            (n, workspace) -> {
              ValidationFold fold = folds.get(n);
              SteadyGradient isEnough = new SteadyGradient();
              return fold.evaluate(
                  logVariances, evaluation.effort(), evaluation.solver(), isEnough, gradients[n]);
            });
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

  /**
   * A test of whether the gradient is exact enough for a step: whether it has hardly changed since
   * the last call.
   */
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
   * Returns the initial estimate of the Hessian: that of the prior plus a diagonal for the loss, by
   * which a parameter with a large gradient moves by {@link #USUAL_STEP}.
   */
  private static double[] hessian(VariancePrior prior, double[] gradient) {
    double[] hessian = prior.hessian();
    for (int i = 0; i < gradient.length; i++) {
      hessian[i * (gradient.length + 1)] += LEAST_CURVATURE + Math.abs(gradient[i]) / USUAL_STEP;
    }
    return hessian;
  }
}
