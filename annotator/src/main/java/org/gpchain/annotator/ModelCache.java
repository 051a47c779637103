package org.gpchain.annotator;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.dkpro.core.api.resources.ResourceUtils;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.WeakCache;
import org.gpchain.core.model.WordLocations;
import org.gpchain.core.model.WordReference;

/**
 * A cache of models, through which any number of engines in any number of threads share one copy of
 * a model. Models are held weakly: a model stays in memory as long as an engine uses it. If several
 * engines request a model at once, it is read once while the others wait. Different models are read
 * concurrently.
 *
 * <p>DKPro's own cache is not used because it is a plain map that all providers change without a
 * lock.
 */
public final class ModelCache {
  /** The cache of this virtual machine, which the annotators use. */
  public static final ModelCache SHARED = new ModelCache();

  private final WeakCache<Key, Model> models = new WeakCache<>();

  /**
   * The key of a cached model.
   *
   * @param url location of the model; a string, since comparing URLs may access the network
   * @param contents parts of the model that were read
   * @param version version of the file, so that a retrained model is read again
   */
  private record Key(String url, Contents contents, String version) {}

  ModelCache() {}

  /**
   * Returns the model at a location. Its word resource, if it refers to one, is found in the folder
   * of the model or on the class path.
   *
   * @param contents parts of the model that are read
   * @throws IOException if the model or its word resource cannot be read
   */
  public Model get(URL url, Contents contents) throws IOException {
    return get(url, contents, List.of());
  }

  /**
   * Returns the model at a location, which is read unless it is in use already.
   *
   * @param contents parts of the model that are read
   * @param words additional locations of word resources, besides the folder of the model and the
   *     class path
   * @throws org.gpchain.core.model.WordReference.MissingException if the word resource that the
   *     model refers to is missing
   * @throws IOException if the model or its word resource cannot be read
   */
  public Model get(URL url, Contents contents, List<URL> words) throws IOException {
    WordReference.Resolver resolver =
        WordLocations.ofClassPath(ModelsOnClassPath.loader()).beside(url).with(words);
    Key key = new Key(url.toString(), contents, version(url));
    return models.get(key, () -> read(url, contents, resolver));
  }

  /**
   * Returns the model with a name or a location.
   *
   * @param nameOrLocation name of a model on the class path, or a location
   * @param contents parts of the model that are read
   * @throws IOException if the model cannot be read; the message lists the models on the class path
   */
  public Model get(String nameOrLocation, Contents contents) throws IOException {
    Optional<URL> modelOnClassPath = ModelsOnClassPath.find(nameOrLocation);
    try {
      if (modelOnClassPath.isPresent()) {
        return get(modelOnClassPath.get(), contents);
      }
      URL url = ResourceUtils.resolveLocation(nameOrLocation, ModelsOnClassPath.loader(), null);
      return get(url, contents);
    } catch (IOException e) {
      throw new IOException(
          "cannot read the model %s: %s; specify a file, a URL, a classpath: location or one of %s"
              .formatted(nameOrLocation, e.getMessage(), ModelsOnClassPath.names()),
          e);
    }
  }

  /** Returns the modification time and the size of a file, or an empty string for other URLs. */
  private static String version(URL url) throws IOException {
    if (!url.getProtocol().equals("file")) {
      return "";
    }
    try {
      Path file = Path.of(url.toURI());
      return Files.getLastModifiedTime(file) + " " + Files.size(file);
    } catch (URISyntaxException e) {
      throw new IOException("not a file: " + url, e);
    }
  }

  private static Model read(URL url, Contents contents, WordReference.Resolver resolver)
      throws IOException {
    try (InputStream in = WordLocations.open(url)) {
      return ModelReader.read(in, contents, resolver);
    }
  }
}
