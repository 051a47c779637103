package org.gpchain.pipelines.words;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.words.WordStates;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.training.data.LibraryVersion;
import org.gpchain.training.file.ScratchDirectory;
import org.gpchain.training.hmm.EncodedText;
import org.gpchain.training.hmm.HmmLearner;
import org.gpchain.training.hmm.HmmSettings;
import org.gpchain.training.words.WordClusterer;
import org.gpchain.training.words.WordCounts;

/**
 * Learns a word resource from raw text: counts the words, clusters them by their contexts, and
 * learns hidden states of tokens. Text is kept in temporary files, so that memory does not depend
 * on how much there is of it.
 *
 * @param raw English text files, in which no sentence crosses the end of a line
 * @param tokenized files with a sentence per line, tokens separated by white space
 * @param cutoff words that occur as often as this are known one by one
 * @param clusterer of words; null for no clusters
 * @param states how hidden states are learned; null for none
 */
public record WordLearning(
    List<Path> raw, List<Path> tokenized, int cutoff, WordClusterer clusterer, HmmSettings states) {
  /** Text with fewer words has nothing to say of them. */
  private static final int FEWEST_WORDS = 2;

  /** Copies the lists. */
  public WordLearning {
    raw = List.copyOf(raw);
    tokenized = List.copyOf(tokenized);
  }

  /** What the resource is called and may be used for. */
  public record Label(String name, String language, String licence, String attribution) {}

  /**
   * Learns.
   *
   * @param label of the resource
   * @param progress receives a line for each step
   * @throws InputException if a text cannot be read, or there is too little of it
   */
  public WordResource learn(Label label, Consumer<String> progress) throws IOException {
    try (ScratchDirectory scratch = ScratchDirectory.make()) {
      Path words = scratch.file("words.txt");
      Path encoded = scratch.file("words.bin");
      WordCounts counts = new WordCounts();
      cut(words, counts);
      WordNumbers numbers = counts.numbers(cutoff);
      if (numbers.wordCount() < FEWEST_WORDS) {
        throw new InputException(
            raw.isEmpty() ? tokenized.get(0) : raw.get(0),
            0,
            "fewer than "
                + FEWEST_WORDS
                + " words occur "
                + cutoff
                + " times, in "
                + counts.tokenCount()
                + " tokens",
            "give more text, or a smaller --cutoff");
      }
      progress.accept(
          String.format(
              Locale.ROOT,
              "%,d tokens; %,d words occur %d times or more, %,d classes of rarer ones",
              counts.tokenCount(),
              numbers.wordCount(),
              cutoff,
              numbers.classes().size()));
      try (EncodedText text = encode(words, encoded, numbers)) {
        return new WordResource(
            label.name(),
            label.language(),
            numbers,
            clusters(text, numbers, progress),
            states == null ? null : WordStates.of(hiddenStates(text, progress)),
            new TreeMap<>(),
            origin(label, counts.tokenCount()));
      }
    }
  }

  /** Writes the tokens of all texts, a sentence per line, and counts them. */
  private void cut(Path target, WordCounts counts) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(target)) {
      RawSentences.Sink sink =
          sentence -> {
            sentence.forEach(counts::add);
            out.write(String.join(" ", sentence));
            out.write('\n');
          };
      for (Path file : raw) {
        RawSentences.ofEnglish(file, sink);
      }
      for (Path file : tokenized) {
        RawSentences.ofTokenized(file, sink);
      }
    }
  }

  private static EncodedText encode(Path words, Path target, WordNumbers numbers)
      throws IOException {
    try (BufferedReader in = Files.newBufferedReader(words);
        EncodedText.Writer out = new EncodedText.Writer(target)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.add(List.of(line.split(" ")).stream().mapToInt(numbers::of).toArray());
      }
      return out.read(numbers.size());
    }
  }

  private SortedMap<String, int[]> clusters(
      EncodedText text, WordNumbers numbers, Consumer<String> progress) throws IOException {
    SortedMap<String, int[]> clusters = new TreeMap<>();
    if (clusterer != null) {
      List<int[]> found = clusterer.cluster(text, numbers.wordCount());
      for (int i = 0; i < found.size(); i++) {
        clusters.put(WordResource.CLUSTER + clusterer.granularities().get(i), found.get(i));
      }
      progress.accept("clusters: " + String.join(", ", clusters.keySet()));
    }
    return clusters;
  }

  private HiddenMarkovModel hiddenStates(EncodedText text, Consumer<String> progress)
      throws IOException {
    try (HmmLearner learner = new HmmLearner(text, states)) {
      for (int pass = 1; pass <= states.passes(); pass++) {
        learner.pass(seen -> {});
        progress.accept(
            String.format(
                Locale.ROOT,
                "states, pass %d of %d: log-likelihood per token %.4f",
                pass,
                states.passes(),
                learner.passLogLikelihood()));
      }
      return learner.model();
    }
  }

  private WordOrigin origin(Label label, long tokens) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("cutoff", Integer.toString(cutoff));
    if (clusterer != null) {
      // Threads do not change the result.
      settings.put("clusters", clusterer.withThreads(1).toString());
    }
    if (states != null) {
      settings.put("states", states.withThreads(1).toString());
    }
    List<String> sources =
        Stream.concat(raw.stream(), tokenized.stream())
            .map(file -> file.getFileName().toString())
            .toList();
    return new WordOrigin(
        sources, label.licence(), label.attribution(), tokens, settings, LibraryVersion.get());
  }
}
