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
 * Writes JSON of records, maps, collections and numbers, by Jackson's generator: its mapper would
 * take a tenth of a run that annotates one text. Of what {@link JsonInclude} marks, nulls are left
 * out, and parts that {@link JsonUnwrapped} marks are written without their name.
 */
public final class RecordJson {
  static final String FORM = "form";

  private static final JsonFactory FACTORY = new JsonFactory();

  /** What is kept of an object, in the order of its class. */
  private static final ClassValue<List<Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          List<Field> own =
              Stream.of(type.getDeclaredFields())
                  .filter(field -> !Modifier.isStatic(field.getModifiers()))
                  .toList();
          own.forEach(field -> field.setAccessible(true));
          return own;
        }
      };

  private RecordJson() {}

  /**
   * The JSON of a value in UTF-8: objects are its records and maps, and what is nothing else, whose
   * fields are all written.
   *
   * @param printer of spaces and line ends; null for none
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
   * Writes a value as {@link #bytes} does, as a part of a larger JSON value.
   *
   * @param json takes the value; not closed
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

  private static void writeFields(Object value, JsonGenerator json) throws IOException {
    json.writeStartObject();
    if (Stream.of(value.getClass().getInterfaces()).anyMatch(Class::isSealed)) {
      json.writeStringField(FORM, form(value.getClass()));
    }
    writeParts(value, json);
    json.writeEndObject();
  }

  /** Writes the fields of an object, those of an unwrapped part in place of the part. */
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

  private static boolean isLeftOut(Field field, Object value) {
    return value == null
        && (field.isAnnotationPresent(JsonInclude.class)
            || field.getDeclaringClass().isAnnotationPresent(JsonInclude.class));
  }

  /** What tells a record from others of a sealed interface: its name, but for {@code Entry}. */
  static String form(Class<?> type) {
    return type.getSimpleName().replace("Entry", "").toLowerCase(Locale.ROOT);
  }
}
