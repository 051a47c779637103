package org.gpchain.core.model;

import java.io.IOException;
import java.util.List;

/** A model refers to a word resource that is not there. The message says what to do. */
public final class MissingWordsException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * A resource that was not found.
   *
   * @param wanted the resource
   * @param found what stands where it was looked for instead, in words
   */
  public MissingWordsException(WordReference wanted, List<String> found) {
    super(
        "the model needs the word resource '"
            + wanted.name()
            + "' (language "
            + wanted.language()
            + ", format version "
            + wanted.formatVersion()
            + ", SHA-256 of its content "
            + wanted.sha256()
            + "), and "
            + (found.isEmpty() ? "there is none of this name" : String.join(", ", found))
            + "; put the file "
            + wanted.name()
            + WordLocations.SUFFIX
            + " that the model was trained with beside the model or, in a jar, into "
            + WordLocations.FOLDER
            + ", or say where it is (--words, wordsLocation)");
  }
}
