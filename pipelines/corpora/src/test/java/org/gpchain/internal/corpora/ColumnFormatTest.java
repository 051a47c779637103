package org.gpchain.internal.corpora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnFormatTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "word,pos; one column must be called 'label'; ''",
        "label; one column must be called 'label'; column must be read",
        "_,label; one column must be called 'label'; column must be read",
        "label,_; one column must be called 'label'; column must be read",
        "_,_; one column must be called 'label'; column must be read",
        "word,label,label; two columns are called 'label'; two columns are called 'label'",
        "word,,label; no name; no name"
      })
  void invalidColumnsAreRefused(String columns, String problemOfCorpora, String problemOfTokens) {
    List<String> names = List.of(columns.split(","));
    assertRefused(() -> ColumnFormat.ofColumns(names), problemOfCorpora);
    if (!problemOfTokens.isEmpty()) {
      assertRefused(() -> ColumnFormat.ofTokenColumns(names), problemOfTokens);
    }
  }

  @Test
  void labelsOfTokenColumnsAreIgnored() {
    assertThat(ColumnFormat.ofTokenColumns(List.of("word", "label", "_", "pos")).layouts())
        .containsExactly(List.of("word", "_", "_", "pos"));
    assertThat(ColumnFormat.ofTokenColumns(List.of("word")).hasLabels()).isFalse();
  }

  @Test
  void unlabelledLinesMayEndBeforeTheLabel() {
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
  void requiredColumnsDetermineTheLayout() {
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
