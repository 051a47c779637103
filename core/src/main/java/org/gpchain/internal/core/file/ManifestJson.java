package org.gpchain.internal.core.file;

import static org.gpchain.internal.core.file.DamagedFileException.damage;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.PackageVersion;
import java.io.CharConversionException;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON of model files as records. Files may come from untrusted sources, so that depth
 * and size of the JSON are limited. Uses Jackson's parser, but not its mapper. The counterpart for
 * writing is {@link RecordJson}.
 */
public final class ManifestJson {
  /** Maximum depth of nested objects and arrays. Only kernels, which are trees, are nested. */
  private static final int DEEPEST = 40;

  /** Maximum number of tokens of the JSON syntax. A model with a thousand templates has 20,000. */
  private static final int MOST_TOKENS = 200_000;

  /** Maximum length of a number (characters). */
  private static final int LONGEST_NUMBER = 100;

  /** The first version of Jackson that limits the number of tokens. */
  private static final String OLDEST_JACKSON = "2.18";

  /** Strings that stand for numbers that JSON does not have. */
  private static final List<String> NOT_FINITE = List.of("NaN", "Infinity", "-Infinity");

  private ManifestJson() {}

  /** Creates the factory when it is first used, so that {@link #factory} can catch failures. */
  private static final class Parsers {
    static final JsonFactory FACTORY =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxTokenCount(MOST_TOKENS)
                    .maxNumberLength(LONGEST_NUMBER)
                    .build())
            .build();
  }

  private static JsonFactory factory() {
    try {
      return Parsers.FACTORY;
    } catch (LinkageError e) {
      throw new IllegalStateException(
          "GPChain needs Jackson %s or newer; the class path has jackson-core %s, in %s"
              .formatted(
                  OLDEST_JACKSON,
                  PackageVersion.VERSION,
                  JsonFactory.class.getProtectionDomain().getCodeSource().getLocation()),
          e);
    }
  }

  /**
   * Returns a JSON text as maps, lists, strings, numbers, truth values and nulls.
   *
   * @param json text in UTF-8
   * @return the tree; null if the text is empty
   * @throws IllegalStateException if the class path has an older version of Jackson
   */
  public static Object tree(byte[] json) throws IOException {
    try (JsonParser parser = factory().createParser(json)) {
      return parser.nextToken() == null ? null : node(parser);
    } catch (CharConversionException e) {
      // Jackson guesses the charset, and may guess another one if the text is damaged.
      throw new JsonParseException(null, "it is not UTF-8", e);
    }
  }

  /** Returns the value that begins with the current token of the parser. */
  private static Object node(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> parts = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          parts.put(name, node(parser));
        }
        yield parts;
      }
      case START_ARRAY -> {
        List<Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          values.add(node(parser));
        }
        yield values;
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }

  /**
   * Returns the record that a tree describes. Components that the tree does not have are null, or
   * 0.
   *
   * @throws DamagedFileException if the tree does not describe such a record
   */
  public static <T extends Record> T value(Object tree, Class<T> type) {
    return type.cast(value(tree, type, ""));
  }

  /**
   * Returns the record that a part of a larger tree describes.
   *
   * @param name name of the part, for messages
   * @throws DamagedFileException if the part does not describe such a record
   */
  public static <T extends Record> T part(Object tree, Class<T> type, String name) {
    return type.cast(value(tree, type, "." + name));
  }

  /**
   * Converts a node of a tree.
   *
   * @param node the node; may be null
   * @param type type of the result
   * @param place place of the node in the tree for messages, after a dot
   * @return the value; null or 0 if the node is null
   * @throws DamagedFileException if the node does not describe a value of the type
   */
  private static Object value(Object node, Type type, String place) {
    if (node == null) {
      boolean isPrimitive = type instanceof Class<?> plain && plain.isPrimitive();
      return isPrimitive ? scalar(0, (Class<?>) type) : null;
    }
    if (type == Object.class) {
      return node;
    }
    Object value = null;
    if (type instanceof ParameterizedType generic) {
      value = collection(node, generic, place);
    } else if (node instanceof Map<?, ?> parts) {
      value = record(parts, (Class<?>) type, place);
    } else if (node instanceof List<?> numbers && type == double[].class) {
      value = numbers.stream().mapToDouble(x -> (double) value(x, double.class, place)).toArray();
    } else {
      value = scalar(node, (Class<?>) type);
    }
    if (value == null) {
      throw improper(place);
    }
    return value;
  }

  /** Converts a list or a map; returns null if the node is not of the type. */
  private static Object collection(Object node, ParameterizedType type, String place) {
    Type[] parts = type.getActualTypeArguments();
    if (node instanceof List<?> list && type.getRawType() == List.class) {
      List<Object> values = new ArrayList<>();
      list.forEach(part -> values.add(value(part, parts[0], place + "." + values.size())));
      return values;
    }
    if (node instanceof Map<?, ?> map && type.getRawType() == Map.class) {
      Map<Object, Object> values = new LinkedHashMap<>();
      map.forEach((name, part) -> values.put(name, value(part, parts[1], place + "." + name)));
      return values;
    }
    return null;
  }

  /** Converts a number, a string or a constant; returns null if the node is not of the type. */
  private static Object scalar(Object node, Class<?> type) {
    if (type == long.class) {
      boolean isWhole = node instanceof Integer || node instanceof Long;
      return isWhole ? ((Number) node).longValue() : null;
    }
    if (type == double.class || type == Double.class) {
      boolean isNumber = NOT_FINITE.contains(node) || node instanceof Number;
      return isNumber ? Double.valueOf(node.toString()) : null;
    }
    if (type.isEnum()) {
      return constant(node, type);
    }
    Class<?> boxed = type == int.class ? Integer.class : type;
    return boxed.isInstance(node) ? node : null;
  }

  /** Returns the constant of an enum with a name, or null. */
  private static Object constant(Object name, Class<?> type) {
    for (Object constant : type.getEnumConstants()) {
      if (constant.toString().equals(name)) {
        return constant;
      }
    }
    return null;
  }

  /**
   * Converts an object to a record, or to the record of a sealed interface that the object names.
   * Returns null if the type is neither.
   */
  private static Object record(Map<?, ?> node, Class<?> type, String place) {
    Map<Object, Object> parts = new LinkedHashMap<>(node);
    if (type.isInterface()) {
      Object name = parts.remove(RecordJson.FORM);
      for (Class<?> form : type.getPermittedSubclasses()) {
        if (RecordJson.form(form).equals(name)) {
          return record(parts, form, place);
        }
      }
      throw damage("its kernel has the unknown form %s", name);
    }

    if (!type.isRecord()) {
      return null;
    }
    Object value = build(parts, type, place);
    if (!parts.isEmpty()) {
      throw improper(place + "." + parts.keySet().iterator().next());
    }
    return value;
  }

  /**
   * Creates a record from the parts of an object. Ignores parts for which the record has no
   * component.
   *
   * @param parts parts of the object, from which the parts of the record are removed
   */
  private static Object build(Map<Object, Object> parts, Class<?> type, String place) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      String name = components[i].getName();
      types[i] = components[i].getType();
      if (isUnwrapped(type, name)) {
        values[i] = build(parts, types[i], place);
      } else {
        values[i] = value(parts.remove(name), components[i].getGenericType(), place + "." + name);
      }
    }

    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw improper(place);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns whether the parts of a component stand in place of the component. */
  private static boolean isUnwrapped(Class<?> type, String component) {
    try {
      return type.getDeclaredField(component).isAnnotationPresent(JsonUnwrapped.class);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the exception for a part that is missing or of the wrong type. */
  private static RuntimeException improper(String place) {
    return damage("its '%s' is missing or invalid", place.substring(Math.min(1, place.length())));
  }

  /** Returns the message of an exception, with the line if it is known. */
  public static String problem(JsonProcessingException e) {
    JsonLocation place = e.getLocation();
    if (place == null || place.getLineNr() <= 0) {
      return e.getOriginalMessage();
    }
    return e.getOriginalMessage() + " (line " + place.getLineNr() + ")";
  }
}
