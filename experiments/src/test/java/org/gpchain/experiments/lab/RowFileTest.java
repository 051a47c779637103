package org.gpchain.experiments.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.internal.corpora.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowFileTest {
  private record Row(GpstructTask task, int fold, double figure, List<Integer> more) {
    boolean isLast() {
      return fold == 5;
    }
  }

  @TempDir private Path directory;

  @Test
  void reusesExistingRows() throws IOException {
    Path file = directory.resolve("new/rows.jsonl");
    Row first = new Row(GpstructTask.BASE_NP, 1, Double.NaN, List.of(1, 2));
    RowFile<Row> rows = RowFile.open(file, Row.class, "s");
    assertThat(rows.get(row -> row.fold() == 1 && !row.isLast(), () -> first)).isEqualTo(first);
    assertThat(Files.readString(file))
        .isEqualTo(
            "{\"settings\":\"s\",\"task\":\"basenp\",\"fold\":1,\"figure\":\"NaN\",\"more\":[1,2]}\n");
    RowFile<Row> again = RowFile.open(file, Row.class, "s");
    assertThat(again.get(row -> row.fold() == 1, () -> null)).isEqualTo(first);

    RowFile<Row> others = RowFile.open(file, Row.class, "other");
    assertThat(others.find(row -> true)).isEmpty();
    Row second = new Row(GpstructTask.CHUNKING, 2, 0.1, List.of());
    assertThat(others.all(row -> row.fold() == 2, () -> List.of(second))).containsExactly(second);
    assertThat(RowFile.open(file, Row.class, "s").all()).containsExactly(first);
    assertThat(RowFile.open(file, Row.class, "other").all()).containsExactly(second);
    assertThat(Files.readAllLines(file)).hasSize(2);
    assertThat(RowFile.open(null, Row.class, "").all()).isEmpty();
  }

  @Test
  void reportsTheLineOfAMalformedRow() throws IOException {
    Path file = directory.resolve("rows.jsonl");
    for (String bad : List.of("{", "[]", "7", "", "{\"settings\":\"s\",\"fall\":1}")) {
      Files.writeString(file, "{\"settings\":\"s\",\"fold\":1}\n" + bad + "\n");
      assertThatThrownBy(() -> RowFile.open(file, Row.class, "s"))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("rows.jsonl:2: this is not a row of this experiment");
    }
  }

  @Test
  void tablesAreTheSameInEveryLocale() {
    List<Row> rows =
        List.of(new Row(GpstructTask.BASE_NP, 1, 0.5, null), new Row(null, 12, Double.NaN, null));
    List<Column<Row>> columns =
        List.of(
            new Column<>("task", Row::task),
            new Column<>("fold", Row::fold),
            Column.of("figure", 2, Row::figure));

    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(Tables.of(rows, 1, columns))
          .isEqualTo("task    fold  figure\nbasenp     1    0.50\n-         12       -\n");
      assertThat(Tables.markdown(rows, columns))
          .isEqualTo(
              "| task | fold | figure |\n"
                  + "| --- | --- | --- |\n"
                  + "| basenp | 1 | 0.50 |\n"
                  + "| - | 12 | - |\n");
    } finally {
      Locale.setDefault(before);
    }
  }
}
