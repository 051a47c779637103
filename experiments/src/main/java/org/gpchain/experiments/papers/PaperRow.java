package org.gpchain.experiments.papers;

import java.util.List;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.gpstruct.EssForm;
import org.gpchain.experiments.gpstruct.GpstructMethod;
import org.gpchain.experiments.gpstruct.GrayBoxForm;

/**
 * A row of a table: one way to learn, on some tasks.
 *
 * @param name of the files of its results
 * @param description for the page
 * @param method how to learn
 * @param tasks what to learn
 * @param large whether to use the large experiments
 * @param samples Monte-Carlo samples of a sentence, for methods that draw some
 * @param form of the gray-box methods, and the kernel
 * @param ess how GP-ESS samples
 */
record PaperRow(
    String name,
    String description,
    GpstructMethod method,
    List<GpstructTask> tasks,
    boolean large,
    int samples,
    GrayBoxForm form,
    EssForm ess) {
  private static final int QUICK_SAMPLES = 50;
  private static final int QUICK_INDUCING = 50;
  private static final int QUICK_ROUNDS = 1;
  private static final int QUICK_STEPS = 3_000;
  private static final int QUICK_THINNING = 100;

  /** The same with so little work that its figures only show that it runs. */
  PaperRow quick() {
    return new PaperRow(
        name,
        description,
        method,
        tasks,
        large,
        Math.min(samples, QUICK_SAMPLES),
        new GrayBoxForm(
            form.kernel(),
            QUICK_INDUCING,
            form.components(),
            QUICK_ROUNDS,
            form.covariance(),
            form.controlVariate(),
            form.embeddings(),
            form.wordLines()),
        new EssForm(QUICK_STEPS, QUICK_THINNING, ess.chains(), ess.hyper()));
  }

  /** Whether word vectors are part of it. */
  boolean needsEmbeddings() {
    return form.embeddings() != null;
  }
}
