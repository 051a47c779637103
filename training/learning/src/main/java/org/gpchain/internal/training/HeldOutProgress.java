package org.gpchain.internal.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.document.FirstPass;
import org.gpchain.training.Progress;

/** Evaluates models on held-out sentences during training, periodically and at the end. */
public final class HeldOutProgress implements Progress {
  /** Number of steps with a model from one evaluation to the next. */
  private static final int EVALUATION_INTERVAL = 10;

  private final List<LabeledSequence> heldOut;
  private final Progress next;
  private int models;

  /**
   * Creates a listener.
   *
   * @param heldOut sentences to evaluate models on; if there are none, no model is evaluated
   * @param next receives every step, with the phrase F1 of the models that were evaluated
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
    double f1 = Double.NaN;
    if (models % EVALUATION_INTERVAL == 0 || step.done() >= 1) {
      f1 = f1(step.model().get());
    }
    next.onStep(
        new Step(step.phase(), step.worked(), step.left(), step.objective(), f1, step.model()));
  }

  private double f1(Model model) {
    Tagger tagger = model.tagger();
    Workspace workspace = new Workspace();
    List<LabeledSequence> sentences = heldOut;
    Optional<FirstPass> firstPass = tagger.firstPass();
    if (firstPass.isPresent()) {
      FirstPass pass = firstPass.get();
      sentences = pass.over(heldOut, batch -> looks(pass, batch, workspace));
    }

    SpanCounts counts = SpanCounts.NONE;
    for (LabeledSequence sentence : sentences) {
      List<String> labels = tagger.tag(sentence.tokens(), workspace).labels();
      counts = counts.plus(SpanCounts.of(sentence.spans(), tagger.codec().decode(labels)));
    }
    return counts.f1();
  }

  private static List<Consumer<DocumentWindow>> looks(
      FirstPass pass, List<TokenSequence> batch, Workspace workspace) {
    List<Consumer<DocumentWindow>> looks = new ArrayList<>();
    for (TokenSequence sentence : batch) {
      looks.add(pass.tag(sentence, workspace));
    }
    return looks;
  }
}
