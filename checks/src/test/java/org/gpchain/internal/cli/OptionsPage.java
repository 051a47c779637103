package org.gpchain.internal.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the reference page of all commands and options from picocli's model. */
public final class OptionsPage {
  private final StringBuilder page = new StringBuilder();

  private OptionsPage() {}

  /** Returns the page in Markdown. */
  public static String write() {
    OptionsPage page = new OptionsPage();
    page.page.append(
        """
        # Options

            bin/gpchain help COMMAND

        Generated from the commands. Each command also has `--help`, `--help-all` where it has rare options, `--version`,
        `--debug` (the stack trace of a failure) and `-q`, `--quiet` (results, warnings and errors only). Several values may follow
        an option that takes more than one (`--input a.txt b.txt`); names may be listed with commas (`--model ner-en,chunker-en`).
        """);
    page.subcommands(Main.commandLine(false), "gpchain");
    return page.page.toString();
  }

  private void subcommands(CommandLine parent, String name) {
    parent
        .getSubcommands()
        .forEach(
            (subcommand, line) -> {
              if (!subcommand.equals("help") && !subcommand.equals("experiment")) {
                command(line, name + " " + subcommand);
                subcommands(line, name + " " + subcommand);
              }
            });
  }

  private void command(CommandLine line, String name) {
    page.append("\n## ").append(name).append("\n\n");
    page.append(text(line.getCommandSpec().usageMessage().description())).append('\n');
    List<OptionSpec> options = new ArrayList<>();
    for (OptionSpec option : line.getCommandSpec().options()) {
      boolean everywhere =
          List.of("--help", "--help-all", "--version", "--debug", "--quiet")
              .contains(option.longestName());
      if (!everywhere && !option.hidden()) {
        options.add(option);
      }
    }
    if (!options.isEmpty()) {
      page.append("\n| option | meaning |\n| --- | --- |\n");
    }
    for (OptionSpec option : options) {
      String names =
          StreamSupport.stream(List.of(option.names()).spliterator(), false)
              .collect(Collectors.joining("`, `"));
      String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
      page.append("| `").append(cell(names + value)).append("`");
      page.append(required(option)).append(" | ");
      page.append(cell(text(described(option)))).append(" |\n");
    }
  }

  /** Returns whether an option, or one of several exclusive options, is required, as text. */
  private static String required(OptionSpec option) {
    if (option.group() == null || !option.group().exclusive()) {
      return option.required() ? " (required)" : "";
    }
    return option.group().options().stream()
        .filter(other -> other != option)
        .map(other -> "`" + other.longestName() + "`")
        .collect(Collectors.joining(", ", " (required, or ", ")"));
  }

  private static String[] described(OptionSpec option) {
    String[] lines = option.description().clone();
    for (int i = 0; i < lines.length; i++) {
      String candidates =
          option.completionCandidates() == null
              ? ""
              : String.join(", ", option.completionCandidates());
      lines[i] =
          lines[i]
              .replace("${COMPLETION-CANDIDATES}", candidates)
              .replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValueString()));
    }
    return lines;
  }

  private static String text(String... lines) {
    return Ansi.OFF.string(String.join(" ", lines)).replace("%n", " ").replace("%%", "%").strip();
  }

  /** Returns a text that is valid in a cell of a Markdown table. */
  private static String cell(String text) {
    return text.replace("|", "\\|").replaceAll("\\s+", " ");
  }
}
