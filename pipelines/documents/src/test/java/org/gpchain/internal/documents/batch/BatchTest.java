package org.gpchain.internal.documents.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.NC;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.documents.TestModel;
import org.gpchain.internal.documents.TestOptions;
import org.gpchain.internal.documents.TestXmi;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchTest {
  private static final String TEXT =
      "News from Ostrey 😀\n\nThe old ferry reached the harbour of Ostrey. The harbour slept.\n";

  @TempDir private Path directory;
  private Path input;
  private Path output;
  private boolean overwrite;

  @BeforeEach
  void writeText() throws IOException {
    input = Files.createDirectory(directory.resolve("in"));
    output = directory.resolve("out");
    Files.writeString(input.resolve("ferry.txt"), TEXT);
  }

  private BatchResult run(Path model, OutputFormat... formats) throws IOException {
    return run(TestOptions.ofText(model), formats);
  }

  private BatchResult run(AnnotateOptions options, OutputFormat... formats) throws IOException {
    return Batch.run(
        TestOptions.batch(options, Set.of(formats), 1, input),
        new BatchOutput.Folder(output, overwrite, 0),
        BatchProgress.NONE);
  }

  private static AnnotateOptions options(Segmenter segmenter, Path... models) {
    return AnnotateOptions.builder(List.of(models), InputFormat.text())
        .segmenter(segmenter)
        .build();
  }

  private void assertRefused(Path model, String... why) {
    assertRefused(TestOptions.ofText(model), why);
  }

  private void assertRefused(AnnotateOptions options, String... why) {
    assertThatThrownBy(() -> run(options, OutputFormat.HTML))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll(why);
  }

  /** The model is refused before any document is read. */
  @Test
  void refusesModelsThatLabelTokens() throws Exception {
    Path file = TestModel.writeTokens(directory.resolve("tokens.gpchain"));
    assertRefused(file, file + ": this model labels tokens, but annotating texts for the task");
    assertThat(output).doesNotExist();
  }

  private Path model(String task) throws IOException {
    return TestModel.write(task, directory.resolve(task + ".gpchain"));
  }

  private JCas xmi(String name) throws Exception {
    return TestXmi.read(output.resolve(name));
  }

  private List<String> written() throws IOException {
    try (Stream<Path> files = Files.walk(output)) {
      return files
          .filter(file -> !file.equals(output))
          .map(file -> output.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void writesChunksInAllFormats() throws Exception {
    BatchResult result = run(model("chunk"), OutputFormat.values());
    assertThat(written())
        .containsExactly(
            ("TypeSystem.xml ferry.ann ferry.bcas ferry.cas.json ferry.conll ferry.conllu"
                    + " ferry.html ferry.json ferry.jsonl ferry.tsv ferry.txt ferry.xmi index.html"
                    + " run.journal summary.json")
                .split(" ", -1));
    assertThat(result.totals().documents()).isEqualTo(1);
    assertThat(result.totals().sentences()).isEqualTo(3);
    assertThat(result.notes()).isEmpty();

    JCas document = xmi("ferry.xmi");
    assertThat(document.getDocumentText()).isEqualTo(TEXT);
    assertThat(document.getDocumentLanguage()).isEqualTo("en");
    assertThat(JCasUtil.select(document, Sentence.class)).hasSize(3);
    assertThat(JCasUtil.select(document, NC.class))
        .extracting(Chunk::getCoveredText)
        .contains("The old ferry", "the harbour", "The harbour");
    assertThat(JCasUtil.select(document, ScoredSegment.class))
        .hasSize((int) result.totals().segments());

    JsonNode json = new ObjectMapper().readTree(output.resolve("ferry.json").toFile());
    assertThat(json.get("sentences")).hasSize(3);
    assertThat(output.resolve("ferry.conll")).content().contains("ferry\tNOUN\tI-NP\t");
    assertThat(output.resolve("ferry.html")).content().contains(">The old ferry</mark>");
  }

  @Test
  void acceptsTextsWithoutSentences() throws Exception {
    Files.writeString(input.resolve("blank.txt"), " \n\n\t\u00a0\u200b\u0085\n");
    Files.writeString(input.resolve("empty.txt"), "");
    BatchResult result = run(model("chunk"), OutputFormat.values());
    assertThat(result.totals().documents()).isEqualTo(3);
    assertThat(result.notes()).containsExactly("documents without sentences: 2");
    assertThat(output.resolve("empty.conll")).isEmptyFile();
    assertThat(xmi("empty.xmi").getDocumentText()).isNullOrEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b/%20", "ü"})
  void keepsTheDirectoriesOfTheInput(String name) throws IOException {
    assumeTrue(
        Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder().canEncode(name),
        "Java cannot name such a file in this locale");
    Files.createDirectories(input.resolve(name));
    Files.move(input.resolve("ferry.txt"), input.resolve(name).resolve("x+y.txt"));
    run(model("ne"), OutputFormat.XMI, OutputFormat.HTML);
    assertThat(output.resolve(name).resolve("x+y.html")).exists();
    assertThat(output.resolve(name).resolve("x+y.xmi")).exists();
  }

  @Test
  void writesIntoALinkedDirectory() throws IOException {
    Files.createSymbolicLink(output, Files.createDirectory(directory.resolve("elsewhere")));
    run(model("ne"), OutputFormat.XMI, OutputFormat.HTML);
    assertThat(directory.resolve("elsewhere/ferry.html")).exists();
    assertThat(directory.resolve("elsewhere/ferry.xmi")).exists();
  }

  @Test
  void replacesCharactersThatXmlDoesNotAllow() throws Exception {
    Files.writeString(input.resolve("ferry.txt"), "The old\f ferry \u0001 \uFFFF slept.");
    run(model("ne"), OutputFormat.values());
    assertThat(xmi("ferry.xmi").getDocumentText()).isEqualTo("The old  ferry     slept.");
  }

  @Test
  void refusesAModelWithAnUnknownTagset() throws IOException {
    Path model = TestModel.writeUnknownTags(directory.resolve("own.gpchain"));
    String cause = "no tagger-en on the class path that assigns its tags";
    assertRefused(model, model.toString(), "'other'", "'ud'", "GpChunker", cause);
    assertThat(output).doesNotExist();
  }

  @Test
  void usesAShippedTaggerWithPennTags() throws IOException {
    assumeTrue(ModelsOnClassPath.find("tagger-en").isPresent(), "models/rebuild makes it");
    run(TestModel.writePenn(directory.resolve("penn.gpchain")), OutputFormat.CONLL);
    assertThat(output.resolve("ferry.conll"))
        .content()
        .contains("The\tDT\tB-NP\t")
        .doesNotContain("B-DT");
  }

  @Test
  void reportsSkippedFilesOfAFolder() throws IOException {
    Path below = Files.createDirectory(input.resolve("below"));
    for (String name : List.of("a.pdf", "b.PDF", "c.docx", "readme", ".hidden", "TypeSystem.xml")) {
      Files.writeString(below.resolve(name), "x");
    }
    String besides = "left out: 2 .pdf, 2 without ending, 1 .docx";
    assertThat(run(model("ne"), OutputFormat.JSONL).notes()).containsExactly(besides);
    Files.delete(input.resolve("ferry.txt"));
    overwrite = true;
    assertRefused(
        model("ne"), "there are no documents in this input (" + besides + "); specify files");
  }

  @Test
  void segmentsOtherLanguagesByRulesUnlessAskedOtherwise() throws IOException {
    Path model = TestModel.writeNames("fr", directory.resolve("fr.gpchain"));
    BatchResult result = run(model, OutputFormat.HTML);
    assertThat(result.totals().sentences()).isEqualTo(3);
    assertThat(result.notes())
        .containsExactly(
            "no sentence model for fr: sentences are found by rules of the JDK; add"
                + " org.apache.opennlp:opennlp-models-sentdetect-fr:1.3.0 to the class path");
    overwrite = true;
    result = run(options(Segmenter.ENGLISH, model), OutputFormat.HTML);
    assertThat(result.notes()).isEmpty();
    assertThat(output.resolve("ferry.html")).content().contains("<html lang=\"fr\">");
  }

  @Test
  void refusesTextForModelsOfDifferentLanguages() throws IOException {
    Path german = TestModel.writeNames("de", directory.resolve("de.gpchain"));
    assertRefused(
        options(Segmenter.ENGLISH, model("ne"), german),
        "this model is for the language 'de', but another one is for 'en'");
  }

  @Test
  void refusesModelsThatNeedDifferentTags() throws IOException {
    assumeTrue(ModelsOnClassPath.find("tagger-en").isPresent(), "models/rebuild makes it");
    Path penn = TestModel.writePenn(directory.resolve("penn.gpchain"));
    AnnotateOptions options = options(Segmenter.DEFAULT, model("chunk"), penn);
    assertRefused(options, "tagger-en-masc", "OpenNLP's model for English");
    assertThat(output).doesNotExist();
  }

  @Test
  void refusesModelsOfOtherTasksAndDamagedModels() throws IOException {
    assertRefused(model("other"), "the task 'other'", "chunk, np, ne or pos");
    Path damaged = Files.writeString(directory.resolve("damaged.gpchain"), "no model");
    assertRefused(damaged, damaged.toString(), "train it again");
  }

  @Test
  void refusesAFileAsOutput() throws IOException {
    Path model = model("ne");
    Files.writeString(output, "");
    assertRefused(model, "not a directory");
  }
}
