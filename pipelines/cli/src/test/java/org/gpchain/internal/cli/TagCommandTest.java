package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code gpchain tag}. */
class TagCommandTest extends CommandTest {
  /** Training corpus without labels. The model has memorized them. */
  private static final String TOKENS = Corpora.CHUNKS.replaceAll("(?m) \\S+$", "");

  private static final String WORDS = TOKENS.replaceAll("(?m) \\S+$", "");
  private static final String LABEL = "[ \t](O|[BI]-[A-Z]+)(?= *\r?(\n|\\z))";

  @TempDir private static Path models;
  private static Path chunkModel;
  private static Path nameModel;
  private static Path posModel;

  @BeforeAll
  static void train() throws IOException {
    chunkModel = trained(models.resolve("chunk.gpchain"), Corpora.CHUNKS, "--task chunk");
    nameModel = trained(models.resolve("ne.gpchain"), Corpora.NAMES, "--task ne");
    String pos = "--task pos --columns word,label,_";
    posModel = trained(models.resolve("pos.gpchain"), Corpora.CHUNKS, pos);
  }

  private Path file(String content) throws IOException {
    return file("input.txt", content);
  }

  private static CommandLineRun tag(Object model, Path input, Object... more) {
    return gpchain("tag --model", model, "--input", input, more);
  }

  private static String out(CommandLineRun run) {
    return run.succeeds().out();
  }

  @Test
  void tokensGetTheirLabels() throws IOException {
    CommandLineRun run = tag(chunkModel, file(TOKENS));

    assertThat(out(run)).isEqualTo(Corpora.CHUNKS);
    assertThat(run.err()).isEmpty();
  }

  /** The training corpus splits off clitics, but the file does not. */
  @Test
  void warnsOfOtherTokenization() throws IOException {
    Path model = models.resolve("clitics.gpchain");
    trained(model, "Eva B-PER\n's O\nboat O\n\n".repeat(12), "--task ne");

    Path whole = file("Eva's\nboat\n\n".repeat(12));
    assertThat(tag(model, whole).succeeds().err())
        .contains("this file has clitics whole (Peter's)", "the model has clitics split");

    Path few = file("Eva's\nboat\n\nEva\n's\n\n");
    assertThat(tag(model, few).succeeds().err()).isEmpty();
  }

  @Test
  void readsOtherEncodings() throws IOException {
    Path input = Files.writeString(file(""), "é NN\n", StandardCharsets.ISO_8859_1);
    assertThat(out(tag(chunkModel, input, "--columns word,pos --encoding latin1")))
        .startsWith("é NN ");
  }

  @Test
  void existingLabelsAreKeptAndIgnored() throws IOException {
    String wrong = TOKENS.replaceAll("(?m)(\\S)$", "$1 B-XYZ");
    String both = Corpora.CHUNKS.replaceAll("(?m) (\\S+)$", " B-XYZ $1");

    assertThat(out(tag(chunkModel, file(wrong)))).isEqualTo(both);
    assertThat(out(tag(chunkModel, file(wrong), "--columns word,pos,_"))).isEqualTo(both);
    assertThat(out(tag(chunkModel, file(wrong), "--columns word,pos,label"))).isEqualTo(both);
    assertThat(out(tag(chunkModel, file(wrong), "--format conll2000"))).isEqualTo(both);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n\nThe DT\n\n\n\nThe DT\n\n\n\n",
        "\uFEFFThe\tDT\r\nold\tJJ\r\n \t\r\n\r\nferry\tNN\r\n",
        "  The   DT  \nold JJ \n"
      })
  void onlyTheNewColumnIsAdded(String content) throws IOException {
    Path output = path("output.txt");
    Path input = file(content);
    String printed = out(tag(chunkModel, input));
    out(tag(chunkModel, input, "--output", output));

    assertThat(printed.replaceAll(LABEL, "")).isEqualTo(content).isNotEqualTo(printed);
    assertThat(Files.readString(output)).isEqualTo(printed);
  }

  @Test
  void commentsAreKept() throws IOException {
    String text = "# id 1 a=b\nThe DT\nferry NN\n\n# id 2\nThe DT\n###MEDLINE:3\n\n# NN\n";
    String tagged = out(tag(chunkModel, file(text)));
    assertThat(tagged.replaceAll(LABEL, "")).isEqualTo(text);
    assertThat(tagged).contains("# id 1 a=b\nThe DT B-NP\n", "\n# id 2\n", "\n# NN B-NP\n");
  }

  @Test
  void labelsWithSpacesNeedTabs() throws IOException {
    String text = "Ann\tB-job title\nran\tO\n\nBo\tB-job title\nran\tO\n";
    Path model = trained(path("spaces.gpchain"), text, "--task ne --columns word,label --no-words");
    assertThat(out(tag(model, file("Ann\nran\n"), "--columns word")))
        .isEqualTo("Ann\tB-job title\nran\tO\n");
    tag(model, file("Ann x\nran x\n"), "--columns word,_")
        .fails(1, "input.txt:1: the columns of this file are separated by spaces", "TABs");
  }

  @Test
  void conlluGetsLabelsInTheLastColumn() throws IOException {
    String text =
        "# sent_id = 1\n1\tThe\tthe\tDT\t_\t_\t2\tdet\t_\tSpaceAfter=No|NE=O\n"
            + "2-3\tferry's\t_\t_\t_\t_\t_\t_\t_\t_\n"
            + "2\tferry\tferry\tNN\t_\t_\t0\troot\t_\t_\n";
    CommandLineRun run = tag(chunkModel, file(text), "--format conllu --marginals");

    assertThat(out(run))
        .matches(
            "(?s).*\tSpaceAfter=No\\|NE=O\\|Chunk=B-NP\\|ChunkProb=[01]\\.\\d{4}\n"
                + "2-3\tferry's.*Chunk=I-NP\\|ChunkProb=[01]\\.\\d{4}\n");

    Path tagged = file("tagged.conllu", run.out());
    String labels = "check --task chunk --format conllu --label-key Chunk --train";
    assertThat(gpchain(labels, tagged).succeeds().out()).containsPattern("NP +1 ");
    assertThat(out(tag(chunkModel, file(text), "--format conllu --label-key NE")))
        .startsWith("# sent_id = 1\n1\tThe\tthe\tDT\t_\t_\t2\tdet\t_\tSpaceAfter=No|NE=B-NP\n");
    assertThat(run.err()).contains(":3: 1 multiword token does not fit the tokens after it");

    String withSpaces = "1  The the DT _ _ 2 det _ _\n2  ferry ferry NN _ _ 0 root _ x=y \n";
    assertThat(out(tag(chunkModel, file(withSpaces), "--format conllu")))
        .isEqualTo(
            "1  The the DT _ _ 2 det _ Chunk=B-NP\n"
                + "2  ferry ferry NN _ _ 0 root _ x=y|Chunk=I-NP\n");
  }

  @Test
  void marginalsAreWrittenInAnyLocale() throws IOException {
    Path input = file(TOKENS);
    Locale defaultLocale = Locale.getDefault();
    try {
      Locale.setDefault(new Locale("tr", "TR"));
      String printed = out(tag(chunkModel, input, "--marginals --decoding viterbi"));
      assertThat(printed.lines().filter(line -> !line.isEmpty()))
          .hasSize(15)
          .allMatch(line -> line.matches("\\S+ \\S+ \\S+ (0\\.\\d{4}|1\\.0000)"));
      assertThat(printed.replaceAll("(?m) \\S+$", "")).isEqualTo(Corpora.CHUNKS);
    } finally {
      Locale.setDefault(defaultLocale);
    }
  }

  @Test
  void theOutputDoesNotDependOnTheNumberOfThreads() throws IOException {
    Path input = file(TOKENS.repeat(300));
    String ofOneThread = out(tag(chunkModel, input, "--marginals --threads 1"));

    assertThat(ofOneThread).isEqualTo(out(tag(chunkModel, input, "--threads 4 --marginals")));
    assertThat(ofOneThread.replaceAll("(?m) \\S+$", "")).isEqualTo(Corpora.CHUNKS.repeat(300));
  }

  @Test
  void tagsLongSentences() throws IOException {
    assertThat(out(tag(chunkModel, file("the DT\ngull NN\n".repeat(2_500))))).hasLineCount(5_000);
  }

  @Test
  void documentMarksAreNoTokens() throws IOException {
    Path input =
        file("-DOCSTART- -X- O\n\nAda NNP O\nThorne NNP O\n\n-DOCSTART- -X- O\n\nBo NNP O\n");

    assertThat(out(tag(nameModel, input, "--format conll2003")))
        .isEqualTo(
            "-DOCSTART- -X- O O\n\nAda NNP O B-PER\nThorne NNP O I-PER\n\n-DOCSTART- -X- O O\n\n"
                + "Bo NNP O B-PER\n");
    assertThat(out(tag(nameModel, input, "--marginals")))
        .contains("-DOCSTART- -X- O O _\n")
        .containsPattern("Bo NNP O B-PER [01]\\.\\d{4}\n");
  }

  @Test
  void tokenLabelsAreWrittenUnchanged() throws IOException {
    assertThat(out(tag(posModel, file(WORDS)))).isEqualTo(TOKENS.replace(' ', '\t'));
  }

  @Test
  void tagPosPredictsPartsOfSpeech() throws IOException {
    Path words = file(WORDS);
    String silver = out(tag(chunkModel, words, "--tag-pos", posModel));

    assertThat(silver).isEqualTo(Corpora.CHUNKS.replaceAll("(?m)^(\\S+) \\S+ (\\S+)$", "$1\t$2"));
    assertThat(out(tag(chunkModel, words, "--columns word", "--tag-pos=" + posModel)))
        .isEqualTo(silver);
    // Predicted tags replace the tags of the file, which belong to another tagset.
    Path other = file(TOKENS.replaceAll("(?m) \\S+$", " xy"));
    assertThat(out(tag(chunkModel, other, "--tag-pos", posModel)))
        .isEqualTo(Corpora.CHUNKS.replaceAll("(?m)^(\\S+) \\S+ ", "$1 xy "));
  }

  @Test
  void shippedModelsAreFoundByName() throws IOException {
    assertThat(out(tag("tagger-en", file("The\nferry\n"))).lines())
        .hasSize(2)
        .first()
        .isEqualTo("The\tDT");
    assertThat(tag("no-such-model", file("The\n")).err())
        .contains("no-such-model: there is no such file", "tagger-en");
  }

  @Test
  void missingColumnsAreNamed() throws IOException {
    Path input = file("\nThe\n");
    String[] problem = {"[word, pos]", "'pos' is missing", "--columns", "--tag-pos"};

    tag(chunkModel, input).failsAt(input + ":2", problem);
    tag(chunkModel, input, "--columns word").failsAt(input + ":2", problem);
    Path other = file("The DT\n");
    tag(chunkModel, other, "--columns form,pos").failsAt(other + ":1", "'word' is missing");
    tag(chunkModel, other, "--columns form,pos --tag-pos", posModel)
        .failsAt(other + ":1", "'word' is missing");
  }

  @Test
  void warnsOfAnotherTagset() throws IOException {
    assertThat(tag(chunkModel, file("the DET\nold ADJ\n")).succeeds().err())
        .contains("100 % of the tokens", "never seen, such as DET");
  }

  @Test
  void failuresDoNotChangeTheOutput() throws IOException {
    Path output = path("out").resolve("output.txt");
    Files.createDirectory(output.getParent());
    for (String existing : new String[] {null, "existing"}) {
      if (existing != null) {
        Files.writeString(output, existing);
      }

      Path empty = file(" \n");
      assertFails(empty, output, empty.toString(), "there is no sentence");
      Path columns = file("The DT\n\n".repeat(700) + "old\n");
      assertFails(columns, output, columns + ":1401", "1 column, line 1 has 2");
      Path latin1 = path("latin1.txt");
      byte[] bytes = ("The DT\n\n".repeat(700) + "é NN\n").getBytes(StandardCharsets.ISO_8859_1);
      Files.write(latin1, bytes);
      assertFails(latin1, output, latin1 + ":1401", "not UTF-8");
      Path missing = path("missing.txt");
      assertFails(missing, output, missing.toString(), "there is no such file");
      try (var files = Files.list(output.getParent())) {
        assertThat(files.toList()).hasSize(existing == null ? 0 : 1);
      }
    }
    assertThat(output).hasContent("existing");
  }

  private void assertFails(Path input, Path output, String place, String part) {
    tag(chunkModel, input, "--output", output).failsAt(place, part);
  }

  @Test
  void unwritableOutputsFail() throws IOException {
    Path input = file(TOKENS);
    tag(chunkModel, input, "--output", input).failsAt(input, "this is the file of --input");
    tag(chunkModel, input, "--output", directory).failsAt(directory, "is a directory");
    Path nowhere = path("none").resolve("output.txt");
    tag(chunkModel, input, "--output", nowhere).failsAt(nowhere, "there is no directory");
    assertThat(input).hasContent(TOKENS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--threads 0 | at least 1",
        "--decoding greedy | marginal",
        "--beta -1 | positive",
        "--format xmi | must be one of columns",
        "--format column | needs --columns",
        "--format conll2000 --columns word,pos | --columns needs",
        "--columns _,_ | at least one column must be read",
        "--columns word,word | two columns are called 'word'",
        "--label-map x | Unknown option"
      })
  void wrongUseExitsWithTwo(String options, String message) throws IOException {
    CommandLineRun run = tag(chunkModel, file(TOKENS), (Object[]) options.split(" ")).fails(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(message);
  }
}
