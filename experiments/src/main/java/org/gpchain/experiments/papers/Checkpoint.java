package org.gpchain.experiments.papers;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.gpchain.core.math.Checks;
import org.gpchain.corpora.InputException;
import org.gpchain.training.io.AtomicFile;

/**
 * A file from which learning is continued bit for bit: magic, what the run was told, a state, and a
 * checksum. Big-endian; written atomically, at most once per interval.
 *
 * @param <S> a state
 */
final class Checkpoint<S> {
  private static final String MAGIC = "gpchain-checkpoint-3";
  private static final String CURE = "leave out --resume to begin anew";

  /** Nanoseconds between two checkpoints at least. */
  private static final long INTERVAL = 60_000_000_000L;

  /** How many letters of what differs are shown. */
  private static final int EXCERPT = 20;

  private final Path file;
  private final String told;
  private final Format<S> format;
  private long last = System.nanoTime();

  /** Writes and reads a state. */
  interface Format<S> {
    /** Writes a state. */
    void write(S state, DataOutputStream out) throws IOException;

    /** Reads what {@link #write} has written. */
    S read(DataInputStream in) throws IOException;
  }

  /**
   * A checkpoint.
   *
   * @param file where it is, or will be
   * @param told all that the state depends on, as text
   */
  Checkpoint(Path file, String told, Format<S> format) {
    this.file = file;
    this.told = told;
    this.format = format;
  }

  /**
   * Saves a state if the last one is old, or if this is the end.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  void save(S state, boolean isEnd) {
    if (!isEnd && System.nanoTime() - last < INTERVAL) {
      return;
    }
    try {
      save(state);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    last = System.nanoTime();
  }

  /** Saves a state, in place of an older one. */
  void save(S state) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(MAGIC);
    byte[] text = told.getBytes(StandardCharsets.UTF_8);
    out.writeInt(text.length);
    out.write(text);
    format.write(state, out);
    CRC32 checksum = new CRC32();
    checksum.update(bytes.toByteArray());
    out.writeLong(checksum.getValue());
    AtomicFile.write(file, bytes::writeTo);
  }

  /**
   * Loads what is there; empty if nothing is.
   *
   * @throws InputException if it is of another run, or damaged
   */
  Optional<S> load() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    byte[] bytes = Files.readAllBytes(file);
    int length = Math.max(0, bytes.length - Long.BYTES);
    CRC32 checksum = new CRC32();
    checksum.update(bytes, 0, length);
    if (bytes.length < Long.BYTES
        || ByteBuffer.wrap(bytes).getLong(length) != checksum.getValue()) {
      throw new InputException(
          file, 0, "this is no checkpoint of this version, or a damaged one", CURE);
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (!in.readUTF().equals(MAGIC)) {
      throw new InputException(file, 0, "this is no checkpoint of this version", CURE);
    }
    String found = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    if (!found.equals(told)) {
      throw new InputException(
          file,
          0,
          "this checkpoint comes from other settings or data: it has " + difference(found),
          CURE);
    }
    return Optional.of(format.read(in));
  }

  /** Where two texts differ: a few words of each. */
  private String difference(String found) {
    int i = 0;
    while (i < Math.min(found.length(), told.length()) && found.charAt(i) == told.charAt(i)) {
      i++;
    }
    return "'" + excerpt(found, i) + "', not '" + excerpt(told, i) + "'";
  }

  private static String excerpt(String text, int at) {
    int from = Math.min(text.lastIndexOf(' ', at) + 1, text.length());
    return text.substring(from, Math.min(text.length(), at + EXCERPT));
  }

  /** Writes arrays with their lengths. */
  static void write(List<double[]> arrays, DataOutputStream out) throws IOException {
    out.writeInt(arrays.size());
    for (double[] array : arrays) {
      out.writeInt(array.length);
      for (double value : array) {
        out.writeDouble(value);
      }
    }
  }

  /** Reads what {@link #write} has written. */
  static List<double[]> readArrays(DataInputStream in) throws IOException {
    int count = Checks.atLeast("number of arrays", in.readInt(), 0);
    List<double[]> arrays = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] array = new double[in.readInt()];
      for (int k = 0; k < array.length; k++) {
        array[k] = in.readDouble();
      }
      arrays.add(array);
    }
    return List.copyOf(arrays);
  }
}
