package org.gpchain.pipelines.annotate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.NC;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.CasIOUtils;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.pipelines.annotate.output.Output;
import org.gpchain.pipelines.annotate.output.OutputDirectory;
import org.gpchain.pipelines.annotate.output.OutputFormat;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.NamedFile;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnotateRunTest {
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

  private AnnotateResult run(Path model, OutputFormat... formats) throws IOException {
    return run(AnnotateOptions.ofText(model, input), formats);
  }

  private AnnotateResult run(AnnotateOptions options, OutputFormat... formats) throws IOException {
    return AnnotateRun.run(
        options,
        new OutputDirectory(output, EnumSet.copyOf(Arrays.asList(formats)), overwrite),
        DocumentProgress.NONE);
  }

  private Path model(String task) throws IOException {
    return TestModel.write(task, directory.resolve(task + ".gpchain"));
  }

  private JCas xmi(String name) throws Exception {
    JCas document =
        JCasFactory.createJCas(
            TypeSystemDescriptionFactory.createTypeSystemDescriptionFromPath(
                output.resolve("TypeSystem.xml").toUri().toString()));
    try (InputStream in = Files.newInputStream(output.resolve(name))) {
      CasIOUtils.load(in, document.getCas());
    }
    return document;
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
    AnnotateResult result = run(model("chunk"), OutputFormat.values());
    assertThat(written())
        .containsExactly(
            "TypeSystem.xml",
            "ferry.ann",
            "ferry.bcas",
            "ferry.conll",
            "ferry.html",
            "ferry.json",
            "ferry.jsonl",
            "ferry.txt",
            "ferry.xmi");
    assertThat(result.files())
        .extracting(file -> output.relativize(file).toString())
        .containsExactlyInAnyOrderElementsOf(written());
    assertThat(result.documents()).isEqualTo(1);
    assertThat(result.sentences()).isEqualTo(3);
    assertThat(result.notes()).isEmpty();

    JCas document = xmi("ferry.xmi");
    assertThat(document.getDocumentText()).isEqualTo(TEXT);
    assertThat(document.getDocumentLanguage()).isEqualTo("en");
    assertThat(JCasUtil.select(document, Sentence.class)).hasSize(3);
    assertThat(JCasUtil.select(document, NC.class))
        .extracting(Chunk::getCoveredText)
        .contains("The old ferry", "the harbour", "The harbour");
    assertThat(JCasUtil.select(document, ScoredSegment.class)).hasSize(result.segments());

    JsonNode json = new ObjectMapper().readTree(output.resolve("ferry.json").toFile());
    assertThat(json.get("sentences")).hasSize(3);
    assertThat(output.resolve("ferry.conll")).content().contains("ferry\tNOUN\tI-NP\t");
    assertThat(output.resolve("ferry.html")).content().contains(">The old ferry</mark>");
  }

  @Test
  void writesNounPhrasesAndNames() throws Exception {
    run(model("np"), OutputFormat.XMI);
    assertThat(JCasUtil.select(xmi("ferry.xmi"), Chunk.class))
        .isNotEmpty()
        .allMatch(chunk -> chunk.getChunkValue().equals("NP"));
    overwrite = true;
    run(model("ne"), OutputFormat.XMI, OutputFormat.CONLL);
    assertThat(JCasUtil.select(xmi("ferry.xmi"), NamedEntity.class))
        .extracting(NamedEntity::getCoveredText)
        .contains("Ostrey");
    assertThat(output.resolve("ferry.conll")).content().contains("ferry\tO\t_\n");
  }

  @Test
  void letsNoSentenceCrossAParagraph() throws Exception {
    Files.writeString(
        input.resolve("ferry.txt"), "A Heading\r\n \t\r\nThe ferry\r\nslept.\n\n\n\nThe End\n");
    run(model("ne"), OutputFormat.XMI);
    assertThat(JCasUtil.select(xmi("ferry.xmi"), Sentence.class))
        .extracting(Sentence::getCoveredText)
        .containsExactly("A Heading", "The ferry\r\nslept.", "The End");
  }

  @Test
  void acceptsTextsWithoutSentences() throws Exception {
    Files.writeString(input.resolve("blank.txt"), " \n\n\t\u00a0\u200b\u0085\n");
    Files.writeString(input.resolve("empty.txt"), "");
    AnnotateResult result = run(model("chunk"), OutputFormat.values());
    assertThat(result.documents()).isEqualTo(3);
    assertThat(result.notes())
        .containsExactly(
            input.resolve("blank.txt") + ": there are no sentences in this text",
            input.resolve("empty.txt") + ": there are no sentences in this text");
    assertThat(output.resolve("empty.conll")).isEmptyFile();
    assertThat(xmi("empty.xmi").getDocumentText()).isNullOrEmpty();
  }

  @Test
  void keepsTheDirectoriesOfTheInput() throws IOException {
    keepsTheDirectory("a b/%20");
  }

  @Test
  void keepsDirectoriesWithAnyLetters() throws IOException {
    assumeTrue(
        Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder().canEncode('ü'),
        "Java cannot name such a file in this locale");
    keepsTheDirectory("ü");
  }

  private void keepsTheDirectory(String name) throws IOException {
    Files.createDirectories(input.resolve(name));
    Files.move(input.resolve("ferry.txt"), input.resolve(name).resolve("x+y.txt"));
    run(model("ne"), OutputFormat.XMI, OutputFormat.HTML);
    assertThat(output.resolve(name).resolve("x+y.html")).exists();
    assertThat(output.resolve(name).resolve("x+y.xmi")).exists();
  }

  /** As a file from elsewhere has in the locale C. */
  @Test
  void namesThatTheFileSystemDoesNotTakeAreChanged() throws IOException {
    Output files = new OutputDirectory(output, Set.of(OutputFormat.HTML), false);
    Path there = Files.createDirectories(output).resolve("caf_.html");
    Files.writeString(there, "");
    assertThatThrownBy(
            () -> files.check(List.of(new NamedFile(input.resolve("ferry.txt"), "caf\0"))))
        .hasMessageContaining(there + ": this file is there already");
  }

  @Test
  void writesIntoALinkedDirectory() throws IOException {
    Files.createSymbolicLink(output, Files.createDirectory(directory.resolve("elsewhere")));
    run(model("ne"), OutputFormat.XMI, OutputFormat.HTML);
    assertThat(directory.resolve("elsewhere/ferry.html")).exists();
    assertThat(directory.resolve("elsewhere/ferry.xmi")).exists();
  }

  @Test
  void replacesFilesOnRequestOnlyAndLeavesNothingElseBehind() throws IOException {
    Path model = model("ne");
    run(model, OutputFormat.values());
    Files.writeString(output.resolve("ferry.json"), "old");
    assertThatThrownBy(() -> run(model, OutputFormat.JSON))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(output.resolve("ferry.json") + ": this file is there already")
        .hasMessageContaining("--overwrite");
    assertThat(output.resolve("ferry.json")).hasContent("old");
    overwrite = true;
    run(model, OutputFormat.values());
    assertThat(output.resolve("ferry.json")).content().startsWith("{");
    assertThat(written()).hasSize(9);
  }

  @Test
  void refusesBeforeAnythingIsAnnotated() throws IOException {
    Path model = model("ne");
    Files.writeString(input.resolve("later.txt"), TEXT);
    Files.writeString(Files.createDirectories(output).resolve("later.html"), "old");
    assertThatThrownBy(() -> run(model, OutputFormat.HTML)).hasMessageContaining("later.html");
    assertThat(written()).containsExactly("later.html");
  }

  @Test
  void addsDocumentsToTheSameDirectory() throws IOException {
    Path model = model("ne");
    run(model, OutputFormat.XMI);
    Files.move(input.resolve("ferry.txt"), input.resolve("other.txt"));
    run(model, OutputFormat.XMI);
    assertThat(written()).containsExactly("TypeSystem.xml", "ferry.xmi", "other.xmi");
    Files.writeString(output.resolve("TypeSystem.xml"), "other types");
    Files.move(input.resolve("other.txt"), input.resolve("third.txt"));
    assertThatThrownBy(() -> run(model, OutputFormat.XMI))
        .hasMessageContaining("TypeSystem.xml: this file is there already, and describes other");
    assertThat(output.resolve("third.xmi")).doesNotExist();
  }

  @Test
  void refusesTwoTextsWithOnePlace() throws IOException {
    Files.writeString(input.resolve("ferry.TXT"), TEXT);
    Path model = model("ne");
    assertThatThrownBy(() -> run(model, OutputFormat.HTML)).hasMessageContaining("rename");
    assertThat(output).doesNotExist();
  }

  @Test
  void keepsFinishedFilesIfALaterTextIsBad() throws IOException {
    Path bad = Files.write(input.resolve("z.txt"), new byte[] {'a', (byte) 0xFF});
    Path model = model("ne");
    assertThatThrownBy(() -> run(model, OutputFormat.values()))
        .hasMessageContaining(bad.toString())
        .hasMessageContaining("the byte at offset 1");
    assertThat(written())
        .containsExactly(
            "TypeSystem.xml",
            "ferry.ann",
            "ferry.bcas",
            "ferry.conll",
            "ferry.html",
            "ferry.json",
            "ferry.jsonl",
            "ferry.txt",
            "ferry.xmi");
  }

  @Test
  void writesCharactersThatXmlDoesNotHave() throws Exception {
    Files.writeString(input.resolve("ferry.txt"), "The old\f ferry \u0001 \uFFFF slept.");
    run(model("ne"), OutputFormat.values());
    assertThat(xmi("ferry.xmi").getDocumentText()).isEqualTo("The old  ferry     slept.");
  }

  @Test
  void saysThatNobodyGivesTheTags() throws IOException {
    Path model = TestModel.writeUnknownTags(directory.resolve("own.gpchain"));
    assertThatThrownBy(() -> run(model, OutputFormat.HTML))
        .hasMessageContaining(model.toString())
        .hasMessageContaining("'other'")
        .hasMessageContaining("'ud'")
        .hasMessageContaining("no tagger-en on the class path that gives its tags")
        .hasMessageContaining("GpChunker");
    assertThat(output).doesNotExist();
  }

  @Test
  void aShippedTaggerGivesPennTags() throws IOException {
    assumeTrue(ModelsOnClassPath.find("tagger-en").isPresent(), "models/rebuild makes it");
    run(TestModel.writePenn(directory.resolve("penn.gpchain")), OutputFormat.CONLL);
    assertThat(output.resolve("ferry.conll"))
        .content()
        .contains("The\tDT\tB-NP\t")
        .doesNotContain("B-DT");
  }

  @Test
  void saysThatThereIsNoAnnotatorForTheTask() throws IOException {
    Path model = model("other");
    assertThatThrownBy(() -> run(model, OutputFormat.HTML))
        .hasMessageContaining("the task 'other'")
        .hasMessageContaining("chunk, np or ne");
  }

  @Test
  void refusesToSegmentOtherLanguagesWithoutBeingAskedTo() throws IOException {
    Path model = TestModel.writeNames("de", directory.resolve("de.gpchain"));
    assertThatThrownBy(() -> run(model, OutputFormat.HTML))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("'de'")
        .hasMessageContaining("--segmenter CLASS")
        .hasMessageContaining("--segmenter english");
    assertThat(output).doesNotExist();
    run(
        new AnnotateOptions(
            List.of(model),
            List.of(),
            input,
            InputFormat.TEXT,
            Segmenter.ENGLISH,
            AnnotateOptions.DEFAULT_DECODING),
        OutputFormat.HTML);
    assertThat(output.resolve("ferry.html")).content().contains("<html lang=\"de\">");
  }

  @Test
  void refusesTextForModelsOfDifferentLanguages() throws IOException {
    Path german = TestModel.writeNames("de", directory.resolve("de.gpchain"));
    AnnotateOptions options =
        new AnnotateOptions(
            List.of(model("ne"), german),
            List.of(),
            input,
            InputFormat.TEXT,
            Segmenter.ENGLISH,
            AnnotateOptions.DEFAULT_DECODING);
    assertThatThrownBy(() -> run(options, OutputFormat.HTML))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("this model is for the language 'de', another one for 'en'");
  }

  @Test
  void refusesModelsThatNeedDifferentTags() throws IOException {
    assumeTrue(ModelsOnClassPath.find("tagger-en").isPresent(), "models/rebuild makes it");
    Path penn = TestModel.writePenn(directory.resolve("penn.gpchain"));
    AnnotateOptions options =
        new AnnotateOptions(
            List.of(model("chunk"), penn),
            List.of(),
            input,
            InputFormat.TEXT,
            Segmenter.DEFAULT,
            AnnotateOptions.DEFAULT_DECODING);
    assertThatThrownBy(() -> run(options, OutputFormat.HTML))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("tagger-en-masc")
        .hasMessageContaining("OpenNLP's model for English");
    assertThat(output).doesNotExist();
  }

  @Test
  void saysThatTheModelIsMissingOrDamaged() throws IOException {
    Path missing = directory.resolve("missing.gpchain");
    assertThatThrownBy(() -> run(missing, OutputFormat.HTML))
        .hasMessageContaining(missing.toString())
        .hasMessageContaining("no such file");
    Path damaged = Files.writeString(directory.resolve("damaged.gpchain"), "no model");
    assertThatThrownBy(() -> run(damaged, OutputFormat.HTML))
        .hasMessageContaining(damaged.toString())
        .hasMessageContaining("train it again");
  }

  @Test
  void refusesToReplaceTheText() throws IOException {
    Path model = model("ne");
    Path text = Files.move(input.resolve("ferry.txt"), directory.resolve("ferry"));
    Path same = Files.move(text, directory.resolve("page.html.txt"));
    Path page = Files.createLink(directory.resolve("page.html.html"), same);
    assertThatThrownBy(
            () ->
                AnnotateRun.run(
                    AnnotateOptions.ofText(model, same),
                    new OutputDirectory(directory, Set.of(OutputFormat.HTML), true),
                    DocumentProgress.NONE))
        .hasMessageContaining("would be replaced");
    assertThat(page).content(StandardCharsets.UTF_8).isEqualTo(TEXT);
  }

  @Test
  void refusesAFileAsOutput() throws IOException {
    Path model = model("ne");
    Files.writeString(output, "");
    assertThatThrownBy(() -> run(model, OutputFormat.HTML)).hasMessageContaining("not a directory");
  }
}
