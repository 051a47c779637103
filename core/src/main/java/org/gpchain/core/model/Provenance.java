package org.gpchain.core.model;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The origin of a model. Immutable.
 *
 * @param settings values of the training settings and results of the training, by name in
 *     alphabetical order; those that the program reads again are {@link ProvenanceEntry entries}
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

  /**
   * Returns the value of an entry; empty if this origin does not have it.
   *
   * @throws IllegalArgumentException if the text of the entry is damaged
   */
  public <T> Optional<T> get(ProvenanceEntry<T> entry) {
    return Optional.ofNullable(settings.get(entry.name())).map(entry::read);
  }

  /** Returns this origin with another value of an entry. */
  public <T> Provenance with(ProvenanceEntry<T> entry, T value) {
    Map<String, String> more = new TreeMap<>(settings);
    more.put(entry.name(), entry.write(value));
    return new Provenance(more, seed, dataHash, sentences, tokens, libraryVersion);
  }
}
