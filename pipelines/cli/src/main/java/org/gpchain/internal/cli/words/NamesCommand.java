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

/** {@code gpchain names}: what lists say of names. */
@Command(
    name = "names",
    synopsisSubcommandLabel = "COMMAND",
    description = "Learns from lists what names look like; words show shows where it comes from.",
    subcommands = NamesCommand.Learn.class)
public final class NamesCommand extends ConsoleCommand {
  @Override
  public Integer call() {
    throw wrongUse("a command is missing: learn");
  }

  /** {@code gpchain names learn}: from lists to a word resource. */
  @Command(
      name = "learn",
      description = {
        "Learns kinds of names from lists: which words they are made of, and how such words are"
            + " spelled. The resource holds no list.",
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
            "Names of a kind, one per line, several words allowed, in any case. Empty lines,"
                + " comments (# …) and repeated names are left out. Several may follow.")
    private Map<String, Path> lists = new LinkedHashMap<>();

    @Option(
        names = "--common",
        paramLabel = "FILE",
        description =
            "Text without annotations: its common words are no names by themselves. Several may"
                + " follow.")
    private List<Path> common = new ArrayList<>();

    @Mixin private EncodingOption encoding;

    @Mixin private BadLinesOption badLines;

    @Mixin private ResourceOptions target = new ResourceOptions("x-unspecified");

    @Option(
        names = "--passes",
        paramLabel = "N",
        description = "Passes over the words to learn their spelling, at most.")
    private int passes = 20;

    @Override
    public Integer call() throws IOException {
      target.check();
      checkDistinct("--list", lists);
      NameLists given =
          orWrongUse(
              () ->
                  new NameLists(
                      new TreeMap<>(lists), common, encoding.encoding(), badLines.areSkipped()));
      NameLearner learner = orWrongUse(() -> new NameLearner(passes, target.seed));
      if (common.isEmpty()) {
        note("without --common, a name that is a common word, too, is always a name");
      }
      WordResource resource;
      // Notes come after the progress, which is shown in one line.
      List<String> notes = new ArrayList<>();
      try (WordProgress progress = progress().words()) {
        resource = given.learn(learner, target.label(), progress, notes::add);
      }
      notes.forEach(this::note);
      String written = target.write(resource);
      summarise(
          "Learned %s of names: %s%n", plural(resource.names().kinds().size(), "kind"), written);
      return 0;
    }
  }
}
