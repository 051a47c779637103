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
 * Learns a word resource from raw text: counts the words, clusters them by their contexts, and
 * learns hidden states of tokens. Text is kept in temporary files, so that memory does not depend
 * on how much there is of it.
 *
 * @param raw text files, in which no sentence crosses the end of a line
 * @param tokenized files with a sentence per line, tokens separated by white space
 * @param encoding of texts without a byte order mark
 * @param cutoff words that occur as often as this are known one by one
 * @param heldOut N to learn from all sentences but every N-th, which shows when learning states
 *     helps no longer; 0 to learn from all
 * @param clusterer of words; null for no clusters
 * @param states how hidden states are learned; null for none
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

  /** What a resource is called, and may be used for. */
  public record Label(String name, String language, String licence, String attribution) {
    WordOrigin origin(Stream<Path> sources, long tokens, Map<String, String> settings) {
      List<String> files = sources.map(file -> file.getFileName().toString()).toList();
      return new WordOrigin(files, licence, attribution, tokens, settings, LibraryVersion.get());
    }

    /** A resource without lexicons; what it does not have is null. */
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
   * Where the state of learning is kept, so that the same call goes on after an interruption.
   *
   * @param file is read if it is there, written after each pass, and not deleted
   * @param interval it is written within a pass, too, whenever so much time has gone by
   */
  public record Checkpoints(Path file, Duration interval) {
    private static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(5);

    public static Checkpoints in(Path file) {
      return new Checkpoints(file, DEFAULT_INTERVAL);
    }
  }

  /**
   * @param checkpoints of the learning of states; null for none
   * @param progress follows each step; not closed
   * @throws InputException if a text cannot be read, if there is too little of it, or if the
   *     checkpoint is of another run
   */
  public WordResource learn(Label label, Checkpoints checkpoints, WordProgress progress)
      throws IOException {
    try (SegmentedText text = SegmentedText.of(this, label.language(), progress)) {
      CheckpointFile file =
          checkpoints == null || states == null
              ? null
              : new CheckpointFile(
                  checkpoints.file(), settings() + " of GPChain " + LibraryVersion.get(), text);
      CheckpointFile.State start = file == null ? null : file.read(states);
      if (start == null) {
        start = begin(text, progress);
      }
      WordStates learned = null;
      if (states != null) {
        long nanos = file == null ? 0 : checkpoints.interval().toNanos();
        try (HmmLearner learner = start.learner()) {
          learned = new StateLearning(text, learner, file, nanos, progress).learn(start);
        }
      }
      Stream<Path> sources = Stream.concat(raw.stream(), tokenized.stream());
      WordOrigin origin = label.origin(sources, text.tokens(), settings());
      return label.resource(text.numbers(), start.clusters(), learned, null, origin);
    }
  }

  static SortedMap<String, int[]> columns(List<Integer> granularities, List<int[]> found) {
    SortedMap<String, int[]> columns = new TreeMap<>();
    for (int i = 0; i < granularities.size(); i++) {
      columns.put(WordResource.CLUSTER + granularities.get(i), found.get(i));
    }
    return columns;
  }

  /** Clusters words, also into as many as there are states, which learning begins with. */
  private CheckpointFile.State begin(SegmentedText text, WordProgress progress) throws IOException {
    progress.begin("clustering", -1);
    List<Integer> wanted = clusterer == null ? List.of() : clusterer.granularities();
    List<Integer> all = new ArrayList<>(wanted);
    if (states != null) {
      all.add(states.states());
    }
    List<int[]> found =
        (clusterer == null ? WordClusterer.of(states.seed(), states.threads()) : clusterer)
            .withGranularities(all)
            .cluster(text.sentences(), text.numbers().wordCount());
    progress.end(
        all.stream().map(String::valueOf).collect(Collectors.joining(", ", "clusters: ", "")));
    return new CheckpointFile.State(
        columns(wanted, found),
        null,
        Double.NaN,
        states == null ? null : new HmmLearner(text.sentences(), states, found.get(wanted.size())));
  }

  /** Returns all that decides on the result, but for the texts; threads do not. */
  private SortedMap<String, String> settings() {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("cutoff", Integer.toString(cutoff));
    settings.put("held out", Integer.toString(heldOut));
    if (clusterer != null) {
      settings.put("clusters", clusterer.withThreads(1).toString());
    }
    if (states != null) {
      settings.put("states", states.withThreads(1).toString());
    }
    return settings;
  }

  /**
   * Learns hidden states, pass by pass, until the likelihood of the sentences held out no longer
   * rises, and keeps those of the best pass.
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
     * @param checkpoint written after each pass and every so many nanoseconds; null for none
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
        progress.end(
            format(
                "%s: log-likelihood per token %.4f%s; %,.0f tokens/s",
                name,
                learner.passLogLikelihood(),
                Double.isNaN(likelihood) ? "" : format(", held out %.4f", likelihood),
                tokensPerSecond));
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

    /** Passes over the text, or the rest of it; returns the tokens that it saw in a second. */
    private double pass(String name) throws IOException {
      long start = System.nanoTime();
      long before = learner.isWithinPass() ? learner.passTokens() : 0;
      progress.begin(name, text.sentences().sentenceCount());
      learner.pass(
          seen -> {
            progress.at(
                seen,
                format(
                    "%,.0f tokens/s, log-likelihood per token %.4f",
                    tokensPerSecond(before, start), learner.passLogLikelihood()));
            if (System.nanoTime() - lastCheckpoint >= nanosBetween) {
              save();
            }
          });
      return tokensPerSecond(before, start);
    }

    private double tokensPerSecond(long before, long start) {
      return (learner.passTokens() - before) / ((System.nanoTime() - start) / 1e9);
    }

    private void save() throws IOException {
      if (checkpoint != null) {
        checkpoint.write(state);
        lastCheckpoint = System.nanoTime();
      }
    }
  }
}
