package org.gpchain.internal.formats.spans;

/** A part of a text, such as a token. Offsets count UTF-16 units; the end is exclusive. */
record TextRange(int begin, int end) {
  boolean crosses(int offset) {
    return begin < offset && offset < end;
  }
}
