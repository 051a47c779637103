package org.gpchain.core.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.internal.core.gp.InducingProjection;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.tokens.TokenProfile;

/**
 * The manifest of a model file, with the layout of its JSON.
 *
 * @param tokenProfile how the training corpus was divided into tokens
 * @param templates template lines, columns by name
 * @param sparse form of a sparse posterior; null for a decoupled one
 * @param transitionVariance prior variance of transition scores
 * @param scaling of the scores
 * @param threshold probability above which a segment is decoded
 * @param words word resource that the file contains; null for none
 * @param sharedWords word resource that the file refers to; null for none
 * @param softColumns required columns whose cells had weights in training
 * @param annotationColumns required columns that documents have as annotations
 */
record Manifest(
    String format,
    int formatVersion,
    String task,
    String language,
    TokenProfile tokenProfile,
    List<String> requiredColumns,
    Tagset tagset,
    String scheme,
    List<String> labels,
    List<String> templates,
    Shape shape,
    @JsonInclude(JsonInclude.Include.NON_NULL) Sparse sparse,
    Double transitionVariance,
    LatticeScaling scaling,
    Double threshold,
    @JsonInclude(JsonInclude.Include.NON_NULL) WordArrays.Entry words,
    @JsonInclude(JsonInclude.Include.NON_NULL) WordReference sharedWords,
    List<String> softColumns,
    List<AnnotationColumn> annotationColumns,
    List<ArrayEntry> arrays,
    Provenance provenance) {
  private static final int LONGEST_LINE = 10_000;
  static final int LONGEST_NAME = 1_000;

  /**
   * Checks what can be checked without the arrays.
   *
   * @throws IllegalArgumentException if something is missing, or out of range
   */
  void check() {
    plain("task", needed("task", task));
    plain("language", needed("language", language));
    plain("scheme", needed("scheme", scheme));
    needed("provenance", provenance);
    needed("tokenProfile", tokenProfile);
    needed("transitionVariance", transitionVariance);
    needed("scaling", scaling);
    needed("threshold", threshold);
    each("requiredColumns", requiredColumns, LONGEST_NAME);
    each("templates", templates, LONGEST_LINE);
    each("labels", labels, LONGEST_NAME);
    each("softColumns", softColumns, LONGEST_NAME);
    needed("annotationColumns", annotationColumns)
        .forEach(column -> needed("column in annotationColumns", column));
    if (words != null) {
      WordArrays.check(words);
    }
    check(arrays);
    Checks.length("labels", labels.size(), needed("shape", shape).labelCount(), "[labelCount]");
    Checks.atLeast("featureCount", shape.featureCount(), 0);
    int m = Checks.atLeast("inducingCount", shape.inducingCount(), 0);
    if (m > 0 && (sparse == null || Checks.atLeast("components", sparse.components(), 0) > 0)) {
      InducingProjection.checkSize(m);
    }
  }

  /** Checks that nothing of the list of arrays is missing. */
  static void check(List<ArrayEntry> arrays) {
    for (ArrayEntry array : needed("arrays", arrays)) {
      plain("name of an array", needed("name of an array", needed("array", array).name()));
      needed("type of " + array.name(), array.type());
      needed("sha256 of " + array.name(), array.sha256());
    }
  }

  static <T> T needed(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException("the manifest has no " + name);
    }
    return value;
  }

  static void plain(String name, String value) {
    Checks.plain(name, value, LONGEST_NAME);
  }

  static void each(String name, List<String> values, int longest) {
    for (String value : needed(name, values)) {
      Checks.plain("one of the " + name, needed("name in " + name, value), longest);
    }
  }

  /**
   * Sizes of a model.
   *
   * @param labelCount V
   * @param featureCount D
   * @param groupCount G
   * @param inducingCount M, 0 for a plug-in posterior
   */
  record Shape(int labelCount, int featureCount, int groupCount, int inducingCount) {}

  /**
   * Form of a sparse posterior.
   *
   * @param components number of Gaussians K in the mixture; 0 if there is a mean only
   * @param unary form of the covariances of inducing values; null if there is a mean only
   * @param pairwise form of the covariance of transition scores; null if there is a mean only
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Sparse(KernelCodec.KernelEntry kernel, int components, Form unary, Form pairwise) {}

  /** The form in which a covariance is held. */
  enum Form {
    DIAGONAL,
    FULL
  }

  /**
   * One array of the file.
   *
   * @param sha256 of its bytes, hexadecimal
   */
  record ArrayEntry(String name, ElementType type, int length, String sha256) {}

  /** Types of elements, all little-endian. */
  enum ElementType {
    INT8(1),
    INT32(4),
    FLOAT32(4),
    FLOAT64(8);

    final int bytes;

    ElementType(int bytes) {
      this.bytes = bytes;
    }
  }
}
