package org.gpchain.core.model;

import java.util.List;
import org.gpchain.core.words.WordResource;

/**
 * The word resource that a model refers to. While a model holds it, all others that refer to it
 * share it.
 *
 * @param reference which it is, and what the model takes from it
 * @param resource the whole of it
 */
public record SharedWords(WordReference reference, WordResource resource) {
  /** A resource, and what a model takes from it. */
  static SharedWords of(WordResource resource, List<String> columns) {
    return new SharedWords(WordResourceFile.reference(resource).withColumns(columns), resource);
  }

  /**
   * What the model takes from it, with what the model contains besides.
   *
   * @param contained lexicons; null for nothing
   */
  WordResource with(WordResource contained) {
    WordResource words = resource.only(reference.columns());
    if (contained != null) {
      for (var lexicon : contained.lexicons().entrySet()) {
        words = words.with(lexicon.getKey(), lexicon.getValue());
      }
    }
    return words;
  }
}
