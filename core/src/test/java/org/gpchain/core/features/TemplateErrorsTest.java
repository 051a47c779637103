package org.gpchain.core.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a template file is said with its line and a cure. */
class TemplateErrorsTest {
  private static final List<String> COLUMNS = List.of("word", "pos");

  private static TemplateSet.TemplateException failure(String text) {
    return catchThrowableOfType(
        TemplateSet.TemplateException.class, () -> TemplateSet.parse(text, COLUMNS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%y[0,0]", "%x", "%x[0]", "%x[0,0", "%x[,0]", "%x[0,]",
        "%x[a,0]", "%x[0.5,0]", "%x[0,-1]", "%x[--1,0]", "%x[99999,0]", "%x[]",
        "%X[0,0]", "%", "%[0,0]", "50% of %x[0,0]", "%%x[0,0]"
      })
  void badMacros(String macro) {
    TemplateSet.TemplateException failure = failure("# comment\nU00:%x[0,0]\n\nU01:" + macro);
    assertThat(failure).isNotNull();
    assertThat(failure.line()).isEqualTo(4);
    assertThat(failure).hasMessageStartingWith("line 4: ");
  }

  @Test
  void theMessageQuotesTheMacroAndShowsOne() {
    assertThat(failure("U01:%x[0,0]/%y[0,0]"))
        .hasMessage(
            "line 1: cannot read the macro '%y[0,0]'; write %x[row,column], for example %x[-1,0]"
                + " or %x[0,word]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "17", "99999999999"})
  void columnNumbersOutOfRange(String column) {
    assertThat(failure("U00:%x[0,0]\r\nU01:%x[1," + column + "]"))
        .hasMessage(
            "line 2: there is no column "
                + column
                + " in '%x[1,"
                + column
                + "]'; the corpus has the columns 0 to 1: [word, pos]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stem", "Word", "prefix5", "prefix0", "x1"})
  void unknownColumnNames(String column) {
    assertThat(failure("\nU01:%x[1," + column + "]"))
        .hasMessageStartingWith("line 2: there is no column '" + column + "'")
        .hasMessageContaining("[word, pos]")
        .hasMessageContaining("prefix1");
  }

  @Test
  void transitionsCannotDependOnTokens() {
    TemplateSet.TemplateException failure = failure("U00:%x[0,0]\nB\nB01:%x[0,0]");
    assertThat(failure.line()).isEqualTo(3);
    assertThat(failure).hasMessageContaining("transitions that depend on the tokens");
  }

  @ParameterizedTest
  @ValueSource(strings = {"X00:%x[0,0]", "u00:%x[0,0]", "%x[0,0]", "00:%x[0,0]", "* U"})
  void otherLines(String line) {
    TemplateSet.TemplateException failure = failure("U00:%x[0,0]\n  " + line);
    assertThat(failure.line()).isEqualTo(2);
    assertThat(failure).hasMessageContaining("begins with U, B or #");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "B", "# U00:%x[0,0]\nB\n"})
  void noUnigrams(String text) {
    assertThat(failure(text)).hasMessageContaining("there is no U line");
  }
}
