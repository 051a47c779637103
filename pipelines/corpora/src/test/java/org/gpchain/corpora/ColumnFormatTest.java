package org.gpchain.corpora;

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
  void labelsOfColumnsMayBeIgnored() {
    assertThat(ColumnFormat.ofTokenColumns(List.of("word", "label", "_", "pos")).layouts())
        .containsExactly(List.of("word", "_", "_", "pos"));
    assertThat(ColumnFormat.ofTokenColumns(List.of("word")).hasLabels()).isFalse();
    for (String columns : List.of("label", "_,label", "_,_")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ColumnFormat.ofTokenColumns(List.of(columns.split(","))))
          .withMessageContaining("a column must be read");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ColumnFormat.ofTokenColumns(List.of("word", "label", "label")))
        .withMessageContaining("two columns are called 'label'");
  }

  @Test
  void whatIsToBeLabelledMayEndBeforeTheLabel() {
    assertThat(ColumnFormat.conll2000().unlabelled(List.of("word", "pos")).layouts())
        .containsExactly(List.of("word", "pos", "_"), List.of("word", "pos"), List.of("word"));
    assertThat(ColumnFormat.conll2003("chunk").unlabelled(List.of("word")).layouts())
        .containsExactly(
            List.of("word", "pos", "_", "_"),
            List.of("word", "pos", "_"),
            List.of("word", "pos"),
            List.of("word"));
    assertThat(ColumnFormat.conll2002().hasLabels()).isTrue();
    assertThat(ColumnFormat.conll2002().unlabelled(List.of()).hasLabels()).isFalse();
  }

  @Test
  void whatAModelNeedsSaysWhatTheColumnsAre() {
    ColumnFormat usual = ColumnFormat.usual("ne");

    assertThat(usual.unlabelled(List.of("word")).layout(2)).contains(List.of("word", "_"));
    assertThat(usual.unlabelled(List.of("word", "pos")).layout(2)).contains(List.of("word", "pos"));
    assertThat(usual.unlabelled(List.of("word", "pos")).layout(3))
        .contains(List.of("word", "pos", "_"));
    assertThat(usual.unlabelled(List.of("word", "chunk")).layout(3))
        .contains(List.of("word", "pos", "chunk"));
    assertThat(usual.unlabelled(List.of("word", "chunk")).layout(5)).isEmpty();
  }

  @Test
  void describesItsLayouts() {
    assertThat(ColumnFormat.conll2002().description())
        .isEqualTo("conll2002 has 2 (word label) or 3 (word pos label)");
  }
}
