package org.gpchain.training.mcmc;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * The state of a chain's run: all that the rest of it depends on, bit for bit. Immutable.
 *
 * @param chain the chain
 * @param samples number of samples that it has given
 * @param trace what it passed through at each of them; later entries are 0
 */
public record SamplerState(ChainState chain, int samples, SampleTrace trace) {
  private static final int MOST = 1 << 28;

  /** Number of steps so far. */
  public long steps() {
    return chain.steps();
  }

  /** Writes it, big-endian. */
  public void writeTo(DataOutputStream out) throws IOException {
    write(chain.white(), out);
    write(chain.whitePairwise(), out);
    write(chain.logHyper(), out);
    out.writeDouble(chain.logTransitionVariance());
    out.writeInt(chain.random().length);
    out.write(chain.random());
    out.writeLong(chain.steps());
    out.writeLong(chain.evaluations());
    out.writeInt(samples);
    write(trace.logLikelihood(), out);
    write(trace.transitionVariance(), out);
    out.writeInt(trace.probe().length);
    for (double[] probe : trace.probe()) {
      write(probe, out);
    }
    out.writeDouble(trace.seconds());
  }

  /**
   * Reads what {@link #writeTo} has written.
   *
   * @throws IOException if it is something else
   */
  public static SamplerState read(DataInputStream in) throws IOException {
    double[] white = doubles(in);
    double[] whitePairwise = doubles(in);
    double[] logHyper = doubles(in);
    double logTransitionVariance = in.readDouble();
    byte[] random = new byte[length(in)];
    in.readFully(random);
    long steps = in.readLong();
    long evaluations = in.readLong();
    int samples = in.readInt();
    double[] logLikelihood = doubles(in);
    double[] transitionVariance = doubles(in);
    double[][] probe = new double[length(in)][];
    for (int p = 0; p < probe.length; p++) {
      probe[p] = doubles(in);
    }
    return new SamplerState(
        new ChainState(
            white, whitePairwise, logHyper, logTransitionVariance, random, steps, evaluations),
        samples,
        new SampleTrace(logLikelihood, transitionVariance, probe, evaluations, in.readDouble()));
  }

  private static void write(double[] array, DataOutputStream out) throws IOException {
    out.writeInt(array.length);
    for (double value : array) {
      out.writeDouble(value);
    }
  }

  private static double[] doubles(DataInputStream in) throws IOException {
    double[] array = new double[length(in)];
    for (int i = 0; i < array.length; i++) {
      array[i] = in.readDouble();
    }
    return array;
  }

  private static int length(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > MOST) {
      throw new IOException("a length cannot be " + length);
    }
    return length;
  }

  /**
   * All that a chain needs to go on. Between steps whose number is a multiple of {@link
   * Chain#REMAPPING} a chain that is made from its state goes on bit for bit as the old one.
   *
   * @param white z, {@code [whiteCount×V]}; kept
   * @param whitePairwise z_g, {@code [V×V]}; kept
   * @param logHyper logarithms of the hyper-parameters of the unary scores; kept
   * @param logTransitionVariance logarithm of h_p; negative infinity for no transitions
   * @param random state of the generator; kept
   * @param steps number of steps so far
   * @param evaluations of the likelihood so far
   */
  public record ChainState(
      double[] white,
      double[] whitePairwise,
      double[] logHyper,
      double logTransitionVariance,
      byte[] random,
      long steps,
      long evaluations) {}
}
