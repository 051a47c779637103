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

/** Command {@code gpchain words learn}: learns a word resource from raw text. */
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
        "Raw text. A sentence ends at the end of its line at the latest. Takes one or more values."
      })
  private List<Path> raw = new ArrayList<>();

  @Option(
      names = "--tokenized",
      description =
          "Text in any language with one sentence per line and tokens separated by blanks. Takes"
              + " one or more values.")
  private List<Path> tokenized = new ArrayList<>();

  @Mixin private EncodingOption encoding;

  @Mixin private ResourceOptions target = new ResourceOptions("en");

  @Option(
      names = "--cutoff",
      description =
          "Minimum number of occurrences of a word. Rarer words are represented by their shape and"
              + " ending.")
  private int cutoff = 5;

  @Option(
      names = "--clusters",
      split = ",",
      defaultValue = "64,256,1024",
      paramLabel = "K",
      description = "Numbers of clusters, one column each. 0: no clusters.")
  private List<Integer> clusters;

  @Option(
      names = "--states",
      paramLabel = "K",
      description = "Number of hidden states, at most 256. 0: no states.")
  private int states = 100;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description = "Method for learning the states: ${COMPLETION-CANDIDATES}.")
  private Method method = Method.SCVI;

  @Option(
      names = "--passes",
      description =
          "Maximum number of passes over the texts to learn the states. Learning stops earlier when"
              + " the likelihood of the held-out sentences no longer increases.")
  private int passes = 5;

  @Option(
      names = "--held-out",
      description =
          "Hold out every N-th sentence to measure how well the states fit. 0: hold out none.")
  private int heldOut = 100;

  @Option(
      names = "--checkpoint",
      description =
          "Keep the state of learning in this file, so that the same command continues after an"
              + " interruption. The file is deleted at the end.")
  private Path checkpoint;

  @Option(
      names = {"-j", "--threads"},
      description =
          "Number of threads. It does not change the result. Default: the number of processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Override
  public Integer call() throws IOException {
    if (raw.isEmpty() && tokenized.isEmpty()) {
      throw wrongUse("there is nothing to learn from; specify --input or --tokenized");
    }
    if (checkpoint != null && states == 0) {
      throw wrongUse("--checkpoint is for the hidden states, but --states 0 turns them off");
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
    Checkpoints checkpoints = checkpoint == null ? null : Checkpoints.in(checkpoint);
    try (WordProgress progress = progress().words()) {
      return learning.learn(target.label(), checkpoints, progress);
    }
  }

  private WordLearning learning() {
    List<Integer> granularities = clusters.stream().filter(count -> count != 0).toList();
    if (granularities.isEmpty() && states == 0) {
      throw wrongUse("with --clusters 0 and --states 0 there is nothing to learn");
    }
    return orWrongUse(() -> learning(granularities));
  }

  private WordLearning learning(List<Integer> granularities) {
    WordClusterer clusterer = null;
    if (!granularities.isEmpty()) {
      clusterer = WordClusterer.of(target.seed, threads).withGranularities(granularities);
    }
    HmmSettings hmm = null;
    if (states != 0) {
      hmm = HmmSettings.of(method, states, passes, target.seed, threads);
    }
    return new WordLearning(raw, tokenized, encoding.encoding(), cutoff, heldOut, clusterer, hmm);
  }
}
