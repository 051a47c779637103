package org.gpchain.internal.evaluation.report;

import static org.gpchain.core.text.Numbers.count;
import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;
import static org.gpchain.internal.evaluation.report.Table.bar;
import static org.gpchain.internal.evaluation.report.Table.foreign;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.apache.commons.lang3.StringUtils;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.documents.page.Html;
import org.gpchain.internal.evaluation.CalibrationError;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.EvaluationResult.Accuracy;
import org.gpchain.internal.evaluation.RawTextResult;
import org.gpchain.internal.evaluation.RawTextResult.TokenDifference;
import org.gpchain.internal.evaluation.report.Confusion.Category;
import org.gpchain.internal.evaluation.report.Confusion.Match;
import org.gpchain.internal.evaluation.report.EvaluationReport.JudgedSegment;
import org.gpchain.internal.evaluation.report.EvaluationReport.PromiseResult;
import org.gpchain.internal.evaluation.report.EvaluationReport.ReportSubject;

/** Renders the HTML page of an evaluation report, section by section. */
record ReportPage(EvaluationReport report, ReportSubject subject, EvaluationResult result) {
  private static final String STYLE = Html.resource(ReportPage.class, "report.css");

  /** Maximum number of correct segments that are displayed as examples. */
  private static final int MAX_CORRECT_EXAMPLES = 10;

  /** Returns the plural of the unit that the report counts. */
  private String items() {
    return subject.isOfTokens() ? "tokens" : "segments";
  }

  /** Returns the page. */
  String render(List<PromiseResult> promises) {
    String title = subject.model().file() + " on " + subject.corpus().file().getFileName();
    String heading = "<h1>" + foreign(title) + "</h1>\n";
    String model = "<p>Model: " + foreign(subject.model().phrase()) + ".</p>\n";
    String decoding = "<p>Decoding: " + Html.escape(subject.decoding()) + ".</p>\n";
    String promise = "";
    if (result.promise() != null) {
      promise = "<p>Guarantee: " + Html.escape(result.promise().text()) + ".</p>\n";
    }

    String novelty = "";
    if (result.accuracy().novelty() != null) {
      String text =
          result.accuracy().novelty().text() + ". " + result.accuracy().novelty().f1Text() + ".";
      novelty = "<p>" + Html.escape(text) + "</p>\n";
    }

    return page(
        title,
        heading + model + decoding + promise + novelty + figures(),
        reliability(),
        riskCoverage(),
        promises(promises),
        scores(),
        rawText(),
        confusion(),
        examples());
  }

  /**
   * Returns a self-contained page without external resources.
   *
   * @param title title of the page
   * @param header HTML of the page header
   * @param sections HTML of the sections
   */
  static String page(String title, String header, String... sections) {
    return Html.head("en", title, "style-src 'unsafe-inline'", STYLE)
        + ("<header>\n" + header + "</header>\n<main>\n")
        + String.join("", sections)
        + "</main>\n</body>\n</html>\n";
  }

  /** Returns a section with a heading. */
  static String section(String heading, Object... html) {
    return "<section>\n<h2>" + heading + "</h2>\n" + StringUtils.join(html) + "</section>\n";
  }

  private String figures() {
    StringBuilder out = new StringBuilder("<dl>\n");
    Accuracy accuracy = result.accuracy();
    figure(out, "F1", percent(accuracy.segments().f1(), 2));
    figure(out, "precision", percent(accuracy.segments().precision(), 2));
    figure(out, "recall", percent(accuracy.segments().recall(), 2));
    figure(out, "token error", percent(accuracy.tokenError(), 2));

    Double nll = result.calibration().nll();
    if (nll != null) {
      figure(out, "nll of tokens", format("%.4f", nll));
      figure(out, "ece of tokens", ece(report.tokens.calibration));
    }
    if (!report.judged.isEmpty()) {
      double sum = report.judged.stream().mapToDouble(JudgedSegment::logLoss).sum();
      figure(out, "log-loss of predicted " + items(), format("%.4f", sum / report.judged.size()));
      figure(out, "ece of predicted " + items(), ece(report.segments.calibration));
    }

    figure(out, "sentences", count(accuracy.sentences()));
    figure(out, "tokens", count(accuracy.tokens()));
    long gold = result.byType().values().stream().mapToLong(SpanCounts::gold).sum();
    figure(out, "gold " + items(), count(gold));
    figure(out, "predicted " + items(), count(report.judged.size()));
    long unknown = result.labelProblems().unknownLabelTokens();
    if (unknown > 0) {
      figure(out, "tokens with a label new to the model", count(unknown));
    }
    return out.append("</dl>\n").toString();
  }

  private static void figure(StringBuilder out, String name, String html) {
    out.append("<div><dt>" + name + "</dt><dd>" + html + "</dd></div>\n");
  }

  private static String ece(CalibrationError calibration) {
    String byChance = percent(calibration.errorByChance(), 2);
    return percent(calibration.error(), 2) + " <small>" + byChance + " by chance</small>";
  }

  private String reliability() {
    String explanation =
        """
        <p>Predictions are put in the 15 bins of equal width over which the calibration error is
        summed. A dot shows the share of correct predictions in a bin against their mean
        probability; on the diagonal, the two agree. If the model were perfectly calibrated, a dot
        would lie in the band on at least 95 % of test files (exact interval of the Poisson-binomial
        distribution): <span class="key inside">●</span> inside,
        <span class="key outside">○</span> outside. Predictions are assumed to be independent, which
        is only approximately true of neighboring tokens.</p>
        <div class="pair">
        """;
    String tokens = Figures.reliability("tokens", report.tokens);
    String segments = "";
    if (!subject.isOfTokens()) {
      segments = Figures.reliability("segments", report.segments);
    }
    return section("Reliability", explanation, tokens, segments, "</div>\n");
  }

  private String riskCoverage() {
    String explanation =
        "<p>How many "
            + items()
            + " are wrong if only the most probable ones are kept, and how many would be by their"
            + " probabilities (claimed).</p>\n";
    String table = "<p>The model predicts none on this file.</p>\n";
    if (!report.judged.isEmpty()) {
      table = Figures.riskCoverage(items(), report.judged);
    }
    return section("Risk and coverage", explanation, table);
  }

  private String promises(List<PromiseResult> promises) {
    if (promises.isEmpty()) {
      return "";
    }

    Table table =
        new Table("Error guarantees on this file", "maximum error", "wrong", "written", "verdict");
    for (PromiseResult promise : promises) {
      if (promise.refusal() != null) {
        String refusal = "<td class=\"words\">" + Html.escape(promise.refusal()) + "</td>";
        table.row(percent(promise.asked(), 2), "–", "–", refusal);
      } else {
        String verdict = promise.isKept() ? "kept" : "<strong>not kept</strong>";
        table.row(percent(promise.asked(), 2), promise.wrong(), promise.coverage(), verdict);
      }
    }
    return section("Error guarantees", table);
  }

  private String scores() {
    if (subject.isOfTokens()) {
      return section("By label", scores("label", result.byType()));
    }
    Table byType = scores("type", result.byType());
    Table byLength = scores("number of tokens", report.byLength.byKind());
    return section("By type and length", byType, byLength);
  }

  /** Returns the section about the evaluation from raw text, or nothing if there was none. */
  private String rawText() {
    RawTextResult rawText = result.fromText();
    if (rawText == null) {
      return "";
    }

    StringBuilder figures = new StringBuilder("<dl>\n");
    figure(figures, "F1", percent(rawText.segments().scores().f1(), 2));
    figure(figures, "F1 on gold tokens", percent(result.accuracy().segments().f1(), 2));
    figure(figures, "precision", percent(rawText.segments().scores().precision(), 2));
    figure(figures, "recall", percent(rawText.segments().scores().recall(), 2));
    figure(figures, "token F1", percent(rawText.segmentation().tokenF1(), 2));
    figure(figures, "sentence F1", percent(rawText.segmentation().sentenceF1(), 2));
    figure(figures, "lost " + items(), count(rawText.segments().lostSegments()));
    figures.append("</dl>\n");

    Table table = new Table("Token differences", "gold tokens", "raw text", "for example", "count");
    for (TokenDifference difference : rawText.segmentation().differences()) {
      table.row(
          foreign(RawTextResult.shown(difference.gold())),
          foreign(RawTextResult.shown(difference.rawText())),
          foreign(difference.example()),
          difference.count());
    }
    String explanation =
        """
        <p>Sentences and tokens were found in the raw text as annotate finds them, and segments were
        compared by their character offsets. Lost segments do not begin and end with tokens of the
        raw text, so that no model can find them. The table lists the most frequent of %s
        differences between tokens; … stands for a word.</p>
        """
            .formatted(count(rawText.segmentation().tokenDifferences()));
    return section("From raw text", figures, explanation, table);
  }

  private static Table scores(String kind, SortedMap<String, SpanCounts> scores) {
    Table table =
        new Table(
            "F1 by " + kind, kind, "F1", "precision", "recall", "gold", "predicted", "correct");
    for (Map.Entry<String, SpanCounts> entry : scores.entrySet()) {
      SpanCounts score = entry.getValue();
      table.row(
          foreign(EvaluationResult.nameOf(entry.getKey())),
          bar(score.f1()),
          bar(score.precision()),
          bar(score.recall()),
          score.gold(),
          score.predicted(),
          score.correct());
    }
    return table;
  }

  private String confusion() {
    Confusion confusion = report.confusion;
    List<Object> heads = new ArrayList<>(List.of("gold ↓ predicted →"));
    confusion.columns.forEach(column -> heads.add(name(column, "missed")));
    heads.add("all");

    Table table = new Table("Gold and predicted types", heads.toArray());
    for (Category row : confusion.rows) {
      table.row(name(row, "spurious"), confusionCells(row).toArray());
    }

    String explanation =
        """
        <p>Each gold segment is in the row of its type. If a segment with the same borders was
        predicted, the column is the predicted type; otherwise, the column says what is wrong with
        the prediction. Each predicted segment is in the column of its type. The shade is the share
        of the row.</p>
        """;
    return section("Confusion", explanation, table);
  }

  /** Returns the cells of a row of the confusion matrix, and the sum of the row. */
  private List<Object> confusionCells(Category row) {
    Confusion confusion = report.confusion;
    int sum = confusion.columns.stream().mapToInt(c -> confusion.count(row, c)).sum();
    List<Object> cells = new ArrayList<>();
    for (Category column : confusion.columns) {
      int number = confusion.count(row, column);
      if (number == 0) {
        cells.add("");
      } else {
        String style = row.equals(column) ? "right" : "error";
        cells.add(Table.cell(style, (double) number / sum, count(number)));
      }
    }
    cells.add(sum);
    return cells;
  }

  private static String name(Category category, String none) {
    if (category.match() == Match.BORDERS) {
      return foreign(EvaluationResult.nameOf(category.type()));
    }
    return "<i>" + category.match().describe(none) + "</i>";
  }

  private String examples() {
    // The sorts are stable: equally probable segments stay in the order of the text.
    Comparator<JudgedSegment> byProbability =
        Comparator.comparingDouble(JudgedSegment::probability);
    List<JudgedSegment> errors =
        report.judged.stream()
            .filter(segment -> !segment.isRight())
            .sorted(byProbability.reversed())
            .limit(subject.errors())
            .toList();
    List<JudgedSegment> correct =
        report.judged.stream()
            .filter(JudgedSegment::isRight)
            .sorted(byProbability)
            .limit(MAX_CORRECT_EXAMPLES)
            .toList();

    String key = "<p><mark>Predicted</mark> and <u>gold</u> " + items() + " look like this.</p>\n";
    return examples("The most certain errors", key, errors)
        + examples("The least certain correct " + items(), "", correct);
  }

  private String examples(String heading, String key, List<JudgedSegment> segments) {
    if (segments.isEmpty()) {
      return "";
    }
    Examples examples = new Examples(subject.corpus(), subject.model().language());
    return section(heading, key, examples.list(segments));
  }
}
