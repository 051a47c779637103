package org.gpchain.internal.training.trainers;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.workspace.Workspace;

/**
 * Measures which share of the tokens a model predicts to be in segments, to detect a possible
 * failure of learning from partial annotations: if missing annotations are only weak evidence
 * against segments, a model may predict segments everywhere. The predicted share is then far above
 * the expected one.
 */
public final class EntityRatio {
  /** Maximum ratio of the predicted to the expected share without a warning. */
  private static final double MAX_EXCESS = 1.5;

  /** Approximate maximum number of sentences in which the share is measured. */
  private static final int MAX_SENTENCES = 1_000;

  private EntityRatio() {}

  /**
   * Returns the predicted share of tokens in segments, in the sentences that are not completely
   * annotated.
   *
   * @param sentences sentences with the columns that the model requires
   * @return expected share under the model, in [0, 1]; 0 if all sentences are complete, or if the
   *     model's labels do not represent segments
   */
  public static double of(Model model, List<LabeledSequence> sentences) {
    int outside = model.labels().indexOf(SpanCodec.OUTSIDE);
    if (model.scheme() == TagScheme.TOKEN || outside < 0) {
      return 0;
    }

    List<LabeledSequence> incomplete = new ArrayList<>();
    for (LabeledSequence sentence : sentences) {
      if (!sentence.isComplete()) {
        incomplete.add(sentence);
      }
    }

    int stride = (incomplete.size() - 1) / MAX_SENTENCES + 1;
    Tagger tagger = model.tagger(DecodingOptions.DEFAULT);
    Workspace workspace = new Workspace();
    double inside = 0;
    long tokens = 0;
    for (int n = 0; n < incomplete.size(); n += stride) {
      Prediction prediction = tagger.tag(incomplete.get(n).tokens(), workspace);
      tokens += prediction.length();
      for (int t = 0; t < prediction.length(); t++) {
        inside += 1 - prediction.marginal(t, outside);
      }
    }

    return tokens == 0 ? 0 : inside / tokens;
  }

  /**
   * Returns a warning for the user if a model predicts far more segments than were expected.
   *
   * @param expected expected share of tokens in segments; 0 for none
   * @param option name of the option that sets the expected share
   */
  public static Optional<String> warning(
      Model model, List<LabeledSequence> sentences, double expected, String option) {
    if (!(expected > 0)) {
      return Optional.empty();
    }
    double predicted = of(model, sentences);
    if (!(predicted > MAX_EXCESS * expected)) {
      return Optional.empty();
    }

    String message =
        format(
            "the model predicts that %.1f %% of the tokens of the training sentences are in"
                + " segments, %.1f times as many as expected; evaluate it on development text, and"
                + " give a smaller %s than %.3f if it predicts segments everywhere",
            100 * predicted, predicted / expected, option, expected);
    return Optional.of(message);
  }
}
