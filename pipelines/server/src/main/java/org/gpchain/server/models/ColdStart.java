package org.gpchain.server.models;

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
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.voices.VoicesFile;
import org.gpchain.documents.Passage;
import org.gpchain.training.voices.LabelModel.Labels;
import org.gpchain.training.voices.LabelModelLearner;

/**
 * What models learn from besides annotations: sentences that were asked about and that nobody has
 * annotated, as voices label them. They stay in memory. For any number of threads.
 */
public final class ColdStart {
  /** Sentences of one model, at most: training takes time. */
  private static final int MOST = 1000;

  private final VoicesFile voices;
  private final Kept<ModelKey, Seen> seen;

  /** Sentences by their words, and how many must be there before a model is learned again. */
  private static final class Seen {
    private final Map<List<String>, LabeledSequence> sentences = new LinkedHashMap<>();
    private int due = 1;
  }

  private ColdStart(VoicesFile voices, long maxBytes) {
    this.voices = voices;
    this.seen = new Kept<>(maxBytes);
  }

  /**
   * Reads voices.
   *
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
    return new ColdStart(voices, maxBytes);
  }

  /** Keeps sentences; returns whether there are twice as many as when this was said before. */
  synchronized boolean see(ModelKey key, List<Passage> passages) {
    Seen own = seen.get(key) == null ? new Seen() : seen.get(key);
    for (Passage passage : passages) {
      List<String> words = passage.units().column(TokenSequence.WORD);
      if (own.sentences.size() < MOST) {
        own.sentences.computeIfAbsent(
            words, added -> LabeledSequence.unlabelled(TokenSequence.ofWords(added)));
      }
    }
    seen.put(key, own, TrainingQueue.bytes(own.sentences.values()));
    boolean isDue = own.sentences.size() >= own.due;
    own.due = isDue ? 2 * own.sentences.size() : own.due;
    return isDue;
  }

  /**
   * Annotated sentences, and among them the others that were seen, with labels that have weights.
   *
   * @throws InputException if voices cannot label them
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
      seen.get(key).sentences.entrySet().stream()
          .filter(one -> !known.contains(one.getKey()))
          .forEach(one -> all.add(one.getValue()));
    }
    return LabelModelLearner.DEFAULT.learn(voices.ask(all)).sentences(Labels.WEIGHTED);
  }
}
