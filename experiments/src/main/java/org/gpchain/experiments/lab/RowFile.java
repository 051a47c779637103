package org.gpchain.experiments.lab;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
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
 * The rows of an experiment in a file, one JSON object per line. The file is rewritten after each
 * new row, so that an experiment that was stopped can resume. NaN is written as the text "NaN".
 *
 * @param <R> type of the rows
 */
public final class RowFile<R extends Record> {
  /** Writes the components of records, and none of their other methods. */
  public static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
          .addMixIn(TokenSequence.class, PlainColumns.class)
          .build();

  /** The JSON form of sentences, which are not records: only the names and values of columns. */
  @SuppressWarnings("UnusedVariable") // Jackson passes the parameters to the constructor.
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
   * Reads a row file. A file that does not exist has no rows.
   *
   * @param file the file, or null to keep rows in memory only
   * @param type type of the rows
   * @param settings settings of the rows to read. Rows with other settings stay in the file and are
   *     not returned. If null, all rows are read, and no settings are written.
   * @throws InputException if a line is not a row of this type
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
        opened.read(line, type);
      } catch (JsonProcessingException | ClassCastException e) {
        throw new InputException(
            file,
            opened.lines.size(),
            "this is not a row of this experiment; name another file",
            e);
      }
    }
    return opened;
  }

  private void read(String line, Class<R> type) throws JsonProcessingException {
    ObjectNode row = (ObjectNode) JSON.readTree(line);
    if (settings == null) {
      rows.add(read(row, type));
    } else if (row.path(SETTINGS).asText().equals(settings)) {
      row.remove(SETTINGS);
      rows.add(read(row, type));
    }
  }

  /**
   * Reads a row. Jackson ignores unknown fields of a row with unwrapped records, so the names of
   * the fields are checked here.
   */
  private static <R extends Record> R read(ObjectNode row, Class<R> type)
      throws JsonProcessingException {
    R read = JSON.treeToValue(row, type);
    ObjectNode known = JSON.valueToTree(read);
    for (String name : (Iterable<String>) row::fieldNames) {
      if (!known.has(name)) {
        throw new JsonMappingException(null, "unknown field " + name);
      }
    }
    return read;
  }

  /** Returns all rows in the order of the file. */
  public List<R> all() {
    return List.copyOf(rows);
  }

  /** Returns all rows. If there are none, makes and adds rows. */
  public List<R> all(IOSupplier<List<R>> maker) throws IOException {
    return all(row -> true, maker);
  }

  /** Returns the rows that satisfy a condition in the order of the file. */
  public List<R> all(Predicate<R> condition) {
    return rows.stream().filter(condition).toList();
  }

  /** Returns the first row that satisfies a condition. */
  public Optional<R> find(Predicate<R> condition) {
    return rows.stream().filter(condition).findFirst();
  }

  /** Returns the first row that satisfies a condition. If there is none, makes and adds a row. */
  public R get(Predicate<R> condition, IOSupplier<R> maker) throws IOException {
    return all(condition, () -> List.of(maker.get())).get(0);
  }

  /** Returns the rows that satisfy a condition. If there are none, makes and adds rows. */
  public List<R> all(Predicate<R> condition, IOSupplier<List<R>> maker) throws IOException {
    List<R> existing = all(condition);
    if (!existing.isEmpty()) {
      return existing;
    }

    List<R> made = maker.get();
    for (R row : made) {
      add(row);
    }
    return made;
  }

  /** Adds a row and rewrites the file. */
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
