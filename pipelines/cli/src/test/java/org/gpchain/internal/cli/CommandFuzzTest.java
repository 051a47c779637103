package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;
import org.gpchain.internal.documents.TestModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Fuzz tests of commands with damaged files and arguments. Each command must succeed, or fail with
 * short messages.
 */
class CommandFuzzTest extends CommandTest {
  /** Number of mutants per test. It is low, because running a command takes long. */
  private static final int MUTANTS = Fuzz.MUTANTS / 5;

  private static final String COLUMNS =
      """
      The DT B-NP
      cat NN I-NP
      saw VBD O
      Port NNP B-NP
      Ansel NNP I-NP

      A DT B-NP
      dog NN I-NP
      ran VBD O
      . . O

      """
          .repeat(3);

  private static final String VECTORS =
      "5 3\nthe 0.1 0.2 0.3\ncat 1 -1 0.5\ndog 0.9 -1 0.4\nran 0 1 2\nport 1e-3 0 -2\n";

  private static final Map<String, String> VALID_FILES =
      Map.of(
          "template",
          "U00:%x[0,word]\nU01:%x[-1,pos]/%x[0,shape]\nU02:%x[0,suffix2]\n# x\nB\n",
          "label-map",
          "NP\tNP\nVP\tNP\nPP\t-\n",
          "lexicon",
          "Port Ansel\nThe Hague\ncat\nSan José\n",
          "vectors",
          VECTORS,
          "brown",
          "00\tthe\t10\n010\tcat\t3\n011\tdog\t2\n10\tran\t5\n11\tPort\t1\n",
          "pipeline",
          "# tidy up\nafter org.gpchain.annotator.GpCleanup\n",
          // Also damages the marks of tokens without annotation.
          "unknown-labels",
          COLUMNS.replace("DT B-NP", "DT ?").replace("VBD O", "VBD !NP"),
          "voices",
          "list\tNP\tplaces.txt\nregex\tNP\t\\bPort \\p{Lu}\\w+\n"
              + "model\tLOC=NP\tne.gpchain\ncolumn\tNP=NP\tgiven\nregex\tO\t[a-z]+\n",
          "select",
          "The ferry reached Ostrey. Kalmora lay there, said Wexley. Yes.");

  private static final String TRAIN =
      "train --quiet --task x --columns word,pos,label --threads 1 --iterations 2 --kernel-rounds 0"
          + " --calibration-folds 0 --model @m.gpchain";

  @BeforeEach
  void write() throws IOException {
    file("train.txt", COLUMNS);
    file("t.txt", VALID_FILES.get("template"));
    file("brown.txt", VALID_FILES.get("brown"));
    file("places.txt", VALID_FILES.get("lexicon"));
    file("text.txt", "The ferry reached Ostrey.");
    TestModel.write("ne", path("ne.gpchain"));
    CommandLineRun.of(command(TRAIN + " --template @t.txt --train @train.txt")).succeeds();
  }

  /** Splits a command line into words, and resolves file names, which start with an at sign. */
  private List<String> command(String line) {
    return CommandLineRun.words(line.replace("@", directory + "/"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "columns;" + TRAIN + " --template @t.txt --train @mutant",
        "template;" + TRAIN + " --train @train.txt --template @mutant",
        "label-map;" + TRAIN + " --train @train.txt --template @t.txt --label-map @mutant",
        "lexicon;" + TRAIN + " --train @train.txt --template @t.txt --lexicon places=@mutant",
        "vectors;"
            + TRAIN
            + " --train @train.txt --template @t.txt --posterior sparse --inducing 5 --samples 2"
            + " --embeddings @mutant",
        "unknown-labels;" + TRAIN + " --template @t.txt --annotated segments --train @mutant",
        "brown; words import --quiet --brown @mutant --output @w.gpwords --threads 1",
        "word-vectors; words import --quiet --vectors @mutant --clusters 2 --threads 1"
            + " --output @w.gpwords",
        "pipeline; annotate --quiet --model @ne.gpchain --input @text.txt --output @out"
            + " --to jsonl --overwrite --threads 1 --pipeline @mutant",
        "voices; weak --quiet --input @train.txt --columns word,pos,given --output @weak"
            + " --voices @mutant",
        "evaluate; evaluate --columns word,pos,label --model @m.gpchain --test @mutant",
        "tag; tag --columns word,pos,_ --model @m.gpchain --input @mutant",
        "select; select --count 3 --output - --model @ne.gpchain --input @mutant"
      })
  void damagedFilesDoNotCrashCommands(String kind, String line) throws IOException {
    String valid = VALID_FILES.getOrDefault(kind.replace("word-", ""), COLUMNS);
    Path file = file("mutant", valid);
    List<String> command = command(line);
    CommandLineRun.of(command).succeeds();

    Fuzz.attack(
        kind,
        MUTANTS,
        random ->
            random.nextInt(4) == 0
                ? Mutations.bytes(valid.getBytes(StandardCharsets.UTF_8), random)
                : Mutations.utf8(Mutations.text(valid, random)),
        mutant -> {
          Files.write(file, mutant);
          CommandLineRun run = CommandLineRun.of(command);
          run.succeedsOrExplainsItself();
          if (!new String(mutant, StandardCharsets.UTF_8).matches("(?s).*(NaN|Infinity).*")) {
            assertThat(run.out()).doesNotContain("NaN", "Infinity");
          }
        });
  }

  /** Replaces, removes or repeats some of the valid arguments. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "arguments;"
            + TRAIN
            + " --train @train.txt --template @t.txt --variance 1 --seed 3 --inducing 3 --samples 2"
            + " --limit 10 --cutoff 1 --scheme IOB2 --prune 0.01 --pairwise-variance 1",
        "crossval-arguments; crossval --quiet --task x --train @train.txt --columns word,pos,label"
            + " --iterations 2 --template @t.txt --threads 1 --kernel-rounds 0 --folds 2 --seed 3"
            + " --variance 1",
        "evaluate-arguments; evaluate --model @m.gpchain --test @train.txt --columns word,pos,label"
            + " --limit 5 --threads 1 --decoding segments",
        "compare-arguments; compare --model @m.gpchain --against @m.gpchain --test @train.txt"
            + " --columns word,pos,label --limit 5 --resamples 1000 --seed 3 --differences @d.txt",
        "tag-arguments; tag --quiet --model @m.gpchain --input @train.txt"
            + " --columns word,pos,label --threads 1 --marginals --decoding segments",
        "select-arguments; select --model @ne.gpchain --input @text.txt --output - --count 3"
            + " --by entropy --threads 1",
        "words-arguments; words import --quiet --brown @brown.txt --output @w.gpwords --threads 1"
            + " --prefixes 2,3 --language en --licence x --attribution y",
        "annotate-arguments; annotate --quiet --model @ne.gpchain --input @text.txt --output @out"
            + " --to jsonl --overwrite --shard 2 --max-failures 1 --threads 1 --n-best 3"
      })
  void damagedArgumentsDoNotCrashCommands(String kind, String line) {
    List<String> validArguments = command(line);
    CommandLineRun.of(validArguments).succeeds();
    attackArguments(kind, validArguments);
  }

  /** The port is in use, so that the server never starts. */
  @Test
  void damagedArgumentsDoNotCrashServe() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<String> validArguments =
          command(
              "serve --quiet --model @ne.gpchain --store @store --annotated all --token x"
                  + " --max-models 3 --max-body 1 --max-waiting 2 --timeout 3 --max-work 4"
                  + " --max-training 5 --host localhost --port "
                  + taken.getLocalPort());
      CommandLineRun.of(validArguments)
          .fails(1, "cannot listen at localhost:" + taken.getLocalPort());
      attackArguments("serve-arguments", validArguments);
    }
  }

  private static void attackArguments(String kind, List<String> validArguments) {
    Fuzz.attack(
        kind,
        2 * MUTANTS,
        random -> Mutations.utf8(String.join("\n", Mutations.arguments(validArguments, random))),
        mutant -> {
          Object args = new String(mutant, StandardCharsets.UTF_8).split("\n", -1);
          CommandLineRun.of(args).succeedsOrExplainsItself();
        });
  }
}
