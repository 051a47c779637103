package org.gpchain.internal.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.batch.BatchResult;
import org.gpchain.training.LearningException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports failures to the user: one line that says what is wrong and what to do, no stack trace.
 */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
  static final int FAILURE = 1;
  static final int WRONG_USE = 2;

  /** Constants in a message of picocli, which may be written in lower case. */
  private static final Pattern CONSTANTS = Pattern.compile("\\[([^]]*)] \\(case-insensitive\\)");

  /** As Linux and macOS say it. */
  private static final String NO_SPACE = "No space left on device";

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine commandLine, ParseResult parseResult) {
    return report(failure, commandLine);
  }

  @Override
  public int handleParseException(ParameterException problem, String[] args) {
    ParameterException wrongUse = unmatchedFirst(problem);
    CommandLine commandLine = wrongUse.getCommandLine();
    PrintWriter err = commandLine.getErr();
    String command = commandLine.getCommandSpec().qualifiedName();
    if (isExperiment(args, commandLine)) {
      err.println(
          "gpchain: experiment is a command of the source checkout, and not in this archive; there,"
              + " bin/gpchain experiment --help explains it");
      return WRONG_USE;
    }
    String unmatched =
        commandLine.getSubcommands().isEmpty()
            ? "$1 is too much: no option takes it; quote values with blanks"
            : "no such command: $1";
    String message =
        wrongUse.getCause() instanceof InvalidPathException name
            ? unusable(name)
            : CONSTANTS
                .matcher(wrongUse.getMessage())
                .replaceFirst(all -> asWritten(all.group(1)))
                .replaceFirst(" is not an? (int|long)$", " is not a whole number")
                .replaceFirst(" is not a double$", " is not a number")
                .replaceFirst(": cannot convert ('.*') to Charset .*", ": $1 is no known encoding")
                .replaceFirst("^Unmatched argument.*?: (.*)", unmatched)
                .replaceFirst("\\.$", "");
    err.println(
        "gpchain: " + InputException.oneLine(message) + "; '" + command + " --help' explains it");
    UnmatchedArgumentException.printSuggestions(wrongUse, err);
    err.flush();
    return WRONG_USE;
  }

  /** Returns the first argument that no option takes, if there is one, before what is missing. */
  private static ParameterException unmatchedFirst(ParameterException problem) {
    List<String> unmatched = problem.getCommandLine().getUnmatchedArguments();
    boolean isOfArguments =
        problem instanceof MissingParameterException
            || problem instanceof UnmatchedArgumentException;
    return isOfArguments && !unmatched.isEmpty()
        ? new UnmatchedArgumentException(problem.getCommandLine(), unmatched.subList(0, 1))
        : problem;
  }

  private static boolean isExperiment(String[] args, CommandLine commandLine) {
    Optional<String> command = Arrays.stream(args).dropWhile("help"::equals).findFirst();
    return command.filter("experiment"::equals).isPresent()
        && !commandLine.getCommandSpec().root().subcommands().containsKey(command.get());
  }

  /** Picocli names constants by their names and, where they are written otherwise, so as well. */
  private static String asWritten(String constants) {
    Map<String, String> written = new LinkedHashMap<>();
    for (String one : constants.toLowerCase(Locale.ROOT).split(", ", -1)) {
      written.put(one.replaceAll("\\W", "_"), one);
    }
    return written.values().toString();
  }

  static int exitCode(BatchResult result) {
    return result.totals().failed() == 0 && !result.stopped() ? 0 : FAILURE;
  }

  static int report(Throwable failure, CommandLine commandLine) {
    PrintWriter err = commandLine.getErr();
    err.println("gpchain: " + InputException.oneLine(message(failure)));
    if (commandLine.getCommandSpec().root().userObject() instanceof Main main && main.debug) {
      failure.printStackTrace(err);
    }
    return FAILURE;
  }

  static String message(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return "out of memory: Java may use "
            + (Runtime.getRuntime().maxMemory() >> 20)
            + " MB; allow more, for example GPCHAIN_JAVA_OPTS=-Xmx8g, or need less: fewer sentences"
            + " (--limit), fewer features (--cutoff 2), fewer inducing points, fewer threads";
      }
    }
    if (failure instanceof InvalidPathException name) {
      return unusable(name);
    }
    if (failure instanceof UncheckedIOException unchecked) {
      return message(unchecked.getCause());
    }
    if (failure instanceof FileSystemException problem) {
      String suspect =
          NO_SPACE.equals(problem.getReason())
              ? "the disk: nothing was replaced"
              : "the path and its permissions";
      return problem.getFile() + ": " + reason(problem) + "; check " + suspect;
    }
    if (failure instanceof IOException && NO_SPACE.equals(failure.getMessage())) {
      return NO_SPACE
          + "; make room, perhaps in the folder for temporary files, "
          + System.getProperty("java.io.tmpdir");
    }
    if (failure instanceof IOException && failure.getMessage() == null) {
      return "reading or writing failed: " + failure + "; check the files and their disk";
    }
    if (failure instanceof IOException || failure instanceof LearningException) {
      return failure.getMessage();
    }
    return "this should not have happened: "
        + failure
        + "; please report it, with what --debug shows";
  }

  /** In the locale C, for example, Java knows no names of files but in ASCII. */
  private static String unusable(InvalidPathException name) {
    return name.getInput()
        + ": this name of a file cannot be written in the charset of the locale; set"
        + " LC_ALL=C.UTF-8";
  }

  /** Some of these exceptions have no message but the name of the file. */
  private static String reason(FileSystemException problem) {
    if (problem instanceof NoSuchFileException) {
      return "there is no such file or directory";
    }
    if (problem instanceof AccessDeniedException) {
      return "access is denied";
    }
    return problem.getReason() == null ? problem.toString() : problem.getReason();
  }
}
