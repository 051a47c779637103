package org.gpchain.experiments.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.internal.cli.options.CommandPart;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.TrainerSettings.Run;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The settings that all experiments share, and their way to speak to people. */
public final class Context extends CommandPart {
  /** Options that change no figure. */
  private static final Set<String> NEVER =
      Set.of("--help", "--threads", "--rows", "--svg", "--debug", "--quiet");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  boolean help;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; only the speed depends on it. Default: ${DEFAULT-VALUE}, all.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all randomness. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--rows",
      paramLabel = "FILE",
      description =
          "Keep each row as a line of JSON as soon as it is there; rows that the file has already,"
              + " of the same settings, are not made again.")
  private Path rows;

  /**
   * Threads and seed.
   *
   * @throws picocli.CommandLine.ParameterException if a number cannot be used
   */
  public Run run() {
    return orWrongUse(() -> new Run(Checks.atLeast("--threads", threads, 1), seed));
  }

  /** Turns the refusal of an argument into wrong use of the command. */
  public void check(Runnable checks) {
    run();
    orWrongUse(
        () -> {
          checks.run();
          return null;
        });
  }

  /**
   * Finds out early that a file cannot be written, which an experiment may do hours later.
   *
   * @param file where to write; null if nothing is to be written
   * @throws InputException if it is a directory
   */
  public static void refuseDirectory(Path file) throws InputException {
    if (file != null && Files.isDirectory(file)) {
      throw new InputException(file, "this is a directory", "name a file");
    }
  }

  /**
   * The rows of the same settings that are kept in the file that the user has named, if any.
   *
   * @param type of the rows
   * @param others options that tell which rows there are, and not what is in them
   */
  public <R extends Record> RowFile<R> rows(Class<R> type, String... others) throws IOException {
    return rows(rows, type, others);
  }

  /** The same in another file, if the user has named none. */
  public <R extends Record> RowFile<R> rows(Path usual, Class<R> type, String... others)
      throws IOException {
    return RowFile.open(rowFile(usual), type, settings(others));
  }

  /** The file of rows that the user has named, or the usual one. */
  public Path rowFile(Path usual) throws InputException {
    Path file = rows == null ? usual : rows;
    refuseDirectory(file);
    return file;
  }

  /** The options that figures depend on. */
  private String settings(String... others) {
    return commandLine().getCommandSpec().options().stream()
        .filter(option -> Stream.of(others).noneMatch(option.longestName()::equals))
        .filter(option -> !NEVER.contains(option.longestName()) && option.getValue() != null)
        .sorted(Comparator.comparing(OptionSpec::longestName))
        .map(option -> option.longestName() + " " + option.getValue())
        .collect(Collectors.joining(" "));
  }

  /** Tells a person how the experiment gets on. */
  public void tell(String line) {
    if (isQuiet()) {
      return;
    }
    PrintWriter err = commandLine().getErr();
    err.println(line);
    err.flush();
  }

  /** Prints what the experiment has found. */
  public void print(String table) {
    PrintWriter out = commandLine().getOut();
    out.print(table);
    out.flush();
  }
}
