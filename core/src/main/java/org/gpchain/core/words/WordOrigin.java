package org.gpchain.core.words;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a word resource comes from.
 *
 * @param sources names of the texts
 * @param licence under which the resource may be used
 * @param attribution that the licences of the texts ask for; empty if none does
 * @param tokens number of tokens that it was learned from
 * @param settings how it was learned
 * @param libraryVersion version of GPChain that learned it
 */
public record WordOrigin(
    List<String> sources,
    String licence,
    String attribution,
    long tokens,
    Map<String, String> settings,
    String libraryVersion) {
  /** Copies the collections. */
  public WordOrigin {
    sources = List.copyOf(sources);
    // In their order, which Map.copyOf would change from run to run, and with it the bytes of
    // files.
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }
}
