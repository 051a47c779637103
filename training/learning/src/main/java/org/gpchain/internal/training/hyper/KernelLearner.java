package org.gpchain.internal.training.hyper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.TrainerSettings.Hyperprior;
import org.gpchain.internal.training.TrainerSettings.KernelLearning;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.hyper.ValidationFold.Effort;
import org.gpchain.internal.training.hyper.ValidationFold.Split;
import org.gpchain.internal.training.optim.AverageGradients.Estimate;
import org.gpchain.internal.training.optim.ConjugateGradients;
import org.gpchain.internal.training.optim.QuasiNewtonSteps;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;

/**
 * Learns one prior variance for each feature group and one for the transitions. The learned
 * variances maximize the cross-validated likelihood: the likelihood of the sentences of each fold
 * given the other folds. This likelihood is a differentiable function of all log variances, so that
 * no grid search is needed.
 *
 * <p>A {@link VariancePrior} prevents overfitting if there are few sentences and many groups. It
 * expects the ratios of the variances to be close to the estimates of {@link DiagonalEvidence}, and
 * leaves their common scale free.
 *
 * <p>Folds are {@link BlockFolds}. If adjacent sentences were in different folds, the learned
 * variances would be too large.
 *
 * @param settings settings of kernel learning
 * @param run number of threads; the seed is not used, so that the variances do not depend on it
 * @param progress receives each pass of the evidence with its objective, and each round with its
 *     loss, both per token
 */
public record KernelLearner(KernelLearning settings, Run run, Progress progress) {
  /** Maximum length of a step of the descent (log variance). */
  private static final double MAX_STEP = 1.5;

  /**
   * Initial step length (log variance). Until curvature has been observed, it is estimated as
   * gradient / USUAL_STEP.
   */
  private static final double USUAL_STEP = 2;

  /** Minimum of the estimated initial curvature of the loss. */
  private static final double MIN_CURVATURE = 0.5;

  /** Maximum number of passes over the sentences in the first round, which starts at zero. */
  private static final int FIRST_PASSES = 25;

  /** Maximum number of adjoint steps in the first round, in which the adjoint starts at zero. */
  private static final int FIRST_ADJOINT_STEPS = 24;

  /**
   * Maximum number of passes of the first evidence update. Its mean need not be as close to the
   * optimum as the mean of a fold.
   */
  private static final int FIRST_EVIDENCE_PASSES = 15;

  /** Maximum number of passes of each later evidence update. */
  private static final int EVIDENCE_PASSES = 8;

  /**
   * Relative improvement of the loss below which kernel learning stops (experiments/docs/speed.md).
   */
  private static final double MIN_GAIN = 2e-3;

  /** Relative distance of an objective from its minimum at which its passes stop. */
  private static final double TOLERANCE = 5e-4;

  /** Relative residual of the adjoint system at which its solver stops. */
  private static final double ADJOINT_TOLERANCE = 0.02;

  /** Relative change of the gradient below which the adjoint is accurate enough. */
  private static final double STEADY_CHANGE = 0.02;

  /** Minimum log variance. Smaller variances have the same effect. */
  private static final double MIN_LOG_VARIANCE = -14;

  /** Maximum log variance. Larger variances would not regularize the weights. */
  private static final double MAX_LOG_VARIANCE = 9;

  /**
   * Number of labels above which fewer tokens are used, because the time per token grows with the
   * number of labels.
   */
  private static final double USUAL_LABELS = 50;

  /** Fixed seed for the optimizers, so that the learned variances depend only on the corpus. */
  private static final long SEED = 1;

  /**
   * Correction (log variance) that is added to the variances of the diagonal evidence, which are
   * too small, before the descent starts.
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
   * @param groupOfFeature group of each column, {@code [D]}, each in {@code [0, G)}; not modified
   * @param start initial variances of at least one group; a group may have no feature
   * @param likelihood likelihood of a sentence with one label per token, whose gradient is the
   *     labels minus their marginals
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
      double[] work = work(corpus.tokenCount() / stride, corpus.labelCount());
      List<Progress> parts = progress.parts(work);

      int[] allSentences = IntStream.range(0, corpus.sentenceCount()).toArray();
      LabeledRows thinned = selectEvery(stride, corpus, allSentences);
      double[] center = center(thinned, groupOfFeature, start, likelihood, parts.get(0));
      List<ValidationFold> folds = folds(corpus, stride, groupOfFeature, likelihood);
      return descend(folds, center, parts.get(1), parallel);
    }
  }

  /**
   * Returns the expected work of the evidence and of the descent (passes over the tokens, see
   * {@link org.gpchain.internal.training.Trainer.Work}). Passes of the evidence take longer,
   * because they are the first passes.
   *
   * @param tokens number of tokens that are used, see {@link #maxTokens}
   * @param labels number of labels V
   */
  double[] work(int tokens, int labels) {
    int turns = (foldsHeldOut(tokens, labels) - 1) / run.threads() + 1;
    double trainingShare = 1 - 1.0 / settings.folds();
    double round = settings.limits().passes() + settings.limits().adjointSteps();
    double evidence = 1.75 * evidencePasses();
    double descent = turns * trainingShare * round * expectedRounds();
    return new double[] {evidence, descent};
  }

  /** Returns the maximum number of passes of all evidence updates. */
  private int evidencePasses() {
    return FIRST_EVIDENCE_PASSES + (settings.hyperprior().evidenceRounds() - 1) * EVIDENCE_PASSES;
  }

  /**
   * Returns the expected number of rounds, in rounds of usual length. The first round takes as long
   * as 2.5 later ones, and the last rounds are usually not needed.
   */
  private double expectedRounds() {
    return 1.5 + 0.75 * settings.rounds();
  }

  /** Returns the maximum number of tokens of a round. */
  int maxTokens(int labels) {
    double share = Math.min(1, USUAL_LABELS / labels);
    return (int) Math.max(1, share * settings.tokens());
  }

  /**
   * Returns the number k such that using every k-th sentence keeps a round within the maximum
   * number of tokens; 1 if a round can use all sentences.
   */
  private int stride(LabeledRows corpus) {
    int k = (corpus.tokenCount() - 1) / maxTokens(corpus.labelCount()) + 1;
    return Math.max(1, Math.min(k, corpus.sentenceCount() / settings.folds()));
  }

  /** Returns a corpus of every {@code stride}-th of some sentences, beginning with the first. */
  private static LabeledRows selectEvery(int stride, LabeledRows corpus, int[] sentences) {
    int[] selected = new int[(sentences.length + stride - 1) / stride];
    for (int i = 0; i < selected.length; i++) {
      selected[i] = sentences[i * stride];
    }
    return corpus.select(selected);
  }

  private List<ValidationFold> folds(
      LabeledRows corpus, int stride, int[] groupOfFeature, DifferentiableLikelihood likelihood) {
    DifferentiableLikelihood heldOutLikelihood =
        new MarginalLikelihood(likelihood, corpus.partial());
    BlockFolds blocks = new BlockFolds(corpus.sentenceCount(), settings.folds());
    int heldOut = foldsHeldOut(corpus.tokenCount() / stride, corpus.labelCount());

    List<ValidationFold> folds = new ArrayList<>();
    for (int fold = 0; fold < heldOut; fold++) {
      Split split =
          new Split(
              selectEvery(stride, corpus, blocks.others(fold)),
              selectEvery(stride, corpus, blocks.heldOut(fold)));
      folds.add(new ValidationFold(split, groupOfFeature, likelihood, heldOutLikelihood, SEED));
    }
    return folds;
  }

  /** Returns how many folds can be held out within the maximum number of tokens; at least 1. */
  private int foldsHeldOut(int tokens, int labels) {
    return Math.max(1, Math.min(settings.folds(), maxTokens(labels) / Math.max(1, tokens)));
  }

  /**
   * Returns the log variances at which the prior is centered: estimates of the diagonal evidence,
   * or the initial values if the evidence is not used.
   */
  private double[] center(
      LabeledRows corpus,
      int[] groupOfFeature,
      Prior start,
      DifferentiableLikelihood likelihood,
      Progress part) {
    double[] center = Arrays.copyOf(start.groupVariance(), start.groupCount() + 1);
    center[start.groupCount()] = start.transitionVariance();
    for (int g = 0; g < center.length; g++) {
      center[g] = Math.log(center[g]);
    }
    clamp(center);
    if (settings.hyperprior().evidenceRounds() == 0) {
      return center;
    }

    DiagonalEvidence evidence = new DiagonalEvidence(corpus, groupOfFeature, likelihood, SEED);
    int[] pass = {0};
    Consumer<Estimate> listener =
        estimate -> {
          pass[0]++;
          double done = (double) pass[0] / evidencePasses();
          double objective = estimate.objective() / corpus.tokenCount();
          part.onStep(new Step("prior", done, 1 - done, objective));
        };
    for (int round = 0; round < settings.hyperprior().evidenceRounds(); round++) {
      int passes = round == 0 ? FIRST_EVIDENCE_PASSES : EVIDENCE_PASSES;
      evidence.update(center, new Effort(passes, TOLERANCE), listener);
    }

    for (int g = 0; g < start.groupCount(); g++) {
      center[g] += DIAGONAL_BIAS;
    }
    clamp(center);
    return center;
  }

  /** Clamps log variances to {@code [MIN_LOG_VARIANCE, MAX_LOG_VARIANCE]}, in place. */
  static void clamp(double[] logVariances) {
    for (int g = 0; g < logVariances.length; g++) {
      double bounded = Math.min(MAX_LOG_VARIANCE, logVariances[g]);
      logVariances[g] = Math.max(MIN_LOG_VARIANCE, bounded);
    }
  }

  /**
   * Minimizes the loss of the held-out sentences plus the negative log prior by quasi-Newton steps.
   *
   * @param center center of the prior, and initial log variances; not modified
   */
  private LearnedPrior descend(
      List<ValidationFold> folds, double[] center, Progress part, Parallel parallel) {
    double[] theta = center.clone();
    Hyperprior hyperprior = settings.hyperprior();
    VariancePrior prior =
        new VariancePrior(center, hyperprior.groupSpread(), hyperprior.transitionSpread());
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
          steps = new QuasiNewtonSteps(hessian(prior, gradient), theta.length, MAX_STEP);
        }
        double minGain = MIN_GAIN * Math.abs(value);
        double gainRatio = steps.descend(theta, gradient) / minGain;
        if (!(gainRatio > 1)) {
          last = round + 1;
        }
        // After a round, usually a third of the possible gain is left.
        left = Math.min(last - round, 2 + Math.log(Math.max(1, gainRatio)) / Math.log(3));
        clamp(theta);
      }

      double expected = expectedRounds();
      part.onStep(new Step("prior", (1.5 + round) / expected, left / expected, loss / tokens));
    }

    double[] groupVariance = Arrays.stream(best, 0, best.length - 1).map(Math::exp).toArray();
    Prior learned = new Prior(groupVariance, Math.exp(best[best.length - 1]));
    List<Mean> means = folds.stream().map(ValidationFold::mean).toList();
    return new LearnedPrior(learned, bestLoss / tokens, means);
  }

  /**
   * The accuracy with which the losses of the folds are evaluated in a round.
   *
   * @param effort effort for the mean
   * @param solver solver of the adjoint system
   * @param hasGradient whether the gradient is computed; the last round does not need it
   */
  private record Evaluation(Effort effort, ConjugateGradients solver, boolean hasGradient) {}

  /** Returns the evaluation of a round. The first round starts at zero and is given more effort. */
  private Evaluation evaluation(int round, boolean isLast) {
    int passes = round == 1 ? FIRST_PASSES : settings.limits().passes();
    int adjointSteps = round == 1 ? FIRST_ADJOINT_STEPS : settings.limits().adjointSteps();
    ConjugateGradients solver = new ConjugateGradients(adjointSteps, ADJOINT_TOLERANCE);
    return new Evaluation(new Effort(passes, TOLERANCE), solver, !isLast);
  }

  /**
   * Returns the loss, summed over the folds in their order, and computes its gradient.
   *
   * @param logVariances {@code [G+1]}; not modified
   * @param gradientOut {@code [G+1]}; receives the gradient, or zeros if no gradient is computed
   */
  private static double evaluate(
      List<ValidationFold> folds,
      double[] logVariances,
      Evaluation evaluation,
      double[] gradientOut,
      Parallel parallel) {
    int size = evaluation.hasGradient() ? logVariances.length : 0;
    double[][] gradients = new double[folds.size()][size];
    double loss =
        parallel.sum(
            folds.size(),
            1,
            (n, workspace) -> {
              ValidationFold fold = folds.get(n);
              SteadyGradient isSteady = new SteadyGradient();
              return fold.evaluate(
                  logVariances, evaluation.effort(), evaluation.solver(), isSteady, gradients[n]);
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
   * A test whether a gradient is accurate enough for a step: it must have changed little since the
   * last call.
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
      return isSteady && change <= STEADY_CHANGE * size;
    }
  }

  /**
   * Returns the initial estimate of the Hessian: the Hessian of the prior plus a diagonal matrix
   * for the loss, with which a parameter with a large gradient moves by {@link #USUAL_STEP}.
   */
  private static double[] hessian(VariancePrior prior, double[] gradient) {
    double[] hessian = prior.hessian();
    for (int i = 0; i < gradient.length; i++) {
      hessian[i * (gradient.length + 1)] += MIN_CURVATURE + Math.abs(gradient[i]) / USUAL_STEP;
    }
    return hessian;
  }
}
