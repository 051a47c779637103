package org.gpchain.core.vectors;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The encoders of this process. Models refer to their encoder by its id; it is one that the program
 * has {@linkplain #add added}, or one on the class path.
 */
public final class Encoders {
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
     * Opens an encoder.
     *
     * @param location name of an encoder of the class path, such as {@code en}, or a folder
     * @throws IOException if there is none, or it cannot be read
     */
    TokenVectors open(String location) throws IOException;
  }

  /**
   * Opens an encoder and {@linkplain #add adds} it.
   *
   * @param location name of an encoder of the class path, such as {@code en}, or a folder
   * @throws IOException if there is none, it cannot be read, or the class path has no program for
   *     encoders
   */
  public static TokenVectors open(String location) throws IOException {
    Optional<Provider> provider = ServiceLoader.load(Provider.class).findFirst();
    if (provider.isEmpty()) {
      throw new IOException(
          "encoders need the artifact org.gpchain:gpchain-encoder, which is not on the class path");
    }

    TokenVectors opened = provider.get().open(location);
    TokenVectors known = KNOWN.putIfAbsent(opened.id(), opened);
    return known == null ? opened : known;
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
    for (Provider provider : ServiceLoader.load(Provider.class)) {
      try {
        Optional<TokenVectors> found = provider.ofId(id);
        if (found.isPresent()) {
          return found.get();
        }
      } catch (IOException e) {
        throw new MissingEncoderException(id, e);
      }
    }
    throw new MissingEncoderException(id, null);
  }
}
