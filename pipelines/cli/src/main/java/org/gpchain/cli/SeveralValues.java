package org.gpchain.cli;

import java.io.File;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Lets several values follow an option that may be repeated, as a shell makes them of {@code
 * *.txt}: {@code --input a b} is {@code --input a --input b}. An unknown option, and a value too
 * many, are refused before picocli misses what is required.
 */
final class SeveralValues implements IParameterPreprocessor {
  static void addTo(CommandLine commandLine) {
    commandLine.getCommandSpec().preprocessor(new SeveralValues());
    for (CommandLine subcommand : commandLine.getSubcommands().values()) {
      addTo(subcommand);
    }
  }

  @Override
  public boolean preprocess(
      Stack<String> args, CommandSpec command, ArgSpec none, Map<String, Object> info) {
    Deque<String> written = new ArrayDeque<>();
    OptionSpec option = null;
    int left = 0;
    while (command.subcommands().isEmpty() && !args.isEmpty()) {
      String word = args.pop();
      int equals = word.startsWith("-") ? word.indexOf('=') : -1;
      OptionSpec named = command.optionsMap().get(equals < 0 ? word : word.substring(0, equals));
      if (named != null) {
        option = named;
        left = option.arity().max();
        if (equals > 0 && left > 0) {
          args.push(word.substring(equals + 1));
          word = word.substring(0, equals);
        }
        written.push(word);
      } else if (word.matches("--?[A-Za-z].*") && (left == 0 || option.arity().min() == 0)) {
        throw new UnmatchedArgumentException(command.commandLine(), List.of(word));
      } else {
        for (String value : values(option, word)) {
          if (left > 0) {
            left--;
          } else if (option != null && option.isMultiValue()) {
            written.push(option.longestName());
          } else if (option != null && option.paramLabel().equals("NAMES")) {
            value = written.pop() + "," + value;
          } else if (command.positionalParameters().isEmpty()) {
            String why =
                option == null
                    ? "no option stands before it"
                    : "%s takes %s value; quote values with blanks"
                        .formatted(option.longestName(), option.arity().max() == 0 ? "no" : "one");
            throw new ParameterException(
                command.commandLine(), "'" + value + "' is too much: " + why);
          }
          written.push(value);
        }
      }
    }
    args.addAll(written);
    return false;
  }

  /** Commas separate names and existing files, unless a file has such a name. */
  private static List<String> values(OptionSpec option, String text) {
    List<String> parts = List.of(text.split(",", -1));
    boolean list =
        option != null
            && option.paramLabel().contains("FILE")
            && !new File(text).exists()
            && !new File(text.substring(text.indexOf('=') + 1)).exists()
            && (option.paramLabel().endsWith("NAME")
                || parts.stream().allMatch(part -> new File(part).exists()));
    return list ? parts : List.of(text);
  }
}
