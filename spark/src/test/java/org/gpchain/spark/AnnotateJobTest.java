package org.gpchain.spark;

import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.CasIOUtils;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.documents.TestModel;
import org.gpchain.internal.documents.batch.Batch;
import org.gpchain.internal.documents.batch.BatchOptions;
import org.gpchain.internal.documents.batch.BatchOutput;
import org.gpchain.internal.documents.batch.BatchProgress;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.encoder.OnnxEncoders;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.CasReading;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link AnnotateJob} and {@link Annotate} in a local Spark session. */
class AnnotateJobTest {
  /** Name of a subfolder. Hadoop passes local names to {@code ls} in the default charset. */
  private static final String SUBFOLDER =
      Charset.defaultCharset().equals(StandardCharsets.UTF_8) ? "below 😀" : "below";

  private static final int DOCUMENTS = 12;
  private static final String TEXT = "The old ferry reached the harbour of Ostrey.";

  @TempDir private static Path shared;
  private static Path model;
  private static SparkSession spark;

  @TempDir private Path directory;
  private Path texts;
  private Path output;

  @BeforeAll
  static void start() throws IOException {
    spark =
        SparkSession.builder()
            .master("local[2]")
            .appName("tests")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.warehouse.dir", Files.createTempDirectory("warehouse").toString())
            .getOrCreate();
    model = TestModel.write("ne", shared.resolve("job.gpchain"));
  }

  @BeforeEach
  void writeTexts() throws IOException {
    texts = Files.createDirectories(directory.resolve("texts/" + SUBFOLDER)).getParent();
    output = directory.resolve("out");
    for (int i = 0; i < DOCUMENTS; i++) {
      Files.writeString(
          texts.resolve(i % 2 == 0 ? "d" + i + ".txt" : SUBFOLDER + "/d" + i + ".TXT"),
          "Dispatch "
              + i
              + " 😀\n\nThe old ferry reached the harbour of Ostrey.\n".repeat(1 + i % 3));
    }
    Files.writeString(texts.resolve("empty.txt"), "");
  }

  private int run(Path input, Object... more) {
    return run(model, input, more);
  }

  private int run(Path modelFile, Path input, Object... more) {
    List<String> arguments = new ArrayList<>(List.of("--model", modelFile.toString()));
    arguments.addAll(List.of("--input", input.toString(), "--output", output.toString()));
    Stream.of(more).map(Object::toString).forEach(arguments::add);
    return AnnotateJob.run(arguments.toArray(String[]::new));
  }

  /** Annotates documents on one machine, and returns the folder with the results. */
  private Path annotatedLocally(Path input, InputFormat read, OutputFormat format)
      throws IOException {
    return annotatedLocally(model, input, read, format);
  }

  private Path annotatedLocally(Path modelFile, Path input, InputFormat read, OutputFormat format)
      throws IOException {
    Path folder = directory.resolve("one-" + format);
    Batch.run(
        new BatchOptions(
            AnnotateOptions.of(modelFile, read, Segmenter.DEFAULT),
            List.of(input),
            List.of(),
            null,
            Set.of(format),
            1,
            Long.MAX_VALUE,
            false),
        new BatchOutput.Folder(folder, false, 0),
        BatchProgress.NONE);
    return folder;
  }

  /** Returns the contents of all files with an ending, in the order of their paths. */
  private static String contents(Path folder, String ending) throws IOException {
    StringBuilder contents = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(ending)).sorted().toList()) {
        contents.append(Files.readString(file));
      }
    }
    return contents.toString();
  }

  private Dataset<Row> segments() {
    return spark.read().parquet(output + "/segments");
  }

  private List<String> lines(String folder) {
    return spark.read().textFile(output + "/" + folder).collectAsList();
  }

  private JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(output.resolve("summary.json").toFile());
  }

  @Test
  void modelsFindTheirEncoderOnTheClassPath() throws IOException {
    assumeTrue(
        getClass().getResource("/org/gpchain/encoder/en/model.onnx") != null,
        "gpchain-encoder-en is not on the class path");
    // Is not known to the job, which has to find it again.
    TokenVectors encoder = new OnnxEncoders().open("en");
    Path withEncoder = TestModel.writeWithEncoder(encoder, shared.resolve("encoder.gpchain"));

    assertThat(run(withEncoder, texts, "--to", "jsonl")).isZero();
    Path expected = annotatedLocally(withEncoder, texts, InputFormat.text(), OutputFormat.JSONL);
    assertThat(lines("jsonl"))
        .anyMatch(line -> line.contains("\"text\":\"Ostrey\""))
        .containsExactlyInAnyOrderElementsOf(contents(expected, ".jsonl").lines().toList());
  }

  @Test
  void writesARowForEachSegment() throws IOException {
    assertThat(run(texts)).isZero();
    assertThat(segments().columns())
        .containsExactly("document", "begin", "end", "type", "model", "probability", "text");

    List<Row> rows =
        segments().filter("document = '" + SUBFOLDER + "/d1'").sort("begin").collectAsList();
    assertThat(rows).extracting(row -> row.getString(6)).contains("Ostrey");

    String text = Files.readString(texts.resolve(SUBFOLDER + "/d1.TXT"));
    for (Row row : rows) {
      assertThat(text.substring(row.getInt(1), row.getInt(2))).isEqualTo(row.getString(6));
      assertThat(row.getString(3)).isEqualTo("LOC");
      assertThat(row.getString(4)).isEqualTo("job");
      assertThat(row.getDouble(5)).isBetween(0.0, 1.0);
    }
    assertThat(summary().get("documents").asInt()).isEqualTo(DOCUMENTS + 1);
    assertThat(summary().get("failed").asInt()).isZero();
    assertThat(summary().get("segments").asLong()).isEqualTo(segments().count());
  }

  @Test
  void writesTheSameBytesAsOneMachine() throws IOException {
    assertThat(run(texts, "--to", "jsonl,conll,json")).isZero();
    assertThat(lines("jsonl"))
        .containsExactlyInAnyOrderElementsOf(
            contents(annotatedLocally(texts, InputFormat.text(), OutputFormat.JSONL), ".jsonl")
                .lines()
                .toList());
    for (OutputFormat format : List.of(OutputFormat.JSON, OutputFormat.CONLL)) {
      Path folder = annotatedLocally(texts, InputFormat.text(), format);
      StringBuilder expected = new StringBuilder();
      try (Stream<Path> files = Files.walk(texts)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          String name = texts.relativize(file).toString().replaceAll("(?i)\\.txt$", "");
          expected.append(Files.readString(folder.resolve(name + "." + format)));
        }
      }
      assertThat(textOutput(format.toString())).isEqualTo(expected.toString());
    }
  }

  /** Returns the contents of the text files of an output, in the order of partitions. */
  private String textOutput(String format) throws IOException {
    return contents(output.resolve(format), ".txt");
  }

  @Test
  void outputDoesNotDependOnTheNumberOfPartitions() throws IOException {
    run(texts, "--to", "jsonl", "--partitions", 1);
    String ofOnePartition = textOutput("jsonl");
    run(texts, "--to", "jsonl", "--partitions", DOCUMENTS, "--overwrite");
    assertThat(textOutput("jsonl")).isEqualTo(ofOnePartition);
    assertThat(output.resolve("jsonl").toFile().list((folder, name) -> name.endsWith(".txt")))
        .hasSizeGreaterThan(DOCUMENTS / 2);
  }

  @Test
  void readsJsonLines() throws IOException {
    String name = "a \\\"quoted\\\"\\n";
    Path input =
        Files.writeString(
            directory.resolve("in.jsonl"),
            "{\"name\":\""
                + name
                + "\",\"text\":\"The ferry reached Ostrey.\"}\n"
                + "{\"name\":\"no text\"}\n"
                + "this is no JSON\n"
                + "{\"text\":\"no name, of Ostrey.\",\"other\":[1]}\n");

    assertThat(run(input, "--format", "jsonl", "--to", "segments,jsonl")).isZero();
    assertThat(lines("jsonl")).hasSize(2).anyMatch(line -> line.contains("\"name\":\"" + name));
    assertThat(failures())
        .extracting(row -> row.getString(0) + ": " + row.getString(1))
        .containsExactlyInAnyOrder(
            "no text: it has no text",
            "(no name): this line is not a JSON object with name and text");
  }

  private List<Row> failures() {
    return spark.read().json(output + "/failed").select("document", "reason").collectAsList();
  }

  @Test
  void unreadableDocumentsAreListedAndDoNotStopTheJob() throws IOException {
    Files.write(texts.resolve("latin.txt"), "Fähre".getBytes(StandardCharsets.ISO_8859_1));
    Files.writeString(texts.resolve("page.txt"), "<html><body>Ostrey</body></html>");
    Files.write(texts.resolve("zero.txt"), new byte[] {'a', 0, 'b'});
    assertThat(run(texts)).isZero();
    assertThat(failures())
        .extracting(row -> row.getString(0))
        .containsExactlyInAnyOrder("latin", "page", "zero");
    assertThat(failures())
        .extracting(row -> row.getString(1))
        .anyMatch(reason -> reason.contains("this is not UTF-8"))
        .allMatch(reason -> reason.lines().count() == 1);
    assertThat(summary().get("failed").asInt()).isEqualTo(3);
    assertThat(summary().get("documents").asInt()).isEqualTo(DOCUMENTS + 4);
    assertThat(segments().select("document").distinct().count()).isEqualTo(DOCUMENTS);
  }

  @Test
  void aDeletedFileIsAFailedDocument() throws IOException {
    Dataset<Row> documents = JobInput.TEXT.read(spark, List.of(texts.toString()), 2);
    Files.delete(texts.resolve("d2.txt"));
    List<Row> failed =
        Annotate.on(documents).with("--model", model.toString()).as().failures().collectAsList();
    assertThat(failed).hasSize(1);
    assertThat(failed.get(0).getString(0)).isEqualTo("d2");
    assertThat(failed.get(0).getString(1)).contains("it cannot be read");
  }

  @Test
  void readsXmiAndWritesBinaryCases() throws IOException {
    Path xmi = annotatedLocally(texts, InputFormat.text(), OutputFormat.XMI);
    InputFormat format = InputFormat.of(CasFormat.XMI, CasReading.DEFAULT);
    assertThat(run(xmi, "--format", "xmi", "--to", "bincas,jsonl")).isZero();
    assertThat(failures())
        .singleElement()
        .satisfies(failed -> assertThat(failed.getString(0)).isEqualTo("empty"))
        .satisfies(failed -> assertThat(failed.getString(1)).contains("no text"));

    Files.delete(xmi.resolve("empty.xmi"));
    assertThat(lines("jsonl"))
        .hasSize(DOCUMENTS)
        .containsExactlyInAnyOrderElementsOf(
            contents(annotatedLocally(xmi, format, OutputFormat.JSONL), ".jsonl").lines().toList());
    assertThat(spark.read().parquet(output + "/bincas/types").count()).isEqualTo(1);
  }

  @Test
  void headAndBodyTogetherAreABinaryCas() throws Exception {
    run(texts, "--to", "bincas,conll,segments");
    Dataset<Row> heads = spark.read().parquet(output + "/bincas/types");
    Dataset<Row> bodies = spark.read().parquet(output + "/bincas/documents");
    JCas document = JCasFactory.createJCas();
    List<String> names = new ArrayList<>();
    long tokens = 0;
    for (Row row : bodies.join(heads, "types").select("head", "body").collectAsList()) {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      file.writeBytes(row.<byte[]>getAs(0));
      file.writeBytes(row.<byte[]>getAs(1));
      document.reset();
      CasIOUtils.load(new ByteArrayInputStream(file.toByteArray()), document.getCas());
      tokens += document.getAnnotationIndex(Token.type).size();
      document.select(NamedEntity.class).forEach(name -> names.add(name.getCoveredText()));
    }

    assertThat(segments().collectAsList())
        .extracting(row -> row.getString(6))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(names);
    assertThat(textOutput("conll").lines().filter(line -> !line.isEmpty())).hasSize((int) tokens);
  }

  @Test
  void emptyInputGivesEmptyTablesAndAnEmptyFolderFails() throws IOException {
    Path nothing = Files.writeString(directory.resolve("nothing.jsonl"), "");
    assertThat(run(nothing, "--format", "jsonl", "--to", "segments,jsonl,bincas")).isZero();
    assertThat(summary().get("documents").asInt()).isZero();
    assertThat(segments().count()).isZero();
    assertThat(lines("jsonl")).isEmpty();
    assertThat(errors(Files.createDirectory(directory.resolve("empty"))))
        .contains("it contains no files that end in .txt");
    assertThat(errors(directory.resolve("missing"))).contains("there is no such file or folder");
  }

  /** Runs a job that must fail without writing anything, and returns its error messages. */
  private String errors(Path input, Object... more) {
    PrintStream systemErr = System.err;
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    System.setErr(new PrintStream(messages, true, StandardCharsets.UTF_8));
    try {
      output = directory.resolve("of-failure");
      assertThat(run(input, more)).isNotZero();
    } finally {
      System.setErr(systemErr);
    }
    assertThat(output).doesNotExist();
    return messages.toString(StandardCharsets.UTF_8);
  }

  @Test
  void modelsAreFilesUrlsOrNames() throws IOException {
    TestModel.write("np", directory.resolve("remote.gpchain"));
    String url = "file://" + directory.resolve("remote.gpchain").toUri().getRawPath();
    assertThat(run(texts, "--model", url, "--model", "ner-en")).isZero();
    assertThat(segments().select("model").distinct().collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactlyInAnyOrder("job", "remote", "ner-en-default");
    assertThat(errors(texts, "--model", "no-such-model"))
        .contains("no-such-model: there is no such file")
        .contains("ner-en");
  }

  @Test
  void resultsAreReplacedOnlyWithOverwrite() throws IOException {
    assertThat(run(texts)).isZero();
    long before = segments().count();
    assertThat(run(texts)).isEqualTo(1);
    assertThat(run(texts.resolve("d0.txt"), "--overwrite")).isZero();
    assertThat(segments().count()).isLessThan(before).isPositive();
  }

  @Test
  void wrongUseExitsWithTwo() {
    assertThat(run(texts, "--to", "pdf")).isEqualTo(2);
    assertThat(run(texts, "--beta", "-1")).isEqualTo(2);
    assertThat(run(texts, "--partitions", "-1")).isEqualTo(2);
    assertThat(AnnotateJob.run("--input", texts.toString())).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "--max-error 0, '--max-error must be above 0 and below 1, was 0.0'",
    "--confidence 0.9, --confidence needs --max-error or --min-recall",
    "--beta 2 --min-recall 0.9, --beta has no effect with --min-recall; remove one of them"
  })
  void invalidSharesAreRejectedAsByTheAnnotateCommand(String options, String message) {
    Object[] arguments = options.split(" ", -1);
    assertThat(errors(texts, arguments)).startsWith(message + "\nUsage: ");
    assertThat(run(texts, arguments)).isEqualTo(2);
  }

  /** Returns a table with one document named d. */
  private static Dataset<Row> documents(String column, DataType type, Object value) {
    return spark.createDataFrame(
        List.of(RowFactory.create("d", value)),
        new StructType().add("name", DataTypes.StringType).add(column, type));
  }

  private static Dataset<Row> textTable() {
    return documents("text", DataTypes.StringType, TEXT);
  }

  private static List<String> segmentTexts(AnnotatedTables annotated) {
    return annotated.segments().collectAsList().stream().map(row -> row.getString(6)).toList();
  }

  @Test
  void textColumnAndContentColumnGiveTheSameResult() throws IOException {
    AnnotatedTables ofText =
        Annotate.on(textTable()).with("--model", model.toString()).as(OutputFormat.JSONL);
    assertThat(segmentTexts(ofText)).contains("Ostrey");
    assertThat(ofText.documents().first().getInt(1)).isEqualTo(1);
    assertThat(ofText.failures().isEmpty()).isTrue();

    byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
    AnnotatedTables ofContent =
        Annotate.on(documents("content", DataTypes.BinaryType, bytes))
            .with("--model", model.toString())
            .as(OutputFormat.JSONL);

    assertThat(ofContent.files("jsonl").first().<byte[]>getAs(1))
        .isEqualTo(ofText.files("jsonl").first().<byte[]>getAs(1));
  }

  @Test
  void aContentColumnOfAnotherTypeIsIgnored() throws IOException {
    Dataset<Row> documents = textTable().withColumn("content", lit("of another kind"));
    assertThat(segmentTexts(Annotate.on(documents).with("--model", model.toString()).as()))
        .contains("Ostrey");
  }

  @Test
  void aReplacedModelFileIsSentAgain() throws IOException {
    Path file = directory.resolve("changing.gpchain");
    TestModel.write("ne", file);
    assertThat(types(file)).containsOnly("LOC");
    TestModel.write("np", file);
    assertThat(types(file)).containsOnly("NP");
  }

  private static List<String> types(Path file) throws IOException {
    return Annotate.on(textTable())
        .with("--model", file.toString())
        .as()
        .segments()
        .collectAsList()
        .stream()
        .map(row -> row.getString(3))
        .toList();
  }

  @Test
  void wrongUseOfAnnotateIsExplained() throws IOException {
    assertThatThrownBy(() -> Annotate.on(textTable().drop("text")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("documents need a column name");
    assertThatThrownBy(() -> Annotate.on(documents("content", DataTypes.StringType, TEXT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("content binary and path string; these have [name string, content s");
    assertThatThrownBy(() -> Annotate.on(textTable()).as())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--model");
    assertThatThrownBy(() -> Annotate.on(textTable()).with("--model", "none").as())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none: there is no such file");

    Path other = Files.createDirectory(directory.resolve("other")).resolve("job.gpchain");
    TestModel.write("np", other);
    assertThatThrownBy(
            () ->
                Annotate.on(textTable())
                    .with("--model", model.toString(), "--model", other.toString())
                    .as())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another file with the name 'job.gpchain'");
  }
}
