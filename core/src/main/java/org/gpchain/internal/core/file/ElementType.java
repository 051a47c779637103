package org.gpchain.internal.core.file;

/** The type of the elements of an array in a file; all are little-endian. */
public enum ElementType {
  /** Signed bytes. */
  INT8(1),
  /** Integers of 32 bits. */
  INT32(4),
  /** Single-precision numbers. */
  FLOAT32(4),
  /** Double-precision numbers. */
  FLOAT64(8);

  /** Size of an element in bytes. */
  final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }
}
