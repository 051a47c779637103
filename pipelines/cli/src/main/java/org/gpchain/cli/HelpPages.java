package org.gpchain.cli;

import java.util.ArrayList;
import java.util.Arrays;
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
record HelpPages(List<Group> everyday) implements IHelpSectionRenderer {
  private static final String ALL = "--help-all";

  private record Group(String heading, String options) {}

  private static final Group RUN = new Group("Run", "--threads --quiet --help");
  private static final Group WORDS = new Group("Words", "--words --no-words --lexicon");
  private static final Group TASK = new Group("Task", "--task --language --template --tag-pos");

  private static final Map<String, List<Group>> EVERYDAY =
      Map.of(
          "train",
          List.of(
              new Group("Data", "--train --format --columns --dev --annotated"),
              TASK,
              WORDS,
              new Group("Output", "--model"),
              RUN),
          "crossval",
          List.of(
              new Group("Data", "--train --format --columns --folds"),
              TASK,
              WORDS,
              new Group("Output", "--predictions --json"),
              RUN),
          "annotate",
          List.of(
              new Group("Documents", "--input --list --format --columns --segmenter"),
              new Group("Model", "--model --words --max-error"),
              new Group("Output", "--output --to --overwrite"),
              RUN),
          "select",
          List.of(
              new Group("Documents", "--input --list --format --segmenter"),
              new Group("Model", "--model --words"),
              new Group("Choice", "--count --unit --by"),
              new Group("Output", "--output --to --overwrite"),
              RUN),
          "serve",
          List.of(
              new Group("Address", "--host --port --token"),
              new Group("Models", "--model --store --annotated --segmenter"),
              RUN),
          "words learn",
          List.of(
              new Group("Texts", "--input --tokenized --language"),
              new Group("Resource", "--clusters --states --output --licence"),
              RUN));

  /** All subjects; an option that is in none comes last. */
  private static final List<Group> SUBJECTS =
      List.of(
          new Group(
              "Data",
              "--train --dev --input --list --tokenized --format --columns --encoding --limit"
                  + " --folds"),
          new Group(
              "UIMA documents",
              "--reader --reader-param --type-system --allow-remote-types --annotation-type"
                  + " --annotation-feature --subtypes-as-labels --segmenter --segmenter-param"
                  + " --pipeline"),
          new Group(
              "Task and features", "--task --language --scheme --template --cutoff --label-map"),
          new Group("Parts of speech", "--tag-pos --best-pos --jackknife-pos"),
          new Group(
              "Words",
              "--words --no-words --names --share-words --lexicon --lexicon-case --column"
                  + " --document-context --clusters --states --method --passes --held-out"),
          new Group("Partial annotation", "--annotated --entity-ratio --done-type --rejected-type"),
          new Group("Voices", "--voices --gold --text --labels"),
          new Group(
              "Model", "--model --update --updatable --calibration-folds --store --max-models"),
          new Group("Prior", "--variance --pairwise-variance --variances"),
          new Group(
              "Posterior",
              "--posterior --inducing --samples --rounds --kernel --embeddings"
                  + " --embedding-words --word-lines"),
          new Group(
              "Posterior of samples", "--mcmc-steps --mcmc-samples --mcmc-chains --mcmc-megabytes"),
          new Group("Segments", "--decoding --n-best --beta --max-error --min-recall --confidence"),
          new Group("Choice", "--count --unit --by --per --max-similarity"),
          new Group(
              "Output",
              "--output --to --overwrite --shard --predictions --json --licence --attribution"
                  + " --checkpoint"),
          new Group("Address", "--host --port --token --insecure"),
          new Group("Requests", "--max-body --max-waiting --timeout"),
          new Group(
              "Run", "--threads --seed --yes --max-failures --quiet --debug --help --version"));

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
    for (CommandLine subcommand : commandLine.getSubcommands().values()) {
      addTo(subcommand);
    }
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
          Arrays.stream(group.options().split(" ", -1))
              .map(help.commandSpec()::findOption)
              .filter(Objects::nonNull)
              .filter(left::remove)
              .map(
                  option ->
                      all
                          ? option
                          : option.toBuilder().description(option.description()[0]).build())
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
