package org.gpchain.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.gpchain.documents.TestModel;
import org.gpchain.documents.output.OutputFormat;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnotateTest {
  private static final String TEXT = "The old ferry reached the harbour of Ostrey.";

  @TempDir private static Path directory;
  private static String model;
  private static SparkSession spark;

  @BeforeAll
  static void start() throws IOException {
    spark = LocalSpark.session();
    model = TestModel.write("ne", directory.resolve("api.gpchain")).toString();
  }

  private static Dataset<Row> documents(String column, DataType type, Object value) {
    return spark.createDataFrame(
        List.of(RowFactory.create("d", value)),
        new StructType().add("name", DataTypes.StringType).add(column, type));
  }

  private static Dataset<Row> texts() {
    return documents("text", DataTypes.StringType, TEXT);
  }

  private static List<String> words(AnnotatedTables annotated) {
    return annotated.segments().collectAsList().stream().map(row -> row.getString(6)).toList();
  }

  @Test
  void textsAndContents() throws IOException {
    AnnotatedTables ofText = Annotate.on(texts()).with("--model", model).as(OutputFormat.JSONL);
    assertThat(words(ofText)).contains("Ostrey");
    assertThat(ofText.documents().first().getInt(1)).isEqualTo(1);
    assertThat(ofText.failures().isEmpty()).isTrue();
    byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
    AnnotatedTables ofContent =
        Annotate.on(documents("content", DataTypes.BinaryType, bytes))
            .with("--model", model)
            .as(OutputFormat.JSONL);
    assertThat(ofContent.files("jsonl").first().<byte[]>getAs(1))
        .isEqualTo(ofText.files("jsonl").first().<byte[]>getAs(1));
  }

  @Test
  void aModelThatWasTrainedAgainIsSentAgain() throws IOException {
    Path file = directory.resolve("changing.gpchain");
    TestModel.write("ne", file);
    assertThat(types(file)).containsOnly("LOC");
    TestModel.write("np", file);
    assertThat(types(file)).containsOnly("NP");
  }

  private static List<String> types(Path file) throws IOException {
    return Annotate.on(texts())
        .with("--model", file.toString())
        .as()
        .segments()
        .collectAsList()
        .stream()
        .map(row -> row.getString(3))
        .toList();
  }

  @Test
  void wrongUse() throws IOException {
    assertThatThrownBy(() -> Annotate.on(texts().drop("text")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("documents need a column name");
    assertThatThrownBy(() -> Annotate.on(texts()).as())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--model");
    assertThatThrownBy(() -> Annotate.on(texts()).with("--model", "none").as())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none: there is no such file");
    Path other = Files.createDirectory(directory.resolve("other")).resolve("api.gpchain");
    TestModel.write("np", other);
    assertThatThrownBy(
            () -> Annotate.on(texts()).with("--model", model, "--model", other.toString()).as())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another file of the name 'api.gpchain'");
  }
}
