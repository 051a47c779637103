package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.Draws;
import org.gpchain.core.model.Features;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.training.io.AtomicFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests training with an encoder, and the use of such models. */
class EncoderTest extends CommandTest {
  private static final String[] SYLLABLES = {"ba", "qui", "lor", "te", "mun", "sha", "vel", "dri"};

  private static final String FAST =
      "--task ne --language en --no-words --kernel-rounds 2 --seed 1";

  @TempDir private static Path shared;

  /** Model with the encoder {@code toy}, trained on two threads. */
  private static Path toyModel;

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

  /** Trains the model of most tests, which are slow if each test trains its own. */
  @BeforeAll
  static void train() throws IOException {
    String options = FAST + " --encoder toy --threads 2";
    toyModel = trained(shared.resolve("m.gpchain"), corpus(1, 40), options);
  }

  private static CommandLineRun evaluate(Path model, Path test, Object... more) {
    return gpchain("evaluate --columns word,label --model {} --test {}", model, test, more);
  }

  private static double f1(Path model, Path test) throws IOException {
    return evaluate(model, test, "--json").number("/f1");
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
    Path text = file("text.txt", "then Velqui was.");

    String type = ToyEncoders.isEven("Velqui") ? "PER" : "LOC";
    CommandLineRun annotated =
        gpchain("annotate --model {} --input {} --output - --to jsonl", toyModel, text);
    assertThat(annotated.succeeds().out())
        .contains("\"text\":\"Velqui\"", "\"type\":\"" + type + "\"");
    assertThat(gpchain("inspect --model {}", toyModel).succeeds().out())
        .contains("encoder      toy@1, 3 dimensions, of the tokens [-1, 0, 1]")
        .containsPattern("encoder +[0-9.]+ +3\n")
        .contains("encoder[-1]");
  }

  @Test
  void sentencesUnlikeTheTrainingTextAreCounted() throws IOException {
    Path like = file("like.tsv", corpus(2, 40));
    String unusual = "Incomprehensibilities\tO\nCounterrevolutionaries\tB-PER\n\n";
    Path unlike = file("unlike.tsv", unusual);

    String found = "1 of 1 sentences (100.0 %) are unlike the training text (novelty above ";
    CommandLineRun tagged = gpchain("tag --columns word,_ --model {} --input {}", toyModel, unlike);
    assertThat(tagged.succeeds().err()).contains(found);
    assertThat(evaluate(toyModel, unlike).succeeds().out())
        .contains("novelty      " + found, "F1 on them: ");
    assertThat(evaluate(toyModel, like).succeeds().out())
        .contains("novelty      0 of 40 sentences (0.0 %)", "F1 on the others: ");

    Path text = file("unlike.txt", "Incomprehensibilities Counterrevolutionaries");
    CommandLineRun annotated =
        gpchain("annotate --model {} --input {} --output {}", toyModel, text, path("out"));
    assertThat(annotated.succeeds().err()).contains("m: " + found);
  }

  @Test
  void modelsWithoutAnEncoderHaveNoNovelty() throws IOException {
    Path plain = trained(path("plain.gpchain"), corpus(1, 40), FAST);
    Path test = file("test.tsv", corpus(2, 10));
    assertThat(evaluate(plain, test, "--json").succeeds().out()).doesNotContain("novelty");
  }

  @Test
  void theSameSeedGivesTheSameModelOnAnyNumberOfThreads() throws IOException {
    Path one = trained(path("one.gpchain"), corpus(1, 40), FAST + " --encoder toy --threads 1");
    Path test = file("test.tsv", corpus(3, 20));

    assertThat(predictions(one, test)).isEqualTo(predictions(toyModel, test));
  }

  /** The command fails before it learns, since a single sentence is too few. */
  @Test
  void longEncodingIsAnnounced() throws IOException {
    Path train = file("train.tsv", "Vik\tB-LOC\n" + "x\tO\n".repeat(60_000));
    Object[] files = {train, path("m.gpchain"), path("v.variances"), FAST};
    String command = "train --columns word,label --train {} --model {} --variances {}";
    String announced = "encoding the sentences takes about 15 seconds of processor time";

    CommandLineRun with = gpchain(command + " --encoder toy", files);
    assertThat(with.fails(1, "kernel learning needs").err()).contains(announced);
    assertThat(gpchain(command, files).err()).doesNotContain("encoding");
  }

  @Test
  void unknownEncodersAreErrors() throws IOException {
    Path train = file("train.tsv", corpus(1, 10));
    gpchain("train --train {} --model {}", train, path("m.gpchain"), FAST + " --encoder nowhere")
        .fails(1, "nowhere: the encoder cannot be used: there is no toy encoder of this name");
    assertThat(path("m.gpchain")).doesNotExist();
  }

  /** Trains a model, and returns it with a reference to an encoder that no command has opened. */
  private Path modelOf(String encoderName) throws IOException {
    Model model = ModelLocation.of(toyModel).load();
    Features features = model.features();
    VectorFeatures vectors = features.vectors();
    VectorFeatures late =
        VectorFeatures.of(encoderName + "@1", vectors.projection(), vectors.offsets());
    Features lateFeatures =
        new Features(
            features.vocabulary(), features.prior(), features.tagset(), features.sources(), late);
    Model lateModel =
        new Model(
            model.task(),
            lateFeatures,
            model.posterior(),
            model.calibration(),
            model.provenance(),
            model.run());

    Path file = path(encoderName + ".gpchain");
    AtomicFile.write(file, out -> ModelWriter.write(lateModel, out));
    return file;
  }

  /**
   * Checks that a command fails without its encoder, with a message that names the artifact to add,
   * and succeeds with it.
   */
  private static CommandLineRun withEncoder(String name, Object... command) {
    gpchain(command).fails(1, "the encoder " + name + "@1", "org.gpchain:gpchain-encoder-en");
    return gpchain(command, "--encoder", name).succeeds();
  }

  @Test
  void selectTakesAnEncoder() throws IOException {
    Path model = modelOf("late-select");
    Path texts = file("texts.txt", "then Velqui was. then Baquilor was.");
    String select = "select --model {} --input {} --count 2 --output -";
    assertThat(withEncoder("late-select", select, model, texts).out()).contains("\"rank\":2");
  }

  @Test
  void compareTakesAnEncoder() throws IOException {
    Path model = modelOf("late-compare");
    Path other = trained(path("other.gpchain"), corpus(1, 40), FAST);
    Path test = file("test.tsv", corpus(2, 60));
    String compare = "compare --model {} --against {} --test {} --columns word,label";
    assertThat(withEncoder("late-compare", compare, model, other, test).out()).contains("better");
  }

  @Test
  void weakTakesAnEncoder() throws IOException {
    Path model = modelOf("late-weak");
    Path voices = file("my.voices", "model * " + model + "\n");
    Path text = file("text.tsv", corpus(3, 10));
    String weak = "weak --voices {} --input {} --output {} --columns word,label";
    withEncoder("late-weak", weak, voices, text, path("out"));
    assertThat(path("out").resolve("labelled.txt")).content().contains("B-PER", "B-LOC");
  }

  @Test
  void voicesOfATrainingUseItsEncoder() throws IOException {
    Path model = modelOf("late-voice");
    Path voices = file("my.voices", "model * " + model + "\n");
    Path text = file("text.tsv", corpus(3, 30));
    Path learned = path("learned.gpchain");
    String train = "train --train {} --voices {} --model {} --columns word,label";
    withEncoder("late-voice", train, text, voices, learned, FAST);
    assertThat(gpchain("inspect --model {}", learned).succeeds().out()).contains("late-voice@1");
  }

  @Test
  void crossValidationUsesTheEncoder() throws IOException {
    Path train = file("train.tsv", corpus(1, 60));
    String crossval = "crossval --folds 3 --json --train {} --columns word,label";
    double with = gpchain(crossval, train, FAST, "--encoder toy").number("/figures/f1/mean");
    double without = gpchain(crossval, train, FAST).number("/figures/f1/mean");
    assertThat(with).isGreaterThan(0.9);
    assertThat(without).isLessThan(0.8);
  }

  @Test
  void packagedModelsRemindOfTheirEncoder() throws IOException {
    gpchain("package --model {} --name mine --output {}", toyModel, path("m.jar"))
        .fails(0, "the model refers to the encoder toy@1");
  }

  @Test
  void anEncoderForAnotherLanguageIsNoted() throws IOException {
    Path train = file("train.tsv", corpus(1, 10));
    String note = "note: the encoder german@1 is for the language 'de', but the model is for 'en'";

    CommandLineRun run =
        gpchain(
            "train --train {} --model {}", train, path("g.gpchain"), FAST + " --encoder german");
    assertThat(run.succeeds().err()).containsOnlyOnce(note);
  }

  @Test
  void aSentenceThatCannotBeEncodedLeavesNoModel() throws IOException {
    Path train = file("train.tsv", corpus(1, 10) + "kaputt\tO\n");

    gpchain("train --train {} --model {}", train, path("m.gpchain"), FAST + " --encoder broken")
        .fails(1, "the toy encoder is broken");
    assertThat(path("m.gpchain")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--posterior sparse --inducing 40",
        "--posterior sparse --inducing 40 --encoder-kernel rbf",
        "--posterior sparse --inducing 40 --kernel rbf --encoder-kernel linear+rbf",
        "--inducing 40",
        "--posterior samples --mcmc-steps 3000"
      })
  void everyPosteriorTakesAnEncoder(String posterior) throws IOException {
    Path test = file("test.tsv", corpus(2, 60));
    Path model = trained(path("m.gpchain"), corpus(1, 60), FAST + " --encoder toy " + posterior);
    assertThat(f1(model, test)).isGreaterThan(0.9);
    gpchain("select --model {} --input {} --count 2 --output -", model, test).succeeds();
    gpchain("inspect --model {}", model).succeeds();
  }

  @Test
  void kernelsOfVectorsNeedAnEncoder() throws IOException {
    Path train = file("train.tsv", corpus(1, 10));
    String kernel = " --posterior sparse --encoder-kernel rbf";
    gpchain("train --train {} --model {}", train, path("m.gpchain"), FAST + kernel)
        .fails(1, "needs an encoder");
  }

  @Test
  void aDocumentThatCannotBeEncodedFailsAlone() throws IOException {
    Path model = trained(path("m.gpchain"), corpus(1, 40), FAST + " --encoder broken");
    file("bad.txt", "then kaputt was.");
    file("good.txt", "then Velqui was.");

    String annotate = "annotate --model {} --input {} {} --output {} --to jsonl";
    CommandLineRun run = gpchain(annotate, model, path("bad.txt"), path("good.txt"), path("out"));
    run.fails(1, "1 of 2 documents failed");
    assertThat(path("out").resolve("errors.jsonl"))
        .content()
        .contains("bad")
        .contains("the toy encoder is broken");
    assertThat(path("out")).isDirectoryRecursivelyContaining("glob:**good*");
  }
}
