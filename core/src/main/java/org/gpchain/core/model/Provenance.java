package org.gpchain.core.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The origin of a model.
 *
 * @param settings settings of the learner, by name
 * @param seed of all randomness
 * @param dataHash SHA-256 of the training sentences (columns and labels), hexadecimal
 * @param sentences number of training sentences
 * @param tokens number of training tokens
 * @param libraryVersion version of GPChain that trained it
 */
public record Provenance(
    Map<String, String> settings,
    long seed,
    String dataHash,
    int sentences,
    long tokens,
    String libraryVersion) {
  /** Copies the settings and puts them in alphabetical order. */
  public Provenance {
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }

  /** This provenance with one more setting. */
  public Provenance with(String name, String value) {
    Map<String, String> more = new TreeMap<>(settings);
    more.put(name, value);
    return new Provenance(more, seed, dataHash, sentences, tokens, libraryVersion);
  }
}
