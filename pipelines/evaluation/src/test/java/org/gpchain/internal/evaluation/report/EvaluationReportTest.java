package org.gpchain.internal.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.internal.evaluation.LookupModel.sentence;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.page.ModelCard;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.Evaluator;
import org.gpchain.internal.evaluation.LookupModel;
import org.gpchain.internal.evaluation.report.EvaluationReport.PromiseResult;
import org.gpchain.internal.evaluation.report.EvaluationReport.ReportSubject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationReportTest {
  private static final LookupModel NAMES =
      new LookupModel(TagScheme.IOB2, "B-<X>", "I-<X>", "B-Y", "I-Y", "O")
          .with("a", 0.8, 0.05, 0.05, 0.05, 0.05)
          .with("<script>alert(1)</script>", 0.05, 0.8, 0.05, 0.05, 0.05)
          .with("&\"'", 0.05, 0.05, 0.6, 0.05, 0.25)
          .with("שלום", 0.06, 0, 0.9, 0, 0.04)
          .with("😀", 0.05, 0.05, 0.05, 0.05, 0.8);

  private static final LookupModel TAGS =
      new LookupModel(TagScheme.TOKEN, "N", "V").with("n", 0.9, 0.1).with("v", 0.2, 0.8);

  @TempDir private Path directory;

  /** Returns a corpus, given the words and the labels of each sentence. */
  private static Corpus corpus(TagScheme scheme, String... wordsAndLabels) {
    LabeledSequence[] sentences = new LabeledSequence[wordsAndLabels.length / 2];
    Arrays.setAll(
        sentences, n -> sentence(wordsAndLabels[2 * n], wordsAndLabels[2 * n + 1], scheme));
    return LookupModel.corpus(Path.of("data", "t<e>st.txt"), scheme, sentences);
  }

  /** Predictions: X 0–2 (0.8 · 0.8) and Y 3–4 (0.6); in the second sentence, Y 0–1 (0.9). */
  private static Corpus names() {
    String words = "a <script>alert(1)</script> 😀 &\"'";
    return corpus(TagScheme.IOB2, words, "B-<X> I-<X> O O", "שלום 😀", "B-<X> I-<X>");
  }

  private static EvaluationResult evaluate(
      LookupModel model, Corpus corpus, EvaluationReport report) {
    DecodingOptions options = new DecodingOptions(Decoding.VITERBI, 0, false, 1);
    return new Evaluator(model.model().tagger(options), 1).evaluate(corpus, null, report::add);
  }

  private Path write(LookupModel model, Corpus corpus, PromiseResult... promises) throws Exception {
    EvaluationReport report = new EvaluationReport();
    EvaluationResult result = evaluate(model, corpus, report);
    ModelCard card = ModelCard.of(Path.of("models", "m&m.gpchain"), model.model());
    ReportSubject subject = new ReportSubject(card, model.model().scheme(), "viterbi", corpus, 25);
    Path target = directory.resolve("deep/er");
    EvaluationReport.prepare(target);
    return report.write(target, subject, result, List.of(promises));
  }

  private String page(LookupModel model, Corpus corpus, PromiseResult... promises)
      throws Exception {
    return Files.readString(write(model, corpus, promises));
  }

  private static List<String> all(String regex, String page) {
    return Pattern.compile(regex).matcher(page).results().map(MatchResult::group).toList();
  }

  @Test
  void matchesMetricsComputedByHand() throws Exception {
    String page = page(NAMES, names());

    assertThat(page)
        .contains("<h1><bdi>m&amp;m.gpchain on t&lt;e&gt;st.txt</bdi></h1>")
        .contains("<dt>F1</dt><dd>40.00 %</dd>", "<dt>precision</dt><dd>33.33 %</dd>")
        .contains("<dt>recall</dt><dd>50.00 %</dd>", "<dt>token error</dt><dd>50.00 %</dd>")
        .contains("<dt>gold segments</dt><dd>2</dd>", "<dt>predicted segments</dt><dd>3</dd>")
        .contains("<dt>log-loss of predicted segments</dt>")
        .contains("Decoding: viterbi.")
        .doesNotContain("<bdi>3</bdi>", "Promises");
    assertThat(row(page, "1")).endsWith("<td>0</td><td>2</td><td>0</td>");
    assertThat(row(page, "2")).endsWith("<td>2</td><td>1</td><td>1</td>").contains("66.67 %");
  }

  /** Returns the cells of the row of a type of segments. */
  private static String row(String page, String kind) {
    String head = "<tr><th scope=\"row\"><bdi>" + kind + "</bdi></th>";
    assertThat(page).containsOnlyOnce(head);
    int start = page.indexOf(head) + head.length();
    return page.substring(start, page.indexOf("</tr>", start));
  }

  @Test
  void listsTheMostCertainErrorFirst() throws Exception {
    String page = page(NAMES, names());

    assertThat(page)
        .contains("<mark><u>שלום</u></mark> <u>😀</u></blockquote>")
        .contains("wrong borders and type; gold: <bdi>&lt;X&gt;</bdi> “<bdi>שלום 😀</bdi>”")
        .contains("<small><bdi>t&lt;e&gt;st.txt:11</bdi></small>")
        .contains("no gold segment here <small><bdi>t&lt;e&gt;st.txt:4</bdi></small>")
        .contains("<mark>&amp;&quot;&#39;</mark></blockquote>");
    assertThat(page.indexOf("wrong borders and type; gold"))
        .isLessThan(page.indexOf("no gold segment here"));
  }

  @Test
  void escapesTextAndLoadsNoResources() throws Exception {
    String page = page(NAMES, names());

    assertThat(page)
        .doesNotContain("<script", "http:", "https:", "url(", "@import", "<link")
        .contains("default-src 'none'; style-src 'unsafe-inline'");
    // Well-formed, except for the elements that HTML never closes.
    String xml = page.replace("<!DOCTYPE html>\n", "").replaceAll("<meta([^>]*)>", "<meta$1/>");
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void describesDiagramsAndTablesForScreenReaders() throws Exception {
    String page = page(NAMES, names());

    List<String> ids = all("(?<= id=\")[^\"]*", page);
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(all("<svg [^>]*>", page)).hasSize(2);
    for (String svg : all("(?<=<svg )[^>]*", page)) {
      assertThat(svg).contains("role=\"img\"");
      assertThat(ids).containsAll(List.of(svg.replaceAll(".*labelledby=\"|\"$", "").split(" ")));
    }
    assertThat(all("<table>", page)).hasSameSizeAs(all("<caption>[^<]+</caption>", page));
  }

  @Test
  void hasASectionForPromisesIfThereAreAny() throws Exception {
    PromiseResult kept = new PromiseResult(0.02, 0.01, 0.5, null);
    assertThat(page(NAMES, names(), kept, new PromiseResult(0.1, 0.2, 0.7, null)))
        .contains("2.00 %</th><td>1.00 %</td><td>50.00 %</td><td>kept</td>")
        .contains("10.00 %</th><td>20.00 %</td><td>70.00 %</td><td><strong>not kept</strong></td>");
  }

  /** One of the three segments is correct; none has a probability of 0.95. */
  @Test
  void judgesPromisesBySegmentsAboveTheThreshold() throws Exception {
    EvaluationReport report = new EvaluationReport();
    evaluate(NAMES, names(), report);

    assertThat(report.promises(promise -> promise.share() == 0.1 ? 0.1 : 0.95))
        .containsExactly(
            new PromiseResult(0.02, 0, 0, null),
            new PromiseResult(0.05, 0, 0, null),
            new PromiseResult(0.1, 2 / 3.0, 1, null));
    List<PromiseResult> refused =
        report.promises(promise -> Calibration.NONE.threshold(promise, 1));
    assertThat(refused).hasSize(3).noneMatch(PromiseResult::isKept);
    assertThat(page(NAMES, names(), refused.get(0)))
        .contains("<td class=\"words\">the model has no held-out segments");
  }

  @Test
  void reportsTokensForTokenLabels() throws Exception {
    String page = page(TAGS, corpus(TagScheme.TOKEN, "n v v", "N V N"));

    assertThat(page)
        .contains("By label", "wrong type; gold: <bdi>N</bdi>")
        // −(ln 0.9 + ln 0.8 + ln 0.2) / 3
        .contains("<dt>log-loss of predicted tokens</dt><dd>0.6460</dd>")
        .doesNotContain("Reliability of segments", "By type and length");
    assertThat(all("<svg [^>]*>", page)).hasSize(1);
  }

  @Test
  void hasNoRiskTableWithoutSegments() throws Exception {
    String page = page(NAMES, corpus(TagScheme.IOB2, "😀", "O"));

    assertThat(page)
        .contains("The model predicts none on this file.")
        .doesNotContain("log-loss", "The most certain errors");
  }

  @Test
  void replacesAnExistingReport() throws Exception {
    Path file = write(TAGS, corpus(TagScheme.TOKEN, "n", "N"));
    String before = Files.readString(file);
    write(NAMES, names());

    assertThat(Files.readString(file)).isNotEqualTo(before);
    try (var files = Files.list(file.getParent())) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void detectsUnusablePathsInAdvance() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> EvaluationReport.prepare(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("this is not a directory; choose a directory for the report");
    Files.createDirectories(directory.resolve("taken/report.html"));
    assertThatThrownBy(() -> EvaluationReport.prepare(directory.resolve("taken")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("report.html: this file cannot be written");
  }
}
