package org.gpchain.core.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.kernel.ComposedKernel;
import org.gpchain.core.kernel.CosinePolynomial;
import org.gpchain.core.kernel.EmbeddingKernel;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.kernel.PairFunction;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.kernel.Rbf;
import org.gpchain.core.kernel.SumKernel;
import org.gpchain.core.math.Checks;

/** Reads what {@link KernelWriter} writes. */
final class KernelReader {
  /** Each may take as much memory as the features. */
  private static final int MOST_PARTS = 100;

  private static final int HIGHEST_DEGREE = 1000;

  private final ReadArrays arrays;
  private final int featureCount;
  private final Map<String, int[]> integers = new HashMap<>();
  private final Map<String, float[]> singles = new HashMap<>();
  private int parts;

  /**
   * @param arrays of the file
   * @param featureCount D
   */
  KernelReader(ReadArrays arrays, int featureCount) {
    this.arrays = arrays;
    this.featureCount = featureCount;
  }

  /**
   * Reads a kernel.
   *
   * @param tree its JSON
   * @throws ModelFormatException if it is no kernel, or one of an unknown form
   * @throws IllegalArgumentException if its numbers do not define a kernel
   */
  Kernel read(JsonNode tree) throws ModelFormatException {
    if (++parts > MOST_PARTS) {
      throw new ModelFormatException.Corrupt(
          "its kernel has more than " + MOST_PARTS + " parts", null);
    }
    String form = text(tree, KernelWriter.FORM);
    return switch (form) {
      case KernelWriter.LINEAR -> linear(tree);
      case KernelWriter.RBF -> composed(tree, new Rbf(number(tree, KernelWriter.LENGTH_SCALE)));
      case KernelWriter.COSINE ->
          composed(tree, new CosinePolynomial(number(tree, KernelWriter.OFFSET), degree(tree)));
      case KernelWriter.EMBEDDING ->
          EmbeddingKernel.of(
              ofFeatures(tree, KernelWriter.FEATURES),
              vectors(tree),
              integer(tree, KernelWriter.DIMENSION),
              number(tree, KernelWriter.VARIANCE));
      case KernelWriter.SUM -> sum(tree);
      default ->
          throw new ModelFormatException.Corrupt("its kernel has the unknown form " + form, null);
    };
  }

  private Kernel linear(JsonNode tree) throws ModelFormatException {
    List<Double> variances = new ArrayList<>();
    for (JsonNode variance : list(tree, KernelWriter.VARIANCES)) {
      variances.add(
          Prior.checkForCovariance(
              KernelWriter.VARIANCES, variance.isNumber() ? variance.doubleValue() : Double.NaN));
    }
    return AdditiveLinearKernel.of(
        ofFeatures(tree, KernelWriter.GROUPS),
        variances.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private Kernel composed(JsonNode tree, PairFunction function) throws ModelFormatException {
    return ComposedKernel.of(
        read(tree.path(KernelWriter.BASE)), number(tree, KernelWriter.VARIANCE), function);
  }

  private Kernel sum(JsonNode tree) throws ModelFormatException {
    List<Kernel> parts = new ArrayList<>();
    for (JsonNode part : list(tree, KernelWriter.PARTS)) {
      parts.add(read(part));
    }
    return SumKernel.of(parts.toArray(Kernel[]::new));
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
    String name = text(tree, KernelWriter.VECTORS);
    float[] known = singles.get(name);
    if (known == null) {
      known = arrays.floats(name);
      singles.put(name, known);
    }
    return known;
  }

  private static JsonNode list(JsonNode tree, String field) throws ModelFormatException {
    JsonNode value = tree.path(field);
    if (!value.isArray()) {
      throw missing(field);
    }
    return value;
  }

  private static String text(JsonNode tree, String field) throws ModelFormatException {
    JsonNode value = tree.path(field);
    if (!value.isTextual()) {
      throw missing(field);
    }
    return value.textValue();
  }

  private static double number(JsonNode tree, String field) throws ModelFormatException {
    JsonNode value = tree.path(field);
    if (!value.isNumber()) {
      throw missing(field);
    }
    return Prior.checkForCovariance(field, value.doubleValue());
  }

  private static int integer(JsonNode tree, String field) throws ModelFormatException {
    JsonNode value = tree.path(field);
    if (!value.canConvertToInt() || !value.isIntegralNumber()) {
      throw missing(field);
    }
    return value.intValue();
  }

  private static int degree(JsonNode tree) throws ModelFormatException {
    return Checks.index(
        KernelWriter.DEGREE, integer(tree, KernelWriter.DEGREE), HIGHEST_DEGREE + 1);
  }

  private static ModelFormatException missing(String field) {
    return new ModelFormatException.Corrupt("its kernel has no proper '" + field + "'", null);
  }
}
