package org.gpchain.internal.server.models;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.voices.VoicesFile;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.training.voices.LabelModel.Labels;
import org.gpchain.internal.training.voices.LabelModelLearner;

/**
 * What models learn from besides annotations: sentences that were asked about and that nobody has
 * annotated, as voices label them. They stay in memory. For any number of threads.
 *
 * @param seen sentences by their words
 * @param learned how many there were when a model was learned from them last
 */
public record ColdStart(
    VoicesFile voices,
    Kept<ModelKey, Map<List<String>, LabeledSequence>> seen,
    Kept<ModelKey, Integer> learned) {
  /** Sentences of one model, at most: training takes time. */
  private static final int MOST = 1000;

  /**
   * @param maxBytes of sentences that are kept
   * @throws InputException if they cannot be used, or read more than words
   */
  public static ColdStart read(Path file, long maxBytes) throws IOException {
    VoicesFile voices = VoicesFile.read(file);
    if (!voices.columns().equals(List.of(TokenSequence.WORD))) {
      throw new InputException(
          file,
          "a server has words only, and these voices read " + voices.columns(),
          "remove those of annotations and columns, and models that need others");
    }
    return new ColdStart(voices, new Kept<>(maxBytes), new Kept<>(maxBytes));
  }

  /**
   * Keeps sentences; returns how many there are, if they are twice as many as were learned from.
   */
  synchronized int see(ModelKey key, List<Passage> passages) {
    Map<List<String>, LabeledSequence> own = seen.putIfAbsent(key, new LinkedHashMap<>(), 0);
    for (Passage passage : passages) {
      List<String> words = passage.units().column(TokenSequence.WORD);
      if (own.size() < MOST) {
        own.computeIfAbsent(
            words, added -> LabeledSequence.unlabelled(TokenSequence.ofWords(added)));
      }
    }
    seen.put(key, own, TrainingQueue.bytes(own.values()));
    Integer before = learned.get(key);
    return before == null || own.size() >= 2 * before ? own.size() : 0;
  }

  /**
   * Annotated sentences, and among them the others that were seen, with labels that have weights,
   * unless voices cannot label them.
   *
   * @throws InputException if they cannot, and nobody has annotated anything
   */
  List<LabeledSequence> with(ModelKey key, List<LabeledSequence> annotated) throws InputException {
    Set<List<String>> known =
        annotated.stream()
            .map(sentence -> sentence.tokens().column(TokenSequence.WORD))
            .collect(Collectors.toSet());
    List<LabeledSequence> all = new ArrayList<>(annotated);
    synchronized (this) {
      if (seen.get(key) == null) {
        return annotated;
      }
      learned.put(key, seen.get(key).size(), Long.BYTES);
      seen.get(key).entrySet().stream()
          .filter(one -> !known.contains(one.getKey()))
          .forEach(one -> all.add(one.getValue()));
    }
    try {
      return LabelModelLearner.DEFAULT.learn(voices.label(all)).sentences(Labels.WEIGHTED);
    } catch (InputException e) {
      if (annotated.isEmpty()) {
        throw e;
      }
      return annotated;
    }
  }
}
