package org.gpchain.internal.server.annotations;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Objects;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.annotator.cas.SegmentLayer;

/**
 * The key of a learned model: the documents and labels that it is learned from.
 *
 * @param project project of the documents
 * @param layer name of the annotation type
 * @param feature feature of the type that holds the label
 * @param user user whose annotations the model learns from; empty for the annotations of all users
 * @param unit unit of text that gets labels
 */
public record ModelKey(String project, String layer, String feature, String user, Anchoring unit) {
  /** Maximum length of each string in a key (UTF-16 code units). */
  private static final int MAX_LENGTH = 1_000;

  /** Length of an {@linkplain #id id} (hexadecimal digits). */
  public static final int ID_LENGTH = 32;

  /**
   * Checks the strings.
   *
   * @throws IllegalArgumentException if a string is not valid Unicode or is too long
   */
  public ModelKey {
    Objects.requireNonNull(unit, "unit");
    for (String part : List.of(project, layer, feature, user)) {
      // Unpaired surrogates would all be encoded as the same byte, so that keys could collide.
      if (part.length() > MAX_LENGTH || !StandardCharsets.UTF_8.newEncoder().canEncode(part)) {
        throw new IllegalArgumentException(
            "project, layer, feature and user must be Unicode, of at most "
                + MAX_LENGTH
                + " characters each");
      }
    }
  }

  /** Returns the key with another user. */
  public ModelKey withUser(String other) {
    return new ModelKey(project, layer, feature, other, unit);
  }

  /** Returns the name of the models' task, which tells annotators which types to create. */
  public String task() {
    if (unit != Anchoring.SEGMENTS) {
      return unit.toString();
    }
    if (layer.equals(SegmentLayer.CHUNK.typeName())) {
      return "chunk";
    }
    return "ne";
  }

  /**
   * Returns a hash of the key as {@link #ID_LENGTH} hexadecimal digits. Clients choose the strings
   * of a key, so only the hash is safe as a file name.
   */
  public String id() {
    MessageDigest digest = Sha256.digest();
    for (String part : List.of(project, layer, feature, user, unit.name())) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
      digest.update(bytes);
    }
    return Sha256.hex(digest).substring(0, ID_LENGTH);
  }
}
