package org.gpchain.experiments.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.experiments.ExperimentRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameFindersCommandTest {
  @TempDir private Path directory;
  private ExperimentRun names;

  @BeforeEach
  void writeCorpus() throws IOException {
    names = ExperimentRun.of(directory, "names", "--columns word,label");
    names.write(
        "test.txt",
        """
        Hanna B-PER
        Wexley I-PER
        lives O
        in O
        London B-LOC
        . O

        She B-OTHER
        works O
        in O
        York B-LOC
        . O

        """);
  }

  @Test
  void countsPersonsLocationsAndOrganizations() {
    Path test = directory.resolve("test.txt");
    String output = names.succeed("--model", "ner-en", "--test", test, "--warm-up", test).out();

    assertThat(output.lines())
        .hasSize(2)
        .first()
        .isEqualTo(test + ": F1 100.0 %, precision 100.0 %, recall 100.0 %");
    assertThat(output).contains("11 tokens in ", " tokens/s; ");
  }

  @Test
  void needsEitherAModelOrAClassifier() {
    Path test = directory.resolve("test.txt");

    names.isWrongUse("give either --model or --corenlp", "--test", test);
    names.isWrongUse(
        "give either --model or --corenlp",
        "--test",
        test,
        "--model",
        "ner-en",
        "--corenlp",
        "all.ser.gz");
  }

  @Test
  void explainsHowToAddCoreNlp() {
    Path test = directory.resolve("test.txt");

    assertThat(names.run("--test", test, "--corenlp", "all.ser.gz").err())
        .contains("CoreNLP is not on the class path; put its jar into the variable");
  }

  @Test
  void joinsAdjacentTokensWithTheSameCoreNlpLabel() {
    List<String> labels =
        List.of("PERSON", "PERSON", "O", "DATE", "LOCATION", "ORGANIZATION", "O", "PERSON");

    assertThat(CoreNlpNames.names(labels))
        .containsExactly(
            new Span(0, 2, "PER"),
            new Span(4, 5, "LOC"),
            new Span(5, 6, "ORG"),
            new Span(7, 8, "PER"));
    assertThat(CoreNlpNames.names(List.of("O"))).isEmpty();
  }
}
