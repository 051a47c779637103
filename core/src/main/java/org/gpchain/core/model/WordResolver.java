package org.gpchain.core.model;

import java.io.IOException;
import org.gpchain.core.words.WordResource;

/** Finds the word resources that models refer to. */
@FunctionalInterface
public interface WordResolver {
  /**
   * The resource that is meant.
   *
   * @param wanted which one: what is returned has its hash
   * @throws MissingWordsException if it is nowhere
   * @throws IOException if it cannot be read
   */
  WordResource resolve(WordReference wanted) throws IOException;
}
