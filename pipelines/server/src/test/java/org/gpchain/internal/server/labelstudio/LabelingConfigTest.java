package org.gpchain.internal.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.stream.IntStream;
import org.gpchain.internal.server.http.Refusal;
import org.junit.jupiter.api.Test;
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
        .isEqualTo(new LabelingConfig("l", "t", "text", Set.of("PER", "LOC")));
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
      assertThat(parse(xml).labels()).hasSize(count);
    } else {
      assertThatThrownBy(() -> parse(xml)).hasMessageContaining("must have 1 to 100 elements");
    }
    String padded = xml + " ".repeat(1_000_000 - xml.length());
    if (count == 1) {
      assertThat(parse(padded).field()).isEqualTo("a");
      assertThatThrownBy(() -> parse(padded + " ")).hasMessageContaining("1000000 characters");
    }
  }
}
