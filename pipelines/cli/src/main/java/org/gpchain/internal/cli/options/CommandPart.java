package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.io.AtomicFile;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command, or options that it mixes in: both can say that they were used wrongly. */
public abstract class CommandPart {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec mixee;

  /** The command that this is, or that it is mixed into. */
  protected CommandSpec spec() {
    return mixee;
  }

  public final CommandLine commandLine() {
    return spec().commandLine();
  }

  public final boolean isGiven(String option) {
    return commandLine().getParseResult().hasMatchedOption(option);
  }

  /** Refuses the first of some options that the user has given, if any. */
  final void refuse(List<String> options, String why) {
    for (String option : options) {
      if (isGiven(option)) {
        throw wrongUse(option + why);
      }
    }
  }

  /** Refuses an option that has no effect without something, if the user has given it. */
  protected final void checkNeeds(String option, boolean isThere, String something) {
    if (isGiven(option) && !isThere) {
      throw wrongUse(option + " needs " + something);
    }
  }

  /** Those of some options that the user has given, as they would be written again. */
  protected final String asArguments(List<String> options) {
    StringBuilder arguments = new StringBuilder();
    for (String name : options) {
      OptionSpec option = commandLine().getParseResult().matchedOption(name);
      if (option != null && option.arity().max() == 0) {
        arguments.append(' ').append(name);
      } else if (option != null) {
        for (String value : option.originalStringValues()) {
          arguments.append(' ').append(name);
          arguments.append(value.equals(option.fallbackValue()) ? "" : " " + quoted(value));
        }
      }
    }
    return arguments.toString();
  }

  /** A word of a command as a shell takes it, in quotes if it has to be. */
  protected static String quoted(Object word) {
    String text = word.toString();
    return text.matches("[^\\s'\"$`&|;<>()*?#\\[{]+")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }

  protected final void warn(String warning) {
    commandLine().getErr().println("gpchain: warning: " + InputException.oneLine(warning));
  }

  /** Remarks on how something was understood, unless the user wants to hear of problems only. */
  protected final void note(String note) {
    if (!isQuiet()) {
      commandLine().getErr().println("gpchain: note: " + InputException.oneLine(note));
    }
  }

  /**
   * Checks that a file can be written, before the work rather than after it.
   *
   * @throws InputException if it cannot, or if another option names it, but for an update
   */
  protected final void checkOutput(Path output) throws IOException {
    if (Files.isDirectory(output)) {
      throw new InputException(output, "this is a directory", "name a file in it");
    }
    checkReplacesNothing(output);
    Path directory = AtomicFile.behindLinks(output).toAbsolutePath().getParent();
    if (!Files.isDirectory(directory)) {
      throw new InputException(
          output,
          Files.exists(directory)
              ? directory + " is not a directory"
              : "there is no directory " + directory,
          "create the directory, or name a file in another one");
    }
    if (!Files.exists(output) || Files.isRegularFile(output)) {
      AtomicFile.checkWritable(directory);
    }
  }

  /** Refuses an output that another option, but for an update, or a parameter names. */
  protected final void checkReplacesNothing(Path output) throws IOException {
    for (ArgSpec one : commandLine().getParseResult().matchedArgs()) {
      String name = one instanceof OptionSpec option ? option.longestName() : one.paramLabel();
      Object given = one.getValue() instanceof Map<?, ?> map ? map.values() : one.getValue();
      for (Object value : given instanceof Collection<?> all ? all : Collections.singleton(given)) {
        if (value != output
            && value instanceof Path other
            && location(other).equals(location(output))
            && !name.equals("--update")) {
          throw new InputException(
              output,
              "this is the file of " + name + ", which would be replaced",
              "name another file");
        }
      }
    }
  }

  /** Of a file that is not there yet as well. */
  private static Path location(Path file) throws IOException {
    return AtomicFile.behindLinks(file).toAbsolutePath().normalize();
  }

  /** Whether the user wants to hear of results and problems only. */
  public final boolean isQuiet() {
    OptionSpec quiet = spec().root().findOption("--quiet");
    return quiet != null && quiet.<Boolean>getValue();
  }

  /** Refuses names that are given twice to an option: its map has the last one only. */
  protected final void checkDistinct(String option, Map<String, ?> given) {
    OptionSpec matched = commandLine().getParseResult().matchedOption(option);
    if (matched != null && matched.originalStringValues().size() > given.size()) {
      throw wrongUse(option + " gives the same name twice");
    }
  }

  /** Checks that something looks like the code of a language, such as {@code pt-BR}. */
  protected final void checkLanguage(String code) {
    if (!code.matches("[A-Za-z]{2,3}([-_][A-Za-z]{4})?([-_]([A-Za-z]{2}|[0-9]{3}))?|x-\\w+")) {
      throw wrongUse("--language must be a code such as en, nb or pt-BR, was " + code);
    }
  }

  public final void checkAtLeast(String option, long value, long least) {
    if (value < least) {
      throw wrongUse(option + " must be at least " + least + ", was " + value);
    }
  }

  public final ParameterException wrongUse(String message) {
    return new ParameterException(commandLine(), message);
  }

  /** Turns the refusal of an argument into wrong use of the command. */
  public final <T> T orWrongUse(Supplier<T> settings) {
    try {
      return settings.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(commandLine(), e.getMessage(), e);
    }
  }
}
