package org.gpchain.internal.server.inception;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.server.models.LruCache;

/**
 * The tag sets of layers. INCEpTION 41 and later sends them with requests for suggestions, but not
 * with requests to train, so they are remembered. Earlier versions send none. Thread-safe.
 */
final class TagSets {
  private static final String MEMBER = "tagsets";

  /** Estimated memory of a tag in addition to its characters (bytes). */
  private static final int TAG_BYTES = 128;

  /** Descriptions of tags by name, for each project, layer and feature. */
  private final LruCache<List<String>, Map<String, String>> known;

  /**
   * Creates an object that remembers no tag set.
   *
   * @param budget maximum memory of the tag sets (bytes)
   */
  TagSets(long budget) {
    this.known = new LruCache<>(budget);
  }

  /**
   * Returns the tag set of the layer that a request is about: the tag set of the request; if the
   * request has none, the tag set of an earlier request, or the values that the type system allows.
   *
   * @return descriptions of the tags by name, in order; empty if the tag set is unknown
   */
  Map<String, String> of(Metadata metadata, JsonNode request, LayerView layer) {
    List<String> key = List.of(metadata.project(), metadata.layer(), metadata.feature());
    Map<String, String> tags;
    if (request.has(MEMBER)) {
      tags = read(metadata, request.path(MEMBER));
      known.put(key, tags, bytes(tags));
    } else {
      tags = known.get(key);
    }

    if (tags != null && !tags.isEmpty()) {
      return tags;
    }
    return layer.listedValues();
  }

  /** Reads the tags of the feature that a request is about. */
  private static Map<String, String> read(Metadata metadata, JsonNode tagSets) {
    Map<String, String> tags = new LinkedHashMap<>();
    for (JsonNode tagSet : tagSets) {
      for (JsonNode target : tagSet.path("targets")) {
        if (isTarget(metadata, target)) {
          for (JsonNode tag : tagSet.path("tags")) {
            tags.put(tag.path("tag").asText(), tag.path("description").asText(""));
          }
        }
      }
    }
    return tags;
  }

  private static boolean isTarget(Metadata metadata, JsonNode target) {
    return target.path("type").asText().equals(metadata.layer())
        && target.path("feature").asText().equals(metadata.feature());
  }

  private static long bytes(Map<String, String> tags) {
    long bytes = TAG_BYTES;
    for (Map.Entry<String, String> tag : tags.entrySet()) {
      bytes += TAG_BYTES + 2L * (tag.getKey().length() + tag.getValue().length());
    }
    return bytes;
  }
}
