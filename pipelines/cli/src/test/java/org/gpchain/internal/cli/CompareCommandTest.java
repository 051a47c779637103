package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code gpchain compare}. */
class CompareCommandTest extends CommandTest {
  /** Output of {@code tag}. The last column has the predicted labels. */
  private static final String OURS =
      """
      The DT B-NP B-NP
      ferry NN I-NP I-NP
      left VBD B-VP B-VP

      She PRP B-NP B-NP
      rows VBZ B-VP O

      """;

  private static final String THEIRS =
      """
      The DT B-NP O
      ferry NN I-NP B-NP
      left VBD B-VP B-VP

      She PRP B-NP B-NP
      rows VBZ B-VP O

      """;

  @TempDir private static Path models;
  private static Path good;
  private static Path bad;
  private static Path test;
  private static Path ours;
  private static Path theirs;

  @BeforeAll
  static void train() throws IOException {
    good = trained(models.resolve("good.gpchain"), Corpora.CHUNKS, "--task chunk");
    // The prior is too strong for two sentences.
    String strong = "--task chunk --kernel-rounds 0 --variance 0.01";
    bad = trained(models.resolve("bad.gpchain"), Corpora.CHUNKS, strong);
    test = Files.writeString(models.resolve("test.txt"), Corpora.CHUNKS);
    ours = Files.writeString(models.resolve("ours.txt"), OURS);
    theirs = Files.writeString(models.resolve("theirs.txt"), THEIRS);
  }

  private static CommandLineRun compare(Object... args) {
    return gpchain("compare --resamples 1000", args);
  }

  @Test
  void measuresAreTheSameAsThoseOfEvaluate() throws IOException {
    JsonNode figures =
        compare("--model", good, "--against", bad, "--test", test, "--json")
            .json()
            .at("/texts/0/figures");

    for (String side : List.of("first", "second")) {
      Path model = side.equals("first") ? good : bad;
      CommandLineRun evaluated = gpchain("evaluate --model", model, "--test", test, "--json");
      for (String key : List.of("f1", "tokenError", "nll", "ece", "segmentEce")) {
        assertThat(figures.path(key).path(side).asDouble())
            .as(key)
            .isCloseTo(evaluated.number("/" + key), within(1e-12));
      }
    }
    assertThat(figures.at("/nll/verdict").asText()).isEqualTo("better");
    assertThat(figures.at("/segmentLogLoss/difference").asDouble()).isNegative();
    for (JsonNode figure : figures) {
      assertThat(figure.path("difference").asDouble())
          .isCloseTo(
              figure.path("first").asDouble() - figure.path("second").asDouble(), within(1e-12));
    }
  }

  @Test
  void aModelComparedWithItselfIsATie() throws IOException {
    JsonNode json = compare("--model", good, "--against", good, "--test", test, "--json").json();
    assertThat(json.path("first").asText()).isEqualTo("first");
    assertThat(json.at("/texts/0/figures")).hasSize(6);
    for (JsonNode figure : json.at("/texts/0/figures")) {
      assertThat(figure.path("low").asDouble()).isZero();
      assertThat(figure.path("high").asDouble()).isZero();
      assertThat(figure.path("verdict").asText()).isEqualTo("tie");
    }
  }

  @Test
  void severalTestFilesAreAlsoComparedTogether() throws IOException {
    String texts = test + "," + test;
    assertThat(compare("--model", good, "--against", bad, "--test", texts).succeeds().out())
        .contains("test.txt: 2 sentences", "all: 4 sentences, 30 tokens", "good.gpchain", "F1 %")
        .contains("1000 resamples");
  }

  @Test
  void labelledFilesAreCompared() throws IOException {
    JsonNode json = compare("--labelled", ours, "--against", theirs, "--json").json();
    JsonNode figures = json.at("/texts/0/figures");
    assertThat(figures).hasSize(2);
    // There are four gold segments. Ours has three, all correct; theirs has three, two of them
    // correct.
    assertThat(figures.at("/f1/first").asDouble()).isEqualTo(6.0 / 7);
    assertThat(figures.at("/f1/second").asDouble()).isEqualTo(4.0 / 7);
    assertThat(figures.at("/tokenError/first").asDouble()).isEqualTo(0.2);
    assertThat(figures.at("/tokenError/second").asDouble()).isEqualTo(0.6);
    String named = "--labelled {} --against {} --columns word,pos,label,predicted --json";
    assertThat(compare(named, ours, theirs).json()).isEqualTo(json);
  }

  @Test
  void countsPerfectSentencesAndWritesDifferences() throws IOException {
    Path differences = path("differences.txt");
    assertThat(compare("--labelled", ours, "--against", theirs, "--differences", differences).out())
        .contains("Sentences entirely right: 1 of ours.txt only, 0 of theirs.txt only");
    assertThat(differences)
        .hasContent(
            """
            # ours.txt, sentence 1: ours.txt finds 2 of 2, with 0 wrong; theirs.txt finds 1 of 2, with 1 wrong
            The	B-NP	B-NP	O
            ferry	I-NP	I-NP	B-NP
            left	B-VP	B-VP	B-VP

            """);
    CommandLineRun same = compare("--labelled", ours, "--against", ours, "--json");
    assertThat(same.number("/texts/0/rightSentences/p")).isEqualTo(1);
  }

  /** In a token labeling scheme, every label except O is a segment. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a x NN NN/b x VB VB/c x O O; a x NN VB/b x VB O/c x O O; 0",
        "a x (PER* B-PER/b x *) L-PER/c x * O/d x (LOC) U-LOC;"
            + "a x (PER* PER/b x *) PER/c x * O/d x (LOC) O; 0.6666666666666666"
      })
  void comparesTokenLabelsAndOtherNotations(String right, String wrong, double f1)
      throws IOException {
    Path ours = file("ours.txt", right.replace('/', '\n') + "\n");
    Path theirs = file("theirs.txt", wrong.replace('/', '\n') + "\n");

    CommandLineRun compared = compare("--labelled", ours, "--against", theirs, "--json");

    assertThat(compared.number("/texts/0/figures/f1/first")).isEqualTo(1);
    assertThat(compared.number("/texts/0/figures/f1/second")).isCloseTo(f1, within(1e-12));
    assertThat(compared.number("/texts/0/figures/tokenError/second")).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "left VBD B-VP|sank VBD B-VP|3|the token is 'sank'",
        "She PRP B-NP|She PRP B-VP|5|the gold label is 'B-VP'",
        "rows VBZ B-VP|rows VBZ B-VP O\\nfast RB B-ADVP|6|this sentence has 3 tokens",
        "left VBD B-VP B-VP\\n\\n|left VBD B-VP B-VP\\n|3|this sentence has 5 tokens",
      })
  void differentSentencesFailWithTheLine(String from, String to, int line, String problem)
      throws IOException {
    String changed = OURS.replace(from.replace("\\n", "\n"), to.replace("\\n", "\n"));
    Path theirs = file("theirs.txt", changed);
    CommandLineRun run = compare("--labelled", ours, "--against", theirs);
    assertThat(run.err()).startsWith("gpchain: " + theirs + ":" + line + ": " + problem);
    assertThat(run.fails(1).err().lines()).hasSize(1);
  }

  @Test
  void anExtraSentenceFailsWithTheLine() throws IOException {
    Path longer = file("longer.txt", OURS + "Gulls NNS B-NP B-NP\n\n");
    String problem = longer + ":8: this sentence is one more than " + ours;
    assertThat(compare("--labelled", ours, "--against", longer).err()).contains(problem);
    assertThat(compare("--labelled", longer, "--against", ours).err()).contains(problem);
  }

  @Test
  void predictionsOfAnotherKindFail() throws IOException {
    Path theirs = file("theirs.txt", OURS.replace(" O\n", " noun\n"));
    compare("--labelled", ours, "--against", theirs)
        .fails(1, "theirs.txt:1: ", "but the predicted labels are not");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--model m --labelled a",
        "--model m",
        "--labelled a --test t",
        "--labelled a,b",
        "--labelled a --columns word,label",
        "--model m --test t --resamples 10"
      })
  void wrongUseExitsWithTwo(String arguments) throws IOException {
    List<String> more = arguments.isEmpty() ? List.of() : List.of(arguments.split(" "));
    assertThat(gpchain("compare --against {}", good, more).fails(2).out()).isEmpty();
  }

  @Test
  void tokensWithoutAnnotationFail() throws IOException {
    Path marked = file("marked.txt", Corpora.CHUNKS.replace("in IN B-PP", "in IN ?"));
    compare("--model", good, "--against", bad, "--test", marked)
        .fails(1, "gpchain: " + marked + ":14: the label '?' marks this token as not annotated");
    Path labelled = file("labelled.txt", "the B-NP B-NP\ntown ? O\n");
    compare("--labelled", labelled, "--against", labelled)
        .fails(1, "gpchain: " + labelled + ":2: the label '?' marks this token as not annotated");
  }

  @Test
  void modelsOfDifferentTasksFail() throws IOException {
    Path names = trained(path("names.gpchain"), Corpora.NAMES, "--task ne");
    compare("--model", good, "--against", names, "--test", test)
        .fails(1, "names.gpchain", "this model has the task ne");
  }
}
