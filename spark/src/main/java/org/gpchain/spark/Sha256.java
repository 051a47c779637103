package org.gpchain.spark;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What tells bytes from other bytes. */
final class Sha256 {
  private final MessageDigest digest;

  Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      // Every Java has it.
      throw new IllegalStateException(e);
    }
  }

  /** Adds bytes. */
  Sha256 add(byte[] bytes) {
    digest.update(bytes);
    return this;
  }

  /** The hash of all that was added, in hexadecimal digits. */
  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
