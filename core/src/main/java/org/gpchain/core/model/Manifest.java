package org.gpchain.core.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.internal.core.file.ArrayEntry;
import org.gpchain.internal.core.file.ManifestChecks;
import org.gpchain.internal.core.file.ModelShape;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.tokens.TokenProfile;

/**
 * The manifest of a model file, with the layout of its JSON. The JSON object is flat: the groups
 * are written in place of their names.
 *
 * @param format name of the format
 * @param formatVersion version of the format
 * @param task the task that the model has learned
 * @param scoring how scores are computed and read
 * @param columns sources of the columns that the text does not have
 * @param arrays the arrays of the file, in their order
 * @param provenance origin of the model
 */
record Manifest(
    String format,
    int formatVersion,
    @JsonUnwrapped Task task,
    @JsonUnwrapped Scoring scoring,
    @JsonUnwrapped Columns columns,
    List<ArrayEntry> arrays,
    Provenance provenance) {
  /**
   * The task of a model.
   *
   * @param task name of the task
   * @param language language of the training corpus
   * @param tokenProfile how the training corpus was divided into tokens
   * @param requiredColumns columns that the templates name
   * @param tagset part-of-speech tags of the training corpus; null if none are used
   * @param scheme label scheme
   * @param labels labels in the order of their numbers
   */
  record Task(
      String task,
      String language,
      TokenProfile tokenProfile,
      List<String> requiredColumns,
      Tagset tagset,
      String scheme,
      List<String> labels) {}

  /**
   * How scores are computed and read.
   *
   * @param templates template lines, columns by name
   * @param shape sizes of the model
   * @param sparse description of a sparse posterior, a record or its JSON tree; null for all others
   * @param transitionVariance prior variance of transition scores
   * @param scaling factors of the scores
   * @param threshold probability above which a segment is decoded
   */
  record Scoring(
      List<String> templates,
      ModelShape shape,
      @JsonInclude(JsonInclude.Include.NON_NULL) Object sparse,
      Double transitionVariance,
      LatticeScaling scaling,
      Double threshold) {}

  /**
   * The sources of the columns that the text does not have.
   *
   * @param words word resource that the file contains; null for none
   * @param sharedWords word resource that the file refers to; null for none
   * @param softColumns required columns whose cells had weights in training
   * @param annotationColumns required columns that documents have as annotations
   * @param vectors dense features; null for none
   */
  record Columns(
      @JsonInclude(JsonInclude.Include.NON_NULL) WordArrays.Entry words,
      @JsonInclude(JsonInclude.Include.NON_NULL) WordReference sharedWords,
      List<String> softColumns,
      List<AnnotationColumn> annotationColumns,
      @JsonInclude(JsonInclude.Include.NON_NULL) VectorArrays.Entry vectors) {}

  /**
   * Checks what can be checked without the arrays.
   *
   * @throws IllegalArgumentException if something is missing, or out of range
   */
  void check() {
    ManifestChecks.plain("task", ManifestChecks.needed("task", task.task));
    ManifestChecks.plain("language", ManifestChecks.needed("language", task.language));
    ManifestChecks.plain("scheme", ManifestChecks.needed("scheme", task.scheme));
    ManifestChecks.needed("provenance", provenance);
    ManifestChecks.needed("tokenProfile", task.tokenProfile);
    ManifestChecks.needed("transitionVariance", scoring.transitionVariance);
    ManifestChecks.needed("scaling", scoring.scaling);
    ManifestChecks.needed("threshold", scoring.threshold);
    ManifestChecks.each("requiredColumns", task.requiredColumns, ManifestChecks.LONGEST_NAME);
    ManifestChecks.each("templates", scoring.templates, TemplateSet.LONGEST_LINE);
    ManifestChecks.each("labels", task.labels, ManifestChecks.LONGEST_NAME);
    ManifestChecks.each("softColumns", columns.softColumns, ManifestChecks.LONGEST_NAME);
    for (AnnotationColumn column :
        ManifestChecks.needed("annotationColumns", columns.annotationColumns)) {
      ManifestChecks.needed("column in annotationColumns", column);
    }
    if (columns.words != null) {
      WordArrays.check(columns.words);
    }
    if (columns.vectors != null) {
      VectorArrays.check(columns.vectors);
    }
    ManifestChecks.arrays(arrays);

    ModelShape shape = ManifestChecks.needed("shape", scoring.shape);
    Checks.length("labels", task.labels.size(), shape.labelCount(), "[labelCount]");
    Checks.atLeast("featureCount", shape.featureCount(), 0);
    Checks.atLeast("inducingCount", shape.inducingCount(), 0);
  }
}
