package org.gpchain.internal.server.models;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.voices.VoicesFile;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.training.voices.LabelModel.Labels;
import org.gpchain.internal.training.voices.LabelModelLearner;
import org.gpchain.internal.training.voices.Votes;

/**
 * The sentences of prediction requests, labeled by voices (sources of weak labels), as training
 * data for layers with few or no annotations. The sentences stay in memory. Thread-safe.
 *
 * @param voices the voices
 * @param seen for each model, the sentences of requests by their words
 * @param learned for each model, the number of seen sentences at its last training
 */
public record ColdStart(
    VoicesFile voices,
    LruCache<ModelKey, Map<List<String>, LabeledSequence>> seen,
    LruCache<ModelKey, Integer> learned) {
  /** Maximum number of seen sentences of a model, which bounds the training time. */
  private static final int MAX_SENTENCES = 1000;

  /**
   * Reads a file of voices.
   *
   * @param maxBytes maximum memory of the seen sentences (bytes)
   * @throws InputException if a voice cannot be used or requires columns other than words
   */
  public static ColdStart read(Path file, long maxBytes) throws IOException {
    VoicesFile voices = VoicesFile.read(file);
    if (!voices.columns().equals(List.of(TokenSequence.WORD))) {
      throw new InputException(
          file,
          "a server provides only words, but these voices read " + voices.columns(),
          "remove voices that read annotations or columns, and models that require other columns");
    }
    return new ColdStart(voices, new LruCache<>(maxBytes), new LruCache<>(maxBytes));
  }

  /**
   * Adds the sentences of a request.
   *
   * @return the number of seen sentences if it is at least twice the number at the last training;
   *     otherwise 0
   */
  synchronized int add(ModelKey key, List<Passage> passages) {
    Map<List<String>, LabeledSequence> sentences = seen.putIfAbsent(key, new LinkedHashMap<>(), 0);
    for (Passage passage : passages) {
      List<String> words = passage.units().column(TokenSequence.WORD);
      if (sentences.size() < MAX_SENTENCES && !sentences.containsKey(words)) {
        sentences.put(words, LabeledSequence.unlabelled(TokenSequence.ofWords(words)));
      }
    }
    seen.put(key, sentences, TrainingQueue.bytes(sentences.values()));

    Integer learnedSentences = learned.get(key);
    if (learnedSentences != null && sentences.size() < 2 * learnedSentences) {
      return 0;
    }
    return sentences.size();
  }

  /** Forgets the sentences of a model. */
  synchronized void forget(ModelKey key) {
    seen.remove(key);
    learned.remove(key);
  }

  /**
   * Returns annotated sentences together with the other seen sentences. The labels of the voices
   * have weights. Voices that fail are left out. If the others cannot label the sentences, returns
   * only the annotated ones.
   *
   * @param log receives a line for each voice that is left out
   * @throws InputException if the voices fail and there are no annotated sentences
   */
  List<LabeledSequence> withSeen(
      ModelKey key, List<LabeledSequence> annotated, Consumer<String> log) throws InputException {
    Set<List<String>> annotatedWords = new HashSet<>();
    for (LabeledSequence sentence : annotated) {
      annotatedWords.add(sentence.tokens().column(TokenSequence.WORD));
    }

    List<LabeledSequence> sentences = new ArrayList<>(annotated);
    synchronized (this) {
      Map<List<String>, LabeledSequence> seenSentences = seen.get(key);
      if (seenSentences == null) {
        return annotated;
      }
      learned.put(key, seenSentences.size(), Long.BYTES);
      for (Map.Entry<List<String>, LabeledSequence> sentence : seenSentences.entrySet()) {
        if (!annotatedWords.contains(sentence.getKey())) {
          sentences.add(sentence.getValue());
        }
      }
    }

    try {
      Votes votes =
          voices.labelWithoutFailing(
              sentences,
              place ->
                  log.accept(
                      "a voice takes too long or fails, and is disabled until the"
                          + " server is restarted: "
                          + place));
      return LabelModelLearner.DEFAULT.learn(votes).sentences(Labels.WEIGHTED);
    } catch (InputException e) {
      if (annotated.isEmpty()) {
        throw e;
      }
      return annotated;
    }
  }
}
