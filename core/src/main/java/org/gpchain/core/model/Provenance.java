package org.gpchain.core.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The origin of a model.
 *
 * @param dataHash SHA-256 of the training sentences (columns and labels), hexadecimal
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

  public Provenance with(String name, String value) {
    Map<String, String> more = new TreeMap<>(settings);
    more.put(name, value);
    return new Provenance(more, seed, dataHash, sentences, tokens, libraryVersion);
  }
}
