package org.gpchain.internal.training.trainers;

import static org.gpchain.core.text.Numbers.format;

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
 * Which part of the tokens a model sees in segments, where they are not all annotated. A likelihood
 * that silence says little to may be content with segments everywhere; then it is far above what
 * was expected.
 */
public final class EntityRatio {
  private static final double TOLERATED = 1.5;

  private static final int MAX_SENTENCES = 1_000;

  private EntityRatio() {}

  /**
   * The expected part of the tokens in segments, of the sentences that are not complete.
   *
   * @param sentences with the columns that the model requires
   * @return in [0, 1]; 0 if all sentences are complete, or if each token has its own label
   */
  public static double of(Model model, List<LabeledSequence> sentences) {
    int outside = model.labels().indexOf(SpanCodec.OUTSIDE);
    if (model.scheme() == TagScheme.TOKEN || outside < 0) {
      return 0;
    }
    List<LabeledSequence> open = sentences.stream().filter(s -> !s.isComplete()).toList();
    int stride = (open.size() - 1) / MAX_SENTENCES + 1;
    Tagger tagger = model.tagger(DecodingOptions.DEFAULT);
    Workspace workspace = new Workspace();
    double inside = 0;
    long tokens = 0;
    for (int n = 0; n < open.size(); n += stride) {
      Prediction prediction = tagger.tag(open.get(n).tokens(), workspace);
      tokens += prediction.length();
      for (int t = 0; t < prediction.length(); t++) {
        inside += 1 - prediction.marginal(t, outside);
      }
    }
    return tokens == 0 ? 0 : inside / tokens;
  }

  /**
   * What to tell the user of a model that sees far more segments than were expected.
   *
   * @param expected the ratio; 0 for none
   * @param option what sets it
   */
  public static Optional<String> warning(
      Model model, List<LabeledSequence> sentences, double expected, String option) {
    double found = expected > 0 ? of(model, sentences) : 0;
    return found > TOLERATED * expected
        ? Optional.of(
            format(
                "the model takes %.1f %% of the tokens of the training sentences to be in segments,"
                    + " %.1f times as many as were expected; measure it on development text, and"
                    + " give a smaller %s than %.3f if it sees segments everywhere",
                100 * found, found / expected, option, expected))
        : Optional.empty();
  }
}
