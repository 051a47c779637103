package org.gpchain.internal.core.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.gpchain.internal.core.posterior.Posterior;

/** Reads and writes posteriors with the codecs that are on the class path. */
public final class PosteriorCodecs {
  private PosteriorCodecs() {}

  /**
   * Reads a posterior with the codec of its kind.
   *
   * @throws MissingCodecException if there is no such codec on the class path
   */
  public static Posterior read(PosteriorCodec.Source source) throws IOException {
    return codec(kind(source)).read(source);
  }

  /**
   * Adds a posterior's arrays and returns its entries in the manifest.
   *
   * @throws IllegalArgumentException if no codec on the class path writes the posterior
   */
  public static PosteriorCodec.Entry write(Posterior posterior, ArrayOutput arrays) {
    DecoupledCodec decoupled = new DecoupledCodec();
    if (decoupled.writes(posterior)) {
      return decoupled.write(posterior, arrays);
    }
    for (PosteriorCodec codec : others()) {
      if (codec.writes(posterior)) {
        return codec.write(posterior, arrays);
      }
    }
    throw new IllegalArgumentException(
        "no codec on the class path writes a posterior of " + posterior.getClass());
  }

  private static PosteriorCodec.Kind kind(PosteriorCodec.Source source) {
    if (source.sparse() != null) {
      return PosteriorCodec.Kind.SPARSE;
    }
    if (source.arrays().has(DecoupledCodec.SAMPLE_PAIRWISE)) {
      return PosteriorCodec.Kind.SAMPLES;
    }
    if (source.everything() && source.shape().inducingCount() > 0) {
      return PosteriorCodec.Kind.COVARIANCE;
    }
    return PosteriorCodec.Kind.WEIGHTS;
  }

  private static PosteriorCodec codec(PosteriorCodec.Kind kind) {
    if (kind == PosteriorCodec.Kind.WEIGHTS) {
      return new DecoupledCodec();
    }
    for (PosteriorCodec codec : others()) {
      if (codec.kind() == kind) {
        return codec;
      }
    }
    throw new MissingCodecException(kind);
  }

  /**
   * Returns the codecs of other modules. Most models need none, so they are looked up when needed.
   */
  private static List<PosteriorCodec> others() {
    List<PosteriorCodec> codecs = new ArrayList<>();
    ServiceLoader.load(PosteriorCodec.class, PosteriorCodec.class.getClassLoader())
        .forEach(codecs::add);
    return codecs;
  }
}
