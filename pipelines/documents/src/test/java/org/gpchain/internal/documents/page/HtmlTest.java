package org.gpchain.internal.documents.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the escaping of text for HTML. */
class HtmlTest {
  @Test
  void escapesMarkUp() {
    assertThat(Html.escape("<a href=\"x\" title='y'>&"))
        .isEqualTo("&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;");
    assertThat(Html.escape("Zoë 😀\n\tend")).isEqualTo("Zoë 😀\n\tend");
  }

  @Test
  void escapesInvisibleCharacters() {
    assertThat(Html.escape("a\u0000b\u001bc\u009bd")).isEqualTo("a\uFFFDb\uFFFDc\uFFFDd");
    assertThat(Html.escape("gpj.\u202etxt\u2028\u2029\u00ad"))
        .isEqualTo("gpj.&#8238;txt&#8232;&#8233;&#173;");
    assertThat(Html.escape("👩\u200d🚀")).isEqualTo("👩&#8205;🚀");
  }
}
