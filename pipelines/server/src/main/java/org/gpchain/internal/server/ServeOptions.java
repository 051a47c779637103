package org.gpchain.internal.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpOptions;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.internal.training.data.EncoderUse;

/**
 * The options of a server.
 *
 * @param http address, access control and limits
 * @param sources shipped models, voices and the segmenter
 * @param store folder, limits and encoder of learned models
 * @param annotations use of the users' annotations
 */
public record ServeOptions(
    HttpOptions http, Sources sources, StoreOptions store, AnnotationOptions annotations) {
  /**
   * The sources of suggestions for layers without a learned model.
   *
   * @param models models that the server does not train, in order of preference
   * @param voices file with voices (sources of weak labels) for sentences without annotations; null
   *     for none
   * @param segmenter finds sentences and tokens in plain text
   * @param replay folder with precomputed annotations for INCEpTION; null for none
   */
  public record Sources(List<NamedModel> models, Path voices, Segmenter segmenter, Path replay) {
    /** Copies the list of models. */
    public Sources {
      models = List.copyOf(models);
    }
  }

  /**
   * A model that the server does not train.
   *
   * @param language language of the documents that the model is for; null for the language of the
   *     model
   * @param fileOrName a file, or the name of a model on the class path
   * @param target the only layer that the model makes suggestions for; null for each layer that it
   *     fits
   */
  public record NamedModel(String language, Path fileOrName, SegmentLayer target) {}

  /**
   * The folder, limits and encoder of learned models.
   *
   * @param folder folder of the store; created if missing
   * @param maxModels maximum number of models in the store
   * @param maxTraining maximum duration of a training
   * @param encoderUse use of an encoder by the models that are trained; null for none
   */
  public record StoreOptions(
      Path folder, int maxModels, Duration maxTraining, EncoderUse encoderUse) {
    /** Checks the number of models. */
    public StoreOptions {
      Checks.atLeast("max-models", maxModels, 1);
    }
  }

  /**
   * The use of the users' annotations.
   *
   * @param annotated which units without an annotation count as annotated
   * @param shared whether all users of a project and layer share one model
   * @param alternatives whether to send the alternatives of suggestions to annotation tools too
   * @param renamedLabels labels to suggest instead of labels of shipped models; an empty string
   *     suggests none
   */
  public record AnnotationOptions(
      Annotated annotated,
      boolean shared,
      boolean alternatives,
      Map<String, String> renamedLabels) {}
}
