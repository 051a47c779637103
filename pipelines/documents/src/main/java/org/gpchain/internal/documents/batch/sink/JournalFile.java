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
 * A file of lines that are only ever appended, each a JSON object after its checksum. The first
 * line that is incomplete or damaged, and all lines after it, count as not written. The file is
 * locked as long as it is open.
 */
final class JournalFile implements Closeable {
  /** Length of a checksum (characters). */
  private static final int CHECKSUM = 8;

  /** Maximum length of a line (bytes). A group of documents takes far less. */
  private static final int MAX_LINE = 1 << 26;

  private final FileChannel channel;

  /** Length of the valid part of the file (bytes); unknown until it has been read to its end. */
  private long end = Long.MAX_VALUE;

  private InputStream in;

  /** Number of bytes that have been read since the beginning of the file. */
  private long read;

  private JournalFile(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Opens a file, which is created if missing, and locks it. All lines must be read before one is
   * appended.
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
            "another run writes to this folder",
            "wait until it ends, or name another folder");
      }

      JournalFile journal = new JournalFile(channel);
      journal.rewind();
      return journal;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      // One byte beyond the content, so that on Windows the file can be read nonetheless.
      return channel.tryLock(Long.MAX_VALUE - 1, 1, false) != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      // This file system has no locks: it is up to the user to start one run only.
      return true;
    }
  }

  /** Makes {@link #next} begin with the first line. */
  void rewind() throws IOException {
    // Another channel of the same file will not do: closing that would give up the lock (POSIX).
    in = new BufferedInputStream(Channels.newInputStream(channel.position(0)), 1 << 16);
    read = 0;
  }

  /** Returns the JSON of the next line; null after the last valid one. */
  String next() throws IOException {
    String line = read < end ? readLine() : null;
    if (line == null) {
      end = read;
    }
    return line;
  }

  /** Returns the JSON of a line; null if the line is not valid. */
  private String readLine() throws IOException {
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

  /** Makes the next line that is appended the first one. */
  void clear() {
    end = 0;
  }

  /** Appends a line, and waits until it is on disk. */
  void append(Object value) throws IOException {
    String json = new String(RecordJson.bytes(value, null), StandardCharsets.UTF_8);
    String line = checksum(json) + " " + json + "\n";
    end = append(channel, end, line.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Appends to a file, waits until it is on disk, and returns its new length.
   *
   * @param length length of the valid part of the file (bytes); what follows is cut off
   */
  static long append(FileChannel file, long length, byte[] bytes) throws IOException {
    file.truncate(length);
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    long position = length;
    while (rest.hasRemaining()) {
      position += file.write(rest, position);
    }
    file.force(true);
    return position;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
