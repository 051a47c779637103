package org.gpchain.internal.corpora.words;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
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
 * A file from which interrupted learning can be resumed. It has the settings, the hash of the text,
 * the clusters, the best states so far, the state of the learner, and a checksum. Settings include
 * the version of the program, so other versions reject the file.
 *
 * @param file path of the file, which need not exist
 * @param settings settings that determine the result of learning
 * @param text text that is learned from
 */
record CheckpointFile(Path file, String settings, SegmentedText text) {
  /** The characters GPCKPNT2. */
  private static final long MAGIC = 0x4750434B504E5432L;

  private static final WordLearning.Label LABEL =
      new WordLearning.Label("checkpoint", "x-unspecified", "", "");

  /**
   * The state of learning after a pass.
   *
   * @param clusters clusters of words by the names of their columns
   * @param best states of the best pass so far; null before the first pass
   * @param heldOut log-likelihood per token of the held-out sentences after that pass
   * @param learner learner of the states, which the receiver closes; null if none are learned
   */
  record State(
      SortedMap<String, int[]> clusters, WordStates best, double heldOut, HmmLearner learner) {
    State with(WordStates better, double betterHeldOut) {
      return new State(clusters, better, betterHeldOut, learner);
    }
  }

  /** Writes a state to the file, which is replaced atomically. */
  void write(State state) throws IOException {
    AtomicFile.write(file, stream -> write(state, stream));
  }

  private void write(State state, OutputStream stream) throws IOException {
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
  }

  /** Returns clusters and states in the format of a word resource. */
  private byte[] bytes(State state) throws IOException {
    WordOrigin origin = LABEL.origin(Stream.of(), text.tokens(), Map.of());
    WordResource resource =
        LABEL.resource(text.numbers(), state.clusters(), state.best(), null, origin);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    WordResourceFile.write(resource, bytes);
    return bytes.toByteArray();
  }

  /**
   * Reads the state in the file; returns null if there is no file.
   *
   * @throws InputException if the file is from a run with other settings or text, or damaged
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
      WordResource resource = WordResourceFile.read(new ByteArrayInputStream(words));
      HmmLearner learner = HmmLearner.resume(text.sentences(), hmm, in);
      return new State(resource.clusters(), resource.states(), heldOut, learner);
    } catch (EOFException e) {
      throw damaged(e);
    }
  }

  private void check(String difference, String actual, String expected) throws InputException {
    if (!actual.equals(expected)) {
      throw new InputException(
          file,
          "a checkpoint of a run with " + difference + actual + ")",
          "repeat that command, or delete the file to start over");
    }
  }

  private InputException damaged(EOFException cause) {
    return new InputException(
        file, "not a checkpoint, or a damaged one; delete the file to start over", cause);
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
