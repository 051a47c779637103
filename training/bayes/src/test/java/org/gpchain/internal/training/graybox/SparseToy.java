package org.gpchain.internal.training.graybox;

import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.Progress;

/** Factory of settings and models with sparse posteriors. */
public final class SparseToy {
  private SparseToy() {}

  /** Returns the defaults of sparse posteriors on one thread, without kernel learning. */
  public static ToySettings settings(String task, TemplateSet templates) {
    return new ToySettings(Task.of(task, templates), SparseSettings.trainerDefaults())
        .withThreads(1)
        .withKernelRounds(0);
  }

  /** Returns settings of sparse posteriors without word vectors. */
  public static SparseSettings kernel(KernelForm form) {
    return kernels(form, KernelForm.LINEAR);
  }

  /** Returns settings of sparse posteriors over features and the vectors of an encoder. */
  public static SparseSettings kernels(KernelForm form, KernelForm encoderForm) {
    return new SparseSettings(form, encoderForm, null, SparseSettings.EXTRA_WORDS, List.of());
  }

  /** Returns a model with a sparse posterior. */
  public static Model learn(
      ToySettings settings,
      SparseSettings sparse,
      List<LabeledSequence> corpus,
      Progress progress) {
    TrainingData data = TrainingData.of(corpus, settings.task(), sparse::extended);
    return sparse.trainer(settings.trainer()).train(data, progress);
  }
}
