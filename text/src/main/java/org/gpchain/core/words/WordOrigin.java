package org.gpchain.core.words;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The origin of a word resource.
 *
 * @param sources texts and lists that the resource was learned from
 * @param licence license of the resource
 * @param attribution attribution that the licenses of the sources require; empty if they require
 *     none
 * @param tokens number of tokens of the sources
 * @param settings settings of the learner by name
 * @param libraryVersion version of GPChain that learned the resource
 */
public record WordOrigin(
    List<String> sources,
    String licence,
    String attribution,
    long tokens,
    Map<String, String> settings,
    String libraryVersion) {
  /**
   * Copies the collections. Settings are sorted by name, so that equal origins are written as equal
   * bytes.
   */
  public WordOrigin {
    sources = List.copyOf(sources);
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }

  /**
   * Returns the origin of a resource that was combined from this one's resource and another. If one
   * of the two origins already includes the other, as when a model file is read and written again,
   * it is returned unchanged.
   */
  WordOrigin and(WordOrigin other) {
    if (other.includes(this)) {
      return other;
    }
    if (includes(other)) {
      return this;
    }

    Set<String> allSources = new LinkedHashSet<>(sources);
    allSources.addAll(other.sources);
    Map<String, String> allSettings = new TreeMap<>(other.settings);
    allSettings.putAll(settings);
    return new WordOrigin(
        List.copyOf(allSources),
        join(licence, other.licence),
        join(attribution, other.attribution),
        tokens + other.tokens,
        allSettings,
        libraryVersion);
  }

  private boolean includes(WordOrigin other) {
    return sources.containsAll(other.sources)
        && licence.contains(other.licence)
        && attribution.contains(other.attribution);
  }

  private static String join(String first, String second) {
    if (first.isEmpty() || first.equals(second)) {
      return second;
    }
    if (second.isEmpty()) {
      return first;
    }
    return first + "; " + second;
  }
}
