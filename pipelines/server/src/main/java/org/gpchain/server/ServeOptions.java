package org.gpchain.server;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.math.Checks;
import org.gpchain.documents.Segmenter;
import org.gpchain.server.http.Access;
import org.gpchain.server.http.HttpFrontEnd.HttpLimits;
import org.gpchain.training.data.Annotated;

/**
 * How a server runs.
 *
 * @param address where it listens; port 0 for any
 * @param access who may ask
 * @param models that make suggestions before any is trained, the preferred ones first
 * @param segmenter finds sentences and tokens in plain text
 * @param store where trained models are kept
 * @param annotated what of the documents that models learn from is annotated
 * @param maxModels number of models that are kept at most
 * @param limits of what clients may ask
 */
public record ServeOptions(
    InetSocketAddress address,
    Access access,
    List<NamedModel> models,
    Segmenter segmenter,
    Path store,
    Annotated annotated,
    int maxModels,
    HttpLimits limits) {
  /** Copies the list. */
  public ServeOptions {
    models = List.copyOf(models);
    Checks.atLeast("max-models", maxModels, 1);
  }

  /**
   * A model and its language.
   *
   * @param language null for the one that the model says
   * @param fileOrName a file, or the name of a model on the class path
   */
  public record NamedModel(String language, Path fileOrName) {}
}
