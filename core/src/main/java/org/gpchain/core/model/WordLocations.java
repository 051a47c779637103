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
 * Finds the word resources to which models refer. Searches, in this order, the files that the user
 * names, the folder of the model, and {@value #FOLDER} on the class path. Uses the first file with
 * the right content. All models in memory that refer to a resource share it. Immutable.
 *
 * @param loader loader of the class path
 * @param model file of the model whose folder is searched; null for none
 * @param given files that the user names
 */
public record WordLocations(ClassLoader loader, URL model, List<URL> given)
    implements WordReference.Resolver {
  /** Folder of word resources on the class path. */
  public static final String FOLDER = "org/gpchain/words/";

  /** File extension of word resources. */
  public static final String SUFFIX = ".words";

  /** Resources in memory, by the hash of their content. */
  private static final WeakCache<String, WordResource> IN_USE = new WeakCache<>();

  /** Returns locations on the class path of the current thread's context loader. */
  public static WordLocations ofClassPath() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return ofClassPath(context == null ? WordLocations.class.getClassLoader() : context);
  }

  /** Returns locations on the class path of a loader. */
  public static WordLocations ofClassPath(ClassLoader loader) {
    return new WordLocations(loader, null, List.of());
  }

  /** Returns these locations, preceded by the folder of a model file. */
  public WordLocations beside(URL modelFile) {
    return new WordLocations(loader, modelFile, given);
  }

  /** Returns these locations, preceded by files that the user names. */
  public WordLocations with(List<URL> files) {
    return new WordLocations(loader, model, List.copyOf(files));
  }

  @Override
  public WordResource resolve(WordReference wanted) throws IOException {
    List<String> rejected = new ArrayList<>();
    for (URL candidate : candidates(wanted.name())) {
      WordReference reference;
      try (InputStream in = open(candidate)) {
        reference = WordResourceFile.reference(in);
      } catch (FileNotFoundException e) {
        continue;
      } catch (ModelFormatException e) {
        rejected.add(candidate + " cannot be read: " + e.getMessage());
        continue;
      }

      if (reference.sha256().equals(wanted.sha256())) {
        return read(reference, candidate);
      }
      rejected.add(candidate + " has the SHA-256 " + reference.sha256());
    }
    throw new WordReference.MissingException(wanted, rejected);
  }

  /**
   * Returns the resource in a file. Does not read the file if a resource with the same content is
   * in memory.
   */
  public static WordResource read(URL file) throws IOException {
    try (InputStream in = open(file)) {
      return read(WordResourceFile.reference(in), file);
    }
  }

  private static WordResource read(WordReference reference, URL file) throws IOException {
    return IN_USE.get(reference.sha256(), () -> readFile(file));
  }

  private static WordResource readFile(URL file) throws IOException {
    try (InputStream in = open(file)) {
      return WordResourceFile.read(in, false);
    }
  }

  /** Returns the file of a resource on the class path, such as {@code words-en}; null for none. */
  public URL named(String name) {
    return loader.getResource(FOLDER + name + SUFFIX);
  }

  /** Returns the files in which a resource may be, in the order of the search. */
  private Iterable<URL> candidates(String name) throws IOException {
    String file = name + SUFFIX;
    // The keys are strings, because comparing URLs may access the network.
    Map<String, URL> candidates = new LinkedHashMap<>();
    given.forEach(url -> candidates.put(url.toString(), url));

    if (model != null) {
      // The encoder is for forms, where a space is +. In a URL, it is %20.
      URL beside = new URL(model, URLEncoder.encode(file, UTF_8).replace("+", "%20"));
      candidates.put(beside.toString(), beside);
    }

    for (URL url : Collections.list(loader.getResources(FOLDER + file))) {
      candidates.put(url.toString(), url);
    }
    return candidates.values();
  }

  /** Opens the URL without using the JAR cache, so that a replaced JAR is read again. */
  public static InputStream open(URL url) throws IOException {
    URLConnection connection = url.openConnection();
    // The cache of open JARs also keeps their files locked.
    connection.setUseCaches(false);
    return connection.getInputStream();
  }
}
