package org.gpchain.annotator;

import java.io.IOException;
import java.net.URL;
import org.dkpro.core.api.resources.ResourceUtils;

/** Word resources by their locations. */
final class WordResources {
  private WordResources() {}

  /**
   * The resource at a location.
   *
   * @param location a file, a {@code file:} URL or a {@code classpath:} location
   * @throws IOException if there is none; the message says so
   */
  static URL locate(String location, ClassLoader loader) throws IOException {
    try {
      URL url = ResourceUtils.resolveLocation(location, loader, null);
      url.openStream().close();
      return url;
    } catch (IOException | IllegalStateException e) {
      throw new IOException(
          "there is no word resource at "
              + location
              + "; the parameter "
              + AnnotatorParameters.PARAM_WORDS_LOCATION
              + " takes a file, a file: URL or a classpath: location");
    }
  }
}
