package org.gpchain.core.model;

import static org.gpchain.core.model.ModelFormatException.check;
import static org.gpchain.core.model.ModelFormatException.damage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  static final String ARRAYS = ArrayBytes.PREFIX + "kernel-";

  /** Each may take as much memory as the features. */
  private static final int MOST_PARTS = 100;

  private static final int HIGHEST_DEGREE = 1000;

  private KernelCodec() {}

  /**
   * Writes a kernel.
   *
   * @throws IllegalArgumentException if it is none of {@code core.kernel}
   */
  static ObjectNode write(Kernel kernel, ArrayOutput arrays) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    if (kernel instanceof AdditiveLinearKernel linear) {
      tree.put(FORM, LINEAR).put(GROUPS, arrays.addOnce(ARRAYS, linear.groupOfFeature()));
      ArrayNode variances = tree.putArray(VARIANCES);
      Arrays.stream(linear.groupVariance()).forEach(variances::add);
    } else if (kernel instanceof ComposedKernel composed) {
      writeFunction(composed, tree);
      tree.put(VARIANCE, composed.variance()).set(BASE, write(composed.base(), arrays));
    } else if (kernel instanceof EmbeddingKernel embedding) {
      tree.put(FORM, EMBEDDING)
          .put(VARIANCE, embedding.variance())
          .put(DIMENSION, embedding.dimension())
          .put(FEATURES, arrays.addOnce(ARRAYS, embedding.vectorOfFeature()))
          .put(VECTORS, arrays.addOnce(ARRAYS, embedding.vectors()));
    } else if (kernel instanceof SumKernel sum) {
      ArrayNode parts = tree.put(FORM, SUM).putArray(PARTS);
      sum.parts().forEach(part -> parts.add(write(part, arrays)));
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

  /** Reads the kernels of a file. */
  static final class Reader {
    private final ArrayInput arrays;
    private final int featureCount;
    private final Map<String, int[]> integers = new HashMap<>();
    private final Map<String, float[]> singles = new HashMap<>();
    private int parts;

    Reader(ArrayInput arrays, int featureCount) {
      this.arrays = arrays;
      this.featureCount = featureCount;
    }

    /** Reads a kernel, whose numbers must define one. */
    Kernel read(JsonNode tree) throws IOException {
      check(++parts <= MOST_PARTS, "its kernel has more than %s parts", MOST_PARTS);
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
        default -> throw damage("its kernel has the unknown form %s", form);
      };
    }

    private Kernel linear(JsonNode tree) throws IOException {
      JsonNode list = list(tree, VARIANCES);
      double[] variances = new double[list.size()];
      for (int g = 0; g < variances.length; g++) {
        double one = list.get(g).isNumber() ? list.get(g).doubleValue() : Double.NaN;
        variances[g] = Prior.checkForCovariance(VARIANCES, one);
      }
      return new AdditiveLinearKernel(ofFeatures(tree, GROUPS), variances);
    }

    private Kernel composed(JsonNode tree, ComposedKernel.PairFunction function)
        throws IOException {
      return new ComposedKernel(read(tree.path(BASE)), number(tree, VARIANCE), function);
    }

    private Kernel sum(JsonNode tree) throws IOException {
      List<Kernel> parts = new ArrayList<>();
      for (JsonNode part : list(tree, PARTS)) {
        parts.add(read(part));
      }
      return new SumKernel(parts.toArray(Kernel[]::new));
    }

    private int[] ofFeatures(JsonNode tree, String field) throws IOException {
      String name = text(tree, field);
      if (!integers.containsKey(name)) {
        integers.put(name, arrays.ints(name, featureCount));
      }
      return integers.get(name);
    }

    private float[] vectors(JsonNode tree) throws IOException {
      String name = text(tree, VECTORS);
      if (!singles.containsKey(name)) {
        singles.put(name, arrays.floats(name, ArrayInput.ANY, false));
      }
      return singles.get(name);
    }

    private static JsonNode list(JsonNode tree, String field) {
      return field(tree, field, JsonNode::isArray);
    }

    private static String text(JsonNode tree, String field) {
      return field(tree, field, JsonNode::isTextual).textValue();
    }

    private static double number(JsonNode tree, String field) {
      return Prior.checkForCovariance(field, field(tree, field, JsonNode::isNumber).doubleValue());
    }

    private static int integer(JsonNode tree, String field) {
      return field(tree, field, value -> value.isIntegralNumber() && value.canConvertToInt())
          .intValue();
    }

    private static JsonNode field(JsonNode tree, String field, Predicate<JsonNode> isProper) {
      JsonNode value = tree.path(field);
      check(isProper.test(value), "its kernel has no proper '%s'", field);
      return value;
    }

    private static int degree(JsonNode tree) {
      return Checks.index(DEGREE, integer(tree, DEGREE), HIGHEST_DEGREE + 1);
    }
  }
}
