package org.gpchain.core.vectors;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The encoders of this process. Models refer to their encoder by its id; it is one that the program
 * has {@linkplain #add added}, or one on the class path. All models with the same encoder share one
 * instance of it. The vectors of recent sentences, and their projections by models, are kept within
 * a memory budget for all encoders together.
 */
public final class Encoders {
  /** Default memory budget of the vectors of recent sentences (bytes). */
  private static final long DEFAULT_CACHE_BYTES = 64L << 20;

  private static final VectorCache CACHE = new VectorCache(DEFAULT_CACHE_BYTES);

  private static final Map<String, TokenVectors> KNOWN = new ConcurrentHashMap<>();

  private Encoders() {}

  /** Opens encoders; implementations are found by {@link ServiceLoader}. */
  public interface Provider {
    /**
     * Returns the encoder of the class path with an id.
     *
     * @throws IOException if it cannot be read
     */
    Optional<TokenVectors> ofId(String id) throws IOException;

    /**
     * Returns the ids of the encoders of the class path, for messages.
     *
     * @throws IOException if one of them cannot be read
     */
    default List<String> ids() throws IOException {
      return List.of();
    }

    /**
     * Opens an encoder.
     *
     * @param location name of an encoder of the class path, such as {@code en}, or a folder
     * @return the encoder; the same instance for all locations of an encoder with the same id
     * @throws IOException if there is none, or it cannot be read
     */
    TokenVectors open(String location) throws IOException;
  }

  /** Returns the cache of the vectors of recent sentences, which all encoders and models share. */
  public static VectorCache cache() {
    return CACHE;
  }

  /**
   * Opens an encoder and {@linkplain #add adds} it with a cache.
   *
   * @param location name of an encoder of the class path, such as {@code en}, or a folder
   * @return the encoder; the same instance for all locations of an encoder with the same id
   * @throws IOException if there is none, it cannot be used, or the class path has no program for
   *     encoders; the message names the location and the problem
   */
  public static TokenVectors open(String location) throws IOException {
    try {
      TokenVectors opened = provider().open(location);
      return KNOWN.computeIfAbsent(opened.id(), id -> new RecentVectors(opened, CACHE));
    } catch (IOException | EncoderException e) {
      throw new IOException(location + ": the encoder cannot be used: " + e.getMessage(), e);
    }
  }

  /** Adds an encoder, which stays available until the process ends. */
  public static void add(TokenVectors encoder) {
    KNOWN.put(encoder.id(), encoder);
  }

  /**
   * Returns the encoder with an id.
   *
   * @throws MissingEncoderException if there is none, or it cannot be read
   */
  public static TokenVectors get(String id) {
    TokenVectors known = KNOWN.get(id);
    if (known != null) {
      return known;
    }
    // Only one thread opens an encoder, which takes much memory.
    synchronized (KNOWN) {
      return KNOWN.computeIfAbsent(id, Encoders::find);
    }
  }

  private static TokenVectors find(String id) {
    Set<String> otherVersions = new TreeSet<>(KNOWN.keySet());
    for (Provider provider : providers()) {
      try {
        Optional<TokenVectors> found = provider.ofId(id);
        if (found.isPresent()) {
          return new RecentVectors(found.get(), CACHE);
        }
        otherVersions.addAll(provider.ids());
      } catch (IOException e) {
        throw new MissingEncoderException(id, e);
      }
    }

    otherVersions.removeIf(other -> !name(other).equals(name(id)));
    throw new MissingEncoderException(id, otherVersions);
  }

  /** Returns the name in an id, without the hash. */
  private static String name(String id) {
    int hash = id.lastIndexOf('@');
    return hash < 0 ? id : id.substring(0, hash);
  }

  private static Provider provider() throws IOException {
    List<Provider> providers = providers();
    if (providers.isEmpty()) {
      throw new IOException(
          "encoders need the artifact org.gpchain:gpchain-encoder, which is not on the class path; if"
              + " you use the archive, unpack gpchain-encoder-en-VERSION.zip into its folder");
    }
    return providers.get(0);
  }

  /**
   * Returns the providers that the class loader of this class finds or, if there are none, those
   * that the thread's class loader finds. In a PEAR, the thread's class loader finds none.
   */
  private static List<Provider> providers() {
    List<Provider> providers = new ArrayList<>();
    ServiceLoader.load(Provider.class, Encoders.class.getClassLoader()).forEach(providers::add);
    if (providers.isEmpty()) {
      ServiceLoader.load(Provider.class).forEach(providers::add);
    }
    return providers;
  }
}
