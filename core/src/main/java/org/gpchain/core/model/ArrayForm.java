package org.gpchain.core.model;

import org.gpchain.core.model.Manifest.ElementType;

/**
 * What an array must be.
 *
 * @param type of its elements
 * @param length number of elements; {@link #ANY} if nothing else tells it
 * @param isVerified whether the length follows from what has been read: then the array may be
 *     compressed to any size, as sparse weights are
 */
record ArrayForm(ElementType type, long length, boolean isVerified) {
  static final long ANY = -1;

  /** An array of any length. */
  static ArrayForm any(ElementType type) {
    return new ArrayForm(type, ANY, false);
  }

  /** An array of one length. */
  static ArrayForm of(ElementType type, long length) {
    return new ArrayForm(type, length, false);
  }
}
