package org.gpchain.internal.corpora;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import opennlp.tools.util.Span;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextSegmenterTest {
  /** English has a model; Norwegian has rules. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "nb"})
  void noSentenceCrossesABlankLine(String language) {
    TextSegmenter segmenter = TextSegmenter.of(language);
    String longWord = "x".repeat(2 * TextSegmenter.MAX_WORD_LENGTH);
    String text =
        "\n\n Head of Office\n\nAda left\r\n \t\r\n\nTarrin\nis far\r\r" + longWord + "\n\n";
    assertThat(segmenter.sentences(text))
        .allSatisfy(
            sentence ->
                assertThat(sentence.getCoveredText(text).toString().strip())
                    .doesNotContainPattern("\\R[ \\t]*\\R"))
        .isSortedAccordingTo(Span::compareTo);

    List<List<String>> words = segmenter.words(text);
    assertThat(words.subList(0, 2))
        .containsExactly(List.of("Head", "of", "Office"), List.of("Ada", "left"));
    assertThat(String.join("", words.stream().flatMap(List::stream).toList()))
        .isEqualTo(text.replaceAll("\\s", ""));
    assertThat(segmenter.sentences("")).isEmpty();
    assertThat(segmenter.words("\n\n \n")).isEmpty();
  }

  @Test
  void dividesEnglishAsPennCorporaDo() {
    String text =
        "Peter Miller's dog didn’t bark in St. Louis. They're sure the Joneses' isn't Mr. Smith's,"
            + " whatever J.R.R. Tolkien wrote. Acme Corp. headquarters are in the U.S. The end cannot"
            + " come.";

    assertThat(sentences("en", text))
        .containsExactly(
            "Peter Miller 's dog did n’t bark in St. Louis .",
            "They 're sure the Joneses ' is n't Mr. Smith 's , whatever J.R.R. Tolkien wrote .",
            "Acme Corp. headquarters are in the U.S.",
            "The end cannot come .");
  }

  @Test
  void dividesEnglishByTheTokenProfile() {
    TokenProfile whole =
        new TokenProfile(
            Convention.WHOLE, Convention.WHOLE, Convention.UNKNOWN, Convention.UNKNOWN);

    assertThat(TextSegmenter.of("en").words("Ann's well-known."))
        .containsExactly(List.of("Ann", "'s", "well", "-", "known", "."));
    assertThat(TextSegmenter.of("en", whole).words("Ann's well-known."))
        .containsExactly(List.of("Ann's", "well-known", "."));
  }

  @Test
  void dividesOtherLanguages() {
    assertThat(sentences("de", "Am 1. Mai geht's z. B. nach Köln-Deutz. Dr. Weber kommt mit."))
        .containsExactly("Am 1. Mai geht's z. B. nach Köln-Deutz .", "Dr. Weber kommt mit .");
    assertThat(sentences("nb", "Dr. Dahl bor på Frogner nr. 5. Han er bl.a. lege."))
        .containsExactly("Dr. Dahl bor på Frogner nr. 5 .", "Han er bl.a. lege .");
    assertThat(sentences("tr", "Ankara'da kar yağdı. Yollar kapandı."))
        .containsExactly("Ankara'da kar yağdı .", "Yollar kapandı .");
  }

  @Test
  void dividesScriptsWithoutSpaces() {
    TokenProfile characters =
        new TokenProfile(
            Convention.UNKNOWN, Convention.UNKNOWN, Convention.UNKNOWN, Convention.SPLIT);

    assertThat(TextSegmenter.of("zh", characters).words("我在北京。"))
        .containsExactly(List.of("我", "在", "北", "京", "。"));
    assertThat(TextSegmenter.of("th").words("สวัสดีครับ"))
        .containsExactly(List.of("สวัสดี", "ครับ"));
  }

  private static List<String> sentences(String language, String text) {
    return TextSegmenter.of(language).words(text).stream()
        .map(words -> String.join(" ", words))
        .toList();
  }
}
