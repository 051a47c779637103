package org.gpchain.internal.cli.words;

import static org.gpchain.core.text.Numbers.plural;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.BadLinesOption;
import org.gpchain.internal.cli.options.EncodingOption;
import org.gpchain.internal.corpora.words.NameLists;
import org.gpchain.internal.corpora.words.WordProgress;
import org.gpchain.internal.training.words.NameLearner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code gpchain names}: learns word resources from lists of names. */
@Command(
    name = "names",
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Learns from lists what names look like. gpchain words show describes the result.",
    subcommands = NamesCommand.Learn.class)
public final class NamesCommand extends ConsoleCommand {
  @Override
  public Integer call() {
    throw wrongUse("a command is missing: learn");
  }

  /** Command {@code gpchain names learn}: makes a word resource of lists of names. */
  @Command(
      name = "learn",
      description = {
        "Learns kinds of names from lists: the words in such names and their spelling. The resource"
            + " does not contain the lists themselves.",
        "Each kind becomes a column name_KIND, which the default templates use."
      },
      footer = {
        "",
        "Example:",
        "  gpchain names learn --list drug=drugs.txt --common texts.txt --output drugs.names",
        "  gpchain train --task ne --train names.txt --names drugs.names --model ne.gpchain"
      })
  static final class Learn extends ConsoleCommand {
    @Option(
        names = "--list",
        required = true,
        paramLabel = "KIND=FILE",
        description =
            "List of names of a kind, one per line, with one or more words. Case is ignored. Empty"
                + " lines, comments (# …) and repeated names are skipped. Takes one or more"
                + " values.")
    private Map<String, Path> lists = new LinkedHashMap<>();

    @Option(
        names = "--common",
        paramLabel = "FILE",
        description =
            "Text without annotations. Its common words do not count as names on their own. Takes"
                + " one or more values.")
    private List<Path> common = new ArrayList<>();

    @Mixin private EncodingOption encoding;

    @Mixin private BadLinesOption badLines;

    @Mixin private ResourceOptions target = new ResourceOptions("x-unspecified");

    @Option(
        names = "--passes",
        paramLabel = "N",
        description = "Maximum number of passes over the words to learn their spelling.")
    private int passes = 20;

    @Override
    public Integer call() throws IOException {
      target.check();
      checkDistinct("--list", lists);
      NameLists nameLists =
          orWrongUse(
              () ->
                  new NameLists(
                      new TreeMap<>(lists), common, encoding.encoding(), badLines.areSkipped()));
      NameLearner learner = orWrongUse(() -> new NameLearner(passes, target.seed));
      if (common.isEmpty()) {
        note("without --common, a name that is also a common word always counts as a name");
      }

      WordResource resource;
      // Notes are printed after the progress bar, which occupies a line.
      List<String> notes = new ArrayList<>();
      try (WordProgress progress = progress().words()) {
        resource = nameLists.learn(learner, target.label(), progress, notes::add);
      }
      notes.forEach(this::note);

      String written = target.write(resource);
      summarise(
          "Learned %s of names: %s%n", plural(resource.names().kinds().size(), "kind"), written);
      return 0;
    }
  }
}
