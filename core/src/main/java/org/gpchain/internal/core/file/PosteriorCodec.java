package org.gpchain.internal.core.file;

import java.io.IOException;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.Posterior;

/**
 * Reads and writes one kind of posterior in model files. The codec of mean weights is part of core;
 * all others are found with {@link java.util.ServiceLoader}. A codec has no state.
 */
public interface PosteriorCodec {
  /** The kinds of posterior in model files. */
  enum Kind {
    /** Mean weights without a covariance. */
    WEIGHTS("a posterior of weights"),
    /** Mean weights, and a covariance in inducing points. */
    COVARIANCE("the covariance of a posterior"),
    /** Samples of weights. */
    SAMPLES("a posterior of samples"),
    /** Mean and covariance in inducing points, with any kernel. */
    SPARSE("a sparse posterior");

    private final String description;

    Kind(String description) {
      this.description = description;
    }

    /** Returns the name of the kind in messages, with its article. */
    String description() {
      return description;
    }
  }

  /**
   * The parts of a model file from which a posterior is read.
   *
   * @param shape sizes of the model
   * @param sparse JSON tree of a sparse posterior; null for all other kinds
   * @param vocabulary vocabulary of the model
   * @param prior prior of the model
   * @param arrays arrays of the file; the next array is the first one of the posterior
   * @param everything whether to read the covariance; otherwise, its arrays are skipped
   */
  record Source(
      ModelShape shape,
      Object sparse,
      Vocabulary vocabulary,
      Prior prior,
      ArrayInput arrays,
      boolean everything) {}

  /**
   * The entries of a posterior in the manifest.
   *
   * @param inducingCount number of inducing points M; 0 for none
   * @param sparse record that describes a sparse posterior; null for all other kinds
   */
  record Entry(int inducingCount, Object sparse) {
    /** The entries of a posterior without inducing points. */
    public static final Entry NONE = new Entry(0, null);
  }

  /** Returns the kind of posterior that this codec reads. */
  Kind kind();

  /** Returns whether this codec writes a given posterior. */
  boolean writes(Posterior posterior);

  /** Adds a posterior's arrays and returns its entries in the manifest. */
  Entry write(Posterior posterior, ArrayOutput arrays);

  /**
   * Reads a posterior.
   *
   * @throws DamagedFileException if the file is damaged
   * @throws IllegalArgumentException if the parts of the posterior do not fit
   */
  Posterior read(Source source) throws IOException;
}
