package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gpchain.internal.documents.TestModel;
import org.gpchain.internal.server.Browser;
import org.junit.jupiter.api.Test;

/** Tests of HTML pages in a browser. They are skipped if Chromium is not installed. */
class HtmlPagesTest extends CommandTest {
  /**
   * Opens a page and runs a script in it.
   *
   * @param script JavaScript that calls {@code say(line)}
   * @return the lines that the script has passed to {@code say}
   */
  private List<String> run(Path page, int width, String script) throws Exception {
    Optional<Path> chromium = Browser.find();
    assumeTrue(chromium.isPresent(), "there is no Chromium");

    try (Browser browser = Browser.open(chromium.get(), Files.createTempDirectory(directory, ""))) {
      browser.widen(width);
      browser.go(page.toUri());
      return browser
          .evaluate(
              "(() => { const said = [], say = line => said.push(line);"
                  + script
                  + "return said.join('\\n'); })()")
          .asText()
          .lines()
          .toList();
    }
  }

  @Test
  void thePageShowsOneModelAtATime() throws Exception {
    Path text = file("a.txt", "The old ferry reached the harbour of Ostrey.");
    Path chunks = TestModel.write("chunk", path("chunks.gpchain"));
    Path names = TestModel.write("ne", path("names.gpchain"));
    String annotate = "annotate --to html --model {} --model {} --input {} --output {}";
    gpchain(annotate, chunks, names, text, path("out")).succeeds();
    String script =
        """
        const all = selector => [...document.querySelectorAll(selector)];
        const look = what => {
          const shown = all('mark[id]:not(.off)');
          const sum = shown.reduce((a, mark) => a + Number(mark.dataset.p), 0).toFixed(1);
          say(what + ': ' + shown.map(mark => mark.dataset.t).sort().join(' ')
            + ' | ' + document.getElementById('shown').textContent
            + ' | ' + (document.getElementById('expected').textContent === sum ? 'right' : sum)
            + ' | ' + all('.keys').filter(k => k.offsetHeight > 0).length
            + ' | ' + all('aside li').filter(item => item.offsetHeight > 0).length);
        };
        const main = document.querySelector('main');
        const width = () => {
          const range = document.createRange();
          range.selectNodeContents(main);
          return range.getBoundingClientRect().width;
        };
        look('first');
        for (const layer of all('.layers input')) {
          layer.click();
          look(layer.parentNode.textContent.trim());
        }
        all('.layers input').find(l => l.parentNode.textContent.includes('chunks')).click();
        const every = all('.every button').filter(button => button.offsetHeight > 0);
        every.find(button => button.value === 'none').click();
        look('none');
        const hidden = width();
        const height = main.offsetHeight;
        every.find(button => button.value !== 'none').click();
        look('all');
        say(width() > hidden + 10 ? 'room' : 'no room');
        main.textContent = main.textContent;
        // Allows for the kerning at the borders of marks.
        say(Math.abs(hidden - width()) + Math.abs(height - main.offsetHeight) < 3 ? 'no gaps' : 'gaps');
        """;

    assertThat(run(path("out/a.html"), 1280, script))
        .containsExactly(
            "first: LOC | 1 of 6 segments | right | 1 | 1",
            "chunks: NP NP NP PP VP | 5 of 6 segments | right | 1 | 5",
            "names: LOC | 1 of 6 segments | right | 1 | 1",
            "together: LOC NP NP NP PP VP | 6 segments | right | 2 | 6",
            "none:  | 0 of 6 segments | right | 1 | 0",
            "all: NP NP NP PP VP | 5 of 6 segments | right | 1 | 5",
            "room",
            "no gaps");
  }

  @Test
  void tablesOfAReportFitThePage() throws Exception {
    assertThat(widths(List.of("ADJP", "ADVP", "CONJP", "NP", "PP", "PRT", "SBAR", "VP"), 800))
        .allMatch(line -> line.equals("fits"));
    assertThat(widths(List.of("LOC", "A_TYPE_WITH_A_NAME".repeat(9)), 1280))
        .allMatch(line -> line.equals("fits"));
    assertThat(widths(IntStream.range(0, 40).mapToObj(n -> "TAG" + n).toList(), 1280))
        .allMatch(line -> line.equals("fits"));
  }

  /** Writes a report for types, and returns {@code fits} or a problem for each table. */
  private List<String> widths(List<String> types, int width) throws Exception {
    List<String> train = new ArrayList<>();
    List<String> test = new ArrayList<>();
    for (String type : types) {
      String words =
          "%1$s1 B-%2$s\n%1$s2 B-%2$s\n\n".formatted(type.toLowerCase(Locale.ROOT), type);
      train.add(words.repeat(6).strip() + "\n");
      test.add(
          words.repeat(4000 / types.size())
              + words.replace("2 B", "2 I")
              + words.replace(type, types.get(0)));
    }

    Path model = trained(path("types.gpchain"), String.join("\n", train), "--task ne --quiet");
    Path gold = file("test.txt", test);
    gpchain("evaluate --model {} --test {} --report {}", model, gold, path("report")).succeeds();
    return run(
        path("report/report.html"),
        width,
        """
        say(document.documentElement.scrollWidth <= innerWidth ? 'fits' : 'the page is too wide');
        for (const table of document.querySelectorAll('section > .wide')) {
          const more = table.scrollWidth - table.clientWidth;
          say(more <= 0 ? 'fits' : table.getAttribute('aria-label') + ' is too wide by ' + more);
        }
        """);
  }
}
