package org.gpchain.internal.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gpchain.internal.training.data.DefaultTemplates;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Conventions for all options: placeholders of values, defaults in descriptions, lists of values,
 * and hidden options.
 */
final class OptionConventions {
  /** Placeholders of values by type, for options that do not declare one. */
  private static final Map<Class<?>, String> LABELS =
      Map.of(
          Path.class, "FILE", int.class, "N", Integer.class, "N", long.class, "N", Long.class, "N");

  /** Default values that are not added to a description. */
  private static final Set<String> OMITTED_DEFAULTS =
      Set.of("null", "[]", "{}", "", "false", "0.0");

  /**
   * Options that are refused without another option. They are hidden in commands that do not have
   * the other option, where they are only known for the error message.
   */
  private static final Map<String, String> NEEDED = Map.of("--done-type", "--annotated");

  private OptionConventions() {}

  /** Applies the conventions to all options of a command and its subcommands. */
  static void applyTo(CommandLine commandLine) {
    CommandSpec command = commandLine.getCommandSpec();
    if (command.subcommands().isEmpty()) {
      for (OptionSpec option : List.copyOf(command.options())) {
        // Picocli does not allow options of a group to be replaced.
        if (option.group() == null) {
          OptionSpec completed = completed(option);
          if (isAlwaysRefused(option, command)) {
            completed = completed.toBuilder().hidden(true).build();
          }
          command.remove(option).add(completed);
        }
      }
    }
    for (CommandLine subcommand : commandLine.getSubcommands().values()) {
      applyTo(subcommand);
    }
  }

  private static boolean isAlwaysRefused(OptionSpec option, CommandSpec command) {
    String needed = NEEDED.get(option.longestName());
    return needed != null && command.findOption(needed) == null;
  }

  /** Returns an option with placeholder, default value and arity. */
  private static OptionSpec completed(OptionSpec option) {
    OptionSpec.Builder builder = option.toBuilder();

    String label = LABELS.get(option.auxiliaryTypes()[0]);
    if (label != null && option.paramLabel().startsWith("<")) {
      builder.paramLabel(label);
    }

    if (option.longestName().equals("--task") && option.completionCandidates() == null) {
      builder.completionCandidates(DefaultTemplates.tasks());
    }

    String[] text = option.description();
    if (text.length == 1
        && !option.required()
        && !text[0].contains("Default:")
        && !OMITTED_DEFAULTS.contains(option.defaultValueString())) {
      builder.description(text[0] + " Default: ${DEFAULT-VALUE}.");
    }

    if (option.isMultiValue()) {
      builder.arity("1..*").preprocessor(new SeveralValues());
    }
    return builder.build();
  }
}
