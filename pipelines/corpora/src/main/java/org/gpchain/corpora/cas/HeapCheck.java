package org.gpchain.corpora.cas;

import java.io.DataInputStream;
import java.io.IOException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.cas.impl.TypeImpl;
import org.apache.uima.cas.impl.TypeSystemImpl;

/**
 * Checks the sizes of a document in UIMA's plain binary format: a heap of numbers, characters of
 * strings, places of strings among them, indexes, and heaps of bytes, short and long numbers. Each
 * begins with its size.
 */
final class HeapCheck {
  private final DataInputStream in;
  private final long length;
  private final boolean swapped;
  private final TypeSystemImpl types;
  private long read;

  /**
   * A check.
   *
   * @param in what follows the header and the types
   * @param length number of its bytes
   * @param swapped whether the bytes of its numbers are the other way round
   * @param types of the document
   */
  HeapCheck(DataInputStream in, long length, boolean swapped, TypeSystem types) {
    this.in = in;
    this.length = length;
    this.swapped = swapped;
    this.types = (TypeSystemImpl) types;
  }

  /**
   * Checks the sizes.
   *
   * @return the number of views
   * @throws java.io.EOFException if the file is shorter than they say
   * @throws DamagedDocumentException if one is negative, or beyond a limit
   */
  int check() throws IOException {
    int[] heap = ints(size(Integer.BYTES));
    skip(size(Character.BYTES), Character.BYTES, Integer.BYTES);
    checkStrings(size(Integer.BYTES));
    int views = checkIndexes(size(Integer.BYTES));
    skip(size(Byte.BYTES), Byte.BYTES, Integer.BYTES);
    skip(size(Short.BYTES), Short.BYTES, Integer.BYTES);
    skip(size(Long.BYTES), Long.BYTES, Long.BYTES);
    checkArrays(heap);
    return views;
  }

  private int readInt() throws IOException {
    read += Integer.BYTES;
    int value = in.readInt();
    return swapped ? Integer.reverseBytes(value) : value;
  }

  /** A number of elements that are in the file. */
  private int size(int elementBytes) throws IOException {
    int size = readInt();
    if (size < 0 || (long) size * elementBytes > length - read) {
      throw new DamagedDocumentException(
          "it ends too early: an array of " + size + " elements does not fit into it");
    }
    return size;
  }

  private int[] ints(int size) throws IOException {
    int[] values = new int[size];
    for (int i = 0; i < size; i++) {
      values[i] = readInt();
    }
    return values;
  }

  private void skip(int size, int elementBytes, int alignment) throws IOException {
    long bytes = (long) size * elementBytes;
    long padded = (bytes + alignment - 1) / alignment * alignment;
    in.skipNBytes(padded);
    read += padded;
  }

  /** Strings are places among characters, so that a few characters could be any number of them. */
  private void checkStrings(int size) throws IOException {
    int[] places = ints(size);
    long sum = 0;
    for (int i = 2; i < size; i += 2) {
      sum += Math.max(0, places[i]);
    }
    Limits.check(
        "characters of strings", sum, Math.max(Limits.EXPANDED_BYTES, Limits.EXPANSION * length));
  }

  private int checkIndexes(int size) throws IOException {
    int[] indexes = ints(size);
    for (int i = 0; i < Math.min(2, size); i++) {
      Limits.check("views", Integer.toUnsignedLong(indexes[i]), Limits.VIEWS);
    }
    return size == 0 ? 0 : indexes[0];
  }

  /** A heap is a sequence of structures: the number of their type, then features or elements. */
  private void checkArrays(int[] heap) throws IOException {
    long elements = 0;
    int sofas = 0;
    for (long i = 1; i < heap.length; ) {
      TypeImpl type = types.getTypeForCode(heap[(int) i]);
      if (type == null) {
        throw new DamagedDocumentException("there is no type of the number " + heap[(int) i]);
      }
      boolean array = type.isArray();
      int count = array && i + 1 < heap.length ? heap[(int) i + 1] : 0;
      elements += count;
      if (count < 0 || elements > length) {
        throw new DamagedDocumentException(
            "it ends too early: an array of " + count + " elements does not fit into it");
      }
      if (type.getName().equals(CAS.TYPE_NAME_SOFA) && i + 1 < heap.length) {
        Limits.check("views", ++sofas, Limits.VIEWS);
        // Its number, the first of its features, is an index of views.
        Limits.check("views", Integer.toUnsignedLong(heap[(int) i + 1]), Limits.VIEWS);
      }
      i += type.getFsSpaceReq(count);
    }
  }
}
