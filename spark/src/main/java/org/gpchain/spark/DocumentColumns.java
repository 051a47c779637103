package org.gpchain.spark;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
 * Reads documents from the rows of a table. A table has a column {@code name} (or {@code
 * document}), and the document itself as {@code text}, as {@code content} (bytes), or in the file
 * {@code path}.
 *
 * @param hadoop configuration for reading the files of documents
 */
record DocumentColumns(Configuration hadoop) {
  static final String NAME = "name";
  static final String PATH = "path";
  static final String CONTENT = "content";

  /** Column that says why a row is not a document; null for documents. */
  static final String PROBLEM = "problem";

  private static final String TEXT = "text";
  private static final String DOCUMENT = "document";

  /** Maximum size of a document (bytes). An annotated document takes many times as much memory. */
  private static final int MAX_BYTES =
      (int) Math.min(1 << 28, Runtime.getRuntime().maxMemory() / 16);

  /**
   * Checks that a table has the columns of documents.
   *
   * @throws IllegalArgumentException if columns are missing or have other types
   */
  static void check(StructType columns) {
    List<String> names = List.of(columns.fieldNames());
    boolean hasName = names.contains(NAME) || names.contains(DOCUMENT);
    boolean hasDocument = Arrays.stream(columns.fields()).anyMatch(DocumentColumns::isDocument);
    if (hasName && hasDocument) {
      return;
    }

    List<String> fields = new ArrayList<>();
    for (StructField field : columns.fields()) {
      fields.add(field.name() + " " + field.dataType().typeName());
    }
    throw new IllegalArgumentException(
        "documents need a column name (or document), and one of text string, content binary and"
            + " path string; these have "
            + fields);
  }

  private static boolean isDocument(StructField field) {
    if (field.dataType() instanceof StringType) {
      return field.name().equals(TEXT) || field.name().equals(PATH);
    }
    return field.dataType() instanceof BinaryType && field.name().equals(CONTENT);
  }

  /** Returns the name of a document. */
  static String name(Row row) {
    return Objects.toString(get(row, NAME), Objects.toString(get(row, DOCUMENT), "(no name)"));
  }

  /** Returns the name of a document and, if it is a file, the file's URI. */
  static DocumentOrigin origin(Row row) {
    URI file = null;
    if (get(row, PATH) instanceof String path) {
      file = new Path(path).toUri();
    }
    return new DocumentOrigin(name(row), file);
  }

  /**
   * Returns the bytes of a document.
   *
   * @throws DocumentException if the row has no document, if it cannot be read, or if it is larger
   *     than the maximum size
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

  /** Returns the bytes of a document, or null if the row has none. */
  private byte[] bytes(Row row) throws DocumentException {
    if (get(row, CONTENT) instanceof byte[] content) {
      return content;
    }
    if (get(row, TEXT) instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    if (get(row, PATH) instanceof String path) {
      return read(new Path(path));
    }
    return null;
  }

  /** Returns the bytes of a file, at most one more than the maximum size. */
  private byte[] read(Path file) throws DocumentException {
    boolean zipped = file.getName().toLowerCase(Locale.ROOT).endsWith(DocumentNames.GZIP);
    try (InputStream in = file.getFileSystem(hadoop).open(file);
        InputStream expanded = zipped ? new GZIPInputStream(in) : in) {
      return expanded.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw new DocumentException(0, "it cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns a value of a row, or null if there is no such column. */
  private static Object get(Row row, String column) {
    int index = Arrays.asList(row.schema().fieldNames()).indexOf(column);
    if (index < 0) {
      return null;
    }
    return row.get(index);
  }
}
