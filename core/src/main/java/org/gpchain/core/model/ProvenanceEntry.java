package org.gpchain.core.model;

import java.util.Objects;
import java.util.function.Function;

/**
 * An entry of the {@link Provenance} of models that the program reads again: its name, and how its
 * values are written as text.
 *
 * @param <T> type of the values
 */
public final class ProvenanceEntry<T> {
  private final String name;
  private final Function<T, String> writer;
  private final Function<String, T> reader;

  private ProvenanceEntry(String name, Function<T, String> writer, Function<String, T> reader) {
    this.name = Objects.requireNonNull(name, "name");
    this.writer = Objects.requireNonNull(writer, "writer");
    this.reader = Objects.requireNonNull(reader, "reader");
  }

  /**
   * Returns an entry.
   *
   * @param name name of the entry in the model file
   * @param writer returns the text of a value
   * @param reader returns the value of a text; throws an {@link IllegalArgumentException} if the
   *     text is not the text of a value
   */
  public static <T> ProvenanceEntry<T> of(
      String name, Function<T, String> writer, Function<String, T> reader) {
    return new ProvenanceEntry<>(name, writer, reader);
  }

  /** Returns an entry whose values are texts. */
  public static ProvenanceEntry<String> ofText(String name) {
    return of(name, Function.identity(), Function.identity());
  }

  /** Returns an entry whose values are whole numbers. */
  public static ProvenanceEntry<Integer> ofInteger(String name) {
    return of(name, value -> Integer.toString(value), Integer::valueOf);
  }

  /** Returns an entry whose values are numbers. */
  public static ProvenanceEntry<Double> ofNumber(String name) {
    return of(name, value -> Double.toString(value), Double::valueOf);
  }

  /** Returns the name of the entry in the model file. */
  public String name() {
    return name;
  }

  /** Returns the text of a value. */
  public String write(T value) {
    return writer.apply(value);
  }

  /**
   * Returns the value of a text.
   *
   * @throws IllegalArgumentException if the text is not the text of a value
   */
  T read(String text) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          String.format(
              "the provenance of the model is damaged: '%s' cannot be '%s'; train the model again",
              name, text),
          e);
    }
  }
}
