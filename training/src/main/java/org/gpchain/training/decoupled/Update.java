package org.gpchain.training.decoupled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.model.Features;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelTask;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.posterior.DecoupledPosterior.WeightPrecision;
import org.gpchain.core.predict.Calibration;
import org.gpchain.core.predict.HeldOutSentence;
import org.gpchain.core.predict.LatticeScaling;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.calibration.CalibratedTrainer;
import org.gpchain.training.data.BlockFolds;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.data.LearningException;
import org.gpchain.training.data.LibraryVersion;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.objective.MeanObjective;
import org.gpchain.training.objective.Pathwise;
import org.gpchain.training.optim.Lbfgs;
import org.gpchain.training.optim.Lbfgs.Result;
import org.gpchain.training.optim.Lbfgs.Result.StopReason;
import org.gpchain.training.optim.Lbfgs.StopRule;

/**
 * Lets a model learn from more sentences without those that it has learned from: its means are the
 * means of the prior, their precision is the prior's. Features, labels and types that are new have
 * the prior that the model began with. What it learns, it can go on from.
 *
 * @param earlier the model; with a decoupled posterior that knows its precision
 * @param run threads and seed
 */
public record Update(Model earlier, Run run) {
  private static final int MOST_STEPS = 60;

  /** What the provenance calls the number of updates. */
  private static final String UPDATES = "updates";

  /** What it calls the number of sentences that were learned from at once, before all updates. */
  public static final String AT_ONCE = "sentencesAtOnce";

  /** Share of the new sentences in the calibration, at least. */
  private static final double LEAST_SHARE = 0.25;

  /** In which sentences that are not learned from yet are looked at; which, makes no difference. */
  private static final int FOLDS = 2;

  /** The precisions of vanishing variances would not be finite in 32 bits. */
  private static final float LARGEST_PRECISION = 1e20f;

  /** Checks that the model knows its precision, with a {@link LearningException} if not. */
  public Update {
    if (!(earlier.posterior() instanceof DecoupledPosterior posterior)
        || posterior.hasCovariance()
        || posterior.precision().isEmpty()) {
      throw new LearningException(
          "the model does not keep how precisely it knows its weights; train it with --updatable");
    }
  }

  /**
   * The model that has learned from these sentences, too.
   *
   * @param task that of the model, with what is expected of the sentences
   * @throws LearningException if the objective is not a finite number
   */
  public Model with(List<LabeledSequence> sentences, Task task) {
    TrainingData data = TrainingData.continuing(sentences, task, earlier);
    try (Parallel parallel = new Parallel(run.threads())) {
      return new Learning(data, parallel).learn();
    }
  }

  /**
   * Keeps with a model how precisely it knows its means, so that an update can go on from there:
   * the precision of the prior and the curvature of the likelihood.
   *
   * @param model with a decoupled posterior
   * @param data that it was learned from
   */
  public static Model prepare(Model model, TrainingData data, int threads) {
    DecoupledPosterior posterior = (DecoupledPosterior) model.posterior();
    double[] transitions = new double[posterior.pairwiseMean().length];
    if (data.hasTransitions()) {
      Arrays.fill(transitions, 1 / model.prior().transitionVariance());
    }
    try (Parallel parallel = new Parallel(threads)) {
      return model.with(
          withPrecision(posterior, priorPrecision(model, data), transitions, data, parallel));
    }
  }

  /** The precision of each feature's weights under the prior of a model, {@code [D×V]}. */
  private static double[] priorPrecision(Model model, TrainingData data) {
    double[] variance = model.prior().groupVariance();
    int[] groupOf = data.groupOfFeature();
    int v = data.labels().size();
    double[] precision = new double[Math.multiplyExact(groupOf.length, v)];
    Arrays.setAll(precision, i -> 1 / variance[groupOf[i / v]]);
    return precision;
  }

  /**
   * A posterior that knows the given precisions, and what the curvature of the data adds to them.
   */
  private static DecoupledPosterior withPrecision(
      DecoupledPosterior posterior,
      double[] weights,
      double[] transitions,
      TrainingData data,
      Parallel parallel) {
    double[] mean = new double[weights.length];
    Arrays.setAll(mean, i -> posterior.weights()[i]);
    double[] curvature =
        MeanObjective.diagonal(
            data.encoded(), mean, posterior.pairwiseMean(), estimator(data.encoded()), parallel);
    float[] sums = new float[mean.length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = (float) Math.min(LARGEST_PRECISION, weights[i] + curvature[i]);
    }
    double[] ofTransitions = new double[transitions.length];
    Arrays.setAll(ofTransitions, i -> transitions[i] + curvature[mean.length + i]);
    return posterior.with(new WeightPrecision(sums, ofTransitions));
  }

  private static Pathwise estimator(LabeledRows corpus) {
    return new Pathwise(new LinearChain(corpus.labelCount(), corpus.partial()));
  }

  private final class Learning {
    private final long begin = System.nanoTime();
    private final TrainingData data;
    private final Parallel parallel;
    private final int v;

    /** Of all features of the data, {@code [D×V]}, and of the transitions. */
    private final double[] mean;

    private final double[] precision;
    private final double[] transitions;
    private final double[] transitionPrecision;

    Learning(TrainingData data, Parallel parallel) {
      this.data = data;
      this.parallel = parallel;
      this.v = data.labels().size();
      this.precision = priorPrecision(earlier, data);
      this.mean = new double[precision.length];
      this.transitions = new double[v * v];
      this.transitionPrecision = new double[v * v];
      takeOver((DecoupledPosterior) earlier.posterior());
    }

    private void takeOver(DecoupledPosterior before) {
      double ofTransitions = earlier.prior().transitionVariance();
      Arrays.fill(
          transitionPrecision, ofTransitions > 0 ? 1 / ofTransitions : MeanFit.NO_TRANSITIONS);
      WeightPrecision known = before.precision().orElseThrow();
      int[] label = earlier.labels().labels().stream().mapToInt(data.labels()::indexOf).toArray();
      int old = label.length;
      Vocabulary vocabulary = earlier.vocabulary();
      for (int g = 0; g < vocabulary.groupCount(); g++) {
        int shift = data.vocabulary().groupStart(g) - vocabulary.groupStart(g);
        for (int d = vocabulary.groupStart(g); d < vocabulary.groupStart(g + 1); d++) {
          for (int a = 0; a < old; a++) {
            int to = (d + shift) * v + label[a];
            mean[to] = before.weights()[d * old + a];
            precision[to] = Math.max(precision[to], known.weights()[d * old + a]);
          }
        }
      }
      for (int a = 0; a < old; a++) {
        for (int b = 0; b < old; b++) {
          int to = label[a] * v + label[b];
          transitions[to] = before.pairwiseMean()[a * old + b];
          transitionPrecision[to] =
              Math.max(transitionPrecision[to], known.transitions()[a * old + b]);
        }
      }
    }

    Model learn() {
      LabeledRows corpus = data.encoded();
      Calibration calibration = calibration();
      // Weights that no token needs stay as they are.
      int[] used = corpus.rows().usedColumns();
      MeanObjective objective =
          MeanObjective.around(
              corpus.withRows(corpus.rows().selectColumns(used)),
              gather(mean, transitions, used),
              gather(precision, transitionPrecision, used),
              estimator(corpus),
              parallel);
      Result result =
          new Lbfgs(Lbfgs.MEMORY, run.seed(), parallel)
              .minimize(
                  objective,
                  new double[objective.parameterCount()],
                  StopRule.afterIterations(MOST_STEPS),
                  (iteration, value, parameters) -> {});
      if (result.reason() == StopReason.NOT_FINITE) {
        throw new LearningException("the objective of the update is not a finite number");
      }
      double[] learned = objective.weights(result.parameters());
      for (int u = 0; u < used.length; u++) {
        System.arraycopy(learned, u * v, mean, used[u] * v, v);
      }
      DecoupledPosterior posterior = posterior(objective.pairwise(result.parameters()));
      return model(
          withPrecision(posterior, precision, transitionPrecision, data, parallel),
          calibration,
          run(result.value(), result.reason().name()));
    }

    private DecoupledPosterior posterior(double[] transitionMeans) {
      float[] weights = new float[mean.length];
      for (int i = 0; i < weights.length; i++) {
        weights[i] = (float) mean[i];
      }
      return DecoupledPosterior.plugIn(v, weights, transitionMeans);
    }

    /**
     * The calibration of the model moved towards the one that the new sentences show, which it has
     * not learned from yet: by their share of all sentences, but not too little, since what has
     * been learned in portions is more certain of itself than it should be.
     */
    private Calibration calibration() {
      Calibration before = earlier.calibration();
      int count = data.sentenceCount();
      if (!before.hasLearnedScales()
          || count < FOLDS
          || data.segments().stream().allMatch(List::isEmpty)) {
        // Without the evidence of blocks, which is of the types before.
        return new Calibration(before.scaling(), before.segments(), before.heldOut());
      }
      Model untaught = model(posterior(transitions), before, earlier.run());
      List<HeldOutSentence> sentences = new ArrayList<>();
      for (int fold = 0; fold < FOLDS; fold++) {
        BlockFolds blocks = new BlockFolds(count, FOLDS);
        sentences.addAll(CalibratedTrainer.heldOut(untaught, data, blocks, fold));
      }
      Calibration shown = CalibratedTrainer.calibration(sentences);
      double share =
          Math.max(LEAST_SHARE, count / (double) (count + earlier.provenance().sentences()));
      double threshold = shown.segments().threshold();
      return new Calibration(
          new LatticeScaling(
              between(before.scaling().unary(), shown.scaling().unary(), share),
              between(before.scaling().transitions(), shown.scaling().transitions(), share)),
          before.segments().withThreshold(between(before.segments().threshold(), threshold, share)),
          before.heldOut());
    }

    /** The geometric mean with such a share of the second. */
    private static double between(double one, double other, double share) {
      return Math.pow(one, 1 - share) * Math.pow(other, share);
    }

    private TrainingRun run(double value, String reason) {
      return new TrainingRun((System.nanoTime() - begin) / 1e9, run.threads(), value, reason);
    }

    private double[] gather(double[] ofFeatures, double[] ofTransitions, int[] used) {
      double[] gathered = new double[used.length * v + v * v];
      for (int u = 0; u < used.length; u++) {
        System.arraycopy(ofFeatures, used[u] * v, gathered, u * v, v);
      }
      System.arraycopy(ofTransitions, 0, gathered, used.length * v, v * v);
      return gathered;
    }

    private Model model(DecoupledPosterior posterior, Calibration calibration, TrainingRun how) {
      Provenance before = earlier.provenance();
      int updates = Integer.parseInt(before.settings().getOrDefault(UPDATES, "0"));
      LabeledRows corpus = data.encoded();
      Provenance origin =
          new Provenance(
                  before.settings(),
                  before.seed(),
                  data.hash(),
                  before.sentences() + corpus.sentenceCount(),
                  before.tokens() + corpus.tokenCount(),
                  LibraryVersion.get())
              .with(UPDATES, Integer.toString(updates + 1))
              .with(
                  AT_ONCE,
                  before.settings().getOrDefault(AT_ONCE, Long.toString(before.sentences())));
      return new Model(
          new ModelTask(
              earlier.task().name(),
              earlier.language(),
              earlier.scheme(),
              data.labels(),
              data.tokenProfile()),
          new Features(
              data.vocabulary(),
              earlier.prior(),
              data.tagset(),
              earlier.words(),
              data.softColumns(),
              earlier.features().shared(),
              earlier.features().annotationColumns()),
          posterior,
          calibration,
          origin,
          how);
    }
  }
}
