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
 * Lists of options in the help of commands that have many: {@code --help} shows the options of
 * everyday use, {@code --help-all} all options by subject. Hidden options are in neither.
 *
 * @param everyday the options of everyday use: in each line a heading, a colon, and options
 */
record HelpPages(String everyday) implements IHelpSectionRenderer {
  private static final String ALL = "--help-all";

  /** Headings and options of everyday use, by command. */
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

  /** Headings and options of all commands; an option without a subject comes last. */
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

  /** Gives a command with many options, and its subcommands, their own lists of options. */
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
    boolean all = parsed != null && parsed.originalArgs().contains(ALL);
    Set<OptionSpec> remaining = new LinkedHashSet<>(command.options());
    remaining.removeIf(OptionSpec::hidden);

    CommandSpec page = CommandSpec.create().usageMessage(command.usageMessage());
    for (String line : (all ? SUBJECTS : everyday).lines().toList()) {
      String[] subject = line.split(": ", 2);
      List<OptionSpec> options =
          Stream.of(subject[1].split(" ", -1))
              .map(command::findOption)
              .filter(Objects::nonNull)
              .filter(remaining::remove)
              .toList();
      addGroup(page, subject[0], options, all);
    }
    if (all) {
      addGroup(page, "Others", remaining, true);
    }

    String options = new Help(page, help.colorScheme()).optionListGroupSections();
    return all
        ? options
        : options
            + String.format(
                "%n%d more options: %s %s%n", remaining.size(), command.qualifiedName(), ALL);
  }

  /**
   * Adds a group to a page. The command itself has no such groups: picocli does not require options
   * of a group.
   *
   * @param whole whether descriptions are whole, or end after their first paragraph
   */
  private static void addGroup(
      CommandSpec page, String subject, Collection<OptionSpec> options, boolean whole) {
    if (options.isEmpty()) {
      return;
    }
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder().validate(false).heading("%n" + subject + ":%n");
    for (OptionSpec option : options) {
      OptionSpec.Builder copy = option.toBuilder();
      group.addArg(whole ? copy.build() : copy.description(option.description()[0]).build());
    }
    page.addArgGroup(group.build());
  }
}
