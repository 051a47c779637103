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

/** A task and the settings of its trainer, with methods that change one setting. */
public record ToySettings(Task task, TrainerSettings trainer) {
  /** Returns the default settings with one thread and without kernel learning. */
  public static ToySettings of(String task, TemplateSet templates) {
    return new ToySettings(Task.of(task, templates), TrainerSettings.DEFAULT)
        .withThreads(1)
        .withKernelRounds(0);
  }

  private ToySettings with(TrainerSettings other) {
    return new ToySettings(task, other);
  }

  /** Returns a copy with another language. */
  public ToySettings withLanguage(String code) {
    return new ToySettings(task.withLanguage(code), trainer);
  }

  /** Returns a copy with another scheme of labels. */
  public ToySettings withScheme(TagScheme scheme) {
    return new ToySettings(task.withScheme(scheme), trainer);
  }

  /** Returns a copy with another minimum number of occurrences of a feature. */
  public ToySettings withCutoff(int cutoff) {
    return new ToySettings(task.withCutoff(cutoff), trainer);
  }

  /** Returns a copy with other prior variances. */
  public ToySettings withVariances(double groups, double transitions) {
    return with(trainer.with(trainer.prior().withVariances(groups, transitions)));
  }

  /** Returns a copy with another number of rounds of kernel learning. */
  public ToySettings withKernelRounds(int rounds) {
    return with(trainer.with(trainer.prior().withRounds(rounds)));
  }

  /** Returns a copy with another maximum number of iterations. */
  public ToySettings withIterations(int iterations) {
    return with(trainer.with(trainer.optimization().withIterations(iterations)));
  }

  /** Returns a copy with another pruning threshold. */
  public ToySettings withPruning(double threshold) {
    return with(trainer.with(trainer.optimization().withPruning(threshold)));
  }

  /** Returns a copy with inducing points, samples of sentences, and rounds. */
  public ToySettings withInducing(int inducing, int samples, int rounds) {
    return with(trainer.with(new Covariance(inducing, samples, rounds)));
  }

  /** Returns a copy with another number of calibration folds. */
  public ToySettings withCalibrationFolds(int folds) {
    return with(trainer.withCalibrationFolds(folds));
  }

  /** Returns a copy with another number of threads. */
  public ToySettings withThreads(int threads) {
    return with(trainer.with(new Run(threads, trainer.run().seed())));
  }

  /** Returns a copy with another seed. */
  public ToySettings withSeed(long seed) {
    return with(trainer.with(new Run(trainer.run().threads(), seed)));
  }

  /** Returns the prior without kernel learning. */
  public Prior prior(TrainingData data) {
    return trainer.prior().given(data.groupCount(), data.hasTransitions());
  }

  /** Returns the prior variance of the feature groups. */
  public double variance() {
    return trainer.prior().variance();
  }

  /** Returns the training data of a corpus. */
  public TrainingData data(List<LabeledSequence> corpus) {
    return TrainingData.of(corpus, task);
  }

  /** Learns a model with a decoupled posterior. */
  public Model learn(List<LabeledSequence> corpus) {
    return learn(corpus, Progress.NONE);
  }

  /** Learns a model with a decoupled posterior. */
  public Model learn(List<LabeledSequence> corpus, Progress progress) {
    return Trainers.of(trainer).train(data(corpus), progress);
  }
}
