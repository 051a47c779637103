package org.gpchain.internal.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpOptions;
import org.gpchain.internal.training.data.Annotated;

/**
 * Options of a server.
 *
 * @param http address, access and limits
 * @param sources what makes suggestions before a model has been learned
 * @param store where learned models are kept
 * @param annotations how the annotations of users are used
 */
public record ServeOptions(
    HttpOptions http, Sources sources, StoreOptions store, AnnotationOptions annotations) {
  /**
   * What makes suggestions before a model has been learned.
   *
   * @param models models, the preferred ones first
   * @param voices file with the sources of weak labels for sentences that nobody has annotated;
   *     null for none
   * @param segmenter finds sentences and tokens in plain text
   */
  public record Sources(List<NamedModel> models, Path voices, Segmenter segmenter) {
    /** Copies the list of models. */
    public Sources {
      models = List.copyOf(models);
    }
  }

  /**
   * A model that the server does not train.
   *
   * @param language language of its documents; null for the one that the model says
   * @param fileOrName a file, or the name of a model on the class path
   */
  public record NamedModel(String language, Path fileOrName) {}

  /**
   * Where learned models are kept.
   *
   * @param folder folder of the store; created if missing
   * @param maxModels maximum number of models in the store
   * @param maxTraining time after which a training is given up
   */
  public record StoreOptions(Path folder, int maxModels, Duration maxTraining) {
    /** Checks the number of models. */
    public StoreOptions {
      Checks.atLeast("max-models", maxModels, 1);
    }
  }

  /**
   * How the annotations of users are used.
   *
   * @param annotated which tokens of a document count as annotated
   * @param shared whether all users of a project and layer share one model
   * @param alternatives whether annotation tools also get other suggestions for the same text
   */
  public record AnnotationOptions(Annotated annotated, boolean shared, boolean alternatives) {}
}
