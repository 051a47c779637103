package org.gpchain.training.uima;

/** The number of annotations in a corpus that have a certain problem, with the first example. */
final class Occurrences {
  private int count;
  private String first = "";

  /**
   * Counts an annotation.
   *
   * @param description text and offsets of the annotation
   * @param place name of its document
   */
  void add(String description, String place) {
    if (count == 0) {
      first = description + " of " + place;
    }
    count++;
  }

  /** Returns whether no annotation was counted. */
  boolean isEmpty() {
    return count == 0;
  }

  /**
   * Returns a warning with the number of annotations and the first example.
   *
   * @param typeName short name of the annotation type
   * @param problem completes "annotations that", for example "have no text"
   */
  String warning(String typeName, String problem) {
    return typeName + " annotations that " + problem + ": " + count + "; the first is " + first;
  }
}
