package org.gpchain.internal.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gpchain.internal.server.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelingConfigTest {
  private static LabelingConfig parse(String xml) throws Refusal {
    return LabelingConfig.parse(xml.replace('`', '"'));
  }

  @Test
  void readsLabelsOfTheFirstControlOfAText() throws Exception {
    assertThat(
            parse(
                "<View><Text name=`o` value=`$other`/><Text name=`t` value=`$text`/>"
                    + "<Labels name=`k` toName=`image`><Label value=`x`/></Labels>"
                    + "<Labels name=`l` toName=`t`><Label value=`Person` alias=`PER`/>"
                    + "<Label value=`LOC`/><Label/></Labels></View>"))
        .isEqualTo(
            new LabelingConfig(
                List.of(new LabeledText("l", "t", "text", false, Set.of("PER", "LOC"))), 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "<View#is not XML",
        "<!DOCTYPE a><View/>#is not XML, or has a document type",
        "<View><Text name=`t` value=`$a`/></View>#has no <Labels> whose toName",
        "<View><Labels toName=`t`/><Text name=`u` value=`$a`/></View>#has no <Labels> whose toName",
        "<View><Labels toName=`t`/><Text name=`t` value=`$a`/></View>#must have 1 to 100 elements",
        "<View><Labels toName=`t`/><Text name=`t` value=`$`/></View>#must be a member of the data",
        "<View><Labels toName=`t`/><Text name=`t` value=`ab`/></View>#must be a member of the data",
        "<a><Labels toName=`t`/><Text name=`t` value=`$doc.body`/></a>#must be a member of the data",
        "<a><Labels toName=`t`/><Text name=`t` value=`$title - $text`/></a>#must be a member of",
        "<a><Labels toName=`t`/><Repeater><Text name=`t` value=`$a`/></Repeater></a>#in a <Repeater>",
        "<a><Repeater><Labels toName=`t`/></Repeater><Text name=`t` value=`$a`/></a>#in a <Repeater>",
        "<a><Labels toName=`t`/><HyperText name=`t` value=`$a`/></a>#labels for <HyperText>, which is",
        "<a><ParagraphLabels toName=`t`/><Paragraphs name=`t`/></a>#labels for <Paragraphs>, which is",
        "<a><Labels toName=`t`/><Text name=`t` value=`$a` valueType=`url`/></a>#is not supported"
      })
  void refusesInvalidConfigurations(String xml, String why) {
    assertThatThrownBy(() -> parse(xml)).isInstanceOf(Refusal.class).hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 101})
  void limitsTheLabelsOfAConfiguration(int count) throws Exception {
    String labels =
        String.join(
            "", IntStream.range(0, count).mapToObj(n -> "<Label value=`" + n + "`/>").toList());
    String xml = "<V><Labels toName=`t`>" + labels + "</Labels><Text name=`t` value=`$a`/></V>";
    if (count <= 100) {
      assertThat(parse(xml).texts().get(0).labels()).hasSize(count);
    } else {
      assertThatThrownBy(() -> parse(xml)).hasMessageContaining("must have 1 to 100 elements");
    }
    String padded = xml + " ".repeat(1_000_000 - xml.length());
    if (count == 1) {
      assertThat(parse(padded).texts().get(0).field()).isEqualTo("a");
      assertThatThrownBy(() -> parse(padded + " ")).hasMessageContaining("1000000 characters");
    }
  }

  @Test
  void readsSeveralPairs() throws Exception {
    LabelingConfig config =
        parse(
            "<View><Repeater><Text name=`r` value=`$r`/></Repeater>"
                + "<Labels name=`k` toName=`t`><Label value=`PER`/></Labels>"
                + "<View><Labels name=`l` toName=`u`><Label value=`LOC`/></Labels></View>"
                + "<Text name=`t` value=`$body`/><Text name=`u` value=`$title` valueType=`text`/>"
                + "<Labels name=`m` toName=`t`><View><Label value=`ORG`/></View></Labels></View>");
    assertThat(config.texts())
        .containsExactly(
            new LabeledText("k", "t", "body", false, Set.of("PER")),
            new LabeledText("l", "u", "title", true, Set.of("LOC")),
            new LabeledText("m", "t", "body", false, Set.of("ORG")));

    String pair = "<Labels name=`%d` toName=`t`><Label value=`A`/></Labels>";
    String ten =
        IntStream.range(0, 10).mapToObj(pair::formatted).collect(Collectors.joining())
            + "<Text name=`t` value=`$t`/>";
    assertThat(parse("<a>" + ten + "</a>").texts()).hasSize(10);
    assertThatThrownBy(() -> parse("<a>" + ten + pair.formatted(10) + "</a>"))
        .hasMessageContaining("at most 10 <Labels> for texts");
    assertThatThrownBy(() -> parse("<a>" + pair.formatted(3) + ten + "</a>"))
        .hasMessageContaining("have the same name");
  }

  @Test
  void refusesLabelsThatCannotBeLearned() throws Exception {
    String xml =
        "<a><Labels toName=`t`><Label value=`%s`/></Labels><Text name=`t` value=`$a`/></a>";
    for (String bad : List.of("a&#10;b", "a\u202eb", "a\u2066", "&#x85;", "x".repeat(999))) {
      assertThatThrownBy(() -> parse(xml.formatted(bad)))
          .isInstanceOf(Refusal.class)
          .hasMessageStartingWith("<Label>: a label must have");
    }
    String longest = "x".repeat(998);
    assertThat(parse(xml.formatted(longest)).texts().get(0).labels()).containsExactly(longest);
    assertThat(parse(xml.formatted("Titre 2")).texts().get(0).labels()).containsExactly("Titre 2");
  }

  /** Looking up every text for every control would take minutes. */
  @Test
  @Timeout(60)
  void readsLargeConfigurationsInLinearTime() throws Exception {
    StringBuilder xml = new StringBuilder("<a>");
    for (int n = 0; n < 4_999; n++) {
      xml.append("<Text name=`t").append(n).append("`/><Labels toName=`u`/>");
    }
    String full = xml + "<Text name=`t` value=`$a`/></a>";
    assertThatThrownBy(() -> parse(full)).hasMessageContaining("has no <Labels> whose toName");
    assertThatThrownBy(() -> parse(full.replace("</a>", "<b/></a>")))
        .isInstanceOf(Refusal.class)
        .hasMessage("a labeling configuration may have at most 10000 elements");
  }
}
