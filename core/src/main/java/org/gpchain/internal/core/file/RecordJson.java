package org.gpchain.internal.core.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes records, maps, collections and numbers as JSON. Uses Jackson's generator, but not its
 * mapper, whose start would take a tenth of the time of a run that annotates one text. Components
 * with the annotation {@link JsonInclude} are omitted if they are null. The parts of components
 * with the annotation {@link JsonUnwrapped} are written in place of the component.
 */
public final class RecordJson {
  /** Name of the part that tells the record of a sealed interface. */
  static final String FORM = "form";

  private static final JsonFactory FACTORY = new JsonFactory();

  /** Instance fields of each class, in the order of their declaration. */
  private static final ClassValue<List<Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          List<Field> fields =
              Stream.of(type.getDeclaredFields())
                  .filter(field -> !Modifier.isStatic(field.getModifiers()))
                  .toList();
          fields.forEach(field -> field.setAccessible(true));
          return fields;
        }
      };

  private RecordJson() {}

  /**
   * Returns the JSON of a value in UTF-8. Maps become objects. All other objects that are not
   * collections, numbers, strings or constants of the JDK become objects with all their fields.
   *
   * @param value the value; may be null
   * @param printer printer of spaces and line ends; null for none
   */
  public static byte[] bytes(Object value, DefaultPrettyPrinter printer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.setPrettyPrinter(printer == null ? null : printer.createInstance());
      write(value, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * Writes a value as in {@link #bytes}, but as a part of a larger JSON value.
   *
   * @param value the value; may be null
   * @param json receives the value; not closed
   */
  public static void write(Object value, JsonGenerator json) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> part : map.entrySet()) {
        json.writeFieldName(part.getKey().toString());
        write(part.getValue(), json);
      }
      json.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object part : list) {
        write(part, json);
      }
      json.writeEndArray();
    } else if (value instanceof double[] numbers) {
      json.writeArray(numbers, 0, numbers.length);
    } else if (value instanceof long[] numbers) {
      json.writeArray(numbers, 0, numbers.length);
    } else if (value instanceof Enum<?> constant) {
      json.writeString(constant.name());
    } else if (value.getClass().getPackageName().startsWith("java.")) {
      json.writePOJO(value);
    } else {
      writeFields(value, json);
    }
  }

  /** Writes an object with its fields, and with its form if it implements a sealed interface. */
  private static void writeFields(Object value, JsonGenerator json) throws IOException {
    json.writeStartObject();
    if (Stream.of(value.getClass().getInterfaces()).anyMatch(Class::isSealed)) {
      json.writeStringField(FORM, form(value.getClass()));
    }
    writeParts(value, json);
    json.writeEndObject();
  }

  /** Writes the fields of an object without braces. */
  private static void writeParts(Object value, JsonGenerator json) throws IOException {
    for (Field field : FIELDS.get(value.getClass())) {
      try {
        Object part = field.get(value);
        if (field.isAnnotationPresent(JsonUnwrapped.class)) {
          writeParts(part, json);
        } else if (!isLeftOut(field, part)) {
          json.writeFieldName(field.getName());
          write(part, json);
        }
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Returns whether a field is omitted: it is null, and it or its class has the annotation. */
  private static boolean isLeftOut(Field field, Object value) {
    return value == null
        && (field.isAnnotationPresent(JsonInclude.class)
            || field.getDeclaringClass().isAnnotationPresent(JsonInclude.class));
  }

  /**
   * Returns the name of the form of a record of a sealed interface: the name of its class in lower
   * case without {@code Entry}.
   */
  static String form(Class<?> type) {
    return type.getSimpleName().replace("Entry", "").toLowerCase(Locale.ROOT);
  }
}
