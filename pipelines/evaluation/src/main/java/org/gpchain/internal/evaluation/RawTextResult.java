package org.gpchain.internal.evaluation;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.SpanCounts;

/**
 * The figures of an evaluation from raw text, in which segments are compared by their characters.
 * Shares are in [0, 1].
 *
 * @param precision share of the segments predicted in the raw text that are right
 * @param recall share of the gold segments that were found in the raw text
 * @param f1 harmonic mean of precision and recall
 * @param f1BelowGoldTokens F1 on gold tokens minus F1 from raw text
 * @param goldSegments number of gold segments
 * @param lostSegments number of gold segments that cannot be found, because they do not begin and
 *     end with tokens of one sentence of the raw text; they count as missed
 * @param tokenF1 F1 of the tokens of the raw text
 * @param sentenceF1 F1 of the sentences of the raw text
 * @param tokenDifferences number of places where the tokens differ
 * @param differences the most frequent differences
 */
public record RawTextResult(
    double precision,
    double recall,
    double f1,
    double f1BelowGoldTokens,
    int goldSegments,
    int lostSegments,
    double tokenF1,
    double sentenceF1,
    long tokenDifferences,
    List<TokenDifference> differences) {
  /** Number of differences that are listed. */
  static final int LISTED_DIFFERENCES = 10;

  /**
   * A kind of difference.
   *
   * @param gold gold tokens, with … for words
   * @param rawText tokens of the raw text in their place, with … for the same words; may be empty
   * @param count number of occurrences
   * @param example text of the first occurrence
   */
  public record TokenDifference(
      List<String> gold, List<String> rawText, int count, String example) {}

  static RawTextResult of(
      SpanCounts segments,
      double f1OnGoldTokens,
      int lostSegments,
      TokenDifferences tokens,
      SpanCounts sentences) {
    return new RawTextResult(
        segments.precision(),
        segments.recall(),
        segments.f1(),
        f1OnGoldTokens - segments.f1(),
        segments.gold(),
        lostSegments,
        tokens.counts().f1(),
        sentences.f1(),
        tokens.total(),
        tokens.mostFrequent(LISTED_DIFFERENCES));
  }

  /** Returns the figures and a table of the differences, as text for people. */
  public String toText() {
    String below = format("%.2f", 100 * Math.abs(f1BelowGoldTokens));
    String where = f1BelowGoldTokens < 0 ? "above" : "below";
    String lost =
        format("%s of %s gold segments: a border is inside a token", lostSegments, goldSegments);

    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("precision", percent(precision, 2)));
    rows.add(List.of("recall", percent(recall, 2)));
    rows.add(
        List.of("F1", percent(f1, 2) + ", " + below + " points " + where + " F1 on gold tokens"));
    rows.add(List.of("token F1", percent(tokenF1, 2)));
    rows.add(List.of("sentence F1", percent(sentenceF1, 2)));
    rows.add(List.of("lost", lost));
    StringBuilder out = new StringBuilder("From raw text:\n");
    rows.forEach(row -> out.append(format("%-12s %s\n", row.get(0), row.get(1))));

    return out + "\n" + differenceTable();
  }

  private String differenceTable() {
    if (differences.isEmpty()) {
      return "The tokens of the raw text are the gold tokens.\n";
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("gold tokens", "raw text", "for example", "count"));
    for (TokenDifference difference : differences) {
      rows.add(
          List.of(
              shown(difference.gold()),
              shown(difference.rawText()),
              difference.example(),
              Integer.toString(difference.count())));
    }
    String heading =
        format("The most frequent of %s token differences (… is a word):\n", tokenDifferences);
    return heading + TextTable.aligned(rows, 3);
  }

  /** Returns tokens with bars between them. */
  public static String shown(List<String> tokens) {
    return tokens.isEmpty() ? "(none)" : String.join(" | ", tokens);
  }
}
