package org.gpchain.core.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.words.WordResource;

/**
 * Finds the word resources that models refer to: in files that the user names, beside the model,
 * and on the class path, in {@value #FOLDER}. The first with the right content is taken, whatever
 * stands beside it. A resource is read once for all models in use that refer to it.
 *
 * @param loader of the class path
 * @param model the file beside which they are; null for none
 * @param given files that the user names
 */
public record WordLocations(ClassLoader loader, URL model, List<URL> given)
    implements WordReference.Resolver {
  /** The folder of resources on the class path. */
  public static final String FOLDER = "org/gpchain/words/";

  /** The end of the name of a resource file. */
  public static final String SUFFIX = ".words";

  /** The resources in use, by the hash of their content. */
  private static final WeakCache<String, WordResource> IN_USE = new WeakCache<>();

  public static WordLocations ofClassPath() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return ofClassPath(context == null ? WordLocations.class.getClassLoader() : context);
  }

  public static WordLocations ofClassPath(ClassLoader loader) {
    return new WordLocations(loader, null, List.of());
  }

  /** These locations, and before them the folder of a model. */
  public WordLocations beside(URL modelFile) {
    return new WordLocations(loader, modelFile, given);
  }

  /** These locations, and before them files that the user names. */
  public WordLocations with(List<URL> files) {
    return new WordLocations(loader, model, List.copyOf(files));
  }

  @Override
  public WordResource resolve(WordReference wanted) throws IOException {
    List<String> others = new ArrayList<>();
    for (URL candidate : candidates(wanted.name())) {
      WordReference found;
      try (InputStream in = open(candidate)) {
        found = WordResourceFile.reference(in);
      } catch (FileNotFoundException e) {
        continue;
      } catch (ModelFormatException e) {
        others.add(candidate + " cannot be read: " + e.getMessage());
        continue;
      }
      if (found.sha256().equals(wanted.sha256())) {
        return read(found, candidate);
      }
      others.add(candidate + " has the SHA-256 " + found.sha256());
    }
    throw new WordReference.MissingException(wanted, others);
  }

  /** Reads a resource, once while it is in use. */
  public static WordResource read(URL file) throws IOException {
    try (InputStream in = open(file)) {
      return read(WordResourceFile.reference(in), file);
    }
  }

  private static WordResource read(WordReference found, URL file) throws IOException {
    return IN_USE.get(
        found.sha256(),
        () -> {
          try (InputStream in = open(file)) {
            return WordResourceFile.read(in, false);
          }
        });
  }

  /** The resource of a name on the class path, such as {@code words-en}; null for none. */
  public URL named(String name) {
    return loader.getResource(FOLDER + name + SUFFIX);
  }

  private Iterable<URL> candidates(String name) throws IOException {
    String file = name + SUFFIX;
    // By their text, since comparing URLs may access the network.
    Map<String, URL> candidates = new LinkedHashMap<>();
    given.forEach(url -> candidates.put(url.toString(), url));
    if (model != null) {
      // In a URL, unlike in a form, a space is written %20.
      URL beside = new URL(model, URLEncoder.encode(file, UTF_8).replace("+", "%20"));
      candidates.put(beside.toString(), beside);
    }
    for (URL url : Collections.list(loader.getResources(FOLDER + file))) {
      candidates.put(url.toString(), url);
    }
    return candidates.values();
  }

  /** Opens what is at a URL, and in a jar as it is now. */
  public static InputStream open(URL url) throws IOException {
    URLConnection connection = url.openConnection();
    // Java's cache of open jars would keep a jar locked, and deliver what a replaced jar once held.
    connection.setUseCaches(false);
    return connection.getInputStream();
  }
}
