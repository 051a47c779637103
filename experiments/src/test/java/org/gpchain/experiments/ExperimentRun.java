package org.gpchain.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.cli.CommandLineRun;

/**
 * The command line of an experiment, with default options and a folder for its files.
 *
 * @param directory the folder
 * @param defaults the name of the experiment, followed by options with one value each
 */
public record ExperimentRun(Path directory, List<String> defaults) {
  /** Two sentences with chunks. */
  public static final String CHUNKS =
      """
      The DT B-NP
      ferry NN I-NP
      left VBD B-VP

      She PRP B-NP
      stayed VBD B-VP

      """;

  /**
   * Returns an experiment.
   *
   * @param defaults name and default options of the experiment, in any number of strings
   */
  public static ExperimentRun of(Path directory, Object... defaults) {
    return new ExperimentRun(directory, words(defaults));
  }

  private static List<String> words(Object... options) {
    List<String> words = new ArrayList<>();
    for (Object option : options) {
      words.addAll(List.of(option.toString().split(" ", -1)));
    }
    return words;
  }

  /** Returns this experiment with additional default options. */
  public ExperimentRun with(Object... more) {
    List<String> extended = new ArrayList<>(defaults);
    extended.addAll(words(more));
    return new ExperimentRun(directory, extended);
  }

  /**
   * Returns an experiment with small corpora of chunks. The label of the last test token does not
   * occur in the training corpus.
   */
  public static ExperimentRun ofChunks(Path directory, String experiment) throws IOException {
    String files = "--template %1$s/template --train %1$s/train.txt --test %1$s/test.txt";
    ExperimentRun run = of(directory, experiment, "--task chunk", files.formatted(directory));
    run.write("train.txt", CHUNKS.repeat(5));
    run.write("test.txt", CHUNKS + "in IN B-PP\n");
    run.write("template", "U0:%x[0,0]\nU1:%x[0,1]\nB\n");
    return run;
  }

  /** Writes a file in the folder. */
  public Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  /** Runs the experiment. Options in {@code more} replace the default ones. */
  public CommandLineRun run(Object... more) {
    List<String> given = words(more);
    List<String> args = new ArrayList<>(List.of("experiment", defaults.get(0)));
    for (int i = 1; i < defaults.size(); i += 2) {
      String option = defaults.get(i);
      if (defaults.lastIndexOf(option) == i && !given.contains(option)) {
        args.addAll(defaults.subList(i, i + 2));
      }
    }
    args.addAll(given);
    return CommandLineRun.of(args.toArray());
  }

  /** Runs the experiment, which must succeed. */
  public CommandLineRun succeed(Object... more) {
    CommandLineRun run = run(more);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  /** Runs the experiment, which must succeed, and returns the rows that it has written. */
  public List<JsonNode> rows(Object... more) {
    Path file = directory.resolve("rows-" + System.nanoTime() + ".jsonl");
    List<Object> args = new ArrayList<>(List.of(more));
    args.addAll(List.of("--rows", file));
    succeed(args.toArray());
    return read(file);
  }

  /** Reads a file of rows. */
  public static List<JsonNode> read(Path file) {
    try {
      List<JsonNode> rows = new ArrayList<>();
      for (String line : Files.readAllLines(file)) {
        rows.add(new ObjectMapper().readTree(line));
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs the experiment, which must reject its options with a message that contains a text. */
  public void isWrongUse(String part, Object... more) {
    fails(2, part, more);
  }

  /** Runs the experiment, which must fail with an exit code and a message with a text. */
  public void fails(int code, String part, Object... more) {
    CommandLineRun run = run(more);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
    assertThat(run.err()).contains(part);
    assertThat(run.out()).isEmpty();
  }
}
