package org.gpchain.training.uima;

/** How many annotations of a corpus have some problem, and the first of them. */
final class Occurrences {
  private int count;
  private String first = "";

  /**
   * Counts an annotation.
   *
   * @param description its text and its offsets
   * @param place of its document
   */
  void add(String description, String place) {
    if (count == 0) {
      first = description + " of " + place;
    }
    count++;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /**
   * Returns a warning that gives their number and the first of them.
   *
   * @param typeName of the annotations
   * @param problem what they do or have, in the plural
   */
  String warning(String typeName, String problem) {
    return typeName + " annotations that " + problem + ": " + count + "; the first is " + first;
  }
}
