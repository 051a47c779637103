package org.gpchain.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.internal.cli.CommandLineRun;

/**
 * The command line of an experiment in a folder of its own.
 *
 * @param directory of its files
 * @param usual the name of the experiment, and options with a value each
 */
public record ExperimentRun(Path directory, List<String> usual) {
  /** Two sentences with chunks. */
  public static final String CHUNKS =
      """
      The DT B-NP
      ferry NN I-NP
      left VBD B-VP

      She PRP B-NP
      stayed VBD B-VP

      """;

  /** An experiment with these options, with blanks between them, unless a test gives others. */
  public static ExperimentRun of(Path directory, Object... usual) {
    return new ExperimentRun(directory, words(usual));
  }

  private static List<String> words(Object... options) {
    return Arrays.stream(options).flatMap(o -> Stream.of(o.toString().split(" ", -1))).toList();
  }

  /** This experiment with more usual options. */
  public ExperimentRun with(Object... more) {
    List<String> all = new ArrayList<>(usual);
    all.addAll(words(more));
    return new ExperimentRun(directory, all);
  }

  /** An experiment with corpora of chunks; the last test token has a label of its own. */
  public static ExperimentRun ofChunks(Path directory, String experiment) throws IOException {
    String files = "--template %1$s/template --train %1$s/train.txt --test %1$s/test.txt";
    ExperimentRun run = of(directory, experiment, "--task chunk", files.formatted(directory));
    run.write("train.txt", CHUNKS.repeat(5));
    run.write("test.txt", CHUNKS + "in IN B-PP\n");
    run.write("template", "U0:%x[0,0]\nU1:%x[0,1]\nB\n");
    return run;
  }

  /** Writes a file. */
  public Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  /** Runs it; options that are given take the place of the usual ones. */
  public CommandLineRun run(Object... more) {
    List<String> given = words(more);
    List<String> args = new ArrayList<>(List.of("experiment", usual.get(0)));
    for (int i = 1; i < usual.size(); i += 2) {
      String option = usual.get(i);
      if (usual.lastIndexOf(option) == i && !given.contains(option)) {
        args.addAll(usual.subList(i, i + 2));
      }
    }
    args.addAll(given);
    return CommandLineRun.of(args.toArray());
  }

  /** Runs it with success. */
  public CommandLineRun succeed(Object... more) {
    CommandLineRun run = run(more);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  /** Runs it with success and returns the rows that it has kept. */
  public List<JsonNode> rows(Object... more) {
    Path file = directory.resolve("rows-" + System.nanoTime() + ".jsonl");
    List<Object> args = new ArrayList<>(List.of(more));
    args.addAll(List.of("--rows", file));
    succeed(args.toArray());
    return read(file);
  }

  /** The rows in a file. */
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

  /** Runs it in vain. */
  public void isWrongUse(String part, Object... more) {
    fails(2, part, more);
  }

  /** Runs it in vain; the part must be in the message. */
  public void fails(int code, String part, Object... more) {
    CommandLineRun run = run(more);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
    assertThat(run.err()).contains(part);
    assertThat(run.out()).isEmpty();
  }
}
