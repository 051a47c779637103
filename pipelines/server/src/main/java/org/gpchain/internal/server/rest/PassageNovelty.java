package org.gpchain.internal.server.rest;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.internal.documents.Passage;

/** The novelty of passages, which are tagged in pieces if they are long. Not thread-safe. */
final class PassageNovelty {
  private final List<Passage> passages;
  private final List<Double> ofPassages = new ArrayList<>();

  /**
   * Number of tokens of the current passage that have been tagged, and the sum of their novelties.
   */
  private int tokens;

  private double sum;

  /**
   * Creates an object without novelties.
   *
   * @param passages passages with at least one token
   */
  PassageNovelty(List<Passage> passages) {
    this.passages = passages;
  }

  /** Adds the prediction for the next piece of a passage. */
  void add(Prediction piece) {
    tokens += piece.length();
    sum += piece.length() * piece.novelty();
    if (tokens == passages.get(ofPassages.size()).units().length()) {
      ofPassages.add(sum / tokens);
      tokens = 0;
      sum = 0;
    }
  }

  /** Returns the novelty of each passage. */
  List<Double> ofPassages() {
    return List.copyOf(ofPassages);
  }
}
