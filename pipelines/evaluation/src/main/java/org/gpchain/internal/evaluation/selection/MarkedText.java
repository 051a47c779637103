package org.gpchain.internal.evaluation.selection;

import static org.gpchain.core.text.Numbers.format;

import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.text.ScoredSpan;

/** Formats sentences with brackets around the tokens about which a model is uncertain. */
final class MarkedText {
  /** Minimum probability of a wrong label for which a token is marked. */
  private static final double DOUBTFUL = 0.1;

  private MarkedText() {}

  /**
   * Returns a sentence in which the tokens whose labels may be wrong are in brackets; at least the
   * most doubtful token is. A predicted segment is followed by its type and its probability, and
   * tokens outside segments are followed by a question mark.
   *
   * @param texts each token with the characters between it and the next token
   * @param prediction prediction for these tokens
   * @return the sentence on one line
   */
  static String of(List<String> texts, Prediction prediction) {
    boolean[] isDoubtful = doubtful(prediction);
    StringBuilder marked = new StringBuilder();
    int next = 0;
    for (ScoredSpan segment : prediction.spans()) {
      int start = segment.span().start();
      int end = segment.span().end();
      addOutside(texts, isDoubtful, next, start, marked);

      List<String> segmentTexts = texts.subList(start, end);
      if (hasDoubtful(isDoubtful, start, end)) {
        String remark = format(" %s %.2f", segment.span().type(), segment.probability());
        addMarked(segmentTexts, remark, marked);
      } else {
        segmentTexts.forEach(marked::append);
      }
      next = end;
    }
    addOutside(texts, isDoubtful, next, texts.size(), marked);
    return marked.toString().strip().replaceAll("\\s+", " ");
  }

  /** Returns, for each token, whether its label may be wrong. */
  private static boolean[] doubtful(Prediction prediction) {
    double[] errorProbabilities = new double[prediction.length()];
    double largest = 0;
    for (int t = 0; t < errorProbabilities.length; t++) {
      int label = prediction.labelSet().indexOf(prediction.label(t));
      errorProbabilities[t] = 1 - prediction.marginal(t, label);
      largest = Math.max(largest, errorProbabilities[t]);
    }

    double threshold = Math.min(DOUBTFUL, largest);
    boolean[] isDoubtful = new boolean[errorProbabilities.length];
    for (int t = 0; t < isDoubtful.length; t++) {
      isDoubtful[t] = errorProbabilities[t] >= threshold && errorProbabilities[t] > 0;
    }
    return isDoubtful;
  }

  private static boolean hasDoubtful(boolean[] isDoubtful, int start, int end) {
    for (int t = start; t < end; t++) {
      if (isDoubtful[t]) {
        return true;
      }
    }
    return false;
  }

  /** Adds tokens that are in no segment. Consecutive doubtful tokens share brackets. */
  private static void addOutside(
      List<String> texts, boolean[] isDoubtful, int start, int end, StringBuilder out) {
    int from = start;
    while (from < end) {
      int to = from + 1;
      while (to < end && isDoubtful[to] == isDoubtful[from]) {
        to++;
      }

      if (isDoubtful[from]) {
        addMarked(texts.subList(from, to), " ?", out);
      } else {
        texts.subList(from, to).forEach(out::append);
      }
      from = to;
    }
  }

  /** Adds tokens and a remark in brackets. White space after the tokens follows the brackets. */
  private static void addMarked(List<String> texts, String remark, StringBuilder out) {
    String text = String.join("", texts);
    String trimmed = text.stripTrailing();
    out.append("[" + trimmed + remark + "]" + text.substring(trimmed.length()));
  }
}
