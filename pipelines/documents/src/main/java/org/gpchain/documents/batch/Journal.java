package org.gpchain.documents.batch;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.gpchain.core.model.RecordJson;
import org.gpchain.corpora.InputException;

/**
 * What a run has done, in lines that are only ever appended: the settings, then the documents group
 * by group. Each line is a JSON object behind its checksum. A line that was not written to its end
 * counts as not written, and so do all behind it. The file is locked as long as it is open.
 */
final class Journal implements Closeable {
  private static final int CHECKSUM = 8;

  /** Of one line: a group has a few thousand documents at the most. */
  private static final int MAX_LINE = 1 << 26;

  private final FileChannel channel;

  /** How much of the file counts. */
  private long end;

  private InputStream in;

  /** How much of it is read. */
  private long read;

  // Of the lines that were there.
  private String header;
  private String lastGroup;
  private boolean ended;

  /** Jackson's mapper takes longer than a short run that has nothing to go on with. */
  private static final class Mapper {
    private static final ObjectMapper JSON = new ObjectMapper();
  }

  private Journal(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Opens a journal, which is made if there is none, locks it, and reads all lines that are whole.
   *
   * @throws InputException if another run has it
   */
  static Journal open(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    try {
      if (!lock(channel)) {
        throw new InputException(
            file.toAbsolutePath().getParent(),
            "another run writes to this folder",
            "wait until it ends, or name another folder");
      }
      Journal journal = new Journal(channel);
      journal.read();
      return journal;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock(Long.MAX_VALUE - 1, 1, false) != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      // Without locks in this file system, it is for the user to start one run only.
      return true;
    }
  }

  private void read() throws IOException {
    rewind();
    end = Long.MAX_VALUE;
    for (String line = next(); line != null; line = next()) {
      if (header == null) {
        header = line;
      } else if (line.startsWith("{\"end\":")) {
        ended = true;
      } else {
        lastGroup = line;
      }
    }
    end = read;
  }

  /** The line of the settings; null if there is none. */
  String header() {
    return header;
  }

  /** The last group of documents that is done; null if there is none. */
  String lastGroup() {
    return lastGroup;
  }

  boolean hasEnded() {
    return ended;
  }

  void rewind() throws IOException {
    // Another channel of the same file will not do: closing that would give up the lock (POSIX).
    in = new BufferedInputStream(Channels.newInputStream(channel.position(0)), 1 << 16);
    read = 0;
  }

  /** What a line holds; null if there is none. */
  static <T> T value(String line, Class<T> type) throws IOException {
    return line == null ? null : Mapper.JSON.readValue(line, type);
  }

  /** The next line; null after the last one that is whole. */
  String next() throws IOException {
    if (read >= end) {
      return null;
    }
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int b = in.read();
    while (b >= 0 && b != '\n' && line.size() < MAX_LINE) {
      line.write(b);
      b = in.read();
    }
    String text = line.toString(StandardCharsets.UTF_8);
    if (b != '\n' || text.length() <= CHECKSUM) {
      return null;
    }
    String json = text.substring(CHECKSUM + 1);
    if (!text.substring(0, CHECKSUM).equals(checksum(json))) {
      return null;
    }
    read += line.size() + 1;
    return json;
  }

  private static String checksum(String json) {
    CRC32C checksum = new CRC32C();
    checksum.update(json.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", checksum.getValue());
  }

  void clear() {
    end = 0;
    header = null;
    lastGroup = null;
    ended = false;
  }

  /** Appends a line, and waits until the disk has it. */
  void append(Object group) throws IOException {
    String json = new String(RecordJson.bytes(group, null), StandardCharsets.UTF_8);
    String line = checksum(json) + " " + json + "\n";
    end = append(channel, end, line.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Appends to a file, waits until the disk has it, and says how long the file is now.
   *
   * @param length how much of the file counts; what follows is cut off
   */
  static long append(FileChannel file, long length, byte[] bytes) throws IOException {
    file.truncate(length);
    ByteBuffer left = ByteBuffer.wrap(bytes);
    long position = length;
    while (left.hasRemaining()) {
      position += file.write(left, position);
    }
    file.force(true);
    return position;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
