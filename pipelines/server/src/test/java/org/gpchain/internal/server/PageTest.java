package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.documents.TestXmi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page in a browser, if there is one. Screenshots are written to {@code target/page}. */
class PageTest {
  private static final Path SHOTS = Path.of("target", "page");
  private static final String TEXT =
      "Hanna Wexley lives in London, near the house of Jane Eyre. In March she took the ferry to"
          + " Port Vale with her brother Ivo Brandt, who works for the Harbour Trust.\n\n"
          + "<b>Nobody</b> in Tarn & Ostrey knew the <script>alert(1)</script> of Mr. O'Hara 😀 in"
          + " Paris.";

  @TempDir private Path folder;

  private static String mark(String text) {
    return "[...document.querySelectorAll('mark')].find(m => m.firstChild.data === '" + text + "')";
  }

  private static String button(String text) {
    return "[...document.querySelectorAll('#editor button')].find(b => b.textContent === '"
        + text
        + "')";
  }

  /** Returns an expression for the range of a text in the first text node that contains it. */
  private static String range(String text) {
    return "(() => { const w = document.createTreeWalker(document.getElementById('document'), 4);"
        + " for (let n = w.nextNode(); n; n = w.nextNode()) { const i = n.data.indexOf('"
        + text
        + "'); if (i >= 0) { const r = document.createRange(); r.setStart(n, i); r.setEnd(n, i + "
        + text.length()
        + "); return r; } } })()";
  }

  private static JsonNode segments(Browser browser) throws Exception {
    return browser.evaluate("current.segments.map(s => s.text + '|' + s.type).join('; ')");
  }

  @Test
  void pastesCorrectsAndDownloadsAText() throws Exception {
    Optional<Path> chromium = Browser.find();
    assumeTrue(chromium.isPresent(), "there is no Chromium");
    try (TestServer server =
            TestServer.start(
                folder.resolve("store"), "s3cret", TestServer.LIMITS, "ner-en", "chunker-en");
        Browser browser = Browser.open(chromium.get(), folder)) {
      browser.go(server.uri("/token/s3cret/"));
      browser.await("document.querySelectorAll('#model option').length === 2");
      browser.click("document.getElementById('text')");
      browser.insert(TEXT);
      browser.click("document.getElementById('suggest')");
      browser.await("document.querySelectorAll('mark').length > 0");

      assertThat(segments(browser).asText())
          .contains("Hanna Wexley|PER", "London|LOC", "Paris|LOC");
      String markUp = "document.querySelectorAll('#document script, #document b').length";
      assertThat(browser.evaluate(markUp).asInt()).isZero();
      browser.screenshot(SHOTS.resolve("suggested.png"));

      // Change the type of a segment.
      browser.click(mark("London"));
      browser.await("!document.getElementById('editor').hidden");
      browser.screenshot(SHOTS.resolve("editing.png"));
      browser.click(button("ORG"));
      browser.await("current.segments.some(s => s.text === 'London' && s.type === 'ORG')");
      browser.await(answersTo("v1/tag") + " === 2");

      // Remove a segment.
      browser.click(mark("Paris"));
      browser.await("!document.getElementById('editor').hidden");
      browser.click("document.getElementById('remove')");
      browser.await("!current.segments.some(s => s.text === 'Paris')");
      // Add a segment by selecting words.
      browser.evaluate("document.getElementById('document').scrollIntoView({block: 'center'})");
      browser.drag(range("the ferry"));
      browser.await("!document.getElementById('editor').hidden");
      browser.click(button("MISC"));
      browser.await("current.segments.some(s => s.text === 'the ferry' && s.type === 'MISC')");
      // The other segments are suggested again after each change, but not the removed one.
      browser.await(answersTo("v1/tag") + " === 3");
      assertThat(segments(browser).asText())
          .contains("Hanna Wexley|PER", "London|ORG")
          .doesNotContain("Paris");
      browser.screenshot(SHOTS.resolve("corrected.png"));

      browser.click("document.getElementById('download')");
      Path archive = folder.resolve("document.zip");
      Browser.await(() -> Files.exists(archive) && Files.size(archive) > 0);
      Path unpacked = Files.createDirectory(folder.resolve("unpacked"));
      try (FileSystem files = FileSystems.newFileSystem(archive)) {
        for (String name : List.of("document.xmi", "TypeSystem.xml")) {
          Files.copy(files.getPath(name), unpacked.resolve(name));
        }
      }
      JCas document = TestXmi.read(unpacked.resolve("document.xmi"));
      assertThat(document.getDocumentText()).isEqualTo(TEXT);
      assertThat(document.select(NamedEntity.class).asList())
          .extracting(name -> name.getCoveredText() + " " + name.getValue())
          .contains("Hanna Wexley PER", "London ORG", "the ferry MISC")
          .noneMatch(name -> name.startsWith("Paris"));
      assertThat(browser.problems()).isEmpty();
    }
  }

  /** Returns an expression for the number of answers that the page has received from a path. */
  private static String answersTo(String path) {
    return "performance.getEntriesByType('resource').filter(e => e.responseEnd > 0"
        + " && e.name.endsWith('"
        + path
        + "')).length";
  }
}
