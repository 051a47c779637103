package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code gpchain train --posterior sparse}, and of other commands with such models. */
class SparseTrainingTest extends CommandTest {
  /**
   * Word vectors in which persons are on the left, and places on the right. Ostrey and Mira do not
   * occur in the corpus.
   */
  private static final String VECTORS =
      """
      12 2
      left 0 3
      reached 0 3.1
      the 0 -3
      Ada -2 0
      Bo -2.1 0.1
      Kim -1.9 -0.1
      Mira -2 0.1
      Tarrin 2 0
      Ostby 2.1 0.1
      Lund 1.9 -0.1
      Ostrey 2 0.1
      . 0 -2
      """;

  private Path corpus;
  private Path template;
  private Path vectors;
  private Path model;
  private int threads = 1;

  @BeforeEach
  void writeFiles() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String person : List.of("Ada", "Bo", "Kim")) {
      for (String place : List.of("Tarrin", "Ostby", "Lund")) {
        text.append(person).append(" B-PER\nleft O\n");
        text.append(place).append(" B-LOC\n. O\n\n");
      }
    }
    corpus = file("train.txt", text);
    template = file("template", "U00:%x[0,word]\nU01:%x[0,shape]\n");
    vectors = file("vectors.txt", VECTORS);
    model = path("ne.gpchain");
  }

  private CommandLineRun train(Object... more) {
    return gpchain(
        "train --task ne --threads {} --train {} --columns word,label --template {} --model {}"
            + " --kernel-rounds 2",
        threads,
        corpus,
        template,
        model,
        more);
  }

  private Model trained(Object... more) throws IOException {
    train(more).succeeds();
    return ModelLocation.of(model).load(Contents.EVERYTHING);
  }

  @Test
  void trainsEvaluatesAndAnnotates() throws IOException {
    Model trained = trained("--posterior sparse --embeddings", vectors, "--language en");
    assertThat(trained.posterior()).isInstanceOf(SparsePosterior.class);

    Path test = file("test.txt", "Mira B-PER\nreached O\nOstrey B-LOC\n. O\n");
    for (String more : List.of("--json", "--json --samples 8 --residual")) {
      Object[] evaluate = {"evaluate --columns word,label --model", model, "--test", test, more};
      assertThat(gpchain(evaluate).number("/f1")).isNotNegative();
    }
    TokenSequence seen = TokenSequence.ofWords(List.of("Mira", "reached", "Ostrey", "."));
    assertThat(trained.tagger(DecodingOptions.DEFAULT).tag(seen).labels())
        .containsExactly("B-PER", "O", "B-LOC", "O");

    Path text = file("text.txt", "Mira reached Ostrey.");
    Path out = path("out");
    gpchain("annotate --model", model, "--input", text, "--output", out, "--to json").succeeds();
    assertThat(Files.readString(out.resolve("text.json"))).contains("PER", "LOC");
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "rbf", "cosine", "linear+rbf"})
  void settingsOfAllKernelsAreStored(String kernel) throws IOException {
    String few = "--posterior sparse --iterations 3 --rounds 1 --inducing 6 --samples 2 --kernel";
    Model trained = trained(few, kernel);
    assertSettings(trained, "posterior=sparse kernel=" + kernel);
    assertSettings(trained, "inducing=6 samples=2 rounds=1 iterations=3");
    assertThat(((SparsePosterior) trained.posterior()).projection().size()).isLessThanOrEqualTo(6);
  }

  @Test
  void defaultsOfSparsePosteriorsDiffer() throws IOException {
    Object[] options = {"--posterior sparse --yes"};
    assertThat(train(options).succeeds().err()).contains("learning takes about 0 seconds");

    StringBuilder many = new StringBuilder(Files.readString(corpus));
    for (int type = 0; type < 100; type++) {
      many.append("x B-T").append(type).append("\n\n");
    }
    Files.writeString(corpus, many);
    String note = train().succeeds().err().lines().findFirst().orElseThrow();

    assertThat(note).contains("of processor time, with 205 labels");

    threads = 7;
    assertThat(train().succeeds().err()).contains(note);

    writeFiles();
    Model sparse = trained(options);
    assertSettings(sparse, "kernel=linear inducing=500 samples=8 rounds=3 iterations=30");
    assertSettings(trained(), "posterior=decoupled inducing=0");
  }

  @Test
  void embeddingWordsLimitTheStoredVectors() throws IOException {
    Object[] embeddings = {"--posterior sparse --iterations 1 --embeddings", vectors};
    Model withAllWords = trained(embeddings);
    Model withCorpusWords = trained(embeddings, "--embedding-words 0 --word-lines U00");
    // The words are Mira, Ostrey, reached, the; and Left, Reached, The at the start of a sentence.
    assertThat(withAllWords.vocabulary().featureCount())
        .isEqualTo(withCorpusWords.vocabulary().featureCount() + 7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--kernel rbf;--kernel needs --posterior sparse",
        "--embeddings v.txt;--embeddings needs --posterior sparse",
        "--posterior decoupled --word-lines U00;--word-lines needs --posterior sparse",
        "--embedding-words 5;--embedding-words needs --posterior sparse",
        "--posterior sparse --word-lines U00;--word-lines needs --embeddings",
        "--posterior sparse --embedding-words 5;--embedding-words needs --embeddings",
        "--posterior sparse --embeddings v --embedding-words -1;must be at least 0, was -1",
        "--posterior sparse --prune 0.1;--pruning is for decoupled",
        "--posterior sparse --kernel periodic;periodic",
        "--posterior sparse --rounds 100000000;minutes of processor time; add --yes to continue"
      })
  void contradictingOptionsAreWrongUse(String options, String message) {
    train((Object[]) options.split(" ")).fails(2, message, "'gpchain train --help' explains it");
    assertThat(model).doesNotExist();
  }

  @Test
  void unusableVectorsFail() throws IOException {
    Path missing = path("missing.bin");
    assertFailure(missing + ": there is no such file", "--embeddings", missing);
    Path other = file("other.txt", "1 1\nhund 1\n");
    assertFailure("no word of the training corpus has a word vector", "--embeddings", other);
    String noLine = "there is no template line U07; there are [U00, U01]";
    assertFailure(noLine, "--embeddings", vectors, "--word-lines U07");
    assertFailure("no token of the training corpus has any feature", "--cutoff 1000");
  }

  private void assertFailure(String message, Object... more) {
    assertThat(train("--posterior sparse", more).fails(1, message).err()).startsWith("gpchain: ");
    assertThat(model).doesNotExist();
  }
}
