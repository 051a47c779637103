package org.gpchain.training.objective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.LatentGradient;
import org.gpchain.core.posterior.LatentSamples;
import org.gpchain.training.data.LabeledRows;

/**
 * The expected log-likelihood of a corpus as a function of the latent means of its tokens: sentence
 * by sentence through the estimator, on all workers. Latent gradients go into one table {@code
 * [tokens×V]}, from which they are pulled back to the parameters.
 */
final class ExpectedLogLikelihood {
  private static final int SENTENCES_PER_BLOCK = 64;

  private final LabeledRows corpus;
  private final GradientEstimator estimator;
  private final Parallel parallel;
  private final List<Scratch> scratch = new ArrayList<>();

  /** Writes the latent mean of one sentence. */
  @FunctionalInterface
  interface MeanOfSentence {
    /**
     * @param unaryOut {@code [T×V]}; overwritten
     */
    void write(int sentence, double[] unaryOut);
  }

  /** Gives the fixed deviations of one sentence's samples, or null for the plug-in value. */
  @FunctionalInterface
  interface SamplesOfSentence {
    LatentSamples of(int sentence);
  }

  /** Buffers of one worker. */
  private static final class Scratch {
    private final Workspace workspace = new Workspace();
    private double[] mean = {};
    private int[] labels = {};
    private LatentGradient gradient;

    void prepare(int length, int labelCount, boolean curvature) {
      mean = Workspace.ensure(mean, length * labelCount);
      if (gradient == null
          || gradient.unary().length < length * labelCount
          || gradient.wantsCurvature() != curvature) {
        int pairs = labelCount * labelCount;
        gradient =
            new LatentGradient(
                new double[mean.length],
                new double[pairs],
                curvature ? new double[mean.length] : null,
                curvature ? new double[pairs] : null);
      }
      if (labels.length != length) {
        labels = new int[length];
      }
    }
  }

  /**
   * Sums over sentences, and latent gradients of all tokens.
   *
   * @param unary {@code [tokens×V]}
   * @param unaryCurvature {@code [tokens×V]}; null if curvatures are not wanted
   * @param pairwise {@code [V×V]}
   * @param pairwiseCurvature {@code [V×V]}; null if curvatures are not wanted
   */
  record Gradients(
      double[] unary, double[] unaryCurvature, double[] pairwise, double[] pairwiseCurvature) {
    boolean wantsCurvature() {
      return unaryCurvature != null;
    }

    static Gradients of(LabeledRows corpus, boolean curvature) {
      int v = corpus.labelCount();
      int table = Math.multiplyExact(corpus.tokenCount(), v);
      return new Gradients(
          new double[table],
          curvature ? new double[table] : null,
          new double[v * v],
          curvature ? new double[v * v] : null);
    }
  }

  ExpectedLogLikelihood(LabeledRows corpus, GradientEstimator estimator, Parallel parallel) {
    this.corpus = corpus;
    this.estimator = estimator;
    this.parallel = parallel;
    for (int worker = 0; worker < parallel.threads(); worker++) {
      scratch.add(new Scratch());
    }
  }

  /**
   * Returns the sum over a batch of sentences, and writes the gradients; rows of sentences that are
   * not in the batch are not modified.
   */
  double evaluate(
      int[] batch,
      MeanOfSentence mean,
      double[] pairwiseMean,
      SamplesOfSentence samples,
      Gradients out) {
    int blocks = (batch.length + SENTENCES_PER_BLOCK - 1) / SENTENCES_PER_BLOCK;
    int pairs = pairwiseMean.length;
    double[][] pairwiseParts = new double[blocks][2 * pairs];
    double value =
        parallel.sum(
            batch.length,
            SENTENCES_PER_BLOCK,
            (worker, from, to) -> {
              double sum = 0;
              for (int i = from; i < to; i++) {
                sum +=
                    sentence(
                        batch[i],
                        mean,
                        pairwiseMean,
                        samples,
                        scratch.get(worker),
                        out,
                        pairwiseParts[from / SENTENCES_PER_BLOCK]);
              }
              return sum;
            });
    sumInto(out.pairwise(), pairwiseParts, 0);
    if (out.wantsCurvature()) {
      sumInto(out.pairwiseCurvature(), pairwiseParts, pairs);
    }
    return value;
  }

  /** Adds up the blocks' parts, in the order of the blocks. */
  private static void sumInto(double[] out, double[][] parts, int offset) {
    Arrays.fill(out, 0);
    for (double[] part : parts) {
      for (int i = 0; i < out.length; i++) {
        out[i] += part[offset + i];
      }
    }
  }

  /** All sentences. */
  int[] everySentence() {
    return IntStream.range(0, corpus.sentenceCount()).toArray();
  }

  private double sentence(
      int n,
      MeanOfSentence mean,
      double[] pairwiseMean,
      SamplesOfSentence samples,
      Scratch own,
      Gradients out,
      double[] pairwisePart) {
    int length = corpus.length(n);
    int v = corpus.labelCount();
    int first = corpus.sentenceStart()[n];
    own.prepare(length, v, out.wantsCurvature());
    mean.write(n, own.mean);
    System.arraycopy(corpus.labels(), first, own.labels, 0, length);
    double value =
        estimator.estimate(
            own.mean, pairwiseMean, samples.of(n), own.labels, own.workspace, own.gradient);
    System.arraycopy(own.gradient.unary(), 0, out.unary(), first * v, length * v);
    int pairs = v * v;
    for (int i = 0; i < pairs; i++) {
      pairwisePart[i] += own.gradient.pairwise()[i];
    }
    if (out.wantsCurvature()) {
      System.arraycopy(
          own.gradient.unaryCurvature(), 0, out.unaryCurvature(), first * v, length * v);
      for (int i = 0; i < pairs; i++) {
        pairwisePart[pairs + i] += own.gradient.pairwiseCurvature()[i];
      }
    }
    return value;
  }
}
