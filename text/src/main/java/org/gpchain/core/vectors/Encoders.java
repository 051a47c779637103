package org.gpchain.core.vectors;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import org.gpchain.core.text.TokenSequence;

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
     * @param location name of an encoder of the class path, such as {@code en}, a folder, or a file
     *     of static vectors
     * @throws IOException if there is none, or it cannot be read
     */
    TokenVectors open(String location) throws IOException;

    /**
     * Returns the content of a file with static vectors of an encoder.
     *
     * @param location name of an encoder of the class path, such as {@code en}, or a folder
     * @param projections learns how the vectors are projected to few dimensions
     * @throws IOException if there is none, or it cannot be read
     */
    default byte[] distill(String location, ProjectionSource projections) throws IOException {
      throw new IOException("the encoder " + location + " has no static vectors");
    }
  }

  /** Learns projections of vectors. */
  @FunctionalInterface
  public interface ProjectionSource {
    /** Returns a projection of the vectors that an encoder gives to sentences. */
    VectorProjection learn(TokenVectors encoder, List<TokenSequence> sentences);
  }

  /**
   * Opens an encoder and {@linkplain #add adds} it.
   *
   * @param location name of an encoder of the class path, such as {@code en}, a folder, or a file
   *     of static vectors
   * @throws IOException if there is none, it cannot be read, or the class path has no program for
   *     encoders
   */
  public static TokenVectors open(String location) throws IOException {
    TokenVectors opened = provider().open(location);
    TokenVectors known = KNOWN.putIfAbsent(opened.id(), opened);
    return known == null ? opened : known;
  }

  /**
   * Returns the content of a file with static vectors of an encoder: a fixed vector for each piece
   * of a word, which does not depend on the sentence. {@link #open} opens such files.
   *
   * @param location name of an encoder of the class path, such as {@code en}, or a folder
   * @param projections learns how the vectors are projected to few dimensions
   * @throws IOException if there is none, it cannot be read, or the class path has no program for
   *     encoders
   */
  public static byte[] distill(String location, ProjectionSource projections) throws IOException {
    return provider().distill(location, projections);
  }

  private static Provider provider() throws IOException {
    Optional<Provider> provider = ServiceLoader.load(Provider.class).findFirst();
    if (provider.isEmpty()) {
      throw new IOException(
          "encoders need the artifact org.gpchain:gpchain-encoder, which is not on the class path");
    }
    return provider.get();
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
