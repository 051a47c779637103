package org.gpchain.corpora.cas;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.cas.impl.CASMgrSerializer;
import org.apache.uima.cas.impl.TypeSystemImpl;

/**
 * Checks the sizes that a document in a binary format declares. UIMA takes memory for what is
 * declared before it reads, so that a file of some bytes could ask for gigabytes.
 *
 * <p>A file begins with eight bytes: {@code UIMA}, or {@code AMIU} if its numbers have their bytes
 * the other way round, and flags; four more follow if it is compressed. Then come its types, as a
 * Java object, if it has them, and the feature structures ({@code
 * org.apache.uima.cas.impl.CommonSerDes}).
 */
final class BinaryCheck {
  private static final int DELTA = 0x02;
  private static final int COMPRESSED = 0x04;
  private static final int WITH_TYPES = 0x08 | 0x10;

  private final byte[] bytes;
  private final TypeSystem types;

  /**
   * A check.
   *
   * @param bytes the file, which has a magic number
   * @param types of the document, if it does not bring its own
   */
  BinaryCheck(byte[] bytes, TypeSystem types) {
    this.bytes = bytes;
    this.types = types;
  }

  /**
   * Checks the file.
   *
   * @return the number of views that it declares
   * @throws DamagedDocumentException if it is too short for what it declares, or beyond a limit
   */
  int check() throws IOException {
    ByteArrayInputStream rest = new ByteArrayInputStream(bytes);
    DataInputStream in = new DataInputStream(rest);
    try {
      boolean swapped = in.readInt() != 0x55494D41;
      int flags = swapped ? Integer.reverseBytes(in.readInt()) : in.readInt();
      if ((flags & DELTA) != 0) {
        throw new DamagedDocumentException("it holds the changes of another document only");
      }
      boolean compressed = (flags & COMPRESSED) != 0;
      if (compressed) {
        in.readInt();
      }
      TypeSystem own = (flags & WITH_TYPES) == 0 ? types : embedded(rest);
      return compressed
          ? new CompressedCheck(in, rest.available()).check()
          : new HeapCheck(in, rest.available(), swapped, own).check();
    } catch (EOFException e) {
      throw new DamagedDocumentException(0, "it ends too early", e);
    }
  }

  /** The types that the file brings. */
  private static TypeSystem embedded(ByteArrayInputStream in) throws IOException {
    CASMgrSerializer serialized = EmbeddedTypes.read(in);
    TypeSystemImpl own = serialized.getTypeSystem();
    return own.commit();
  }
}
