package org.gpchain.corpora.words;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.gpchain.core.words.WordStates;
import org.gpchain.corpora.InputException;
import org.gpchain.training.hmm.EncodedText;
import org.gpchain.training.hmm.HmmLearner;
import org.gpchain.training.hmm.HmmSettings;
import org.gpchain.training.io.AtomicFile;

/**
 * A file from which learning can go on: settings, hash of the text, clusters, the best states so
 * far, the learner, and a checksum. It is written for the program that reads it: another version of
 * the program refuses it as other settings.
 */
record CheckpointFile(Path file, String settings, String textHash) {
  private static final long MAGIC = 0x4750434B504E5431L; // GPCKPNT1

  /**
   * The state of a run.
   *
   * @param best states of the best pass so far; null before the first
   * @param heldOut log-likelihood per token of the sentences held out after that pass
   * @param learner of the states; to be closed
   */
  record State(
      SortedMap<String, int[]> clusters, WordStates best, double heldOut, HmmLearner learner) {
    State with(WordStates better, double betterHeldOut) {
      return new State(clusters, better, betterHeldOut, learner);
    }
  }

  void write(State state) throws IOException {
    AtomicFile.write(
        file,
        stream -> {
          CheckedOutputStream checked = new CheckedOutputStream(stream, new CRC32());
          DataOutputStream out = new DataOutputStream(checked);
          out.writeLong(MAGIC);
          out.writeUTF(settings);
          out.writeUTF(textHash);
          out.writeInt(state.clusters().size());
          for (var column : state.clusters().entrySet()) {
            out.writeUTF(column.getKey());
            writeInts(column.getValue(), out);
          }
          out.writeDouble(state.heldOut());
          out.writeBoolean(state.best() != null);
          if (state.best() != null) {
            write(state.best(), out);
          }
          state.learner().save(out);
          out.flush();
          out.writeLong(checked.getChecksum().getValue());
          out.flush();
        });
  }

  /**
   * @return null if there is no file
   * @throws InputException if it is of another run, or damaged
   */
  State read(EncodedText sentences, HmmSettings hmm) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readLong() != MAGIC) {
        throw damaged(null);
      }
      check("other settings (" + settings + ", but it has ", in.readUTF(), settings);
      check("another text (of hash " + textHash + ", but it has ", in.readUTF(), textHash);
      checkSum();
      SortedMap<String, int[]> clusters = new TreeMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        clusters.put(in.readUTF(), readInts(in));
      }
      double heldOut = in.readDouble();
      WordStates best = in.readBoolean() ? readStates(in) : null;
      return new State(clusters, best, heldOut, HmmLearner.resume(sentences, hmm, in));
    } catch (EOFException e) {
      throw damaged(e);
    }
  }

  private void check(String what, String found, String wanted) throws InputException {
    if (!found.equals(wanted)) {
      throw new InputException(
          file,
          "a checkpoint of a run with " + what + found + ")",
          "repeat that command, or delete the file to begin anew");
    }
  }

  private InputException damaged(EOFException cause) {
    return new InputException(
        file, "not a checkpoint, or a damaged one; delete the file to begin anew", cause);
  }

  private void checkSum() throws IOException {
    try (CheckedInputStream checked =
            new CheckedInputStream(
                new BufferedInputStream(Files.newInputStream(file)), new CRC32());
        DataInputStream in = new DataInputStream(checked)) {
      in.skipNBytes(Math.max(0, Files.size(file) - Long.BYTES));
      long sum = checked.getChecksum().getValue();
      if (in.readLong() != sum) {
        throw damaged(null);
      }
    }
  }

  private static void write(WordStates states, DataOutputStream out) throws IOException {
    out.writeInt(states.stateCount());
    writeDoubles(states.start(), out);
    writeDoubles(states.transitions(), out);
    writeInts(states.rowStart(), out);
    out.write(states.states());
    for (float emission : states.emissions()) {
      out.writeFloat(emission);
    }
  }

  private static WordStates readStates(DataInputStream in) throws IOException {
    int count = in.readInt();
    double[] start = readDoubles(count, in);
    double[] transitions = readDoubles(count * count, in);
    int[] rowStart = readInts(in);
    byte[] states = in.readNBytes(rowStart[rowStart.length - 1]);
    float[] emissions = new float[states.length];
    for (int i = 0; i < emissions.length; i++) {
      emissions[i] = in.readFloat();
    }
    return new WordStates(start, transitions, rowStart, states, emissions);
  }

  private static void writeDoubles(double[] values, DataOutputStream out) throws IOException {
    for (double value : values) {
      out.writeDouble(value);
    }
  }

  private static double[] readDoubles(int count, DataInputStream in) throws IOException {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = in.readDouble();
    }
    return values;
  }

  private static void writeInts(int[] values, DataOutputStream out) throws IOException {
    out.writeInt(values.length);
    for (int value : values) {
      out.writeInt(value);
    }
  }

  private static int[] readInts(DataInputStream in) throws IOException {
    int[] values = new int[in.readInt()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readInt();
    }
    return values;
  }
}
