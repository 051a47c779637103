package org.gpchain.core.words;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The origin of a word resource.
 *
 * @param attribution that the licences of the texts ask for; empty if none does
 * @param tokens number of tokens that it was learned from
 */
public record WordOrigin(
    List<String> sources,
    String licence,
    String attribution,
    long tokens,
    Map<String, String> settings,
    String libraryVersion) {
  /**
   * Copies the collections; settings are sorted, so that the same origin is written as the same
   * bytes.
   */
  public WordOrigin {
    sources = List.copyOf(sources);
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }
}
