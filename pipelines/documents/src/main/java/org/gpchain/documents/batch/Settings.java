package org.gpchain.documents.batch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.corpora.ModelLocation;
import org.gpchain.documents.AnnotateOptions;

/** What the results of a run depend on besides its documents, in words. */
final class Settings {
  private static final int DIGITS = 16;

  private Settings() {}

  /**
   * The settings by name.
   *
   * @param annotate how documents are annotated
   * @param shard number of documents in an archive
   */
  static Map<String, String> of(BatchOptions options, AnnotateOptions annotate, int shard)
      throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("models", models(annotate.models()));
    List<String> words = new ArrayList<>();
    for (URL url : annotate.words()) {
      words.add(hash(url));
    }
    settings.put("words", String.join(", ", words));
    settings.put("format", annotate.format().description());
    settings.put("segmenter", annotate.segmenter().settings());
    settings.put("decoding", decoding(annotate.decoding()));
    settings.put("pipeline", annotate.engines().settings());
    settings.put("to", new TreeSet<>(options.formats()).toString());
    settings.put("shard", String.valueOf(shard));
    return settings;
  }

  private static String models(List<Path> models) throws IOException {
    List<String> described = new ArrayList<>();
    for (Path model : models) {
      ModelLocation location = ModelLocation.of(model);
      described.add(location.file().getFileName() + " " + hash(location.url()));
    }
    return String.join(", ", described);
  }

  private static String decoding(DecodingOptions decoding) {
    return "n-best "
        + decoding.nBest()
        + ", beta "
        + decoding.beta()
        + decoding
            .promised()
            .map(
                promise ->
                    ", " + promise.kind() + " " + promise.share() + " at " + promise.confidence())
            .orElse("");
  }

  /** The beginning of the SHA-256 of a file. */
  static String hash(URL url) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      URLConnection connection = url.openConnection();
      connection.setUseCaches(false);
      try (InputStream in = new DigestInputStream(connection.getInputStream(), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
