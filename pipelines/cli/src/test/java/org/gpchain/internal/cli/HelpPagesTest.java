package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Tests of {@code --help} (common options) and {@code --help-all} (all options). */
class HelpPagesTest {
  /** Maximum number of options that {@code --help} shows. */
  private static final int MAX_OPTIONS = 16;

  private static String help(String command, String option) {
    CommandLineRun run =
        CommandLineRun.line((Object[]) (command + " " + option).split(" ")).succeeds();
    return run.out();
  }

  private static List<String> optionsOf(String page) {
    return Pattern.compile("^ (?: {5}| -\\w, )--[-a-z]+", Pattern.MULTILINE)
        .matcher(page.replaceFirst("(?s)\nExamples?:.*", ""))
        .results()
        .map(MatchResult::group)
        .map(line -> line.substring(line.indexOf("--")))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"train", "crossval", "annotate", "select", "serve", "words learn"})
  void helpShowsCommonOptionsAndHelpAllShowsAll(String command) {
    String everyday = help(command, "--help");
    assertThat(optionsOf(everyday)).hasSizeBetween(8, MAX_OPTIONS).doesNotHaveDuplicates();
    assertThat(everyday).contains("gpchain " + command + " --help-all");

    CommandLine commandLine = Main.commandLine(false);
    for (String name : command.split(" ", -1)) {
      commandLine = commandLine.getSubcommands().get(name);
    }

    assertThat(optionsOf(help(command, "--help-all")))
        .containsExactlyInAnyOrderElementsOf(
            commandLine.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(option -> option.names()[option.names().length > 1 ? 1 : 0])
                .toList())
        .containsAll(optionsOf(everyday));
  }

  @Test
  void helpShowsDefaultsAndChoices() {
    String page = help("train", "--help-all");
    assertThat(page.replaceAll("\\s+", " "))
        .contains("--cutoff=N Ignore features", "Default: 1.", "Examples:")
        .contains("decoupled, sparse", "linear, rbf, cosine, linear+rbf", "Default: 50000.")
        .contains("%x[k,word]")
        .doesNotContain("null", "%%", "Others:");
    assertThat(help("train", "--help")).contains("conll2000, conll2002").doesNotContain("${");
  }

  @Test
  void shortNamesMeanTheSameOptionInAllCommands() {
    Map<String, Set<String>> names = new TreeMap<>();
    collect(Main.commandLine(false), names);
    assertThat(names.entrySet())
        .extracting(Object::toString)
        .containsSubsequence("--columns=[-c]", "--format=[-f]", "--input=[-i]", "--language=[-l]")
        .containsSubsequence("--model=[-m]", "--output=[-o]", "--quiet=[-q]", "--threads=[-j]")
        .containsSubsequence("--train=[-t]", "--words=[-w]");

    names.keySet().removeIf(name -> name.matches("--(help(-all)?|version)"));
    assertThat(names.values().stream().filter(shorts -> !shorts.equals(Set.of(""))))
        .hasSize(10)
        .doesNotHaveDuplicates();
    assertThat(help("train", "--help")).contains("  -m, --model=FILE ");
  }

  private static void collect(CommandLine line, Map<String, Set<String>> names) {
    for (OptionSpec option : line.getCommandSpec().options()) {
      names
          .computeIfAbsent(option.longestName(), name -> new TreeSet<>())
          .add(option.shortestName().startsWith("--") ? "" : option.shortestName());
    }
    line.getSubcommands().forEach((name, command) -> collect(command, names));
  }

  @Test
  void experimentalOptionsAreHidden() {
    assertThat(help("train", "--help-all"))
        .doesNotContain("--kernel-rounds", "--iterations", "--prune");
    CommandLine train = Main.commandLine(false).getSubcommands().get("train");
    assertThat(train.getCommandSpec().options().stream().filter(OptionSpec::hidden))
        .extracting(OptionSpec::longestName)
        .containsExactlyInAnyOrder("--kernel-rounds", "--iterations", "--pruning");
  }
}
