package org.gpchain.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * Help of commands with many options: {@code --help} shows those of everyday use, {@code
 * --help-all} all but the hidden ones, by subject.
 */
final class HelpPages implements IHelpSectionRenderer {
  private static final String ALL = "--help-all";

  /** Options under a heading. */
  private record Group(String heading, List<String> options) {
    static Group of(String heading, String... options) {
      return new Group(heading, List.of(options));
    }
  }

  private static final Group RUN = Group.of("Run", "--threads", "--quiet", "--help");
  private static final Group WORDS = Group.of("Words", "--words", "--lexicon");
  private static final Group TASK =
      Group.of("Task", "--task", "--language", "--template", "--tag-pos");

  /** The options of everyday use, by command. */
  private static final Map<String, List<Group>> EVERYDAY =
      Map.of(
          "train",
          List.of(
              Group.of("Data", "--train", "--format", "--columns", "--dev", "--annotated"),
              TASK,
              WORDS,
              Group.of("Output", "--model"),
              RUN),
          "crossval",
          List.of(
              Group.of("Data", "--train", "--format", "--columns", "--folds"),
              TASK,
              WORDS,
              Group.of("Output", "--predictions", "--json"),
              RUN),
          "annotate",
          List.of(
              Group.of("Documents", "--input", "--list", "--format", "--columns", "--segmenter"),
              Group.of("Model", "--model", "--words", "--max-error"),
              Group.of("Output", "--output", "--to", "--overwrite"),
              RUN),
          "select",
          List.of(
              Group.of("Documents", "--input", "--list", "--format", "--segmenter"),
              Group.of("Model", "--model", "--words"),
              Group.of("Choice", "--count", "--unit", "--by"),
              Group.of("Output", "--output", "--to", "--overwrite"),
              RUN),
          "serve",
          List.of(
              Group.of("Address", "--host", "--port", "--token"),
              Group.of("Models", "--model", "--store", "--annotated", "--segmenter"),
              RUN),
          "words learn",
          List.of(
              Group.of("Texts", "--input", "--tokenized", "--language"),
              Group.of("Resource", "--clusters", "--states", "--output", "--licence"),
              RUN));

  /** All subjects; an option that is in none comes last. */
  private static final List<Group> SUBJECTS =
      List.of(
          Group.of(
              "Data",
              "--train",
              "--dev",
              "--input",
              "--list",
              "--tokenized",
              "--format",
              "--columns",
              "--limit",
              "--folds"),
          Group.of(
              "UIMA documents",
              "--reader",
              "--reader-param",
              "--type-system",
              "--allow-remote-types",
              "--annotation-type",
              "--annotation-feature",
              "--subtypes-as-labels",
              "--segmenter",
              "--segmenter-param",
              "--pipeline"),
          Group.of(
              "Task and features",
              "--task",
              "--language",
              "--scheme",
              "--template",
              "--cutoff",
              "--label-map"),
          Group.of("Parts of speech", "--tag-pos", "--best-pos", "--jackknife-pos"),
          Group.of(
              "Words",
              "--words",
              "--share-words",
              "--lexicon",
              "--lexicon-ignore-case",
              "--clusters",
              "--states",
              "--method",
              "--passes",
              "--held-out"),
          Group.of(
              "Partial annotation",
              "--annotated",
              "--entity-ratio",
              "--done-type",
              "--rejected-type"),
          Group.of(
              "Model",
              "--model",
              "--update",
              "--updatable",
              "--calibration-folds",
              "--store",
              "--max-models"),
          Group.of("Prior", "--variance", "--pairwise-variance", "--variances"),
          Group.of(
              "Posterior",
              "--posterior",
              "--inducing",
              "--samples",
              "--rounds",
              "--kernel",
              "--embeddings",
              "--embedding-words",
              "--word-lines"),
          Group.of(
              "Posterior of samples",
              "--mcmc-steps",
              "--mcmc-samples",
              "--mcmc-chains",
              "--mcmc-megabytes"),
          Group.of(
              "Segments",
              "--decoding",
              "--n-best",
              "--beta",
              "--max-error",
              "--min-recall",
              "--confidence"),
          Group.of("Choice", "--count", "--unit", "--by", "--per", "--max-similarity"),
          Group.of(
              "Output",
              "--output",
              "--to",
              "--overwrite",
              "--shard",
              "--predictions",
              "--json",
              "--licence",
              "--attribution",
              "--checkpoint"),
          Group.of("Address", "--host", "--port", "--token"),
          Group.of("Requests", "--max-body", "--max-waiting", "--timeout"),
          Group.of(
              "Run",
              "--threads",
              "--seed",
              "--max-failures",
              "--quiet",
              "--debug",
              "--help",
              "--version"));

  private final List<Group> everyday;

  private HelpPages(List<Group> everyday) {
    this.everyday = everyday;
  }

  /** Gives commands with many options, and their subcommands, their pages. */
  static void addTo(CommandLine commandLine) {
    CommandSpec command = commandLine.getCommandSpec();
    String name = command.qualifiedName().replaceFirst("^\\S+ ?", "");
    if (EVERYDAY.containsKey(name)) {
      command
          .usageMessage()
          .abbreviateSynopsis(true)
          .sectionMap()
          .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new HelpPages(EVERYDAY.get(name)));
    }
    commandLine.getSubcommands().values().forEach(HelpPages::addTo);
  }

  @Override
  public String render(Help help) {
    ParseResult parsed = help.commandSpec().root().commandLine().getParseResult();
    boolean all = parsed != null && parsed.originalArgs().contains(ALL);
    Set<OptionSpec> left = new LinkedHashSet<>(help.commandSpec().options());
    left.removeIf(OptionSpec::hidden);
    List<OptionSpec> visible = List.copyOf(left);
    StringBuilder text = new StringBuilder();
    for (Group group : all ? SUBJECTS : everyday) {
      List<OptionSpec> own =
          group.options().stream()
              .map(help.commandSpec()::findOption)
              .filter(Objects::nonNull)
              .filter(left::remove)
              .map(option -> all ? option : shortened(option))
              .toList();
      append(text, group.heading(), own, visible, help);
    }
    if (all) {
      append(text, "Others", new ArrayList<>(left), visible, help);
    } else {
      text.append(
          String.format(
              "%n%d more options: %s %s%n", left.size(), help.commandSpec().qualifiedName(), ALL));
    }
    return text.toString();
  }

  /** With the first paragraph of its description. */
  private static OptionSpec shortened(OptionSpec option) {
    return option.toBuilder().description(option.description()[0]).build();
  }

  private static void append(
      StringBuilder text, String heading, List<OptionSpec> own, List<OptionSpec> all, Help help) {
    if (!own.isEmpty()) {
      text.append(String.format("%n%s:%n", heading));
      text.append(
          help.optionListExcludingGroups(
              own,
              help.createDefaultLayout(all, List.of(), help.colorScheme()),
              null,
              help.parameterLabelRenderer()));
    }
  }
}
