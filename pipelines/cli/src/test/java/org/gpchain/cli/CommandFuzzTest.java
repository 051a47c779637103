package org.gpchain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;
import org.gpchain.documents.TestModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Commands with damaged files and arguments: each does its work, or says in a line what is wrong.
 */
class CommandFuzzTest extends CommandTest {
  /** A command takes longer than a file alone. */
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

  private static final String TEMPLATE =
      "U00:%x[0,word]\nU01:%x[-1,pos]/%x[0,shape]\nU02:%x[0,suffix2]\n# x\nB\n";

  private static final String LABEL_MAP = "NP\tNP\nVP\tNP\nPP\t-\n";
  private static final String LEXICON = "Port Ansel\nThe Hague\ncat\nSan José\n";

  private static final String VECTORS =
      "5 3\nthe 0.1 0.2 0.3\ncat 1 -1 0.5\ndog 0.9 -1 0.4\nran 0 1 2\nport 1e-3 0 -2\n";

  private Path corpus;
  private Path template;

  @BeforeEach
  void write() throws IOException {
    corpus = file("train.txt", COLUMNS);
    template = file("t.txt", TEMPLATE);
  }

  private List<String> training(Object... more) {
    return CommandLineRun.words(
        "train --quiet --task x --columns word,pos,label --threads 1 --iterations 2 --kernel-rounds"
            + " 0 --calibration-folds 0 --model {}",
        path("m.gpchain"),
        more);
  }

  /** Runs a command with mutants of a text in the place of a file. */
  private void attack(String kind, String sound, List<String> command) throws IOException {
    Path file = path("mutant");
    command.add(file.toString());
    attack(kind, sound, file, command);
  }

  private static void attack(String kind, String sound, Path file, List<String> command)
      throws IOException {
    Files.writeString(file, sound);
    CommandLineRun.of(command).succeeds();
    Fuzz.attack(
        kind,
        MUTANTS,
        random ->
            random.nextInt(4) == 0
                ? Mutations.bytes(sound.getBytes(StandardCharsets.UTF_8), random)
                : Mutations.utf8(Mutations.text(sound, random)),
        mutant -> {
          Files.write(file, mutant);
          CommandLineRun run = CommandLineRun.of(command);
          check(run);
          if (!new String(mutant, StandardCharsets.UTF_8).matches("(?s).*(NaN|Infinity).*")) {
            assertThat(run.out()).doesNotContain("NaN", "Infinity");
          }
        });
  }

  private static void check(CommandLineRun run) {
    assertThat(run.exitCode()).isBetween(0, 2);
    assertThat(run.err())
        .doesNotContain("should not have happened", "\tat ", "Exception", "Cannot invoke");
    assertThat(run.err().chars()).noneMatch(c -> Character.isISOControl(c) && c != '\n');
    if (run.exitCode() > 0) {
      assertThat(run.err().lines()).allMatch(line -> line.length() < 2_200);
      assertThat(run.err()).startsWith("gpchain: ");
    }
  }

  @Test
  void columns() throws IOException {
    attack("columns", COLUMNS, training("--template", template, "--train"));
  }

  @Test
  void testCorpora() throws IOException {
    check(CommandLineRun.of(training("--template", template, "--train", corpus)));
    Path model = path("m.gpchain");
    attack(
        "evaluate",
        COLUMNS,
        CommandLineRun.words("evaluate --columns word,pos,label --model", model, "--test"));
    attack(
        "tag", COLUMNS, CommandLineRun.words("tag --columns word,pos,_ --model", model, "--input"));
  }

  @Test
  void templates() throws IOException {
    attack("template", TEMPLATE, training("--train", corpus, "--template"));
  }

  @Test
  void labelMaps() throws IOException {
    attack(
        "label-map", LABEL_MAP, training("--train", corpus, "--template", template, "--label-map"));
  }

  @Test
  void lexicons() throws IOException {
    Path file = path("lexicon.txt");
    List<String> command =
        training("--train", corpus, "--template", template, "--lexicon", "places=" + file);
    attack("lexicon", LEXICON, file, command);
  }

  @Test
  void wordVectors() throws IOException {
    attack(
        "vectors",
        VECTORS,
        training(
            "--train {} --template {} --posterior sparse --inducing 5 --samples 2 --embeddings",
            corpus,
            template));
  }

  /** Marks of what is not known are damaged too. */
  @Test
  void unknownLabels() throws IOException {
    attack(
        "unknown-labels",
        COLUMNS.replace("DT B-NP", "DT ?").replace("VBD O", "VBD !NP"),
        training("--template", template, "--annotated", "segments", "--train"));
  }

  @Test
  void updates() throws IOException {
    check(CommandLineRun.of(training("--template", template, "--updatable --train", corpus)));
    Path model = Files.move(path("m.gpchain"), path("before.gpchain"));
    attack(
        "update",
        COLUMNS.replace("dog", "fox"),
        CommandLineRun.words(
            "train --quiet --task x --columns word,pos,label --threads 1 --update {} --model {}"
                + " --train",
            model,
            path("after.gpchain")));
  }

  @Test
  void selections() throws IOException {
    Path model = names();
    attack(
        "select",
        "The ferry reached Ostrey. Kalmora lay there, said Wexley. Yes.",
        CommandLineRun.words("select --count 3 --output - --model", model, "--input"));
  }

  @Test
  void argumentsOfSelect() throws IOException {
    List<String> sound =
        CommandLineRun.words(
            "select --model {} --input {} --output - --count 3 --by entropy --threads 1",
            names(),
            text());
    attackArguments("select-arguments", sound);
  }

  @Test
  void argumentsOfAnnotate() throws IOException {
    List<String> sound =
        CommandLineRun.words(
            "annotate --quiet --model {} --input {} --output {} --to jsonl --overwrite --shard 2"
                + " --max-failures 1 --threads 1 --n-best 3",
            names(),
            text(),
            path("out"));
    attackArguments("annotate-arguments", sound);
  }

  @Test
  void argumentsOfTestCommands() {
    check(CommandLineRun.of(training("--template", template, "--train", corpus)));
    Path model = path("m.gpchain");
    List<String> evaluate =
        CommandLineRun.words(
            "evaluate --model {} --test {} --columns word,pos,label --limit 5 --threads 1"
                + " --decoding segments",
            model,
            corpus);
    attackArguments("evaluate-arguments", evaluate);
    List<String> compare =
        CommandLineRun.words(
            "compare --model {} --against {} --test {} --columns word,pos,label --limit 5"
                + " --resamples 1000 --seed 3 --differences {}",
            model,
            model,
            corpus,
            path("differences.txt"));
    attackArguments("compare-arguments", compare);
    List<String> tag =
        CommandLineRun.words(
            "tag --quiet --model {} --input {} --columns word,pos,label --threads 1 --marginals"
                + " --decoding segments",
            model,
            corpus);
    attackArguments("tag-arguments", tag);
  }

  @Test
  void argumentsOfCrossval() {
    List<String> sound =
        CommandLineRun.words(
            "crossval --quiet --task x --train {} --columns word,pos,label --iterations 2"
                + " --template {} --threads 1 --kernel-rounds 0 --folds 2 --seed 3 --variance 1",
            corpus,
            template);
    attackArguments("crossval-arguments", sound);
  }

  private Path names() throws IOException {
    return TestModel.write("ne", path("ne.gpchain"));
  }

  private Path text() throws IOException {
    return file("text.txt", "The ferry reached Ostrey.");
  }

  /** Sound arguments, of which some are replaced, left out, or given twice. */
  @Test
  void arguments() {
    List<String> sound =
        training(
            "--train {} --template {} --variance 1 --seed 3 --inducing 3 --samples 2 --limit 10"
                + " --cutoff 1 --scheme IOB2 --prune 0.01 --pairwise-variance 1",
            corpus,
            template);
    attackArguments("arguments", sound);
  }

  private static void attackArguments(String kind, List<String> sound) {
    CommandLineRun.of(sound).succeeds();
    Fuzz.attack(
        kind,
        2 * MUTANTS,
        random -> Mutations.utf8(String.join("\n", damaged(sound, random))),
        mutant -> {
          Object args = new String(mutant, StandardCharsets.UTF_8).split("\n", -1);
          check(CommandLineRun.of(args));
        });
  }

  /**
   * The first argument, the threads and the files stay: others are to be tried, not the machine.
   */
  private static List<String> damaged(List<String> sound, Random random) {
    List<String> args = new ArrayList<>(sound);
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      int i = 1 + random.nextInt(args.size() - 1);
      if (args.get(i).contains("/")
          || args.get(i - 1)
              .matches("--(threads|iterations|samples|resamples|kernel-rounds|model|output)")) {
        continue;
      }
      switch (random.nextInt(5)) {
        case 0 -> args.remove(i);
        case 1 -> args.add(i, args.get(i));
        case 2 -> args.set(i, Mutations.any(random, Mutations.STRINGS).replace("\n", " "));
        default -> args.set(i, Mutations.any(random, Mutations.NUMBERS));
      }
    }
    return args;
  }
}
