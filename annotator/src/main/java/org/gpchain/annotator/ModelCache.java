package org.gpchain.annotator;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dkpro.core.api.resources.ResourceUtils;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.WeakCache;
import org.gpchain.core.model.WordLocations;
import org.gpchain.core.model.WordReference;

/**
 * Models in use, so that any number of engines in any number of threads share one copy. A model is
 * held weakly: it lives as long as an engine uses it. A model that several engines request at once
 * is read once while the others wait; different models are read concurrently.
 *
 * <p>DKPro's own cache is a plain map that all providers change without a lock.
 */
public final class ModelCache {
  /** The cache of this virtual machine, which the annotators use. */
  public static final ModelCache SHARED = new ModelCache();

  private final WeakCache<Key, Model> models = new WeakCache<>();

  /**
   * Identifies a cached model.
   *
   * @param url where the model was read; text, since comparing URLs may access the network
   * @param version of the file: a retrained one is another model
   */
  private record Key(String url, Contents wanted, String version) {}

  ModelCache() {}

  /** A model whose word resource, if it refers to one, is beside it or on the class path. */
  public Model get(URL url, Contents wanted) throws IOException {
    return get(url, wanted, List.of());
  }

  /**
   * The model at a location, read once while it is in use.
   *
   * @param words where word resources are, one of which it may refer to, besides those beside it
   *     and on the class path
   * @throws org.gpchain.core.model.WordReference.MissingException if the resource is not there
   */
  public Model get(URL url, Contents wanted, List<URL> words) throws IOException {
    WordReference.Resolver resolver =
        WordLocations.ofClassPath(ModelsOnClassPath.loader()).beside(url).with(words);
    return models.get(
        new Key(url.toString(), wanted, version(url)), () -> read(url, wanted, resolver));
  }

  /**
   * A model that a user names.
   *
   * @param nameOrLocation name of a model on the class path, or a location
   * @throws IOException if it cannot be read; the message says what models there are
   */
  public Model get(String nameOrLocation, Contents wanted) throws IOException {
    URL shipped = ModelsOnClassPath.find(nameOrLocation).orElse(null);
    try {
      return get(
          shipped == null
              ? ResourceUtils.resolveLocation(nameOrLocation, ModelsOnClassPath.loader(), null)
              : shipped,
          wanted);
    } catch (IOException e) {
      throw new IOException(
          "cannot read the model %s: %s; give a file, a URL, a classpath: location or one of %s"
              .formatted(nameOrLocation, e.getMessage(), ModelsOnClassPath.names()),
          e);
    }
  }

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

  private static Model read(URL url, Contents wanted, WordReference.Resolver resolver)
      throws IOException {
    try (InputStream in = WordLocations.open(url)) {
      return ModelReader.read(in, wanted, resolver);
    }
  }
}
