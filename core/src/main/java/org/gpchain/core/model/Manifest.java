package org.gpchain.core.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.gp.InducingProjection;
import org.gpchain.core.math.Checks;
import org.gpchain.core.predict.LatticeScaling;
import org.gpchain.core.predict.SegmentCalibration;
import org.gpchain.core.tokens.TokenProfile;

/**
 * The manifest of a model file, with the layout of its JSON.
 *
 * @param tokenProfile how the training corpus was divided into tokens; null if unknown, and before
 *     version 12
 * @param templates template lines, columns by name
 * @param sparse form of a sparse posterior; null for a decoupled one
 * @param transitionVariance prior variance of transition scores; null before version 4
 * @param scaling of the scores; null before version 5, where illegal sequences are possible
 * @param words what gives sentences more columns; null for nothing, and before version 6
 * @param sharedWords what does so and is not contained; null for nothing
 * @param softColumns required columns whose cells had weights in training; null for none, and
 *     before version 6
 * @param annotationColumns required columns that documents have as annotations; null for none, and
 *     before version 8
 */
record Manifest(
    String format,
    int formatVersion,
    String task,
    String language,
    @JsonInclude(JsonInclude.Include.NON_NULL) TokenProfile tokenProfile,
    List<String> requiredColumns,
    Tagset tagset,
    String scheme,
    List<String> labels,
    List<String> templates,
    Shape shape,
    @JsonInclude(JsonInclude.Include.NON_NULL) Sparse sparse,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double transitionVariance,
    @JsonInclude(JsonInclude.Include.NON_NULL) LatticeScaling scaling,
    @JsonInclude(JsonInclude.Include.NON_NULL) SegmentCalibration calibration,
    @JsonInclude(JsonInclude.Include.NON_NULL) WordArrays.Entry words,
    @JsonInclude(JsonInclude.Include.NON_NULL) WordReference sharedWords,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<String> softColumns,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<AnnotationColumn> annotationColumns,
    List<ArrayEntry> arrays,
    Provenance provenance) {
  /**
   * The newest version that is read and written. Version 2 brought sparse posteriors, 3
   * calibrations, 4 the prior variance of transitions, 5 the scaling of scores and held-out
   * segments, 6 word resources and soft columns, 7 the precision of weights, and samples, 8 columns
   * of annotations, and kinds of names, 9 models of two passes over a document, 10 models over a
   * base, 11 evidence of held-out blocks, 12 token profiles.
   */
  static final int VERSION = 12;

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
    each("requiredColumns", requiredColumns, LONGEST_NAME);
    each("templates", templates, LONGEST_LINE);
    each("labels", labels, LONGEST_NAME);
    if (softColumns != null) {
      each("softColumns", softColumns, LONGEST_NAME);
    }
    if (annotationColumns != null) {
      annotationColumns.forEach(column -> needed("column in annotationColumns", column));
    }
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
