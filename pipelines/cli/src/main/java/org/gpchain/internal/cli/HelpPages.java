package org.gpchain.internal.cli;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * Help with options grouped by subject, for commands that have many options. {@code --help} shows
 * the most common options, {@code --help-all} shows all of them. Hidden options are never shown.
 *
 * @param everyday the most common options: each line has a heading, a colon, and options
 */
record HelpPages(String everyday) implements IHelpSectionRenderer {
  private static final String ALL = "--help-all";

  /** Headings and most common options by command. */
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

  /** Headings and options of all commands. Options that are not listed come last. */
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
      Encoder: --encoder --encoder-dimensions
      Partial annotation: --annotated --entity-ratio --done-type --rejected-type
      Voices: --voices --gold --text --labels
      Model: --model --replay --update --keep-sentences --calibration-folds --hold-out-corpora \
      --store --max-models
      Prior: --variance --pairwise-variance --variances
      Posterior: --posterior --inducing --samples --rounds --kernel --encoder-kernel \
      --embeddings --embedding-words --word-lines
      Posterior of samples: --mcmc-steps --mcmc-samples --mcmc-chains --mcmc-megabytes
      Segments: --decoding --n-best --beta --max-error --min-recall --confidence
      Choice: --count --unit --by --per --max-similarity
      Output: --output --to --overwrite --verify --shard --predictions --json --licence --attribution \
      --checkpoint
      Address: --host --port --token --insecure
      Requests: --max-body --max-waiting --timeout
      Run: --threads --seed --yes --max-failures --quiet --debug --help --version
      """;

  /** Groups the options of a command and of its subcommands, where {@link #EVERYDAY} lists them. */
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
    CommandSpec command = help.commandSpec();
    ParseResult parsed = command.root().commandLine().getParseResult();
    boolean isComplete = parsed != null && parsed.originalArgs().contains(ALL);
    Set<OptionSpec> remaining = new LinkedHashSet<>(command.options());
    remaining.removeIf(OptionSpec::hidden);

    String subjects = isComplete ? SUBJECTS : everyday;
    CommandSpec page = CommandSpec.create().usageMessage(command.usageMessage());
    for (String line : subjects.lines().toList()) {
      String[] headingAndNames = line.split(": ", 2);
      List<OptionSpec> options =
          Stream.of(headingAndNames[1].split(" ", -1))
              .map(command::findOption)
              .filter(Objects::nonNull)
              .filter(remaining::remove)
              .toList();
      addGroup(page, headingAndNames[0], options, isComplete);
    }
    if (isComplete) {
      addGroup(page, "Others", remaining, true);
    }

    String options = new Help(page, help.colorScheme()).optionListGroupSections();
    if (isComplete) {
      return options;
    }
    return options
        + String.format(
            "%n%d more options: %s %s%n", remaining.size(), command.qualifiedName(), ALL);
  }

  /**
   * Adds a group of options to a help page. The groups belong to the page instead of the command,
   * because picocli does not check that required options of a group are given.
   *
   * @param isComplete whether to show whole descriptions, or only their first paragraphs
   */
  private static void addGroup(
      CommandSpec page, String subject, Collection<OptionSpec> options, boolean isComplete) {
    if (options.isEmpty()) {
      return;
    }

    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder().validate(false).heading("%n" + subject + ":%n");
    for (OptionSpec option : options) {
      OptionSpec.Builder copy = option.toBuilder();
      if (!isComplete) {
        copy.description(option.description()[0]);
      }
      group.addArg(copy.build());
    }
    page.addArgGroup(group.build());
  }
}
