package org.gpchain.internal.cli.words;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.EncodingOption;
import org.gpchain.internal.corpora.words.WordLearning;
import org.gpchain.internal.corpora.words.WordLearning.Checkpoints;
import org.gpchain.internal.corpora.words.WordProgress;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.training.hmm.HmmSettings;
import org.gpchain.internal.training.hmm.HmmSettings.Method;
import org.gpchain.internal.training.words.WordClusterer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain words learn}: from raw text to a word resource. */
@Command(
    name = "learn",
    description = "Learns clusters and hidden states of words from raw text.",
    footer = {
      "",
      "Example:",
      "  gpchain words learn --input texts.txt --output en.words",
      "  gpchain train --task ne --train names.txt --words en.words --model ne.gpchain"
    })
final class WordsLearnCommand extends ConsoleCommand {
  @Option(
      names = {"-i", "--input"},
      description = {
        "Text without annotations; a sentence does not cross the end of a line."
            + " Several may follow."
      })
  private List<Path> raw = new ArrayList<>();

  @Option(
      names = "--tokenized",
      description =
          "Text of any language, one sentence per line, tokens separated by blanks."
              + " Several may follow.")
  private List<Path> tokenized = new ArrayList<>();

  @Mixin private EncodingOption encoding;

  @Mixin private ResourceOptions target = new ResourceOptions("en");

  @Option(
      names = "--cutoff",
      description =
          "Words that occur N times are known one by one, others by their shape and ending.")
  private int cutoff = 5;

  @Option(
      names = "--clusters",
      split = ",",
      defaultValue = "64,256,1024",
      paramLabel = "K",
      description = "Numbers of clusters; 0 for none.")
  private List<Integer> clusters;

  @Option(
      names = "--states",
      paramLabel = "K",
      description = "Number of hidden states, at most 256; 0 for none.")
  private int states = 100;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description = "How states are learned: ${COMPLETION-CANDIDATES}.")
  private Method method = Method.SCVI;

  @Option(
      names = "--passes",
      description =
          "Passes over the texts for the states, at most: learning stops when the likelihood of"
              + " the sentences held out no longer rises.")
  private int passes = 5;

  @Option(
      names = "--held-out",
      description = "Every N-th sentence is only used to see how well the states fit; 0 for none.")
  private int heldOut = 100;

  @Option(
      names = "--checkpoint",
      description =
          "Keep the state of learning in this file, so that the same command goes on after an"
              + " interruption; it is deleted in the end.")
  private Path checkpoint;

  @Option(
      names = {"-j", "--threads"},
      description = "Threads; they do not change the result. Default: the machine's cores.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Override
  public Integer call() throws IOException {
    if (raw.isEmpty() && tokenized.isEmpty()) {
      throw wrongUse("there is nothing to learn from: give --input or --tokenized");
    }
    if (checkpoint != null && states == 0) {
      throw wrongUse("--checkpoint is for the states, and --states 0 wants none");
    }
    target.check();
    if (!raw.isEmpty()) {
      Segmenter.DEFAULT.note(target.language).ifPresent(this::note);
    }
    WordResource resource = learn(learning());
    String written = target.write(resource);
    if (checkpoint != null) {
      Files.deleteIfExists(checkpoint);
    }
    summarise("Learned from %,d tokens: %s%n", resource.origin().tokens(), written);
    return 0;
  }

  private WordResource learn(WordLearning learning) throws IOException {
    try (WordProgress progress = progress().words()) {
      return learning.learn(
          target.label(), checkpoint == null ? null : Checkpoints.in(checkpoint), progress);
    }
  }

  private WordLearning learning() {
    List<Integer> granularities = clusters.stream().filter(count -> count != 0).toList();
    if (granularities.isEmpty() && states == 0) {
      throw wrongUse("with --clusters 0 and --states 0 there is nothing to learn");
    }
    return orWrongUse(
        () ->
            new WordLearning(
                raw,
                tokenized,
                encoding.encoding(),
                cutoff,
                heldOut,
                granularities.isEmpty()
                    ? null
                    : WordClusterer.of(target.seed, threads).withGranularities(granularities),
                states == 0 ? null : HmmSettings.of(method, states, passes, target.seed, threads)));
  }
}
