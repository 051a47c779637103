package org.gpchain.internal.cli;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prepares the values of an option that takes a list, in two ways that picocli does not support.
 * Commas separate names of models, although file names may contain commas. An unknown option after
 * the first value is an error instead of another value.
 */
final class SeveralValues implements IParameterPreprocessor {
  @Override
  public boolean preprocess(
      Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    List<String> values = new ArrayList<>();
    while (!args.isEmpty() && !isOption(command, args.peek())) {
      String word = args.pop();
      if (!values.isEmpty() && word.matches("--?[A-Za-z].*")) {
        throw new UnmatchedArgumentException(command.commandLine(), List.of(word));
      }
      values.addAll(separated(option, word));
    }

    if (!option.splitRegex().isEmpty() && !values.isEmpty()) {
      // If picocli gets separate values, it ends the list silently at one that it cannot convert.
      args.push(String.join(option.splitRegex(), values));
      return false;
    }
    // The first value must be on top of the stack.
    Collections.reverse(values);
    args.addAll(values);
    return false;
  }

  private static boolean isOption(CommandSpec command, String word) {
    return command.optionsMap().containsKey(word.split("=", 2)[0]);
  }

  /** Splits a list of model names, or of existing files, at its commas. */
  private static List<String> separated(ArgSpec option, String word) {
    boolean isFile =
        new File(word).exists() || new File(word.substring(word.indexOf('=') + 1)).exists();
    if (isFile) {
      return List.of(word);
    }

    List<String> parts = List.of(word.split(",", -1));
    boolean mayBeNames = option.paramLabel().endsWith("FILE|NAME");
    boolean areFiles =
        option.paramLabel().contains("FILE")
            && parts.stream().allMatch(part -> new File(part).exists());
    return mayBeNames || areFiles ? parts : List.of(word);
  }
}
