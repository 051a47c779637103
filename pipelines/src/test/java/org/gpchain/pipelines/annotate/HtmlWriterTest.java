package org.gpchain.pipelines.annotate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlWriterTest {
  private static final Pattern MAIN = Pattern.compile("<main[^>]*>(.*)</main>", Pattern.DOTALL);
  private static final Pattern MARK = Pattern.compile("<mark ([^>]*)>([^<]*)</mark>");

  private static String page() throws IOException {
    return TestDocument.written(new HtmlWriter(), TestDocument.of());
  }

  private static String unescaped(String html) {
    return html.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  @Test
  void showsTheTextAsItIs() throws IOException {
    String main = MAIN.matcher(page()).results().findFirst().orElseThrow().group(1);
    assertThat(unescaped(MARK.matcher(main).replaceAll("$2"))).isEqualTo(TestDocument.TEXT);
  }

  @Test
  void marksEachSegment() throws IOException {
    assertThat(MARK.matcher(page()).results().map(mark -> unescaped(mark.group(2))))
        .containsExactly("😀", "<b>\"hi\"</b> &", "left", "ירושלים");
    assertThat(MARK.matcher(page()).results().map(MatchResult::group).toList().get(2))
        .contains("--p:0.123")
        .contains("data-tip=\"VP · 12.3 %\"");
  }

  @Test
  void escapesNamesTypesAndModels() throws IOException {
    String page = page();
    assertThat(page)
        .contains("<title>&lt;/title&gt;&lt;script&gt;alert(&#39;x&#39;)")
        .contains("data-t=\"a&quot;b&lt;c&gt;-&amp;\"")
        .contains("m&lt;1&gt;.gpchain")
        .contains("0.1 &amp; up")
        .doesNotContain("alert('x')")
        .doesNotContain("<b>\"hi\"");
    assertThat(Pattern.compile("<script").matcher(page).results()).hasSize(1);
  }

  @Test
  void needsNoNetwork() throws IOException {
    assertThat(page())
        .doesNotContain("http:")
        .doesNotContain("https:")
        .doesNotContain("src=")
        .doesNotContain("@import")
        .doesNotContain("url(")
        .contains("default-src 'none'");
  }

  @Test
  void countsInTheLegend() throws IOException {
    assertThat(page())
        .contains("2 sentences, 9 tokens, <b id=\"shown\">4 segments</b>")
        .contains("the model expects 2.4 to be right")
        .contains("NP <b>2</b> <small>mean 62.5 %</small>")
        .contains("VP <b>1</b> <small>mean 12.3 %</small>");
  }

  @Test
  void givesATypeOfTheModelTheSameColourInEveryDocument() throws IOException {
    String of = TestDocument.written(new HtmlWriter(), TestDocument.of());
    assertThat(of)
        .contains(
            "<label class=\"key\" style=\"--h:212\"><input type=\"checkbox\" checked"
                + " value=\"NP\">");
    assertThat(of)
        .contains(
            "<label class=\"key\" style=\"--h:350\"><input type=\"checkbox\" checked"
                + " value=\"VP\">");
  }

  @Test
  void writesEmptyDocuments() throws IOException {
    assertThat(TestDocument.written(new HtmlWriter(), TestDocument.empty()))
        .contains("There are no sentences in this document.")
        .contains("<b id=\"shown\">0 segments</b>.");
  }

  @Test
  void replacesControlCharacters() {
    assertThat(Html.escape("a\u0001b\tc\u009fd\n")).isEqualTo("a\uFFFDb\tc\uFFFDd\n");
  }
}
