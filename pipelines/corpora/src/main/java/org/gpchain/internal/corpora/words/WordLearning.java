package org.gpchain.internal.corpora.words;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.core.words.NameKinds;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.words.WordStates;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.data.LibraryVersion;
import org.gpchain.internal.training.hmm.HmmLearner;
import org.gpchain.internal.training.hmm.HmmSettings;
import org.gpchain.internal.training.words.WordClusterer;

/**
 * A learner of a word resource from raw text: it counts the words, clusters them by their contexts,
 * and learns hidden states of tokens. Text is kept in temporary files, so that the memory does not
 * depend on the size of the text.
 *
 * @param raw text files, in which no sentence crosses the end of a line
 * @param tokenized files with one sentence per line and white space between tokens
 * @param encoding encoding of texts without a byte order mark
 * @param cutoff minimum number of occurrences of a word with a number; rarer words share classes
 * @param heldOut N to hold out every Nth sentence, on which the learner of states recognizes when
 *     to stop; 0 to learn from all sentences
 * @param clusterer clusterer of words; null to learn no clusters
 * @param states settings of the learner of hidden states; null to learn no states
 */
public record WordLearning(
    List<Path> raw,
    List<Path> tokenized,
    Charset encoding,
    int cutoff,
    int heldOut,
    WordClusterer clusterer,
    HmmSettings states) {
  public WordLearning {
    raw = List.copyOf(raw);
    tokenized = List.copyOf(tokenized);
    Checks.atLeast("cutoff", cutoff, 1);
    if (!(heldOut == 0 || heldOut > 1)) {
      throw new IllegalArgumentException("heldOut must be 0, or 2 or more, was " + heldOut);
    }
  }

  /**
   * The description of a resource.
   *
   * @param language language code of the words
   * @param licence license of the resource
   * @param attribution authors whom users of the resource must name
   */
  public record Label(String name, String language, String licence, String attribution) {
    /** Returns the origin of a resource that is learned from these files. */
    WordOrigin origin(Stream<Path> sources, long tokens, Map<String, String> settings) {
      List<String> files = sources.map(file -> file.getFileName().toString()).toList();
      return new WordOrigin(files, licence, attribution, tokens, settings, LibraryVersion.get());
    }

    /** Returns a resource without lexicons. All parts but clusters and origin may be null. */
    WordResource resource(
        WordNumbers numbers,
        SortedMap<String, int[]> clusters,
        WordStates states,
        NameKinds names,
        WordOrigin origin) {
      return new WordResource(
          name, language, numbers, clusters, states, new TreeMap<>(), names, origin);
    }
  }

  /**
   * Settings for saving the state of learning, so that the same call resumes after an interruption.
   *
   * @param file file that is read if it exists, written after each pass, and never deleted
   * @param interval time after which the file is also written within a pass
   */
  public record Checkpoints(Path file, Duration interval) {
    private static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(5);

    /** Returns checkpoints in a file that is written every five minutes. */
    public static Checkpoints in(Path file) {
      return new Checkpoints(file, DEFAULT_INTERVAL);
    }
  }

  /**
   * Learns a word resource.
   *
   * @param checkpoints settings for saving the learner of states; null to save nothing
   * @param progress receives the progress of each step; not closed
   * @throws InputException if a text cannot be read, if there is not enough text, or if the
   *     checkpoint is from a run with other settings or text
   */
  public WordResource learn(Label label, Checkpoints checkpoints, WordProgress progress)
      throws IOException {
    try (SegmentedText text = SegmentedText.of(this, label.language(), progress)) {
      CheckpointFile checkpoint = null;
      CheckpointFile.State start = null;
      if (checkpoints != null && states != null) {
        String version = settings() + " of GPChain " + LibraryVersion.get();
        checkpoint = new CheckpointFile(checkpoints.file(), version, text);
        start = checkpoint.read(states);
      }
      if (start == null) {
        start = begin(text, progress);
      }

      WordStates learned = null;
      if (states != null) {
        long nanos = checkpoint == null ? 0 : checkpoints.interval().toNanos();
        try (HmmLearner learner = start.learner()) {
          learned = new StateLearning(text, learner, checkpoint, nanos, progress).learn(start);
        }
      }

      Stream<Path> sources = Stream.concat(raw.stream(), tokenized.stream());
      WordOrigin origin = label.origin(sources, text.tokens(), settings());
      return label.resource(text.numbers(), start.clusters(), learned, null, origin);
    }
  }

  /**
   * Returns clusters by the names of their columns.
   *
   * @param granularities number of clusters in each column
   * @param clusters cluster of each word, {@code [words]}, for each column
   */
  static SortedMap<String, int[]> columns(List<Integer> granularities, List<int[]> clusters) {
    SortedMap<String, int[]> columns = new TreeMap<>();
    for (int i = 0; i < granularities.size(); i++) {
      columns.put(WordResource.CLUSTER + granularities.get(i), clusters.get(i));
    }
    return columns;
  }

  /**
   * Clusters words. If states are learned, also makes one cluster for each state, from which the
   * learner of states starts.
   */
  private CheckpointFile.State begin(SegmentedText text, WordProgress progress) throws IOException {
    progress.begin("clustering", -1);
    WordClusterer usedClusterer = clusterer;
    List<Integer> columnSizes = List.of();
    if (clusterer == null) {
      usedClusterer = WordClusterer.of(states.seed(), states.threads());
    } else {
      columnSizes = clusterer.granularities();
    }

    List<Integer> sizes = new ArrayList<>(columnSizes);
    if (states != null) {
      sizes.add(states.states());
    }
    List<int[]> clusters =
        usedClusterer
            .withGranularities(sizes)
            .cluster(text.sentences(), text.numbers().wordCount());
    progress.end(
        sizes.stream().map(String::valueOf).collect(Collectors.joining(", ", "clusters: ", "")));

    HmmLearner learner = null;
    if (states != null) {
      learner = new HmmLearner(text.sentences(), states, clusters.get(columnSizes.size()));
    }
    return new CheckpointFile.State(columns(columnSizes, clusters), null, Double.NaN, learner);
  }

  /** Returns the settings that determine the result, other than the texts. */
  private SortedMap<String, String> settings() {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("cutoff", Integer.toString(cutoff));
    settings.put("held out", Integer.toString(heldOut));
    // The result does not depend on the number of threads.
    if (clusterer != null) {
      settings.put("clusters", clusterer.withThreads(1).toString());
    }
    if (states != null) {
      settings.put("states", states.withThreads(1).toString());
    }
    return settings;
  }

  /**
   * A run of the learner of hidden states. It ends when the likelihood of the held-out sentences no
   * longer rises, and keeps the states of the best pass.
   */
  private final class StateLearning {
    private final SegmentedText text;
    private final HmmLearner learner;
    private final CheckpointFile checkpoint;
    private final long nanosBetween;
    private final WordProgress progress;

    private CheckpointFile.State state;
    private long lastCheckpoint = System.nanoTime();

    /**
     * Creates a run.
     *
     * @param checkpoint file that is written after each pass and within passes; null for no file
     * @param nanosBetween interval between writing the file within a pass (nanoseconds)
     */
    StateLearning(
        SegmentedText text,
        HmmLearner learner,
        CheckpointFile checkpoint,
        long nanosBetween,
        WordProgress progress) {
      this.text = text;
      this.learner = learner;
      this.checkpoint = checkpoint;
      this.nanosBetween = nanosBetween;
      this.progress = progress;
    }

    WordStates learn(CheckpointFile.State start) throws IOException {
      state = start;
      save();
      while (learner.passes() < states.passes()) {
        String name = "states, pass " + (learner.passes() + 1) + " of " + states.passes();
        double tokensPerSecond = pass(name);
        double likelihood = learner.logLikelihood(text.heldOut());

        String heldOutResult = "";
        if (!Double.isNaN(likelihood)) {
          heldOutResult = format(", held out %.4f", likelihood);
        }
        progress.end(
            format(
                "%s: log-likelihood per token %.4f%s; %,.0f tokens/s",
                name, learner.passLogLikelihood(), heldOutResult, tokensPerSecond));

        if (state.best() != null && likelihood <= state.heldOut()) {
          progress.begin("states", -1);
          progress.end("states: those of pass " + (learner.passes() - 1) + " are the best");
          return state.best();
        }

        state = state.with(WordStates.of(learner.model()), likelihood);
        save();
      }
      return state.best();
    }

    /** Runs a pass over the text, or finishes a resumed pass, and returns the tokens per second. */
    private double pass(String name) throws IOException {
      long start = System.nanoTime();
      long tokensBefore = learner.isWithinPass() ? learner.passTokens() : 0;
      progress.begin(name, text.sentences().sentenceCount());
      learner.pass(sentences -> report(sentences, tokensBefore, start));
      return tokensPerSecond(tokensBefore, start);
    }

    private void report(long sentences, long tokensBefore, long start) throws IOException {
      progress.at(
          sentences,
          format(
              "%,.0f tokens/s, log-likelihood per token %.4f",
              tokensPerSecond(tokensBefore, start), learner.passLogLikelihood()));
      if (System.nanoTime() - lastCheckpoint >= nanosBetween) {
        save();
      }
    }

    private double tokensPerSecond(long tokensBefore, long start) {
      return (learner.passTokens() - tokensBefore) / ((System.nanoTime() - start) / 1e9);
    }

    private void save() throws IOException {
      if (checkpoint != null) {
        checkpoint.write(state);
        lastCheckpoint = System.nanoTime();
      }
    }
  }
}
