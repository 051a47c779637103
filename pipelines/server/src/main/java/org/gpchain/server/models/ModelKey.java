package org.gpchain.server.models;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.gpchain.core.text.Sha256;

/**
 * The documents and labels that a model is learned for.
 *
 * @param project whose documents it has seen
 * @param layer name of the annotation type
 * @param feature of the type that holds the label
 * @param user whose annotations it has seen
 * @param unit what gets labels
 */
public record ModelKey(String project, String layer, String feature, String user, Anchoring unit) {
  public ModelKey {
    Stream.of(project, layer, feature, user, unit).forEach(Objects::requireNonNull);
  }

  /**
   * A name for it that is safe in any file system and different for different keys: clients choose
   * the parts.
   */
  public String id() {
    MessageDigest digest = Sha256.digest();
    for (String part : List.of(project, layer, feature, user, unit.name())) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
      digest.update(bytes);
    }
    return Sha256.hex(digest).substring(0, 32);
  }
}
