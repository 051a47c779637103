package org.gpchain.core.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.kernel.ComposedKernel;
import org.gpchain.core.kernel.CosinePolynomial;
import org.gpchain.core.kernel.EmbeddingKernel;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.kernel.Rbf;
import org.gpchain.core.kernel.SumKernel;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.Sha256;

/**
 * Kernels as trees of JSON objects, whose {@code form} is {@code linear}, {@code rbf}, {@code
 * cosine}, {@code embedding} or {@code sum}. Numbers of features and vectors are arrays of the
 * file, named in the tree; equal arrays are written once.
 */
final class KernelCodec {
  private static final String FORM = "form";
  private static final String LINEAR = "linear";
  private static final String RBF = "rbf";
  private static final String COSINE = "cosine";
  private static final String EMBEDDING = "embedding";
  private static final String SUM = "sum";
  private static final String VARIANCE = "variance";
  private static final String VARIANCES = "variances";
  private static final String GROUPS = "groups";
  private static final String BASE = "base";
  private static final String LENGTH_SCALE = "lengthScale";
  private static final String OFFSET = "offset";
  private static final String DEGREE = "degree";
  private static final String DIMENSION = "dimension";
  private static final String FEATURES = "features";
  private static final String VECTORS = "vectors";
  private static final String PARTS = "parts";

  /** The prefix of the names of its arrays. */
  static final String ARRAYS = ArrayBytes.PREFIX + "kernel-";

  /** Each may take as much memory as the features. */
  private static final int MOST_PARTS = 100;

  private static final int HIGHEST_DEGREE = 1000;

  private KernelCodec() {}

  /** Writes kernels into a file. */
  static final class Writer {

    private final ArrayOutput arrays;

    /** Names of the arrays that have been written, by type and checksum. */
    private final Map<String, String> written = new HashMap<>();

    Writer(ArrayOutput arrays) {
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
      return name("int", ArrayBytes.bytes(values), name -> arrays.add(name, values));
    }

    private String name(float[] values) {
      return name("float", ArrayBytes.bytes(values), name -> arrays.add(name, values));
    }

    /** The name of an array, which is written if it is new. */
    private String name(String type, byte[] bytes, Consumer<String> write) {
      return written.computeIfAbsent(
          type + Sha256.hex(bytes),
          key -> {
            String name = ARRAYS + written.size();
            write.accept(name);
            return name;
          });
    }
  }

  /** Reads the kernels of a file. */
  static final class Reader {
    private final ReadArrays arrays;
    private final int featureCount;
    private final Map<String, int[]> integers = new HashMap<>();
    private final Map<String, float[]> singles = new HashMap<>();
    private int parts;

    Reader(ReadArrays arrays, int featureCount) {
      this.arrays = arrays;
      this.featureCount = featureCount;
    }

    /**
     * Reads a kernel.
     *
     * @throws ModelFormatException if it is no kernel, or one of an unknown form
     * @throws IllegalArgumentException if its numbers do not define a kernel
     */
    Kernel read(JsonNode tree) throws ModelFormatException {
      if (++parts > MOST_PARTS) {
        throw new ModelFormatException.Corrupt(
            "its kernel has more than " + MOST_PARTS + " parts", null);
      }
      String form = text(tree, FORM);
      return switch (form) {
        case LINEAR -> linear(tree);
        case RBF -> composed(tree, new Rbf(number(tree, LENGTH_SCALE)));
        case COSINE -> composed(tree, new CosinePolynomial(number(tree, OFFSET), degree(tree)));
        case EMBEDDING ->
            new EmbeddingKernel(
                ofFeatures(tree, FEATURES),
                vectors(tree),
                integer(tree, DIMENSION),
                number(tree, VARIANCE));
        case SUM -> sum(tree);
        default ->
            throw new ModelFormatException.Corrupt("its kernel has the unknown form " + form, null);
      };
    }

    private Kernel linear(JsonNode tree) throws ModelFormatException {
      List<Double> variances = new ArrayList<>();
      for (JsonNode variance : list(tree, VARIANCES)) {
        variances.add(
            Prior.checkForCovariance(
                VARIANCES, variance.isNumber() ? variance.doubleValue() : Double.NaN));
      }
      return new AdditiveLinearKernel(
          ofFeatures(tree, GROUPS), variances.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private Kernel composed(JsonNode tree, ComposedKernel.PairFunction function)
        throws ModelFormatException {
      return new ComposedKernel(read(tree.path(BASE)), number(tree, VARIANCE), function);
    }

    private Kernel sum(JsonNode tree) throws ModelFormatException {
      List<Kernel> parts = new ArrayList<>();
      for (JsonNode part : list(tree, PARTS)) {
        parts.add(read(part));
      }
      return new SumKernel(parts.toArray(Kernel[]::new));
    }

    /** One number for each feature. */
    private int[] ofFeatures(JsonNode tree, String field) throws ModelFormatException {
      String name = text(tree, field);
      int[] known = integers.get(name);
      if (known == null) {
        known = arrays.ints(name);
        Checks.length(name, known.length, featureCount, "[D]");
        integers.put(name, known);
      }
      return known;
    }

    private float[] vectors(JsonNode tree) throws ModelFormatException {
      String name = text(tree, VECTORS);
      float[] known = singles.get(name);
      if (known == null) {
        known = arrays.floats(name);
        singles.put(name, known);
      }
      return known;
    }

    private static JsonNode list(JsonNode tree, String field) throws ModelFormatException {
      return field(tree, field, JsonNode::isArray);
    }

    private static String text(JsonNode tree, String field) throws ModelFormatException {
      return field(tree, field, JsonNode::isTextual).textValue();
    }

    private static double number(JsonNode tree, String field) throws ModelFormatException {
      return Prior.checkForCovariance(field, field(tree, field, JsonNode::isNumber).doubleValue());
    }

    private static int integer(JsonNode tree, String field) throws ModelFormatException {
      return field(tree, field, value -> value.isIntegralNumber() && value.canConvertToInt())
          .intValue();
    }

    private static JsonNode field(JsonNode tree, String field, Predicate<JsonNode> isProper)
        throws ModelFormatException {
      JsonNode value = tree.path(field);
      if (!isProper.test(value)) {
        throw new ModelFormatException.Corrupt("its kernel has no proper '" + field + "'", null);
      }
      return value;
    }

    private static int degree(JsonNode tree) throws ModelFormatException {
      return Checks.index(DEGREE, integer(tree, DEGREE), HIGHEST_DEGREE + 1);
    }
  }
}
