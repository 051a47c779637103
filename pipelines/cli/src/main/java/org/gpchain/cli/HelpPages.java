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
record HelpPages(String everyday) implements IHelpSectionRenderer {
  private static final String ALL = "--help-all";

  /** Headings and options of everyday use, by the command. */
  private static final Map<String, String> EVERYDAY =
      Map.of(
          "train",
          """
          Data: --train --format --columns --dev --annotated
          Task: --task --language --template --tag-pos
          Words: --words --no-words --lexicon
          Output: --model
          Run: --threads --quiet --help
          """,
          "crossval",
          """
          Data: --train --format --columns --folds
          Task: --task --language --template --tag-pos
          Words: --words --no-words --lexicon
          Output: --predictions --json
          Run: --threads --quiet --help
          """,
          "annotate",
          """
          Documents: --input --list --format --columns --segmenter
          Model: --model --words --max-error
          Output: --output --to --overwrite
          Run: --threads --quiet --help
          """,
          "select",
          """
          Documents: --input --list --format --segmenter
          Model: --model --words
          Choice: --count --unit --by
          Output: --output --to --overwrite
          Run: --threads --quiet --help
          """,
          "serve",
          """
          Address: --host --port --token
          Models: --model --store --annotated --segmenter
          Run: --threads --quiet --help
          """,
          "words learn",
          """
          Texts: --input --tokenized --language
          Resource: --clusters --states --output --licence
          Run: --threads --quiet --help
          """);

  /** All subjects; an option that is in none comes last. */
  private static final String SUBJECTS =
      """
      Data: --train --dev --input --list --tokenized --format --columns --label-key --encoding \
      --skip-bad-lines --limit --folds
      UIMA documents: --reader --reader-param --type-system --allow-remote-types \
      --drop-unknown-types --view --annotation-type \
      --annotation-feature --subtypes-as-labels --segmenter --segmenter-param --pipeline
      Task and features: --task --language --scheme --template --cutoff --label-map
      Parts of speech: --tag-pos --best-pos --jackknife-pos
      Words: --words --no-words --names --share-words --lexicon --lexicon-case --column \
      --document-context --clusters --states --method --passes --held-out
      Partial annotation: --annotated --entity-ratio --done-type --rejected-type
      Voices: --voices --gold --text --labels
      Model: --model --update --keep-sentences --calibration-folds --hold-out-corpora \
      --store --max-models
      Prior: --variance --pairwise-variance --variances
      Posterior: --posterior --inducing --samples --rounds --kernel --embeddings \
      --embedding-words --word-lines
      Posterior of samples: --mcmc-steps --mcmc-samples --mcmc-chains --mcmc-megabytes
      Segments: --decoding --n-best --beta --max-error --min-recall --confidence
      Choice: --count --unit --by --per --max-similarity
      Output: --output --to --overwrite --shard --predictions --json --licence --attribution \
      --checkpoint
      Address: --host --port --token --insecure
      Requests: --max-body --max-waiting --timeout
      Run: --threads --seed --yes --max-failures --quiet --debug --help --version
      """;

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
    for (String line : (all ? SUBJECTS : everyday).lines().toList()) {
      String[] group = line.split(": ", 2);
      List<OptionSpec> own =
          Arrays.stream(group[1].split(" ", -1))
              .map(help.commandSpec()::findOption)
              .filter(Objects::nonNull)
              .filter(left::remove)
              .map(
                  option ->
                      all
                          ? option
                          : option.toBuilder().description(option.description()[0]).build())
              .toList();
      append(text, group[0], own, visible, help);
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
