package org.gpchain.spark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.DocumentOrigin;
import org.gpchain.documents.input.DocumentNames;

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
   * @throws IllegalArgumentException if columns are missing
   */
  static void check(StructType columns) {
    Set<String> names = Set.copyOf(List.of(columns.fieldNames()));
    boolean named = names.contains(NAME) || names.contains(DOCUMENT);
    if (!named || List.of(TEXT, CONTENT, PATH).stream().noneMatch(names::contains)) {
      throw new IllegalArgumentException(
          "documents need a column name (or document), and one of text, content and path; these"
              + " have "
              + names);
    }
  }

  static String name(Row row) {
    String name = string(row, NAME);
    name = name == null ? string(row, DOCUMENT) : name;
    return name == null ? "(no name)" : name;
  }

  static DocumentOrigin origin(Row row) {
    String path = string(row, PATH);
    return new DocumentOrigin(name(row), path == null ? null : new Path(path).toUri());
  }

  /**
   * @throws DocumentException if it has none, if they cannot be read, or if they are too many
   */
  byte[] content(Row row) throws DocumentException {
    String problem = string(row, PROBLEM);
    if (problem != null) {
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
    if (has(row, CONTENT)) {
      return row.getAs(CONTENT);
    }
    if (has(row, TEXT)) {
      return row.<String>getAs(TEXT).getBytes(StandardCharsets.UTF_8);
    }
    return has(row, PATH) ? read(new Path(row.<String>getAs(PATH))) : null;
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

  private static String string(Row row, String column) {
    return has(row, column) ? row.<Object>getAs(column).toString() : null;
  }

  private static boolean has(Row row, String column) {
    int index = Arrays.asList(row.schema().fieldNames()).indexOf(column);
    return index >= 0 && !row.isNullAt(index);
  }
}
