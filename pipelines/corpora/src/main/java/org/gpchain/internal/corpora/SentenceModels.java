package org.gpchain.internal.corpora;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import opennlp.tools.sentdetect.SentenceModel;

/** OpenNLP's sentence models, as far as they are on the class path. Each is read once. */
final class SentenceModels {
  private static final String VERSION = "1.3.0";

  /** The treebank that the published model of a language was trained on. */
  private static final Map<String, String> TREEBANKS =
      Map.of("de", "gsd", "en", "ewt", "fr", "gsd");

  private static final Map<String, Optional<SentenceModel>> READ = new ConcurrentHashMap<>();

  private SentenceModels() {}

  /**
   * Returns the model of a language, or empty if it is not on the class path.
   *
   * @param language code of two letters
   */
  static Optional<SentenceModel> of(String language) {
    return READ.computeIfAbsent(language, SentenceModels::read);
  }

  /** Returns the coordinates of the model of a language on Maven Central, if there is one. */
  static Optional<String> artifact(String language) {
    return TREEBANKS.containsKey(language)
        ? Optional.of("org.apache.opennlp:opennlp-models-sentdetect-" + language + ":" + VERSION)
        : Optional.empty();
  }

  private static Optional<SentenceModel> read(String language) {
    String treebank = TREEBANKS.get(language);
    String resource = "/opennlp-" + language + "-ud-" + treebank + "-sentence-1.3-2.5.4.bin";
    try (InputStream in = SentenceModels.class.getResourceAsStream(resource)) {
      return in == null ? Optional.empty() : Optional.of(new SentenceModel(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
