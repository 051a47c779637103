package org.gpchain.internal.training;

import java.util.List;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.training.Progress;

/** Measures models on held-out sentences while they are learned, periodically and at the end. */
public final class HeldOutProgress implements Progress {
  private static final int STEPS_BETWEEN_MEASUREMENTS = 10;

  private final List<LabeledSequence> heldOut;
  private final Progress next;
  private int models;

  /**
   * @param next receives every step, with the phrase F1 of those that were measured
   */
  public HeldOutProgress(List<LabeledSequence> heldOut, Progress next) {
    this.heldOut = heldOut;
    this.next = next;
  }

  @Override
  public void onStep(Step step) {
    if (heldOut.isEmpty() || step.model() == null) {
      next.onStep(step);
      return;
    }
    models++;
    boolean measured = models % STEPS_BETWEEN_MEASUREMENTS == 0 || step.done() >= 1;
    next.onStep(
        new Step(
            step.phase(),
            step.worked(),
            step.left(),
            step.objective(),
            measured ? f1(step.model().get()) : Double.NaN,
            step.model()));
  }

  private double f1(Model model) {
    Tagger tagger = model.tagger();
    Workspace workspace = new Workspace();
    SpanCounts counts = SpanCounts.NONE;
    List<LabeledSequence> read =
        tagger
            .firstPass()
            .map(
                pass ->
                    pass.over(
                        heldOut,
                        some -> some.stream().map(one -> pass.tag(one, workspace)).toList()))
            .orElse(heldOut);
    for (LabeledSequence sentence : read) {
      List<String> labels = tagger.tag(sentence.tokens(), workspace).labels();
      counts = counts.plus(SpanCounts.of(sentence.spans(), tagger.codec().decode(labels)));
    }
    return counts.f1();
  }
}
