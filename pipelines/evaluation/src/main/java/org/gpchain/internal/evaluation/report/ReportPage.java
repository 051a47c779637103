package org.gpchain.internal.evaluation.report;

import static org.gpchain.core.text.Numbers.count;
import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;
import static org.gpchain.internal.evaluation.report.Table.bar;
import static org.gpchain.internal.evaluation.report.Table.foreign;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import org.apache.commons.lang3.StringUtils;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.documents.page.Html;
import org.gpchain.internal.evaluation.CalibrationError;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.EvaluationResult.Accuracy;
import org.gpchain.internal.evaluation.RawTextResult;
import org.gpchain.internal.evaluation.RawTextResult.TokenDifference;
import org.gpchain.internal.evaluation.report.Confusion.Line;
import org.gpchain.internal.evaluation.report.Confusion.Match;
import org.gpchain.internal.evaluation.report.EvaluationReport.JudgedSegment;
import org.gpchain.internal.evaluation.report.EvaluationReport.PromiseResult;
import org.gpchain.internal.evaluation.report.EvaluationReport.ReportSubject;

/** The page of an evaluation, section by section. */
record ReportPage(EvaluationReport report, ReportSubject subject, EvaluationResult result) {
  private static final String STYLE = Html.resource(ReportPage.class, "report.css");
  private static final int RIGHT_ONES = 10;

  private String items() {
    return subject.isOfTokens() ? "tokens" : "segments";
  }

  String render(List<PromiseResult> promises) {
    String title = subject.model().file() + " on " + subject.corpus().file().getFileName();
    String heading = "<h1>" + foreign(title) + "</h1>\n";
    String model = "<p>Model: " + foreign(subject.model().phrase()) + ".</p>\n";
    String decoding = "<p>Decoding: " + Html.escape(subject.decoding()) + ".</p>\n";
    String promise =
        result.promise() == null
            ? ""
            : "<p>Promise: " + Html.escape(result.promise().text()) + ".</p>\n";
    return page(
        title,
        heading + model + decoding + promise + figures(),
        reliability(),
        riskCoverage(),
        promises(promises),
        scores(),
        rawText(),
        confusion(),
        examples());
  }

  /**
   * A page that needs nothing from elsewhere.
   *
   * @param header HTML of its heading and what stands below it
   */
  static String page(String title, String header, String... sections) {
    return Html.head("en", title, "style-src 'unsafe-inline'", STYLE)
        + ("<header>\n" + header + "</header>\n<main>\n")
        + String.join("", sections)
        + "</main>\n</body>\n</html>\n";
  }

  static String section(String heading, Object... html) {
    return "<section>\n<h2>" + heading + "</h2>\n" + StringUtils.join(html) + "</section>\n";
  }

  private String figures() {
    StringBuilder out = new StringBuilder("<dl>\n");
    Accuracy accuracy = result.accuracy();
    figure(out, "F1", percent(accuracy.f1(), 2));
    figure(out, "precision", percent(accuracy.precision(), 2));
    figure(out, "recall", percent(accuracy.recall(), 2));
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
        summed. A dot is the share of right ones in a bin against their mean probability; on the
        diagonal the two agree. If every probability were right, a dot would lie in the band on at
        least 95 % of test files (exact interval of the Poisson-binomial distribution):
        <span class="key inside">●</span> inside, <span class="key outside">○</span> outside.
        Predictions count as independent, which neighbours in a text are not quite.</p>
        <div class="pair">
        """;
    return section(
        "Reliability",
        explanation,
        Figures.reliability("tokens", report.tokens),
        subject.isOfTokens() ? "" : Figures.reliability("segments", report.segments),
        "</div>\n");
  }

  private String riskCoverage() {
    return section(
        "Risk and coverage",
        "<p>How many "
            + items()
            + " are wrong if only the most probable ones are kept, and how many would be by their"
            + " probabilities (claimed).</p>\n",
        report.judged.isEmpty()
            ? "<p>The model predicts none on this file.</p>\n"
            : Figures.riskCoverage(items(), report.judged));
  }

  private String promises(List<PromiseResult> promises) {
    Table table =
        new Table("Promises on this file", "at most wrong", "wrong", "written", "verdict");
    for (PromiseResult promise : promises) {
      if (promise.refusal() != null) {
        String refusal = "<td class=\"words\">" + Html.escape(promise.refusal()) + "</td>";
        table.row(percent(promise.asked(), 2), "–", "–", refusal);
      } else {
        String verdict = promise.isKept() ? "kept" : "<strong>not kept</strong>";
        table.row(percent(promise.asked(), 2), promise.wrong(), promise.coverage(), verdict);
      }
    }
    return promises.isEmpty() ? "" : section("Promises", table);
  }

  private String scores() {
    return subject.isOfTokens()
        ? section("By label", scores("label", result.byType()))
        : section(
            "By type and length",
            scores("type", result.byType()),
            scores("number of tokens", report.byLength.byKind()));
  }

  /** The figures from raw text, if there are any. */
  private String rawText() {
    RawTextResult rawText = result.fromText();
    if (rawText == null) {
      return "";
    }

    StringBuilder figures = new StringBuilder("<dl>\n");
    figure(figures, "F1", percent(rawText.segments().f1(), 2));
    figure(figures, "F1 on gold tokens", percent(result.accuracy().f1(), 2));
    figure(figures, "precision", percent(rawText.segments().precision(), 2));
    figure(figures, "recall", percent(rawText.segments().recall(), 2));
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
        <p>Sentences and tokens were found in the raw text as annotate does, and predictions
        compared by their characters. Lost ones do not begin and end with tokens of the raw text,
        so that no model can find them. The table has the most frequent of %s differences between
        tokens; … is a word.</p>
        """
            .formatted(count(rawText.segmentation().tokenDifferences()));
    return section("From raw text", figures, explanation, table);
  }

  private static Table scores(String kind, SortedMap<String, SpanCounts> scores) {
    Table table =
        new Table(
            "F1 by " + kind, kind, "F1", "precision", "recall", "gold", "predicted", "correct");
    scores.forEach(
        (name, score) ->
            table.row(
                foreign(EvaluationResult.nameOf(name)),
                bar(score.f1()),
                bar(score.precision()),
                bar(score.recall()),
                score.gold(),
                score.predicted(),
                score.correct()));
    return table;
  }

  private String confusion() {
    Confusion confusion = report.confusion;
    List<Object> heads = new ArrayList<>(List.of("gold ↓ predicted →"));
    confusion.columns.forEach(column -> heads.add(name(column, "missed")));
    heads.add("all");
    Table table = new Table("Gold and predicted types", heads.toArray());
    for (Line row : confusion.rows) {
      int all = confusion.columns.stream().mapToInt(c -> confusion.count(row, c)).sum();
      List<Object> cells = new ArrayList<>();
      for (Line column : confusion.columns) {
        int number = confusion.count(row, column);
        String style = row.equals(column) ? "right" : "error";
        cells.add(number == 0 ? "" : Table.cell(style, (double) number / all, count(number)));
      }
      cells.add(all);
      table.row(name(row, "spurious"), cells.toArray());
    }
    String explanation =
        """
        <p>Each gold one is in the row of its type: in the column of the type that was predicted
        between the same borders, or else where it says what is wrong with the prediction there.
        Each predicted one is in the column of its type. The shade is the share of the row.</p>
        """;
    return section("Confusion", explanation, table);
  }

  private static String name(Line line, String none) {
    return line.match() == Match.BORDERS
        ? foreign(EvaluationResult.nameOf(line.type()))
        : "<i>" + line.match().words(none) + "</i>";
  }

  private String examples() {
    Comparator<JudgedSegment> order = Comparator.comparingDouble(JudgedSegment::probability);
    String key = "<p><mark>Predicted</mark> and <u>gold</u> " + items() + " look like this.</p>\n";
    return examples("The most certain errors", key, false, order.reversed(), subject.errors())
        + examples("The least certain that are right", "", true, order, RIGHT_ONES);
  }

  /** Equals stay in the order of the text. */
  private String examples(
      String heading, String key, boolean right, Comparator<JudgedSegment> order, int limit) {
    List<JudgedSegment> shown =
        report.judged.stream()
            .filter(segment -> segment.isRight() == right)
            .sorted(order)
            .limit(limit)
            .toList();
    Examples examples = new Examples(subject.corpus(), subject.model().language());
    return shown.isEmpty() ? "" : section(heading, key, examples.list(shown));
  }
}
