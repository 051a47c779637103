package org.gpchain.internal.documents.batch.sink;

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
import org.gpchain.internal.core.file.RecordJson;
import org.gpchain.internal.corpora.InputException;

/**
 * A file to which lines are appended, each a checksum and a JSON object. If a line is incomplete or
 * damaged, this line and all lines after it are ignored. The file is locked while it is open.
 */
final class JournalFile implements Closeable {
  /** Length of a checksum (characters). */
  private static final int CHECKSUM_LENGTH = 8;

  /** Maximum length of a line (bytes), far above the length for a group of documents. */
  private static final int MAX_LINE = 1 << 26;

  private final FileChannel channel;

  /** Length of the valid part of the file (bytes). The maximum until all lines have been read. */
  private long end = Long.MAX_VALUE;

  private InputStream in;

  /** Number of bytes of the lines that have been read. */
  private long read;

  private JournalFile(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Opens a file and locks it. The file is created if missing. All lines must be read before a line
   * is appended.
   *
   * @throws InputException if another run has locked the file
   */
  static JournalFile open(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    try {
      if (!lock(channel)) {
        throw new InputException(
            file.toAbsolutePath().getParent(),
            "another run is writing to this folder",
            "wait until it ends, or choose another folder");
      }

      JournalFile journal = new JournalFile(channel);
      journal.rewind();
      return journal;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /** Locks a file. Returns false if another run has locked it. */
  private static boolean lock(FileChannel channel) throws IOException {
    try {
      // The locked byte is beyond the content, so that the file can be read on Windows too.
      return channel.tryLock(Long.MAX_VALUE - 1, 1, false) != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      // The file system does not support locks: users must not start two runs.
      return true;
    }
  }

  /** Makes {@link #next} return the first line. */
  void rewind() throws IOException {
    // A second channel is not used: closing it would release the lock (POSIX).
    in = new BufferedInputStream(Channels.newInputStream(channel.position(0)), 1 << 16);
    read = 0;
  }

  /** Returns the JSON of the next line, or null after the last valid line. */
  String next() throws IOException {
    String line = read < end ? readLine() : null;
    if (line == null) {
      end = read;
    }
    return line;
  }

  /** Returns the JSON of a line, or null if the line is invalid. */
  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int b = in.read();
    while (b >= 0 && b != '\n' && line.size() < MAX_LINE) {
      line.write(b);
      b = in.read();
    }

    String text = line.toString(StandardCharsets.UTF_8);
    if (b != '\n' || text.length() <= CHECKSUM_LENGTH) {
      return null;
    }
    String json = text.substring(CHECKSUM_LENGTH + 1);
    if (!text.substring(0, CHECKSUM_LENGTH).equals(checksum(json))) {
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

  /** Discards all lines. The next line that is appended becomes the first. */
  void clear() {
    end = 0;
  }

  /** Appends a line and waits until it is on disk. */
  void append(Object value) throws IOException {
    String json = new String(RecordJson.bytes(value, null), StandardCharsets.UTF_8);
    String line = checksum(json) + " " + json + "\n";
    end = append(channel, end, line.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Appends bytes to the valid part of a file, waits until they are on disk, and returns the new
   * length of the file.
   *
   * @param length length of the valid part of the file (bytes); the rest is cut off
   */
  static long append(FileChannel file, long length, byte[] bytes) throws IOException {
    file.truncate(length);
    ByteBuffer remaining = ByteBuffer.wrap(bytes);
    long position = length;
    while (remaining.hasRemaining()) {
      position += file.write(remaining, position);
    }
    file.force(true);
    return position;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
