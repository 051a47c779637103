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
 * Prepares the values of an option that takes several, for what picocli's arity cannot do: commas
 * separate names, but a file may have a comma in its name; and an unknown option after the first
 * value is an error, not one more value.
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
      // Picocli ends a list of separate values at one that it cannot convert, without saying why.
      args.push(String.join(option.splitRegex(), values));
      return false;
    }
    // The first value lies on top of the stack.
    Collections.reverse(values);
    args.addAll(values);
    return false;
  }

  private static boolean isOption(CommandSpec command, String word) {
    return command.optionsMap().containsKey(word.split("=", 2)[0]);
  }

  /** Splits a list of names or of existing files at its commas. */
  private static List<String> separated(ArgSpec option, String word) {
    List<String> parts = List.of(word.split(",", -1));
    boolean isFile =
        new File(word).exists() || new File(word.substring(word.indexOf('=') + 1)).exists();
    boolean mayBeNames = option.paramLabel().endsWith("FILE|NAME");
    boolean areFiles =
        option.paramLabel().contains("FILE")
            && parts.stream().allMatch(part -> new File(part).exists());
    return !isFile && (mayBeNames || areFiles) ? parts : List.of(word);
  }
}
