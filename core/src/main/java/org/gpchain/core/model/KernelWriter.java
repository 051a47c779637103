package org.gpchain.core.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.kernel.ComposedKernel;
import org.gpchain.core.kernel.CosinePolynomial;
import org.gpchain.core.kernel.EmbeddingKernel;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.kernel.Rbf;
import org.gpchain.core.kernel.SumKernel;

/**
 * Writes a kernel as a tree of JSON objects, whose {@code form} is {@code linear}, {@code rbf},
 * {@code cosine}, {@code embedding} or {@code sum}. Numbers of features and vectors are arrays of
 * the file, named in the tree; equal arrays are written once. What is written here is read by
 * {@link KernelReader}.
 */
final class KernelWriter {
  static final String FORM = "form";
  static final String LINEAR = "linear";
  static final String RBF = "rbf";
  static final String COSINE = "cosine";
  static final String EMBEDDING = "embedding";
  static final String SUM = "sum";
  static final String VARIANCE = "variance";
  static final String VARIANCES = "variances";
  static final String GROUPS = "groups";
  static final String BASE = "base";
  static final String LENGTH_SCALE = "lengthScale";
  static final String OFFSET = "offset";
  static final String DEGREE = "degree";
  static final String DIMENSION = "dimension";
  static final String FEATURES = "features";
  static final String VECTORS = "vectors";
  static final String PARTS = "parts";

  private final ArrayEntries arrays;

  /** Names of the arrays that have been written, by type and checksum. */
  private final Map<String, String> written = new HashMap<>();

  /**
   * @param arrays where arrays go
   */
  KernelWriter(ArrayEntries arrays) {
    this.arrays = arrays;
  }

  /**
   * Writes a kernel.
   *
   * @throws IllegalArgumentException if it is none of {@code core.kernel}
   */
  ObjectNode write(Kernel kernel) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    if (kernel instanceof AdditiveLinearKernel linear) {
      tree.put(FORM, LINEAR).put(GROUPS, name(linear.groupOfFeature()));
      ArrayNode variances = tree.putArray(VARIANCES);
      Arrays.stream(linear.groupVariance()).forEach(variances::add);
    } else if (kernel instanceof ComposedKernel composed) {
      writeFunction(composed, tree);
      tree.put(VARIANCE, composed.variance()).set(BASE, write(composed.base()));
    } else if (kernel instanceof EmbeddingKernel embedding) {
      tree.put(FORM, EMBEDDING)
          .put(VARIANCE, embedding.variance())
          .put(DIMENSION, embedding.dimension())
          .put(FEATURES, name(embedding.vectorOfFeature()))
          .put(VECTORS, name(embedding.vectors()));
    } else if (kernel instanceof SumKernel sum) {
      ArrayNode parts = tree.put(FORM, SUM).putArray(PARTS);
      sum.parts().forEach(part -> parts.add(write(part)));
    } else {
      throw new IllegalArgumentException(
          "a model file holds the kernels of org.gpchain.core.kernel and no others, was given "
              + kernel);
    }
    return tree;
  }

  private static void writeFunction(ComposedKernel composed, ObjectNode tree) {
    if (composed.function() instanceof Rbf rbf) {
      tree.put(FORM, RBF).put(LENGTH_SCALE, rbf.lengthScale());
    } else if (composed.function() instanceof CosinePolynomial cosine) {
      tree.put(FORM, COSINE).put(OFFSET, cosine.offset()).put(DEGREE, cosine.degree());
    }
  }

  private String name(int[] values) {
    return name("int", ModelArrays.bytes(values), name -> arrays.add(name, values));
  }

  private String name(float[] values) {
    return name("float", ModelArrays.bytes(values), name -> arrays.add(name, values));
  }

  /** The name of an array, which is written if it is new. */
  private String name(String type, byte[] bytes, Consumer<String> write) {
    return written.computeIfAbsent(
        type + ModelArrays.sha256(bytes),
        key -> {
          String name = ModelArrays.KERNEL_PREFIX + written.size();
          write.accept(name);
          return name;
        });
  }
}
