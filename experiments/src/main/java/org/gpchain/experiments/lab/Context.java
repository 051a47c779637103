package org.gpchain.experiments.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gpchain.internal.cli.options.CommandPart;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.TrainerSettings.Run;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The options that all experiments share, and their output: progress messages and tables. */
public final class Context extends CommandPart {
  /** Options without influence on the figures in the rows. */
  private static final Set<String> NEUTRAL_OPTIONS =
      Set.of("--help", "--threads", "--rows", "--svg", "--debug", "--quiet");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  boolean help;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads. Results do not depend on it. Default: all cores.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Random seed. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--rows",
      paramLabel = "FILE",
      description =
          "Append each row to this file as a line of JSON. Rows with the same settings that are"
              + " already in the file are reused.")
  private Path rows;

  /**
   * Returns the number of threads and the seed.
   *
   * @throws picocli.CommandLine.ParameterException if the number of threads is less than 1
   */
  public Run run() {
    return orWrongUse(() -> new Run(Checks.atLeast("--threads", threads, 1), seed));
  }

  /**
   * Checks the options of this object, and then others.
   *
   * @param checks throws an IllegalArgumentException if an option has a wrong value
   * @throws picocli.CommandLine.ParameterException if an option has a wrong value
   */
  public void check(Runnable checks) {
    run();
    orWrongUse(
        () -> {
          checks.run();
          return null;
        });
  }

  /**
   * Checks that an output file is not a directory, before an experiment that may run for hours.
   *
   * @param file the output file, or null for no output
   * @throws InputException if the file is a directory
   */
  public static void refuseDirectory(Path file) throws InputException {
    if (file != null && Files.isDirectory(file)) {
      throw new InputException(file, "this is a directory", "name a file");
    }
  }

  /**
   * Opens the file that the user has named with {@code --rows}. The result contains the rows with
   * the settings of this run. If the user has named no file, the rows are kept in memory only.
   *
   * @param type type of the rows
   * @param selectors options that select rows and have no influence on their figures
   * @throws IOException if the file cannot be read
   */
  public <R extends Record> RowFile<R> rows(Class<R> type, String... selectors) throws IOException {
    return rows(null, type, selectors);
  }

  /**
   * Opens the file that the user has named, or a default file.
   *
   * @param defaultFile the default file, or null to keep the rows in memory only
   * @param type type of the rows
   * @param selectors options that select rows and have no influence on their figures
   * @throws IOException if the file cannot be read
   */
  public <R extends Record> RowFile<R> rows(Path defaultFile, Class<R> type, String... selectors)
      throws IOException {
    return RowFile.open(rowFile(defaultFile), type, settings(selectors));
  }

  /**
   * Returns the file that the user has named with {@code --rows}, or a default file.
   *
   * @param defaultFile the default file; may be null
   * @throws InputException if the file is a directory
   */
  public Path rowFile(Path defaultFile) throws InputException {
    Path file = Optional.ofNullable(rows).orElse(defaultFile);
    refuseDirectory(file);
    return file;
  }

  /** Returns the names and values of the options with influence on the figures. */
  private String settings(String... selectors) {
    Set<String> excluded = new HashSet<>(NEUTRAL_OPTIONS);
    excluded.addAll(List.of(selectors));

    return commandLine().getCommandSpec().options().stream()
        .filter(option -> !excluded.contains(option.longestName()) && option.getValue() != null)
        .sorted(Comparator.comparing(OptionSpec::longestName))
        .map(option -> option.longestName() + " " + option.getValue())
        .collect(Collectors.joining(" "));
  }

  /** Prints a progress message to standard error, unless in quiet mode. */
  public void log(String message) {
    if (isQuiet()) {
      return;
    }
    PrintWriter err = commandLine().getErr();
    err.println(message);
    err.flush();
  }

  /** Prints a table of results to standard output. */
  public void print(String table) {
    PrintWriter out = commandLine().getOut();
    out.print(table);
    out.flush();
  }
}
