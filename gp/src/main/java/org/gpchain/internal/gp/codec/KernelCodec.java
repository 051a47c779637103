package org.gpchain.internal.gp.codec;

import static org.gpchain.internal.core.file.DamagedFileException.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.core.file.ArrayBytes;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.file.PosteriorCodec.Source;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.kernel.VectorKernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.gp.kernel.ComposedKernel;
import org.gpchain.internal.gp.kernel.CosinePolynomial;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.gp.kernel.Rbf;
import org.gpchain.internal.gp.kernel.SumKernel;

/**
 * The codec of kernels as trees of JSON objects. The {@code form} of an object is {@code linear},
 * {@code rbf}, {@code cosine}, {@code embedding}, {@code vector} or {@code sum}. Groups of features
 * and vectors are arrays of the file, whose names are in the tree. Equal arrays are written once.
 */
final class KernelCodec {
  /** Start of the names of the arrays of kernels. */
  static final String ARRAYS = ArrayBytes.PREFIX + "kernel-";

  /** Maximum number of kernels in a tree. Each may take as much memory as the features. */
  private static final int MOST_PARTS = 100;

  /** Maximum degree of a polynomial. */
  private static final int HIGHEST_DEGREE = 1000;

  private KernelCodec() {}

  /** A kernel with the layout of its JSON. The form in the JSON is the name of the record. */
  sealed interface KernelEntry {
    /**
     * Returns the kernel, after checking its numbers.
     *
     * @param reader reads the arrays and the parts of the kernel
     */
    Kernel kernel(Reader reader) throws IOException;
  }

  private record LinearEntry(String groups, double[] variances) implements KernelEntry {
    @Override
    public Kernel kernel(Reader reader) throws IOException {
      check(variances != null, "its kernel has no variances");
      for (double variance : variances) {
        Prior.checkForCovariance("variances", variance);
      }
      return new AdditiveLinearKernel(reader.groups(groups), variances);
    }
  }

  private record RbfEntry(double lengthScale, double variance, KernelEntry base)
      implements KernelEntry {
    @Override
    public Kernel kernel(Reader reader) throws IOException {
      Prior.checkForCovariance("lengthScale", lengthScale);
      return reader.composed(base, variance, new Rbf(lengthScale));
    }
  }

  private record CosineEntry(double offset, int degree, double variance, KernelEntry base)
      implements KernelEntry {
    @Override
    public Kernel kernel(Reader reader) throws IOException {
      Prior.checkForCovariance("offset", offset);
      Checks.index("degree", degree, HIGHEST_DEGREE + 1);
      return reader.composed(base, variance, new CosinePolynomial(offset, degree));
    }
  }

  private record EmbeddingEntry(double variance, int dimension, String features, String vectors)
      implements KernelEntry {
    @Override
    public Kernel kernel(Reader reader) throws IOException {
      int[] vectorOfFeature = reader.ofFeatures(features);
      float[] values = reader.vectors(vectors);
      Prior.checkForCovariance("variance", variance);
      return new EmbeddingKernel(vectorOfFeature, values, dimension, variance);
    }
  }

  private record VectorEntry(double[] variances) implements KernelEntry {
    @Override
    public Kernel kernel(Reader reader) {
      int blockCount = InducingRows.blockCount(reader.source);
      check(
          variances != null && variances.length == blockCount && blockCount > 0,
          "its kernel of vectors must have a variance for each of %s blocks",
          blockCount);
      for (double variance : variances) {
        Prior.checkForCovariance("variances", variance);
      }
      return new VectorKernel(variances);
    }
  }

  private record SumEntry(List<KernelEntry> parts) implements KernelEntry {
    @Override
    public Kernel kernel(Reader reader) throws IOException {
      check(parts != null, "its kernel is an empty sum");
      List<Kernel> kernels = new ArrayList<>();
      for (KernelEntry part : parts) {
        kernels.add(reader.read(part));
      }
      return new SumKernel(kernels);
    }
  }

  /**
   * Adds the arrays of a kernel and returns its entry.
   *
   * @throws IllegalArgumentException if the class of the kernel is unknown
   */
  static KernelEntry write(Kernel kernel, ArrayOutput arrays) {
    if (kernel instanceof AdditiveLinearKernel linear) {
      return new LinearEntry(
          arrays.addOnce(ARRAYS, linear.groupOfFeature()), linear.groupVariance());
    }

    if (kernel instanceof ComposedKernel composed) {
      KernelEntry base = write(composed.base(), arrays);
      if (composed.function() instanceof CosinePolynomial cosine) {
        return new CosineEntry(cosine.offset(), cosine.degree(), composed.variance(), base);
      }
      return new RbfEntry(((Rbf) composed.function()).lengthScale(), composed.variance(), base);
    }

    if (kernel instanceof EmbeddingKernel embedding) {
      return new EmbeddingEntry(
          embedding.variance(),
          embedding.dimension(),
          arrays.addOnce(ARRAYS, embedding.vectorOfFeature()),
          arrays.addOnce(ARRAYS, embedding.vectors()));
    }

    if (kernel instanceof VectorKernel vectors) {
      return new VectorEntry(vectors.blockVariance());
    }

    if (kernel instanceof SumKernel sum) {
      return new SumEntry(sum.parts().stream().map(part -> write(part, arrays)).toList());
    }

    throw new IllegalArgumentException(
        "model files can only contain kernels of org.gpchain.internal.gp.kernel, but the kernel is "
            + kernel);
  }

  /** Reads the kernels of a file. */
  static final class Reader {
    private final Source source;
    private final ArrayInput arrays;
    private final Map<String, int[]> integers = new HashMap<>();
    private final Map<String, float[]> singles = new HashMap<>();

    /** Number of kernels that have been read. */
    private int parts;

    Reader(Source source) {
      this.source = source;
      this.arrays = source.arrays();
    }

    /** Reads a kernel and checks its numbers. */
    Kernel read(KernelEntry entry) throws IOException {
      check(entry != null, "its kernel lacks a part");
      check(++parts <= MOST_PARTS, "its kernel has more than %s parts", MOST_PARTS);
      return entry.kernel(this);
    }

    private Kernel composed(KernelEntry base, double variance, ComposedKernel.PairFunction function)
        throws IOException {
      Kernel baseKernel = read(base);
      Prior.checkForCovariance("variance", variance);
      return new ComposedKernel(baseKernel, variance, function);
    }

    /** Reads the groups of all features, or of those that are not components of vectors. */
    private int[] groups(String name) throws IOException {
      int[] groups = integers(name);
      if (groups.length != source.shape().featureCount()) {
        Checks.length(name, groups.length, source.vocabulary().featureCount(), "[features]");
      }
      return groups;
    }

    /** Reads an array with a number for each feature that is not a component of vectors. */
    private int[] ofFeatures(String name) throws IOException {
      int[] numbers = integers(name);
      Checks.length(name, numbers.length, source.vocabulary().featureCount(), "[features]");
      return numbers;
    }

    /** Reads an array of integers, or returns it if it has been read. */
    private int[] integers(String name) throws IOException {
      if (!integers.containsKey(name)) {
        integers.put(name, arrays.ints(name, ArrayInput.ANY));
      }
      return integers.get(name);
    }

    /** Reads an array of vectors, or returns it if it has been read. */
    private float[] vectors(String name) throws IOException {
      if (!singles.containsKey(name)) {
        singles.put(name, arrays.floats(name, ArrayInput.ANY, false));
      }
      return singles.get(name);
    }
  }
}
