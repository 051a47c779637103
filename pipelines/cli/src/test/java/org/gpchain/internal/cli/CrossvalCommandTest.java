package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code gpchain crossval}. */
class CrossvalCommandTest extends CommandTest {
  private static CommandLineRun crossval(Object... args) {
    return gpchain("crossval --task ne --kernel-rounds 2", args);
  }

  @Test
  void foldsGiveTheSameMeasuresAsTrainAndEvaluate() throws IOException {
    String[] parts = {Corpora.NAMES, Corpora.NAMES.replace("Bo ", "Eva ")};
    Path corpus =
        file("names.txt", "-DOCSTART- -X- O\n\n" + parts[0] + "-DOCSTART- -X- O\n\n" + parts[1]);
    JsonNode json = crossval("--train", corpus, "--folds 2 --json").json();

    assertThat(json.path("documents").asInt()).isEqualTo(2);
    assertThat(json.path("folds")).hasSize(2);
    for (int fold = 0; fold < 2; fold++) {
      Path model = path("model.gpchain");
      trained(model, parts[1 - fold], "--task ne --kernel-rounds 2");
      Path test = file("test.txt", parts[fold]);
      CommandLineRun evaluated = gpchain("evaluate --model", model, "--test", test, "--json");
      for (String key : List.of("f1", "precision", "tokenError", "nll", "ece", "segmentEce")) {
        assertThat(json.at("/folds/" + fold).path(key).asDouble())
            .as(key)
            .isCloseTo(evaluated.number("/" + key), within(1e-12));
      }
    }

    double first = json.at("/folds/0/nll").asDouble();
    double second = json.at("/folds/1/nll").asDouble();
    assertThat(json.at("/figures/nll/mean").asDouble())
        .isCloseTo((first + second) / 2, within(1e-12));
    assertThat(json.at("/figures/nll/deviation").asDouble())
        .isCloseTo(Math.abs(first - second) / Math.sqrt(2), within(1e-12));
  }

  @Test
  void predictionsCoverTheCorpusInItsOrder() throws IOException {
    Path corpus = file("names.txt", Corpora.NAMES + Corpora.NAMES);
    Path predictions = path("held-out.txt");
    assertThat(crossval("--train", corpus, "--folds 2 --predictions", predictions).out())
        .contains("fold", "mean", "sd", "Folds are blocks of neighbouring sentences");

    List<String> words =
        Files.readAllLines(predictions).stream().map(line -> line.split("\t", -1)[0]).toList();
    assertThat(words)
        .isEqualTo(
            Files.readAllLines(corpus).stream().map(line -> line.split(" ", -1)[0]).toList());

    JsonNode json = crossval("--train", corpus, "--folds 2 --json").json();
    String compare = "compare --resamples 1000 --labelled {} --against {} --json";
    assertThat(gpchain(compare, predictions, predictions).number("/texts/0/figures/f1/first"))
        .isCloseTo(json.path("pooledF1").asDouble(), within(1e-12));
  }

  @Test
  void printsANoteIfDocumentsAreDivided() throws IOException {
    String document = "-DOCSTART- -X- O\n\n" + Corpora.NAMES;
    Path corpus = file("names.txt", document.repeat(2));
    assertThat(crossval("--train", corpus, "--folds 3").succeeds().err())
        .contains(
            "note: there are fewer documents than folds, so documents are divided"
                + " between folds; --folds 2 keeps");
    assertThat(crossval("--train", corpus, "--folds 2").succeeds().err()).doesNotContain("note:");
    Path oneDocument = file("one.txt", Corpora.NAMES);
    assertThat(crossval("--train", oneDocument, "--folds 2").succeeds().err())
        .doesNotContain("note:");
  }

  @Test
  void labelsThatOccurOnlyInHeldOutSentencesAreNoFailure() throws IOException {
    Path corpus =
        file("names.txt", Corpora.NAMES + "Pavel NNP B-RARE\ncame VBD O\n\n" + Corpora.NAMES);
    JsonNode json = crossval("--train", corpus, "--folds 5 --json").json();
    assertThat(json.path("folds")).hasSize(5);
  }

  @Test
  void corporaThatCannotBeDividedIntoFoldsFail() throws IOException {
    Path marked = file("marked.txt", Corpora.NAMES + "Pavel NNP ?\ncame VBD O\n");
    crossval("--train", marked, "--folds 2")
        .fails(1, "the label '?' marks this token as not annotated");
    Path few = file("names.txt", Corpora.NAMES);
    assertThat(crossval("--train", few).fails(1).err())
        .contains("the corpus has 2 sentences, fewer than --folds 5")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--folds 1", "--folds x", "--beta 0", "--kernel rbf"})
  void wrongUseExitsWithTwo(String arguments) throws IOException {
    crossval("--train", file("names.txt", Corpora.NAMES), arguments.split(" ", -1)).fails(2);
  }
}
