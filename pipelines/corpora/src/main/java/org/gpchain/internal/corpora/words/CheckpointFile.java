package org.gpchain.internal.corpora.words;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.words.WordStates;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.hmm.HmmLearner;
import org.gpchain.internal.training.hmm.HmmSettings;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * A file from which learning can go on: settings, hash of the text, clusters, the best states so
 * far, the learner, and a checksum. It is written for the program that reads it: another version of
 * the program refuses it as other settings.
 */
record CheckpointFile(Path file, String settings, SegmentedText text) {
  private static final long MAGIC = 0x4750434B504E5432L; // GPCKPNT2
  private static final WordLearning.Label LABEL =
      new WordLearning.Label("checkpoint", "x-unspecified", "", "");

  /**
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
          out.writeUTF(text.hash());
          out.writeDouble(state.heldOut());
          byte[] words = bytes(state);
          out.writeInt(words.length);
          out.write(words);
          state.learner().save(out);
          out.flush();
          out.writeLong(checked.getChecksum().getValue());
          out.flush();
        });
  }

  /** Clusters and states, as the resource that they are part of in the end. */
  private byte[] bytes(State state) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    WordOrigin origin = LABEL.origin(Stream.of(), text.tokens(), Map.of());
    WordResourceFile.write(
        LABEL.resource(text.numbers(), state.clusters(), state.best(), null, origin), bytes);
    return bytes.toByteArray();
  }

  /**
   * @return null if there is no file
   * @throws InputException if it is of another run, or damaged
   */
  State read(HmmSettings hmm) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readLong() != MAGIC) {
        throw damaged(null);
      }
      checkSum();
      check("other settings (" + settings + ", but it has ", in.readUTF(), settings);
      check("another text (of hash " + text.hash() + ", but it has ", in.readUTF(), text.hash());
      double heldOut = in.readDouble();
      byte[] words = in.readNBytes(in.readInt());
      WordResource known = WordResourceFile.read(new ByteArrayInputStream(words));
      return new State(
          known.clusters(), known.states(), heldOut, HmmLearner.resume(text.sentences(), hmm, in));
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
}
