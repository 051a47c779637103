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
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gpchain.core.vectors.EncoderException;
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
 * Reports failures to the user in one line, which gives the problem and what to do, without a stack
 * trace.
 */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
  /** Exit code of a command that failed, for example because of a bad file. */
  static final int FAILURE = 1;

  /** Exit code of a command that was called with wrong options. */
  static final int WRONG_USE = 2;

  /** List of enum constants in a message of picocli. */
  private static final Pattern CONSTANTS = Pattern.compile("\\[([^]]*)] \\(case-insensitive\\)");

  /** Message of Linux and macOS for a full disk. */
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
          "gpchain: the command experiment is only available in a source checkout;"
              + " run bin/gpchain experiment --help there");
      return WRONG_USE;
    }

    String message;
    if (wrongUse.getCause() instanceof InvalidPathException name) {
      message = unusable(name);
    } else {
      message = reworded(wrongUse.getMessage(), commandLine);
    }
    err.println(
        "gpchain: " + InputException.oneLine(message) + "; '" + command + " --help' explains it");
    UnmatchedArgumentException.printSuggestions(wrongUse, err);
    err.flush();
    return WRONG_USE;
  }

  /** Replaces Java terms in a message of picocli by terms of the command line. */
  private static String reworded(String message, CommandLine commandLine) {
    String unmatched =
        commandLine.getSubcommands().isEmpty()
            ? "unexpected argument $1: no option takes it; quote values with blanks"
            : "no such command: $1";
    return CONSTANTS
        .matcher(message)
        .replaceFirst(match -> asWritten(match.group(1)))
        .replaceFirst(" is not an? (int|long)$", " is not a whole number")
        .replaceFirst(" is not a double$", " is not a number")
        .replaceFirst(": cannot convert ('.*') to Charset .*", ": $1 is not a known encoding")
        .replaceFirst("^Unmatched argument.*?: (.*)", unmatched)
        .replaceFirst("\\.$", "");
  }

  /**
   * Returns an exception for the first unmatched argument, if there is one, instead of an exception
   * for all unmatched arguments or for a missing option.
   */
  private static ParameterException unmatchedFirst(ParameterException problem) {
    List<String> unmatched = problem.getCommandLine().getUnmatchedArguments();
    boolean isAboutArguments =
        problem instanceof MissingParameterException
            || problem instanceof UnmatchedArgumentException;
    if (isAboutArguments && !unmatched.isEmpty()) {
      return new UnmatchedArgumentException(problem.getCommandLine(), unmatched.subList(0, 1));
    }
    return problem;
  }

  private static boolean isExperiment(String[] args, CommandLine commandLine) {
    Optional<String> command = Arrays.stream(args).dropWhile("help"::equals).findFirst();
    return command.filter("experiment"::equals).isPresent()
        && !commandLine.getCommandSpec().root().subcommands().containsKey(command.get());
  }

  /**
   * Returns the constants as users write them. If a constant has another spelling than its Java
   * name, such as mutual-information, picocli lists both.
   */
  private static String asWritten(String constants) {
    Map<String, String> spellings = new LinkedHashMap<>();
    for (String constant : constants.toLowerCase(Locale.ROOT).split(", ", -1)) {
      spellings.put(constant.replaceAll("\\W", "_"), constant);
    }
    return spellings.values().toString();
  }

  /** Returns the exit code of a batch: 0 if no document failed and the batch was not stopped. */
  static int exitCode(BatchResult result) {
    if (result.totals().failed() > 0 || result.stopped()) {
      return FAILURE;
    }
    return 0;
  }

  /**
   * Prints a failure, with its stack trace if {@code --debug} is given, and returns its code.
   *
   * <p>If a signal has ended the process, nothing is printed. The failure is then a consequence of
   * the signal, such as a temporary file that has been deleted.
   */
  static int report(Throwable failure, CommandLine commandLine) {
    if (isEnding()) {
      return FAILURE;
    }
    PrintWriter err = commandLine.getErr();
    err.println("gpchain: " + InputException.oneLine(message(failure)));
    if (commandLine.getCommandSpec().root().userObject() instanceof Main main && main.debug) {
      failure.printStackTrace(err);
    }
    return FAILURE;
  }

  /** Returns whether the process is ending, so that no shutdown hook can be added. */
  private static boolean isEnding() {
    Thread probe = new Thread(() -> {}, "gpchain-probe");
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  /** Returns the message for a failure: the problem, and what the user can do. */
  static String message(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return "out of memory: Java may use "
            + (Runtime.getRuntime().maxMemory() >> 20)
            + " MB; allow more, for example GPCHAIN_JAVA_OPTS=-Xmx8g, or reduce the"
            + " need: fewer sentences (--limit), fewer features (--cutoff 2), fewer"
            + " inducing points, fewer threads";
      }
      // The message of an IOException also names the place.
      if (cause instanceof EncoderException && !(failure instanceof IOException)) {
        return cause.getMessage();
      }
    }
    if (failure instanceof InvalidPathException name) {
      return unusable(name);
    }
    if (failure instanceof UncheckedIOException unchecked) {
      return message(unchecked.getCause());
    }
    if (failure instanceof FileSystemException problem) {
      String advice = "check the path and its permissions";
      if (NO_SPACE.equals(problem.getReason())) {
        advice = "check the disk: nothing was replaced";
      }
      return problem.getFile() + ": " + reason(problem) + "; " + advice;
    }
    if (failure instanceof IOException && NO_SPACE.equals(failure.getMessage())) {
      return NO_SPACE
          + "; free some space, possibly in the folder for temporary files, "
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
        + "; please report it with the output of --debug";
  }

  /**
   * Returns the message for a file name that the locale cannot represent, such as ä in locale C.
   */
  private static String unusable(InvalidPathException name) {
    return name.getInput()
        + ": this file name cannot be represented in the charset of the locale; set LC_ALL=C.UTF-8";
  }

  /** Returns the reason of a problem. The message of some exceptions is just the file name. */
  private static String reason(FileSystemException problem) {
    if (problem instanceof NoSuchFileException) {
      return "there is no such file or directory";
    }
    if (problem instanceof AccessDeniedException) {
      return "access is denied";
    }
    return Objects.requireNonNullElse(problem.getReason(), problem.toString());
  }
}
