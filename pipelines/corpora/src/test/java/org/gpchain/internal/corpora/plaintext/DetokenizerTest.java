package org.gpchain.internal.corpora.plaintext;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import opennlp.tools.util.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DetokenizerTest {
  private static final String SENTENCE_BREAK = Pattern.quote(" / ");

  /** The columns are the language, the tokens with spaces between them, and the expected text. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "en | Ada , the cook ( from Tarrin ) , left ! | Ada, the cook (from Tarrin), left!",
        "en | She said : go ; he stayed ... why ?! | She said: go; he stayed... why?!",
        "en | Ada 's boat , the boys ' boat | Ada's boat, the boys' boat",
        "en | They did n't , they 're late , I 'd go | They didn't, they're late, I'd go",
        "en | Ada ’s boat is n’t here | Ada’s boat isn’t here",
        "en | Ada ' s boat and O ' Brien | Ada's boat and O'Brien",
        "en | 't was late | 'twas late",
        "en | I do nt know , I 'm gon na go | I dont know, I'm gonna go",
        "en | You can not go , it s late | You cannot go, its late",
        "en | \" Go , \" said Ada , \" or stay . \" | \"Go,\" said Ada, \"or stay.\"",
        "en | Call it \" a boat \" or \" a ship \" now | Call it \"a boat\" or \"a ship\" now",
        "en | Rain , \" said Ada , \" and wind . \" | Rain,\" said Ada, \"and wind.\"",
        "en | A 7 \" single | A 7\" single",
        "en | It says ' no entry ' there | It says 'no entry' there",
        "en | It says ' no ' to the boys ' boat | It says 'no' to the boys' boat",
        "en | `` Go , '' said Ada -LRB- a cook -RRB- | \"Go,\" said Ada (a cook)",
        "en | “ Go , ” said Ada , ‘ now ’ | “Go,” said Ada, ‘now’",
        "en | It was _ very _ late | It was _very_ late",
        "en | 5 % of $ 20 or US$ 3 and/or # 4 | 5% of $20 or US$3 and/or #4",
        "en | RT @ ada_tarrin : see # boats : ) | RT @ada_tarrin: see #boats :)",
        "en | y' all go :) now :( | y'all go :) now :(",
        "en | Go !!) Why ?\" Go ., | Go!!) Why?\" Go.,",
        "en | Meet @ 7 pm | Meet @ 7 pm",
        "en | ( Ada : ( the cook ) ) | (Ada: (the cook))",
        "en | at 5 : 30 , 1990 – 1995 | at 5:30, 1990–1995",
        "en | the sea—the wide one — was calm | the sea—the wide one—was calm",
        "en | he came -- she left | he came -- she left",
        "en | and \\/ or | and/or",
        "en | the word 漢字 here | the word 漢字 here",
        "fr | L' eau qu' il a , sauf : « oui » ! | L'eau qu'il a, sauf : « oui » !",
        "fr | a -t-il vu l’ Opéra ? | a-t-il vu l’Opéra ?",
        "it | Dell' acqua , un po' alta | Dell'acqua, un po' alta",
        "de | L' Oréal kostet 5 % mehr | L'Oréal kostet 5 % mehr",
        "de | Er sagte : „ Geh ! “ und »geh« | Er sagte: „Geh!“ und »geh«",
        "de | Ein » Wort « und Stadt- und Landrat | Ein »Wort« und Stadt- und Landrat",
        "nb | Han sa : « Gå ! » - nå | Han sa: «Gå!» - nå",
        "es | ¿ Vienes , Ana ? ¡ Sí ! | ¿Vienes, Ana? ¡Sí!",
        "pt | disse -se que sim | disse-se que sim",
        "zh | 安娜 在 2008 年 到 了 北京 。 | 安娜在2008年到了北京。",
        "ja | アンナ さん は 「 東京 」 に いる 。 | アンナさんは「東京」にいる。",
        "ko | 안나는 서울에 산다 . | 안나는 서울에 산다.",
      })
  void joinsTokensAsAWriterTypesThem(String language, String tokens, String text) {
    PlainText joined = join(language, tokens);
    assertThat(joined.text()).isEqualTo(text);
  }

  @Test
  void tokensHaveOffsetsEvenIfTheirFormChanges() {
    PlainText joined = join("en", "`` Ada 's -LRB- best -RRB- boat '' / It left .");
    assertThat(joined.text()).isEqualTo("\"Ada's (best) boat\" It left.");
    List<String> tokenTexts = new ArrayList<>();
    for (List<Span> sentence : joined.tokens()) {
      tokenTexts.addAll(List.of(Span.spansToStrings(sentence.toArray(Span[]::new), joined.text())));
    }
    assertThat(tokenTexts)
        .containsExactly("\"", "Ada", "'s", "(", "best", ")", "boat", "\"", "It", "left", ".");
  }

  @Test
  void quotationsMaySpanSentences() {
    assertThat(join("en", "\" Rain , he said . / It , \" said Ada , \" falls . \"").text())
        .isEqualTo("\"Rain, he said. It,\" said Ada, \"falls.\"");
  }

  @Test
  void hyphensAreJoinedIfTheCorpusSplitsThem() {
    String split =
        "a well - known cook / a state - of - the - art boat - the best / late - Ada left";
    assertThat(join("en", split).text())
        .isEqualTo("a well-known cook\n\na state-of-the-art boat - the best\n\nlate - Ada left");
    String whole = "a well-known cook / an old-fashioned boat / a cook - the best";
    assertThat(join("en", whole).text()).endsWith("a cook - the best");
  }

  @Test
  void headingsAndDocumentsAreParagraphs() {
    List<List<String>> sentences =
        List.of(
            List.of("The", "boat"),
            List.of("It", "left", "."),
            List.of("Ada", "stayed", "."),
            List.of("Rain", "fell", "."));
    PlainText joined = Detokenizer.join("en", sentences, new int[] {0, 0, 0, 1});
    assertThat(joined.text()).isEqualTo("The boat\n\nIt left. Ada stayed.\n\nRain fell.");
  }

  @Test
  void corporaOfSingleCharactersHaveNoSpaces() {
    String tokens = "我 们 用 C R F 模 型 来 分 词 , 在 2 0 2 0 年 也 一 样 。";
    assertThat(join("zh", tokens).text()).isEqualTo(tokens.replace(" ", ""));
  }

  private static PlainText join(String language, String tokens) {
    List<List<String>> sentences =
        Arrays.stream(tokens.split(SENTENCE_BREAK)).map(line -> List.of(line.split(" "))).toList();
    return Detokenizer.join(language, sentences, new int[sentences.size()]);
  }
}
