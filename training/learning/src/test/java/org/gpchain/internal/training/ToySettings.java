package org.gpchain.internal.training;

import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.training.TrainerSettings.Covariance;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.training.Progress;

/** A task and how it is learned, changed one thing at a time. */
public record ToySettings(Task task, TrainerSettings trainer) {
  /** The defaults on one thread, with variances as they are given. */
  public static ToySettings of(String task, TemplateSet templates) {
    return new ToySettings(Task.of(task, templates), TrainerSettings.DEFAULT)
        .withThreads(1)
        .withKernelRounds(0);
  }

  private ToySettings with(TrainerSettings other) {
    return new ToySettings(task, other);
  }

  public ToySettings withLanguage(String code) {
    return new ToySettings(task.withLanguage(code), trainer);
  }

  public ToySettings withScheme(TagScheme scheme) {
    return new ToySettings(task.withScheme(scheme), trainer);
  }

  public ToySettings withCutoff(int cutoff) {
    return new ToySettings(task.withCutoff(cutoff), trainer);
  }

  public ToySettings withVariances(double groups, double transitions) {
    return with(trainer.with(trainer.prior().withVariances(groups, transitions)));
  }

  public ToySettings withKernelRounds(int rounds) {
    return with(trainer.with(trainer.prior().withRounds(rounds)));
  }

  public ToySettings withIterations(int iterations) {
    return with(trainer.with(trainer.optimization().withIterations(iterations)));
  }

  public ToySettings withPruning(double threshold) {
    return with(trainer.with(trainer.optimization().withPruning(threshold)));
  }

  public ToySettings withInducing(int inducing, int samples, int rounds) {
    return with(trainer.with(new Covariance(inducing, samples, rounds)));
  }

  public ToySettings withCalibrationFolds(int folds) {
    return with(trainer.withCalibrationFolds(folds));
  }

  public ToySettings withThreads(int threads) {
    return with(trainer.with(new Run(threads, trainer.run().seed())));
  }

  public ToySettings withSeed(long seed) {
    return with(trainer.with(new Run(trainer.run().threads(), seed)));
  }

  /** The prior of a corpus whose variances are not learned. */
  public Prior prior(TrainingData data) {
    return trainer.prior().given(data.groupCount(), data.hasTransitions());
  }

  public double variance() {
    return trainer.prior().variance();
  }

  /** A corpus made ready. */
  public TrainingData data(List<LabeledSequence> corpus) {
    return TrainingData.of(corpus, task);
  }

  /** Returns a model by the product's trainer of decoupled posteriors. */
  public Model learn(List<LabeledSequence> corpus) {
    return learn(corpus, Progress.NONE);
  }

  public Model learn(List<LabeledSequence> corpus, Progress progress) {
    return Trainers.of(trainer).train(data(corpus), progress);
  }
}
