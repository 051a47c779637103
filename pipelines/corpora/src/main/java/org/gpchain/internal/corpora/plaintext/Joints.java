package org.gpchain.internal.corpora.plaintext;

import java.util.Arrays;
import java.util.List;

/** The tokens of one sentence, with a space between two tokens until they are attached. */
final class Joints {
  private final List<String> words;

  /** Whether there is no space before a token, {@code [tokens + 1]}. */
  private final boolean[] isClosed;

  Joints(List<String> words) {
    this.words = words;
    this.isClosed = new boolean[words.size() + 1];
  }

  int size() {
    return words.size();
  }

  /** Returns a token, or the empty string before the first and after the last one. */
  String word(int i) {
    if (i < 0 || i >= words.size()) {
      return "";
    }
    return words.get(i);
  }

  /** Removes the space before a token. */
  void attachLeft(int i) {
    isClosed[i] = true;
  }

  /** Removes the space after a token. */
  void attachRight(int i) {
    isClosed[i + 1] = true;
  }

  /** Removes the spaces on both sides of a token. */
  void attach(int i) {
    attachLeft(i);
    attachRight(i);
  }

  /** Removes all spaces. */
  void attachAll() {
    Arrays.fill(isClosed, true);
  }

  /** Restores the space before a token. */
  void separateLeft(int i) {
    isClosed[i] = false;
  }

  /** Restores the space after a token. */
  void separateRight(int i) {
    isClosed[i + 1] = false;
  }

  /** Returns whether a token, other than the first, follows the one before it without a space. */
  boolean isAttached(int i) {
    return isClosed[i];
  }
}
