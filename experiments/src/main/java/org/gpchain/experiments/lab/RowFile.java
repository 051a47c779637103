package org.gpchain.experiments.lab;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.commons.io.function.IOSupplier;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * Rows of an experiment, a JSON object in a line each, written as a whole after each new row, so
 * that an experiment goes on where it was stopped. Figures that are not a number are the text NaN.
 */
public final class RowFile<R extends Record> {
  /** Writes records as they are; what they say of themselves beside their components is not. */
  public static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
          .addMixIn(TokenSequence.class, PlainColumns.class)
          .build();

  /** Sentences, which are no records; their plain columns are all that experiments exchange. */
  @SuppressWarnings("UnusedVariable") // Jackson calls the sentence's constructor with them.
  private abstract static class PlainColumns {
    @JsonCreator
    PlainColumns(
        @JsonProperty("columnNames") List<String> columnNames,
        @JsonProperty("columns") List<List<String>> columns) {}

    @JsonProperty
    abstract List<String> columnNames();

    @JsonProperty
    abstract List<List<String>> columns();
  }

  private static final String SETTINGS = "settings";

  private final Path file;
  private final String settings;
  private final List<String> lines = new ArrayList<>();
  private final List<R> rows = new ArrayList<>();

  private RowFile(Path file, String settings) {
    this.file = file;
    this.settings = settings;
  }

  /**
   * Reads the rows that are there.
   *
   * @param file where they are kept; null keeps them nowhere
   * @param settings what the rows depend on: rows of others stay in the file, and are not seen;
   *     null if the rows say so themselves
   * @throws InputException if a line is no such row
   */
  public static <R extends Record> RowFile<R> open(Path file, Class<R> type, String settings)
      throws IOException {
    RowFile<R> opened = new RowFile<>(file, settings);
    if (file == null || !Files.exists(file)) {
      return opened;
    }
    for (String line : Files.readAllLines(file)) {
      opened.lines.add(line);
      try {
        ObjectNode row = (ObjectNode) JSON.readTree(line);
        if (settings == null) {
          opened.rows.add(JSON.treeToValue(row, type));
        } else if (row.path(SETTINGS).asText().equals(settings)) {
          row.remove(SETTINGS);
          opened.rows.add(JSON.treeToValue(row, type));
        }
      } catch (JsonProcessingException | ClassCastException e) {
        throw new InputException(
            file, opened.lines.size(), "this is no row of this experiment; name another file", e);
      }
    }
    return opened;
  }

  /** The rows that satisfy a condition, in the order in which they were made. */
  public List<R> all(Predicate<R> condition) {
    return rows.stream().filter(condition).toList();
  }

  /** The first row that satisfies a condition. */
  public Optional<R> find(Predicate<R> condition) {
    return rows.stream().filter(condition).findFirst();
  }

  /** The row that satisfies a condition; if there is none, one that is made and kept. */
  public R get(Predicate<R> condition, IOSupplier<R> maker) throws IOException {
    return all(condition, () -> List.of(maker.get())).get(0);
  }

  /** All rows that satisfy a condition; if there are none, those that are made and kept. */
  public List<R> all(Predicate<R> condition, IOSupplier<List<R>> maker) throws IOException {
    List<R> found = all(condition);
    if (!found.isEmpty()) {
      return found;
    }
    List<R> made = maker.get();
    for (R row : made) {
      add(row);
    }
    return made;
  }

  /** Keeps a new row. */
  public void add(R row) throws IOException {
    rows.add(row);
    if (file == null) {
      return;
    }
    ObjectNode line = JSON.createObjectNode();
    if (settings != null) {
      line.put(SETTINGS, settings);
    }
    line.setAll((ObjectNode) JSON.valueToTree(row));
    lines.add(JSON.writeValueAsString(line));
    AtomicFile.write(file, String.join("\n", lines) + "\n");
  }
}
