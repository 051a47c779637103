package org.gpchain.spark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.DocumentOrigin;
import org.gpchain.internal.formats.input.DocumentNames;

/**
 * The columns of a table of documents: {@code name} (or {@code document}), and the document itself,
 * as {@code text}, as {@code content} (bytes), or in the file {@code path}.
 *
 * @param hadoop finds the files of a table that has any
 */
record DocumentColumns(Configuration hadoop) {
  static final String NAME = "name";
  static final String PATH = "path";
  static final String CONTENT = "content";

  /** Why a row is none; null if it is one. */
  static final String PROBLEM = "problem";

  private static final String TEXT = "text";
  private static final String DOCUMENT = "document";

  /** Of a document; it takes many times as much when it is annotated. */
  private static final int MAX_BYTES =
      (int) Math.min(1 << 28, Runtime.getRuntime().maxMemory() / 16);

  /**
   * @throws IllegalArgumentException if columns are missing, or of other types
   */
  static void check(StructType columns) {
    List<String> names = List.of(columns.fieldNames());
    boolean named = names.contains(NAME) || names.contains(DOCUMENT);
    if (!named || Arrays.stream(columns.fields()).noneMatch(DocumentColumns::isDocument)) {
      List<String> fields =
          Arrays.stream(columns.fields())
              .map(f -> f.name() + " " + f.dataType().typeName())
              .toList();
      throw new IllegalArgumentException(
          "documents need a column name (or document), and one of text string, content binary and"
              + " path string; these have "
              + fields);
    }
  }

  private static boolean isDocument(StructField field) {
    return field.dataType() instanceof StringType
        ? List.of(TEXT, PATH).contains(field.name())
        : field.dataType() instanceof BinaryType && field.name().equals(CONTENT);
  }

  static String name(Row row) {
    return Objects.toString(get(row, NAME), Objects.toString(get(row, DOCUMENT), "(no name)"));
  }

  static DocumentOrigin origin(Row row) {
    return new DocumentOrigin(
        name(row), get(row, PATH) instanceof String path ? new Path(path).toUri() : null);
  }

  /**
   * @throws DocumentException if it has none, if they cannot be read, or if they are too many
   */
  byte[] content(Row row) throws DocumentException {
    if (get(row, PROBLEM) instanceof String problem) {
      throw new DocumentException(0, problem, null);
    }
    byte[] content = bytes(row);
    if (content == null) {
      throw new DocumentException(0, "it has no text", null);
    }
    if (content.length > MAX_BYTES) {
      throw new DocumentException(
          0,
          "it has more than "
              + (MAX_BYTES >> 20)
              + " MB (a limit: 256 MB, or a sixteenth of an executor's memory); cut it into"
              + " documents, or raise spark.executor.memory",
          null);
    }
    return content;
  }

  /** Null if there are none. */
  private byte[] bytes(Row row) throws DocumentException {
    if (get(row, CONTENT) instanceof byte[] content) {
      return content;
    }
    if (get(row, TEXT) instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    return get(row, PATH) instanceof String path ? read(new Path(path)) : null;
  }

  /** The bytes of a file, not many more than are allowed. */
  private byte[] read(Path file) throws DocumentException {
    boolean zipped = file.getName().toLowerCase(Locale.ROOT).endsWith(DocumentNames.GZIP);
    try (InputStream in = file.getFileSystem(hadoop).open(file);
        InputStream expanded = zipped ? new GZIPInputStream(in) : in) {
      return expanded.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw new DocumentException(0, "it cannot be read: " + e.getMessage(), e);
    }
  }

  /** Null if there is none. */
  private static Object get(Row row, String column) {
    int index = Arrays.asList(row.schema().fieldNames()).indexOf(column);
    return index < 0 ? null : row.get(index);
  }
}
