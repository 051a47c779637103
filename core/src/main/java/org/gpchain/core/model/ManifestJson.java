package org.gpchain.core.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.CharConversionException;
import java.io.IOException;
import java.util.stream.Collectors;

/** JSON of model files, from a stranger: neither deep, nor of millions of parts. */
final class ManifestJson {
  /** Kernels are trees, and those of use are not deep. */
  private static final int DEEPEST = 40;

  /** Names, numbers and brackets: a model of a thousand templates has 20,000. */
  private static final int MOST_TOKENS = 200_000;

  private static final int LONGEST_NUMBER = 100;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxTokenCount(MOST_TOKENS)
                          .maxNumberLength(LONGEST_NUMBER)
                          .build())
                  .build())
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .build();

  private ManifestJson() {}

  /** The tree of a text; null if there is nothing. */
  static JsonNode tree(byte[] json) throws IOException {
    return parsed(() -> MAPPER.readTree(json));
  }

  static <T> T value(JsonNode tree, Class<T> type) throws IOException {
    return MAPPER.treeToValue(tree, type);
  }

  static <T> T value(byte[] json, Class<T> type) throws IOException {
    return parsed(() -> MAPPER.readValue(json, type));
  }

  /** Jackson looks for other charsets by itself, and finds them where there are none. */
  private static <T> T parsed(WeakCache.Reader<T> step) throws IOException {
    try {
      return step.read();
    } catch (CharConversionException e) {
      throw new JsonParseException(null, "it is not UTF-8", e);
    }
  }

  /** The problem and its place, in a line. */
  static String problem(JsonProcessingException e) {
    if (e instanceof InvalidTypeIdException kernel) {
      return "its kernel has the unknown form " + kernel.getTypeId();
    }
    if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
      return mapping.getPath().stream()
          .map(part -> part.getFieldName() == null ? "" + part.getIndex() : part.getFieldName())
          .collect(Collectors.joining(".", "it has no proper '", "'"));
    }
    String problem = e.getOriginalMessage();
    JsonLocation place = e.getLocation();
    return place == null || place.getLineNr() <= 0
        ? problem
        : problem + " (line " + place.getLineNr() + ")";
  }
}
