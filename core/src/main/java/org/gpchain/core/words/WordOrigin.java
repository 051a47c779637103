package org.gpchain.core.words;

import static java.util.stream.Collectors.joining;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

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

  /**
   * The origin of what was made of this and another resource. One that has the other's sources is
   * that of both already, as in a model's file, which is read and written again.
   */
  WordOrigin and(WordOrigin other) {
    if (other.has(this)) {
      return other;
    }
    if (has(other)) {
      return this;
    }
    Map<String, String> all = new TreeMap<>(other.settings);
    all.putAll(settings);
    return new WordOrigin(
        Stream.of(sources, other.sources).flatMap(List::stream).distinct().toList(),
        both(licence, other.licence),
        both(attribution, other.attribution),
        tokens + other.tokens,
        all,
        libraryVersion);
  }

  private boolean has(WordOrigin other) {
    return sources.containsAll(other.sources)
        && licence.contains(other.licence)
        && attribution.contains(other.attribution);
  }

  private static String both(String one, String other) {
    return Stream.of(one, other).distinct().filter(text -> !text.isEmpty()).collect(joining("; "));
  }
}
