package org.gpchain.training.decoupled;

import java.util.List;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.gp.InducingProjection;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.posterior.InducingCovariance;
import org.gpchain.core.predict.SegmentCalibration;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.LearningException;
import org.gpchain.training.LearningListener;
import org.gpchain.training.Progress;
import org.gpchain.training.calibration.SegmentCalibrator;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.data.MergedFeatures;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.hyper.LearnedVariances;
import org.gpchain.training.inducing.InducingSelection;
import org.gpchain.training.objective.CovarianceStep;
import org.gpchain.training.objective.FixedSamples;
import org.gpchain.training.objective.MeanObjective;
import org.gpchain.training.objective.Pathwise;
import org.gpchain.training.optim.Lbfgs;
import org.gpchain.training.optim.OptimizationResult;
import org.gpchain.training.optim.OptimizationResult.StopReason;
import org.gpchain.training.optim.StopRule;

/**
 * Learns a model: means by L-BFGS on the evidence lower bound, and covariances in closed form, in
 * turn. This is one of the two places that know both a chain and a posterior.
 */
public final class Learner {
  /** Steps that L-BFGS remembers. */
  private static final int MEMORY = 10;

  private final LearnerSettings settings;
  private final LearningListener listener;

  /**
   * @param settings what to do
   * @param listener is told how it gets on
   */
  public Learner(LearnerSettings settings, LearningListener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Learns.
   *
   * @param train training sentences, labels in one tag scheme
   * @param heldOut sentences to report phrase F1 on while learning; they do not influence the
   *     model; may be empty
   * @throws IllegalArgumentException if there is nothing to learn from
   * @throws LearningException if the objective stops being a finite number
   */
  public Model learn(List<LabeledSequence> train, List<LabeledSequence> heldOut) {
    long start = System.nanoTime();
    List<LabeledSequence> sentences = train.stream().filter(s -> s.length() > 0).toList();
    SegmentCalibrator calibrator = new SegmentCalibrator(sentences, settings);
    int steps = stepsAtMost(sentences.size()) + calibrator.stepsAtMost();
    Progress progress = new Progress(steps, listener, heldOut);
    Model model = fit(sentences, progress);
    SegmentCalibration calibration = calibrator.learn(model, progress);
    return model.with(calibration, model.run().lasting((System.nanoTime() - start) / 1e9));
  }

  /** The model without a calibration. */
  private Model fit(List<LabeledSequence> train, Progress progress) {
    TrainingData data = TrainingData.of(train, settings);
    try (Parallel parallel = new Parallel(settings.threads())) {
      Run run = new Run(data, parallel, progress);
      OptimizationResult result = run.learn();
      return Pruning.apply(
          run.model(
              result.parameters(),
              new TrainingRun(0, settings.threads(), result.value(), result.reason().name())),
          settings.pruning());
    }
  }

  private int stepsAtMost(int sentences) {
    return settings.variancesSteps(sentences)
        + settings.iterations()
        + (settings.inducing() == 0 ? 0 : settings.rounds() * settings.laterIterations());
  }

  /** One run of learning: what is fixed, and the covariances as they stand. */
  private final class Run {
    private final TrainingData data;
    private final Parallel parallel;
    private final Progress progress;
    private final double[] groupVariance;
    private final double pairwisePrior;
    private final AdditiveLinearKernel kernel;
    private final MergedFeatures features;
    private final MeanObjective plugIn;

    private InducingCovariance covariance;
    private double[] pairwiseVariance;

    /** What the covariances contribute to the objective. */
    private double divergence;

    Run(TrainingData data, Parallel parallel, Progress progress) {
      this.data = data;
      this.parallel = parallel;
      this.progress = progress;
      LearnedVariances variances = PriorVariances.of(data, settings, progress);
      this.groupVariance = variances.groups();
      this.pairwisePrior = settings.templates().transitions() ? variances.pairwise() : 0;
      this.kernel = AdditiveLinearKernel.of(data.vocabulary().groupOfFeature(), groupVariance);
      this.features = new MergedFeatures(data.encoded(), kernel);
      int v = data.labels().size();
      this.pairwiseVariance = new double[v * v];
      this.plugIn =
          new MeanObjective(
              features.corpus(),
              features.scale(),
              Math.sqrt(pairwisePrior),
              new Pathwise(new LinearChain(v)),
              parallel);
    }

    OptimizationResult learn() {
      double[] zero = new double[plugIn.parameterCount()];
      OptimizationResult mean = meanStep(plugIn, zero, "mean", settings.iterations());
      return settings.inducing() == 0 ? mean : rounds(mean);
    }

    /** Covariance steps and mean steps in turn, beginning at the plug-in mean. */
    private OptimizationResult rounds(OptimizationResult start) {
      LabeledRows encoded = data.encoded();
      int[] tokens = InducingSelection.sample(encoded.rows(), settings.inducing(), settings.seed());
      InducingProjection projection = InducingProjection.of(kernel, encoded.rows().select(tokens));
      CovarianceStep step = new CovarianceStep(encoded, projection, parallel);
      MeanObjective objective = plugIn;
      OptimizationResult result = start;
      for (int round = 1; round <= settings.rounds(); round++) {
        MeanObjective.Curvature curvature = objective.curvature(result.parameters());
        covariance = step.unary(curvature.unary());
        pairwiseVariance = CovarianceStep.pairwise(curvature.pairwise(), pairwisePrior);
        divergence =
            covariance.divergence()
                + CovarianceStep.pairwiseDivergence(pairwiseVariance, pairwisePrior);
        objective = plugIn.withSamples(samples(encoded));
        result =
            meanStep(
                objective,
                result.parameters(),
                "round " + round + "/" + settings.rounds(),
                settings.laterIterations());
      }
      return new OptimizationResult(
          result.parameters(),
          result.value() + divergence,
          result.iterations(),
          result.evaluations(),
          result.reason());
    }

    private FixedSamples samples(LabeledRows encoded) {
      return FixedSamples.draw(
          encoded, covariance, pairwiseVariance, settings.samples(), settings.seed(), parallel);
    }

    private OptimizationResult meanStep(
        MeanObjective objective, double[] start, String phase, int iterations) {
      OptimizationResult result =
          new Lbfgs(MEMORY, settings.seed(), parallel)
              .minimize(
                  objective,
                  start,
                  StopRule.afterIterations(iterations),
                  (iteration, value, parameters) ->
                      progress.onStep(
                          phase, value + divergence, () -> model(parameters, null).tagger()));
      if (result.reason() == StopReason.NOT_FINITE) {
        throw new LearningException(
            "the objective is not a finite number at the start of '"
                + phase
                + "'; try a smaller variance");
      }
      progress.endPhase(iterations);
      return result;
    }

    Model model(double[] parameters, TrainingRun run) {
      return new Model(
          settings.task(),
          settings.language(),
          data.tagset(),
          data.scheme(),
          data.labels(),
          data.vocabulary(),
          groupVariance,
          new DecoupledPosterior(
              data.labels().size(),
              features.expand(plugIn.weights(parameters), data.vocabulary().featureCount()),
              plugIn.pairwise(parameters),
              pairwiseVariance,
              covariance),
          data.provenance(
              PriorVariances.provenance(settings.asProvenance(), pairwisePrior, data, settings),
              settings.seed()),
          run);
    }
  }
}
