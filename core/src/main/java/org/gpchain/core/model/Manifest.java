package org.gpchain.core.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.internal.core.file.ArrayEntry;
import org.gpchain.internal.core.file.ManifestChecks;
import org.gpchain.internal.core.file.ModelShape;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.tokens.TokenProfile;

/**
 * The manifest of a model file, with the layout of its JSON.
 *
 * @param tokenProfile how the training corpus was divided into tokens
 * @param templates template lines, columns by name
 * @param sparse description of a sparse posterior, a record or its JSON tree; null for all others
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
    ModelShape shape,
    @JsonInclude(JsonInclude.Include.NON_NULL) Object sparse,
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

  /**
   * Checks what can be checked without the arrays.
   *
   * @throws IllegalArgumentException if something is missing, or out of range
   */
  void check() {
    ManifestChecks.plain("task", ManifestChecks.needed("task", task));
    ManifestChecks.plain("language", ManifestChecks.needed("language", language));
    ManifestChecks.plain("scheme", ManifestChecks.needed("scheme", scheme));
    ManifestChecks.needed("provenance", provenance);
    ManifestChecks.needed("tokenProfile", tokenProfile);
    ManifestChecks.needed("transitionVariance", transitionVariance);
    ManifestChecks.needed("scaling", scaling);
    ManifestChecks.needed("threshold", threshold);
    ManifestChecks.each("requiredColumns", requiredColumns, ManifestChecks.LONGEST_NAME);
    ManifestChecks.each("templates", templates, LONGEST_LINE);
    ManifestChecks.each("labels", labels, ManifestChecks.LONGEST_NAME);
    ManifestChecks.each("softColumns", softColumns, ManifestChecks.LONGEST_NAME);
    ManifestChecks.needed("annotationColumns", annotationColumns)
        .forEach(column -> ManifestChecks.needed("column in annotationColumns", column));
    if (words != null) {
      WordArrays.check(words);
    }
    ManifestChecks.arrays(arrays);
    Checks.length(
        "labels",
        labels.size(),
        ManifestChecks.needed("shape", shape).labelCount(),
        "[labelCount]");
    Checks.atLeast("featureCount", shape.featureCount(), 0);
    Checks.atLeast("inducingCount", shape.inducingCount(), 0);
  }
}
