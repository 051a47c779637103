package org.gpchain.server.models;

import org.gpchain.core.math.Checks;
import org.gpchain.core.text.TokenSequence;

/**
 * What is labelled together: a sentence of tokens, or a document of sentences.
 *
 * @param units tokens, or sentences, with what models read of them
 * @param begins where each begins in the text, {@code [units]}; not copied
 * @param ends where each ends, {@code [units]}; not copied
 */
public record Passage(TokenSequence units, int[] begins, int[] ends) {
  /** Checks that each unit has a place. */
  public Passage {
    Checks.length("begins", begins.length, units.length(), "[units]");
    Checks.length("ends", ends.length, units.length(), "[units]");
  }

  /** Where it begins. */
  public int begin() {
    return begin(0);
  }

  /** Where it ends. */
  public int end() {
    return end(0, units.length());
  }

  /** Where some units begin. */
  int begin(int first) {
    return begins[first];
  }

  /** Where the last of some units ends; tokens may overlap. */
  int end(int first, int behindLast) {
    int end = 0;
    for (int t = first; t < behindLast; t++) {
      end = Math.max(end, ends[t]);
    }
    return end;
  }
}
