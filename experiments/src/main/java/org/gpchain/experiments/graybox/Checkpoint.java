package org.gpchain.experiments.graybox;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.graybox.GrayBoxSettings;
import org.gpchain.training.graybox.GrayBoxSettings.Stopping;
import org.gpchain.training.graybox.GrayBoxState;
import org.gpchain.training.io.AtomicFile;

/**
 * A file from which gray-box learning is continued bit for bit: magic, version, fingerprint of
 * settings, kernel and data, the {@link GrayBoxState}, and a checksum. Big-endian; written
 * atomically.
 */
final class Checkpoint {
  private static final byte[] MAGIC = "GPCK".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 2;

  private final Path file;
  private final String fingerprint;

  /** A checkpoint that cannot be used. */
  public static final class CheckpointException extends IOException {
    private static final long serialVersionUID = 1;

    CheckpointException(Path file, String problem, String cure) {
      super(file + ": " + problem + "; " + cure);
    }
  }

  /**
   * @param file where it is, or will be
   * @param settings of the learner; the number of threads and the time limit may change
   * @param train the training sentences; not modified
   * @param kernel at the hyper-parameters that learning begins with
   */
  public Checkpoint(Path file, GrayBoxSettings settings, LabeledRows train, Kernel kernel) {
    this.file = file;
    this.fingerprint =
        fingerprint(settings) + " kernel " + kernel + " data " + Long.toHexString(hash(train));
  }

  /** All settings that can influence the posterior, in one line. */
  private static String fingerprint(GrayBoxSettings settings) {
    return new GrayBoxSettings(
            settings.posterior(),
            settings.prior(),
            settings.estimation(),
            settings.method(),
            settings.schedule(),
            new Stopping(0, settings.stopping().heldOut(), settings.stopping().patience()),
            new Run(1, settings.run().seed()))
        .toString();
  }

  private static long hash(LabeledRows train) {
    long hash = Arrays.hashCode(train.sentenceStart());
    hash = 31 * hash + Arrays.hashCode(train.labels());
    for (int i = 0; i < train.rows().entryCount(); i++) {
      hash = 31 * hash + train.rows().column(i);
    }
    for (int row = 0; row <= train.rows().rowCount(); row++) {
      hash = 31 * hash + train.rows().start(row);
    }
    return hash;
  }

  /** Writes a state, in place of an older one. */
  public void save(GrayBoxState state) throws IOException {
    AtomicFile.write(file, out -> write(state, out));
  }

  private void write(GrayBoxState state, OutputStream stream) throws IOException {
    CRC32 checksum = new CRC32();
    DataOutputStream out = new DataOutputStream(new CheckedOutputStream(stream, checksum));
    out.write(MAGIC);
    out.writeInt(VERSION);
    byte[] text = fingerprint.getBytes(StandardCharsets.UTF_8);
    out.writeInt(text.length);
    out.write(text);
    out.writeInt(state.phase());
    write(state.parameters(), out);
    write(state.hyper(), out);
    write(state.stepSizes(), out);
    out.writeLong(state.step());
    write(state.memory(), out);
    write(state.best(), out);
    out.writeDouble(state.bestValue());
    out.writeInt(state.roundsWithoutGain());
    out.writeLong(checksum.getValue());
    out.flush();
  }

  private static void write(List<double[]> arrays, DataOutputStream out) throws IOException {
    out.writeInt(arrays.size());
    for (double[] array : arrays) {
      write(array, out);
    }
  }

  private static void write(double[] array, DataOutputStream out) throws IOException {
    out.writeInt(array.length);
    for (double value : array) {
      out.writeDouble(value);
    }
  }

  /**
   * Reads the state.
   *
   * @throws CheckpointException if the file is no checkpoint, is damaged, or was written with other
   *     settings or data
   */
  public GrayBoxState load() throws IOException {
    CRC32 checksum = new CRC32();
    try (InputStream stream = Files.newInputStream(file);
        DataInputStream in =
            new DataInputStream(
                new CheckedInputStream(new BufferedInputStream(stream), checksum))) {
      readHeader(in);
      GrayBoxState state =
          new GrayBoxState(
              in.readInt(),
              readArray(in),
              readArray(in),
              readArray(in),
              in.readLong(),
              readArrays(in),
              readArrays(in),
              in.readDouble(),
              in.readInt());
      long expected = checksum.getValue();
      if (in.readLong() != expected) {
        throw damaged();
      }
      return state;
    } catch (EOFException | NegativeArraySizeException e) {
      throw damaged();
    }
  }

  private void readHeader(DataInputStream in) throws IOException {
    if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
      throw new CheckpointException(
          file, "this is not a GPChain checkpoint", "name another file, or start again");
    }
    int version = in.readInt();
    if (version != VERSION) {
      throw new CheckpointException(
          file,
          "this checkpoint has the version " + version + ", this program writes " + VERSION,
          "continue with the program that wrote it, or start again");
    }
    String found = new String(in.readNBytes(checkedLength(in.readInt())), StandardCharsets.UTF_8);
    if (!found.equals(fingerprint)) {
      throw new CheckpointException(
          file,
          "this checkpoint comes from other settings or data: it has " + difference(found),
          "continue with the same settings and data, or start again");
    }
  }

  /** Where two fingerprints differ: a few words of each. */
  private String difference(String found) {
    int i = 0;
    while (i < Math.min(found.length(), fingerprint.length())
        && found.charAt(i) == fingerprint.charAt(i)) {
      i++;
    }
    return "'" + excerpt(found, i) + "', not '" + excerpt(fingerprint, i) + "'";
  }

  private static String excerpt(String text, int at) {
    int from = Math.max(text.lastIndexOf(' ', at) + 1, 0);
    return text.substring(Math.min(from, text.length()), Math.min(text.length(), at + 20));
  }

  private static int checkedLength(int length) {
    if (length < 0) {
      throw new NegativeArraySizeException();
    }
    return length;
  }

  private List<double[]> readArrays(DataInputStream in) throws IOException {
    int count = checkedLength(in.readInt());
    List<double[]> arrays = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      arrays.add(readArray(in));
    }
    return List.copyOf(arrays);
  }

  private double[] readArray(DataInputStream in) throws IOException {
    int length = checkedLength(in.readInt());
    // A damaged length must not allocate more memory than the file could fill.
    if ((long) length * Double.BYTES > Files.size(file)) {
      throw damaged();
    }
    double[] array = new double[length];
    for (int i = 0; i < length; i++) {
      array[i] = in.readDouble();
    }
    return array;
  }

  private CheckpointException damaged() {
    return new CheckpointException(
        file, "this checkpoint is damaged", "name another file, or start again");
  }
}
