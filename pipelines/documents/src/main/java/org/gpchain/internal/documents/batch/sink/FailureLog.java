package org.gpchain.internal.documents.batch.sink;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.gpchain.internal.core.file.RecordJson;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.batch.sink.Sink.Completed;
import org.gpchain.internal.formats.input.InputDocument;
import org.gpchain.internal.training.io.StagedFiles;

/**
 * Records the documents that failed: in a log with a line for each, and in a folder with the
 * reasons and copies of the first ones.
 */
final class FailureLog {
  /** Maximum number of documents that have files in the folder. */
  private static final int MAX_DOCUMENTS = 10_000;

  private final OutputLayout layout;
  private final StagedFiles files;

  /** Length of the part of the log that the journal has confirmed (bytes). */
  private long length;

  /** Lines of the open group. */
  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

  /** Files in the folder that this run writes, relative to the folder. */
  private final Set<Path> names = new HashSet<>();

  /** Number of documents that have files in the folder. */
  private int documents;

  /**
   * Creates a record.
   *
   * @param files receives the files in the folder
   * @param length length of the log after earlier runs (bytes); the rest of the file is replaced
   */
  FailureLog(OutputLayout layout, StagedFiles files, long length) {
    this.layout = layout;
    this.files = files;
    this.length = length;
  }

  /** Adds a document that failed in an earlier run. */
  void addEarlier(InputDocument input, String id) {
    addNames(input, id);
  }

  /** Adds a document that failed. */
  void add(InputDocument input, String id, Completed<?> document) throws IOException {
    DocumentException failure = document.failure();
    if (addNames(input, id)) {
      String reason = input.place() + "\n" + failure.description() + "\n";
      stage(reason.getBytes(StandardCharsets.UTF_8), reasonName(id));
      if (document.content() != null) {
        stage(document.content(), copyName(input, id));
      }
    }

    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", id);
    line.put("name", input.place());
    if (failure.line() > 0) {
      line.put("line", failure.line());
    }
    line.put("reason", failure.getMessage());
    lines.writeBytes(RecordJson.bytes(line, null));
    lines.write('\n');
  }

  /** Returns whether a document gets files in the folder, and records their names. */
  private boolean addNames(InputDocument input, String id) {
    if (documents == MAX_DOCUMENTS) {
      return false;
    }
    documents++;
    names.add(Path.of(reasonName(id)));
    names.add(Path.of(copyName(input, id)));
    return true;
  }

  private static String reasonName(String id) {
    return id + ".reason";
  }

  /** Returns the name of the copy of a document. The copy is uncompressed. */
  private static String copyName(InputDocument input, String id) {
    return id + input.plainEnding();
  }

  private void stage(byte[] content, String name) throws IOException {
    files.add(files.write(content), layout.failures().resolve(name));
  }

  /** Returns whether the open group has lines. */
  boolean hasLines() {
    return lines.size() > 0;
  }

  /**
   * Writes the lines of the open group to the log and returns the length of the log (bytes). Later
   * calls write them again at the same position until they are {@linkplain #commit committed}.
   */
  long write() throws IOException {
    if (!hasLines()) {
      return length;
    }
    return append(lines.toByteArray());
  }

  /** Writes the lines of the open group permanently, and returns the length of the log (bytes). */
  long commit() throws IOException {
    length = write();
    lines.reset();
    return length;
  }

  private long append(byte[] content) throws IOException {
    try (FileChannel log =
        FileChannel.open(layout.errors(), StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
      return JournalFile.append(log, length, content);
    }
  }

  /** Removes lines that an interrupted run has written after the confirmed part of the log. */
  void end() throws IOException {
    if (length > 0) {
      append(new byte[0]);
    } else {
      Files.deleteIfExists(layout.errors());
    }
  }

  /** Deletes the files in the folder that this run has not written. */
  void deleteOtherFiles() throws IOException {
    Path folder = layout.failures();
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }

    List<Path> entries;
    try (Stream<Path> walk = Files.walk(folder)) {
      // In reverse order, files come before their folders.
      entries = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path entry : entries) {
      if (isObsolete(entry)) {
        Files.delete(entry);
      }
    }
  }

  private boolean isObsolete(Path entry) throws IOException {
    if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
      return PathUtils.isEmptyDirectory(entry);
    }
    return !names.contains(layout.failures().relativize(entry));
  }
}
