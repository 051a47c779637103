package org.gpchain.pipelines.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnFormatTest {
  @Test
  void oneColumnMustBeTheLabelAndAnotherOneMustBeRead() {
    for (String columns : List.of("word,pos", "label", "_,label", "label,_")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ColumnFormat.ofColumns(List.of(columns.split(","))))
          .withMessageContaining("one column must be called 'label'");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ColumnFormat.ofColumns(List.of("word", "label", "label")))
        .withMessageContaining("two columns are called 'label'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ColumnFormat.ofColumns(List.of("word", "", "label")))
        .withMessageContaining("no name");
  }

  @Test
  void describesItsLayouts() {
    assertThat(ColumnFormat.conll2002().description())
        .isEqualTo("conll2002 has 2 (word label) or 3 (word pos label)");
  }
}
