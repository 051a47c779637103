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
 * Conventions for all options: placeholders of values, defaults in descriptions, and lists of
 * values.
 */
final class OptionConventions {
  /** Placeholders of values by type, for options that do not declare one. */
  private static final Map<Class<?>, String> LABELS =
      Map.of(
          Path.class, "FILE", int.class, "N", Integer.class, "N", long.class, "N", Long.class, "N");

  /** Default values that are not added to a description. */
  private static final Set<String> OMITTED_DEFAULTS =
      Set.of("null", "[]", "{}", "", "false", "0.0");

  private OptionConventions() {}

  /** Applies the conventions to all options of a command and its subcommands. */
  static void applyTo(CommandLine commandLine) {
    CommandSpec command = commandLine.getCommandSpec();
    if (command.subcommands().isEmpty()) {
      for (OptionSpec option : List.copyOf(command.options())) {
        // Picocli does not allow options of a group to be replaced.
        if (option.group() == null) {
          command.remove(option).add(completed(option));
        }
      }
    }
    for (CommandLine subcommand : commandLine.getSubcommands().values()) {
      applyTo(subcommand);
    }
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
