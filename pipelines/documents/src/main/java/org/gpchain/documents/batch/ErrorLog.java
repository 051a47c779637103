package org.gpchain.documents.batch;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.input.BatchInput;

/** The documents that could not be annotated, one JSON object per line. */
final class ErrorLog implements Closeable {
  static final String NAME = "errors.jsonl";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
  private FileChannel channel;
  private long length;

  /**
   * The log of a run.
   *
   * @param length how much of it counts; what follows was not committed
   */
  ErrorLog(Path folder, long length) {
    this.file = folder.resolve(NAME);
    this.length = length;
  }

  /** Adds a document. */
  void add(String id, BatchInput input, DocumentException failure) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", id);
    line.put("name", input.place());
    if (failure.line() > 0) {
      line.put("line", failure.line());
    }
    line.put("reason", failure.getMessage());
    waiting.write((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Writes what was added, and says how long the file is now. */
  long commit() throws IOException {
    if (waiting.size() > 0) {
      if (channel == null) {
        channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
      }
      channel.truncate(length);
      ByteBuffer bytes = ByteBuffer.wrap(waiting.toByteArray());
      long position = length;
      while (bytes.hasRemaining()) {
        position += channel.write(bytes, position);
      }
      channel.force(true);
      length = position;
      waiting.reset();
    }
    return length;
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
