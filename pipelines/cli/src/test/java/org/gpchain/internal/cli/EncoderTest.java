package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;

/** Tests training with an encoder, and the use of such models. */
class EncoderTest extends CommandTest {
  private static final String[] SYLLABLES = {"ba", "qui", "lor", "te", "mun", "sha", "vel", "dri"};

  private static final String FAST =
      "--task ne --language en --no-words --kernel-rounds 2 --seed 1";

  /** Returns sentences with names whose type only the vectors of the toy encoder tell. */
  private static String corpus(int seed, int sentences) {
    Draws draws = new Draws(seed);
    StringBuilder text = new StringBuilder();
    for (int n = 0; n < sentences; n++) {
      String name = draws.oneOf(SYLLABLES) + draws.oneOf(SYLLABLES) + draws.oneOf(SYLLABLES);
      name = Character.toUpperCase(name.charAt(0)) + name.substring(1);
      String label = ToyEncoders.isEven(name) ? "B-PER" : "B-LOC";
      text.append("then\tO\n").append(name).append('\t').append(label).append("\nwas\tO\n.\tO\n\n");
    }
    return text.toString();
  }

  private double f1(Path model, Path test) throws IOException {
    String json =
        gpchain("evaluate --json --columns word,label --model {} --test {}", model, test)
            .succeeds()
            .out();
    return new ObjectMapper().readTree(json).get("f1").asDouble();
  }

  private static String predictions(Path model, Path test) {
    String options = "--columns word,label --marginals --quiet";
    return gpchain("tag --model {} --input {}", model, test, options).succeeds().out();
  }

  @Test
  void vectorsTellWhatLettersDoNot() throws IOException {
    Path test = file("test.tsv", corpus(2, 60));
    Path with = trained(path("with.gpchain"), corpus(1, 60), FAST + " --encoder toy");
    Path without = trained(path("without.gpchain"), corpus(1, 60), FAST);

    assertThat(f1(with, test)).isGreaterThan(0.95);
    assertThat(f1(without, test)).isLessThan(0.8);
  }

  @Test
  void modelsWithAnEncoderTagRawTextAndAreDescribed() throws IOException {
    Path model = trained(path("m.gpchain"), corpus(1, 40), FAST + " --encoder toy");
    Path text = file("text.txt", "then Velqui was.");

    String type = ToyEncoders.isEven("Velqui") ? "PER" : "LOC";
    assertThat(
            gpchain("annotate --model {} --input {} --output - --to jsonl", model, text)
                .succeeds()
                .out())
        .contains("\"text\":\"Velqui\"")
        .contains("\"type\":\"" + type + "\"");
    assertThat(gpchain("inspect --model {}", model).succeeds().out())
        .contains("encoder      toy@1, 3 dimensions, of the tokens [-1, 0, 1]")
        .containsPattern("encoder +[0-9.]+ +3\n")
        .contains("encoder[-1]");
  }

  @Test
  void theSameSeedGivesTheSameModelOnAnyNumberOfThreads() throws IOException {
    Path one = trained(path("one.gpchain"), corpus(1, 40), FAST + " --encoder toy --threads 1");
    Path two = trained(path("two.gpchain"), corpus(1, 40), FAST + " --encoder toy --threads 2");
    Path test = file("test.tsv", corpus(3, 20));

    assertThat(predictions(one, test)).isEqualTo(predictions(two, test));
  }

  @Test
  void unknownEncodersAreErrors() throws IOException {
    Path train = file("train.tsv", corpus(1, 10));
    gpchain("train --train {} --model {}", train, path("m.gpchain"), FAST + " --encoder nowhere")
        .fails(1, "nowhere: the encoder cannot be used: there is no toy encoder of this name");
    assertThat(path("m.gpchain")).doesNotExist();
  }

  @Test
  void inducingPointsAndSamplesDoNotTakeAnEncoder() throws IOException {
    Path train = file("train.tsv", corpus(1, 30));
    for (String options :
        new String[] {"--posterior samples", "--posterior sparse", "--inducing 5"}) {
      gpchain(
              "train --train {} --model {} --task ne --encoder toy",
              train,
              path("m.gpchain"),
              options)
          .fails(1, "an encoder cannot be used with inducing points or samples");
    }
  }

  @Test
  void aDocumentThatCannotBeEncodedFailsAlone() throws IOException {
    Path model = trained(path("m.gpchain"), corpus(1, 40), FAST + " --encoder broken");
    file("bad.txt", "then kaputt was.");
    file("good.txt", "then Velqui was.");

    CommandLineRun run =
        gpchain(
            "annotate --model {} --input {} {} --output {} --to jsonl",
            model,
            path("bad.txt"),
            path("good.txt"),
            path("out"));
    run.fails(1, "1 of 2 documents failed");
    assertThat(path("out").resolve("errors.jsonl"))
        .content()
        .contains("bad")
        .contains("the toy encoder is broken");
    assertThat(path("out")).isDirectoryRecursivelyContaining("glob:**good*");
  }
}
