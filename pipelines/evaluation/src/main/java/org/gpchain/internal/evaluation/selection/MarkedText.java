package org.gpchain.internal.evaluation.selection;

import static org.gpchain.core.text.Numbers.format;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.text.ScoredSpan;

/** Sentences in which brackets show where a model is unsure. */
final class MarkedText {
  /** The probability that its label is wrong from which on a token is marked. */
  private static final double DOUBTFUL = 0.1;

  private MarkedText() {}

  /**
   * A sentence in which tokens that may have the wrong label, at least the most doubtful one, are
   * in brackets: as the segment that was found, with its type and its probability, or where none
   * was found with a question mark.
   *
   * @param texts each token and what follows it
   * @param prediction of as many tokens
   * @return on one line
   */
  static String of(List<String> texts, Prediction prediction) {
    double[] doubts =
        IntStream.range(0, prediction.length())
            .mapToDouble(
                t -> 1 - prediction.marginal(t, prediction.labelSet().indexOf(prediction.label(t))))
            .toArray();
    double least = Math.min(DOUBTFUL, Arrays.stream(doubts).max().orElse(0));
    IntPredicate doubtful = t -> doubts[t] >= least && doubts[t] > 0;
    StringBuilder marked = new StringBuilder();
    int start = 0;
    for (ScoredSpan found : prediction.spans()) {
      int end = found.span().end();
      addOutside(texts, doubtful, start, found.span().start(), marked);
      start = found.span().start();
      String says = format(" %s %.2f", found.span().type(), found.probability());
      boolean unsure = IntStream.range(start, end).anyMatch(doubtful);
      add(texts.subList(start, end), unsure ? says : null, marked);
      start = end;
    }
    addOutside(texts, doubtful, start, texts.size(), marked);
    return marked.toString().strip().replaceAll("\\s+", " ");
  }

  /** Adds tokens that are in no segment. */
  private static void addOutside(
      List<String> texts, IntPredicate doubtful, int start, int end, StringBuilder to) {
    for (int from = start, next; from < end; from = next) {
      next = from + 1;
      while (next < end && doubtful.test(next) == doubtful.test(from)) {
        next++;
      }
      add(texts.subList(from, next), doubtful.test(from) ? " ?" : null, to);
    }
  }

  /** Adds tokens, in brackets with a remark unless that is null. */
  private static void add(List<String> texts, String remark, StringBuilder to) {
    String text = String.join("", texts);
    String trimmed = text.stripTrailing();
    to.append(
        remark == null ? text : "[" + trimmed + remark + "]" + text.substring(trimmed.length()));
  }
}
