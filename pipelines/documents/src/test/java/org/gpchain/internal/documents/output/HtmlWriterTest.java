package org.gpchain.internal.documents.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlWriterTest {
  private static final Pattern MAIN = Pattern.compile("<main[^>]*>(.*)</main>", Pattern.DOTALL);
  private static final Pattern TAG = Pattern.compile("</?mark[^>]*>");
  private static final Pattern LINK = Pattern.compile("<a href=\"#(s\\d+)\"[^>]*>([^<]*)</a>");
  private static final Pattern MARK = Pattern.compile("<mark ([^>]*)>([^<]*)</mark>");

  private static String page() throws IOException {
    return TestDocument.written(OutputFormat.HTML, TestDocument.of());
  }

  private static String unescaped(String html) {
    return html.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  private static String main(String page) {
    return MAIN.matcher(page).results().findFirst().orElseThrow().group(1);
  }

  @Test
  void keepsTheTextAndMarksEachSegment() throws IOException {
    assertThat(unescaped(TAG.matcher(main(page())).replaceAll(""))).isEqualTo(TestDocument.TEXT);
    assertThat(MARK.matcher(page()).results().map(mark -> unescaped(mark.group(2))))
        .containsExactly("😀", "<b>\"hi\"</b> &", "left", "ירושלים");
    assertThat(MARK.matcher(page()).results().map(MatchResult::group).toList().get(2))
        .contains("--p:0.123", "class=\"t1 dotted\"", "data-tip=\"VP · 12.3 %\"");
  }

  @Test
  void listsTheLeastCertainSegmentsFirst() throws IOException {
    String list = page().split("<aside>", 2)[1].split("</aside>", 2)[0];
    assertThat(LINK.matcher(list).results().map(link -> unescaped(link.group(2))))
        .containsExactly("left", "ירושלים", "😀", "<b>\"hi\"</b> &");
    String page = page();
    LINK.matcher(list)
        .results()
        .forEach(link -> assertThat(page).contains(" id=\"" + link.group(1) + "\" tabindex"));
  }

  @Test
  void nestsAndCutsTheMarksOfSeveralLayers() throws IOException {
    String page = TestDocument.written(OutputFormat.HTML, TestDocument.ofTwoLayers());
    assertThat(unescaped(TAG.matcher(main(page)).replaceAll(""))).isEqualTo("😀 ab cd ef gh");
    // The layer with the longer segments is outside. A segment that crosses two of them is cut.
    assertThat(
            main(page).replaceAll("<mark class=\"t\\d+( dashed| dotted)?( part)?\"[^>]*>", "[$2"))
        .isEqualTo("[😀 [ab</mark></mark>[ part cd</mark> [[ef</mark> gh</mark>");
    assertThat(Pattern.compile(" id=\"s\\d+\"").matcher(page).results()).hasSize(4);
    assertThat(main(page))
        .contains("data-tip=\"LOC · 60.0 % · names\nor PER · 30.0 % · ab\nNP · 90.0 % · chunks\"");
    assertThat(page)
        .contains("<b class=\"layer\">chunks</b>", "<b class=\"layer\">names</b>")
        .contains("names (annotated earlier)", ".t0 { --c: ", ".t1 { --c: ")
        .doesNotContain(".t2 { --c: ");
  }

  /**
   * The page shows the layer with the fewest segments, here the first of two equal ones. Without a
   * second layer, there is no switch.
   */
  @Test
  void showsOneLayerAtATime() throws IOException {
    assertThat(TestDocument.written(OutputFormat.HTML, TestDocument.ofTwoLayers()))
        .contains(
            "value=\"0\" checked> chunks</label>", "value=\"1\"> names</label>", "> together<")
        .contains("<div class=\"keys\" data-l=\"1\">");
    assertThat(page()).doesNotContain("name=\"layer\"").contains("<button type=\"button\">all<");
  }

  @Test
  void escapesNamesTypesAndModelsAndNeedsNoNetwork() throws IOException {
    assertThat(page())
        .contains("<title>&lt;/title&gt;&lt;script&gt;alert(&#39;x&#39;)")
        .contains("data-t=\"a&quot;b&lt;c&gt;-&amp;\"", "m&lt;1&gt;.gpchain", "0.1 &amp; up")
        .doesNotContain("alert('x')", "<b>\"hi\"")
        .contains("default-src 'none'")
        .doesNotContain("http:", "https:", "src=", "@import", "url(");
    assertThat(Pattern.compile("<script").matcher(page()).results()).hasSize(1);
  }

  /** A type of the model has the same color in every document. */
  @Test
  void legendHasCountsAndColors() throws IOException {
    String key =
        "<label class=\"key %s\"><input type=\"checkbox\" checked data-l=\"0\" value=\"%s\">";
    assertThat(page())
        .contains("2 sentences, 9 tokens, <b id=\"shown\">4 segments</b>")
        .contains("the model expects <span id=\"expected\">2.4</span> to be right")
        .contains("NP <b>2</b> <small>mean 62.5 %</small>")
        .contains("VP <b>1</b> <small>mean 12.3 %</small>")
        .contains(key.formatted("t0", "NP"), key.formatted("t1", "VP"));
  }

  @Test
  void writesEmptyDocuments() throws IOException {
    assertThat(TestDocument.written(OutputFormat.HTML, TestDocument.empty()))
        .contains("There are no sentences in this document.", "<b id=\"shown\">0 segments</b>.");
  }
}
