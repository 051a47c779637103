package org.gpchain.core.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The origin of a model. Immutable.
 *
 * @param settings values of the training settings, by name in alphabetical order
 * @param seed seed of the training run
 * @param dataHash SHA-256 of the training sentences (columns and labels), hexadecimal
 * @param sentences number of training sentences
 * @param tokens number of training tokens
 * @param libraryVersion version of GPChain that trained the model
 */
public record Provenance(
    Map<String, String> settings,
    long seed,
    String dataHash,
    int sentences,
    long tokens,
    String libraryVersion) {
  public Provenance {
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }

  /** Returns this origin with another value of a setting. */
  public Provenance with(String name, String value) {
    Map<String, String> more = new TreeMap<>(settings);
    more.put(name, value);
    return new Provenance(more, seed, dataHash, sentences, tokens, libraryVersion);
  }
}
