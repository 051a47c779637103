package org.gpchain.experiments.gpstruct;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.gpchain.corpora.InputException;
import org.gpchain.training.io.AtomicFile;
import org.gpchain.training.mcmc.SamplerState;

/**
 * A file from which GP-ESS is continued bit for bit: what the run was told, the state of the chain,
 * and the sums of the marginals. Written atomically.
 *
 * @param file where it is, or will be
 * @param told all that the samples depend on, as text
 */
record EssCheckpoint(Path file, String told) {
  private static final String MAGIC = "gpchain-ess-1";
  private static final String CURE = "leave out --resume to begin anew";

  /**
   * What was saved.
   *
   * @param state of the chain
   * @param sums of the marginals, sentence by sentence
   */
  record Saved(SamplerState state, double[][] sums) {}

  /** Saves, in place of what was there. */
  void save(SamplerState state, double[][] sums) throws IOException {
    AtomicFile.write(
        file,
        stream -> {
          DataOutputStream out = new DataOutputStream(stream);
          out.writeUTF(MAGIC);
          out.writeUTF(told);
          state.writeTo(out);
          out.writeInt(sums.length);
          for (double[] sentence : sums) {
            out.writeInt(sentence.length);
            for (double sum : sentence) {
              out.writeDouble(sum);
            }
          }
          out.flush();
        });
  }

  /**
   * Loads what is there; empty if nothing is.
   *
   * @throws InputException if it is of another run, or damaged
   */
  Optional<Saved> load() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (!in.readUTF().equals(MAGIC)) {
        throw new InputException(file, 0, "this is no checkpoint of gp-ess", CURE);
      }
      if (!in.readUTF().equals(told)) {
        throw new InputException(
            file, 0, "this checkpoint is of other settings or other data", CURE);
      }
      SamplerState state = SamplerState.read(in);
      double[][] sums = new double[in.readInt()][];
      for (int n = 0; n < sums.length; n++) {
        sums[n] = new double[in.readInt()];
        for (int i = 0; i < sums[n].length; i++) {
          sums[n][i] = in.readDouble();
        }
      }
      return Optional.of(new Saved(state, sums));
    } catch (InputException e) {
      throw e;
    } catch (IOException | NegativeArraySizeException e) {
      throw new InputException(file, 0, "this checkpoint is damaged; " + CURE, e);
    }
  }
}
