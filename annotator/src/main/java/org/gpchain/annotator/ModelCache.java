package org.gpchain.annotator;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;

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

  /** Guarded by itself. */
  private final Map<Key, Slot> slots = new HashMap<>();

  /**
   * What is cached.
   *
   * @param url where the model was read; text, since comparing URLs may access the network
   * @param wanted how much of it was read
   * @param version of the file: a retrained one is another model
   */
  private record Key(String url, Contents wanted, String version) {}

  /** The place of one model, filled under its own lock. */
  private static final class Slot {
    /** Null until the slot is filled for the first time. */
    private volatile WeakReference<Model> model;

    private Model known() {
      WeakReference<Model> reference = model;
      return reference == null ? null : reference.get();
    }

    private boolean isForgotten() {
      return model != null && known() == null;
    }

    private synchronized Model get(URL url, Contents wanted) throws IOException {
      Model found = known();
      if (found == null) {
        found = read(url, wanted);
        model = new WeakReference<>(found);
      }
      return found;
    }
  }

  ModelCache() {}

  /**
   * The model at a location, read once while it is in use.
   *
   * @param url of the model file
   * @param wanted how much of it
   */
  public Model get(URL url, Contents wanted) throws IOException {
    return slot(new Key(url.toString(), wanted, version(url))).get(url, wanted);
  }

  private Slot slot(Key key) {
    synchronized (slots) {
      slots.values().removeIf(Slot::isForgotten);
      return slots.computeIfAbsent(key, k -> new Slot());
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

  private static Model read(URL url, Contents wanted) throws IOException {
    URLConnection connection = url.openConnection();
    // Java's cache of open jars would keep the jar locked, and deliver what a replaced jar once
    // held.
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      return ModelReader.read(in, wanted);
    }
  }
}
