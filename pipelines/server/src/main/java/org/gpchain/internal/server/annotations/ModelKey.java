package org.gpchain.internal.server.annotations;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Objects;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.annotator.cas.SegmentLayer;

/**
 * The documents and labels that a model is learned for.
 *
 * @param project whose documents it has seen
 * @param layer name of the annotation type
 * @param feature of the type that holds the label
 * @param user whose annotations it has seen; empty for a model of all
 * @param unit what gets labels
 */
public record ModelKey(String project, String layer, String feature, String user, Anchoring unit) {
  private static final int LONGEST = 1_000;

  /**
   * @throws IllegalArgumentException if a part is no valid Unicode, or too long
   */
  public ModelKey {
    Objects.requireNonNull(unit, "unit");
    for (String part : List.of(project, layer, feature, user)) {
      // Texts with halves of characters would be written as one and the same.
      if (part.length() > LONGEST || !StandardCharsets.UTF_8.newEncoder().canEncode(part)) {
        throw new IllegalArgumentException(
            "project, layer, feature and user must be Unicode, of at most "
                + LONGEST
                + " characters each");
      }
    }
  }

  /** The key of the same for another user. */
  public ModelKey withUser(String other) {
    return new ModelKey(project, layer, feature, other, unit);
  }

  /** The task of its models, by which annotators know what they annotate. */
  public String task() {
    return switch (unit) {
      case SEGMENTS -> layer.equals(SegmentLayer.CHUNK.typeName()) ? "chunk" : "ne";
      case TOKENS, SENTENCES -> unit.toString();
    };
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
