package org.gpchain.internal.evaluation;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.SpanCounts;

/**
 * The metrics of an evaluation from raw text, in which segments are compared by their character
 * offsets. Shares are in [0, 1]. In JSON, the components of the nested records are fields of one
 * flat object.
 *
 * @param segments metrics of the segments
 * @param segmentation metrics of the tokens and sentences
 */
public record RawTextResult(
    @JsonUnwrapped SegmentFigures segments, @JsonUnwrapped SegmentationFigures segmentation) {
  /**
   * Metrics of the segments that were predicted in the raw text.
   *
   * @param scores agreement with the gold segments
   * @param f1BelowGoldTokens F1 on gold tokens minus F1 from raw text
   * @param goldSegments number of gold segments
   * @param lostSegments number of gold segments that no model can find, because they do not begin
   *     and end with tokens of the same sentence of the raw text; they count as missed
   */
  public record SegmentFigures(
      @JsonUnwrapped PrecisionRecall scores,
      double f1BelowGoldTokens,
      int goldSegments,
      int lostSegments) {}

  /**
   * Metrics of the tokens and sentences that were found in the raw text.
   *
   * @param tokenF1 F1 of the tokens
   * @param sentenceF1 F1 of the sentences
   * @param tokenDifferences number of places where the tokens differ from the gold tokens
   * @param differences the most frequent kinds of differences, the most frequent first
   */
  public record SegmentationFigures(
      double tokenF1,
      double sentenceF1,
      long tokenDifferences,
      List<TokenDifference> differences) {}

  /** Maximum number of kinds of differences in a result. */
  static final int LISTED_DIFFERENCES = 10;

  /**
   * A kind of difference between gold tokens and tokens found in raw text.
   *
   * @param gold gold tokens, with words replaced by …
   * @param rawText tokens found at the same place in the raw text, with the same words replaced by
   *     …; may be empty
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
    SegmentFigures segmentFigures =
        new SegmentFigures(
            PrecisionRecall.of(segments),
            f1OnGoldTokens - segments.f1(),
            segments.gold(),
            lostSegments);

    List<TokenDifference> differences = tokens.mostFrequent(LISTED_DIFFERENCES);
    SegmentationFigures segmentation =
        new SegmentationFigures(tokens.counts().f1(), sentences.f1(), tokens.total(), differences);
    return new RawTextResult(segmentFigures, segmentation);
  }

  /** Returns the metrics and a table of the differences as human-readable text. */
  public String toText() {
    String points = format("%.2f points", 100 * Math.abs(segments.f1BelowGoldTokens()));
    String direction = segments.f1BelowGoldTokens() < 0 ? "above" : "below";
    String f1 =
        percent(segments.scores().f1(), 2) + ", " + points + " " + direction + " F1 on gold tokens";
    String lost =
        format(
            "%s of %s gold segments: a border is inside a token",
            segments.lostSegments(), segments.goldSegments());

    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("precision", percent(segments.scores().precision(), 2)));
    rows.add(List.of("recall", percent(segments.scores().recall(), 2)));
    rows.add(List.of("F1", f1));
    rows.add(List.of("token F1", percent(segmentation.tokenF1(), 2)));
    rows.add(List.of("sentence F1", percent(segmentation.sentenceF1(), 2)));
    rows.add(List.of("lost", lost));

    StringBuilder out = new StringBuilder("From raw text:\n");
    for (List<String> row : rows) {
      out.append(format("%-12s %s\n", row.get(0), row.get(1)));
    }
    return out + "\n" + differenceTable();
  }

  private String differenceTable() {
    if (segmentation.differences().isEmpty()) {
      return "The tokens of the raw text are the gold tokens.\n";
    }

    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("gold tokens", "raw text", "for example", "count"));
    for (TokenDifference difference : segmentation.differences()) {
      rows.add(
          List.of(
              shown(difference.gold()),
              shown(difference.rawText()),
              difference.example(),
              Integer.toString(difference.count())));
    }
    String heading =
        format(
            "The most frequent of %s token differences (… is a word):\n",
            segmentation.tokenDifferences());
    return heading + TextTable.aligned(rows, 3);
  }

  /** Returns tokens separated by vertical bars, or "(none)" without tokens. */
  public static String shown(List<String> tokens) {
    if (tokens.isEmpty()) {
      return "(none)";
    }
    return String.join(" | ", tokens);
  }
}
