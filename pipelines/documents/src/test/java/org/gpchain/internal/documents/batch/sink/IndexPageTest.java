package org.gpchain.internal.documents.batch.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.internal.documents.batch.sink.StatisticsTest.figures;
import static org.gpchain.internal.documents.batch.sink.StatisticsTest.found;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.promise.PromiseCheck.Level;
import org.gpchain.core.promise.PromiseCheck.Status;
import org.gpchain.internal.documents.AnnotatedResult.Additions;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.documents.page.ModelCard;
import org.junit.jupiter.api.Test;

class IndexPageTest {
  private final Statistics statistics = new Statistics();

  private static IndexPage page(int shard, OutputFormat... formats) {
    ModelCard card = new ModelCard("m<1>.gpchain", "ne", "en", List.of("PER"), 1, "1");
    OutputLayout layout = new OutputLayout(Path.of("out"), Set.of(formats), shard);
    return new IndexPage(List.of(new Layer("names", "T", card)), layout);
  }

  private String body(IndexPage page, Map<Path, Status> promises) {
    String html = new String(page.of(statistics, new TreeMap<>(promises)), StandardCharsets.UTF_8);
    assertThat(html).contains("<title>Annotated documents</title>");
    return html.substring(html.indexOf("<header>"));
  }

  @Test
  void writesTheWholePage() {
    List<NoveltyCount> novelty = List.of(new NoveltyCount(2, 1));
    Additions additions = new Additions(null, 0, List.of(), List.of(), novelty);
    statistics.add(0, "a/b?c", figures(2, 10, additions, found("PER", 0.5), found("<L>", 1)));
    statistics.addFailure(new DocumentException(0, "rare & bad", null));
    for (int i = 0; i < 2; i++) {
      statistics.addFailure(new DocumentException(0, "often", null));
    }
    IndexPage page = page(0, OutputFormat.BRAT, OutputFormat.XMI);
    page.add("a/b?c", false);
    page.add("<bad>", true);

    assertThat(body(page, Map.of(Path.of("x", "m.gpchain"), new Status(Level.DOUBTFUL, "a<b"))))
        .isEqualTo(
            """
            <header>
            <h1>Annotated documents</h1>
            <p>1 document, 2 sentences, 10 tokens, 2 segments.</p>
            <p>Model: m&lt;1&gt;.gpchain (task ne, language en, trained on 1 sentence by GPChain 1).</p>
            <p>m.gpchain: the error guarantee is doubtful for this text: a&lt;b.</p>
            <p>names: 1 of 2 sentences (50.0 %) are unlike the training text; 1 % is expected.</p>
            </header>
            <main>
            <h2>Segments</h2>
            <table>
            <tr><th>Model<th>Type<th class="n">Segments<th class="n">Mean probability</tr>
            <tr><td>names<td>&lt;L&gt;<td class="n">1<td class="n">100.0 %</tr>
            <tr><td>names<td>PER<td class="n">1<td class="n">50.0 %</tr>
            </table>
            <h2>Failures</h2>
            <p>3 documents could not be annotated: <a href="errors.jsonl">errors.jsonl</a> has them, with reasons; those in the folder <a href="failed/">failed</a> have copies of small ones.</p>
            <table>
            <tr><th>Reason<th class="n">Documents</tr>
            <tr><td>often<td class="n">2</tr>
            <tr><td>rare &amp; bad<td class="n">1</tr>
            </table>
            <h2>Least certain documents</h2>
            <table>
            <tr><th>Document<th class="n">Segments<th class="n">Mean probability</tr>
            <tr><td><span dir="auto">a/b?c</span> <a href="./a/b%3Fc.xmi">xmi</a> <a href="./a/b%3Fc.txt">brat</a><td class="n">2<td class="n">75.0 %</tr>
            </table>
            <h2>Documents</h2>
            <ol>
            <li><span dir="auto">a/b?c</span> <a href="./a/b%3Fc.xmi">xmi</a> <a href="./a/b%3Fc.txt">brat</a></li>
            <li><span dir="auto">&lt;bad&gt;</span> <b>failed</b></li>
            </ol>
            </main>
            </body>
            </html>
            """);
  }

  @Test
  void linksToArchives() {
    IndexPage page = page(2, OutputFormat.JSONL, OutputFormat.XMI);
    for (int i = 0; i < 3; i++) {
      statistics.add(i, "d" + i, figures());
      page.add("d" + i, false);
    }
    assertThat(body(page, Map.of()))
        .contains(
            "d1</span> <a href=\"./part-000000.xmi.zip\">xmi</a>"
                + " <a href=\"./part-000000.jsonl\">jsonl</a></li>",
            "d2</span> <a href=\"./part-000001.xmi.zip\">xmi</a>")
        .doesNotContain("<h2>Segments", "<h2>Failures", "<h2>Least");
  }

  @Test
  void listsDocumentsUnlessThereAreTooMany() {
    IndexPage page = page(0, OutputFormat.JSON);
    assertThat(body(page, Map.of()))
        .contains("<h2>Documents</h2>\n<p>There are none.</p>\n</main>");

    page = page(0, OutputFormat.JSON);
    for (int i = 0; i < 1000; i++) {
      statistics.add(i, "d" + i, figures());
      page.add("d" + i, false);
    }

    assertThat(body(page, Map.of())).contains("<p>1,000 documents,", "d999").doesNotContain("many");
    page = page(0, OutputFormat.JSON);
    for (int i = 0; i < 1001; i++) {
      page.add("d" + i, false);
    }

    assertThat(body(page, Map.of()))
        .contains("<p>There are too many to list here.</p>\n")
        .doesNotContain("<ol>", "There are none");
  }
}
