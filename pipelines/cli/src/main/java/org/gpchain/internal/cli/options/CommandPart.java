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

/** A command, or a group of options that a command mixes in, with checks for wrong use. */
public abstract class CommandPart {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec mixee;

  /** Returns the command that this object is, or that its options belong to. */
  protected CommandSpec spec() {
    return mixee;
  }

  /** Returns the command line that is being executed. */
  public final CommandLine commandLine() {
    return spec().commandLine();
  }

  /** Returns whether the user has given an option. */
  public final boolean isGiven(String option) {
    return commandLine().getParseResult().hasMatchedOption(option);
  }

  /**
   * Throws an exception if the user has given one of some options.
   *
   * @param why end of the message, after the name of the option
   */
  final void refuse(List<String> options, String why) {
    for (String option : options) {
      if (isGiven(option)) {
        throw wrongUse(option + why);
      }
    }
  }

  /**
   * Throws an exception if the user has given an option whose requirement is not met.
   *
   * @param requirement the requirement, for the message
   */
  protected final void checkNeeds(String option, boolean isMet, String requirement) {
    if (isGiven(option) && !isMet) {
      throw wrongUse(option + " needs " + requirement);
    }
  }

  /**
   * Returns the given ones of some options as command-line arguments. The result is empty or starts
   * with a blank.
   */
  protected final String asArguments(List<String> options) {
    StringBuilder arguments = new StringBuilder();
    for (String name : options) {
      OptionSpec option = commandLine().getParseResult().matchedOption(name);
      if (option != null && option.arity().max() == 0) {
        arguments.append(' ').append(name);
      } else if (option != null) {
        for (String value : option.originalStringValues()) {
          arguments.append(' ').append(name);
          if (!value.equals(option.fallbackValue())) {
            arguments.append(' ').append(quoted(value));
          }
        }
      }
    }
    return arguments.toString();
  }

  /** Returns a word of a command line, quoted for a POSIX shell if necessary. */
  protected static String quoted(Object word) {
    String text = word.toString();
    if (text.matches("[^\\s'\"$`&|;<>()*?#\\[{]+")) {
      return text;
    }
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /** Prints a warning to standard error. */
  protected final void warn(String warning) {
    commandLine().getErr().println("gpchain: warning: " + InputException.oneLine(warning));
  }

  /** Prints a note on how input was interpreted to standard error, unless in quiet mode. */
  protected final void note(String note) {
    if (!isQuiet()) {
      commandLine().getErr().println("gpchain: note: " + InputException.oneLine(note));
    }
  }

  /**
   * Checks before the work starts that its output file can be written.
   *
   * @throws InputException if the file cannot be written, or if another option except {@code
   *     --update} names it
   */
  protected final void checkOutput(Path output) throws IOException {
    if (Files.isDirectory(output)) {
      throw new InputException(output, "this is a directory", "name a file in it");
    }
    checkReplacesNothing(output);

    Path directory = AtomicFile.behindLinks(output).toAbsolutePath().getParent();
    if (!Files.isDirectory(directory)) {
      String problem = "there is no directory " + directory;
      if (Files.exists(directory)) {
        problem = directory + " is not a directory";
      }
      throw new InputException(
          output, problem, "create the directory, or name a file in another one");
    }
    if (!Files.exists(output) || Files.isRegularFile(output)) {
      AtomicFile.checkWritable(directory);
    }
  }

  /**
   * Checks that no other option or parameter except {@code --update} names an output file.
   *
   * @throws InputException if one of them does
   */
  protected final void checkReplacesNothing(Path output) throws IOException {
    for (ArgSpec argument : commandLine().getParseResult().matchedArgs()) {
      String name = argument.paramLabel();
      if (argument instanceof OptionSpec option) {
        name = option.longestName();
      }
      if (name.equals("--update")) {
        continue;
      }

      for (Object value : values(argument)) {
        if (value != output
            && value instanceof Path other
            && location(other).equals(location(output))) {
          throw new InputException(
              output,
              "this is the file of " + name + ", which would be replaced",
              "choose another file");
        }
      }
    }
  }

  private static Collection<?> values(ArgSpec argument) {
    Object value = argument.getValue();
    if (value instanceof Map<?, ?> map) {
      return map.values();
    }
    if (value instanceof Collection<?> collection) {
      return collection;
    }
    return Collections.singleton(value);
  }

  /** Returns the absolute path of a file behind symbolic links. The file need not exist. */
  private static Path location(Path file) throws IOException {
    return AtomicFile.behindLinks(file).toAbsolutePath().normalize();
  }

  /** Returns whether the user wants to see only results and problems ({@code --quiet}). */
  public final boolean isQuiet() {
    OptionSpec quiet = spec().root().findOption("--quiet");
    return quiet != null && quiet.<Boolean>getValue();
  }

  /**
   * Checks that no key is given twice to an option.
   *
   * @param given the values of the option; a map keeps only the last value of a repeated key
   */
  protected final void checkDistinct(String option, Map<String, ?> given) {
    OptionSpec matched = commandLine().getParseResult().matchedOption(option);
    if (matched != null && matched.originalStringValues().size() > given.size()) {
      throw wrongUse(option + " gives the same name twice");
    }
  }

  /** Checks that a string has the form of a language code, such as {@code pt-BR}. */
  protected final void checkLanguage(String code) {
    if (!code.matches("[A-Za-z]{2,3}([-_][A-Za-z]{4})?([-_]([A-Za-z]{2}|[0-9]{3}))?|x-\\w+")) {
      throw wrongUse("--language must be a code such as en, nb or pt-BR, was " + code);
    }
  }

  /** Checks that the value of an option is not below its minimum. */
  public final void checkAtLeast(String option, long value, long least) {
    if (value < least) {
      throw wrongUse(option + " must be at least " + least + ", was " + value);
    }
  }

  /** Returns an exception for wrong use of this command, with a message for the user. */
  public final ParameterException wrongUse(String message) {
    return new ParameterException(commandLine(), message);
  }

  /** Returns a supplied value. An {@link IllegalArgumentException} becomes wrong use. */
  public final <T> T orWrongUse(Supplier<T> settings) {
    try {
      return settings.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(commandLine(), e.getMessage(), e);
    }
  }
}
