package org.gpchain.training.uima;

import java.io.IOException;
import java.net.URL;
import org.dkpro.core.api.resources.ResourceUtils;
import org.gpchain.annotator.ModelCache;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;

/** Models that parameters name. */
final class NamedModel {
  private NamedModel() {}

  /**
   * Reads a model.
   *
   * @param location name of a model on the class path, or a location
   * @param wanted how much of it
   * @throws IOException if it cannot be read
   */
  static Model load(String location, Contents wanted) throws IOException {
    URL shipped = ModelsOnClassPath.find(location).orElse(null);
    URL url = shipped == null ? ResourceUtils.resolveLocation(location) : shipped;
    return ModelCache.SHARED.get(url, wanted);
  }
}
