package org.gpchain.internal.corpora;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import opennlp.tools.sentdetect.SentenceModel;

/** OpenNLP's sentence models on the class path. Each model is read once. */
final class SentenceModels {
  private static final String VERSION = "1.3.0";

  /** Treebank on which the published model of each language was trained. */
  private static final Map<String, String> TREEBANKS =
      Map.of("de", "gsd", "en", "ewt", "fr", "gsd");

  private static final Map<String, Optional<SentenceModel>> READ = new ConcurrentHashMap<>();

  private SentenceModels() {}

  /**
   * Returns the model of a language, or empty if it is not on the class path.
   *
   * @param language language code of two letters
   */
  static Optional<SentenceModel> of(String language) {
    return READ.computeIfAbsent(language, SentenceModels::read);
  }

  /**
   * Returns the Maven coordinates of the model of a language, as {@code group:artifact:version}, or
   * empty if none is published.
   */
  static Optional<String> artifact(String language) {
    if (!TREEBANKS.containsKey(language)) {
      return Optional.empty();
    }
    return Optional.of("org.apache.opennlp:opennlp-models-sentdetect-" + language + ":" + VERSION);
  }

  private static Optional<SentenceModel> read(String language) {
    String treebank = TREEBANKS.get(language);
    String resource = "/opennlp-" + language + "-ud-" + treebank + "-sentence-1.3-2.5.4.bin";
    try (InputStream in = SentenceModels.class.getResourceAsStream(resource)) {
      if (in == null) {
        return Optional.empty();
      }
      return Optional.of(new SentenceModel(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
