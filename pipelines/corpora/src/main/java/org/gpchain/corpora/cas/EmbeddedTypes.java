package org.gpchain.corpora.cas;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.util.Set;
import org.apache.uima.cas.impl.CASMgrSerializer;

/**
 * The types that a binary document brings, which are a Java object: strings and numbers in arrays.
 * Nothing else is let through, and no array that would be longer than the file.
 */
final class EmbeddedTypes {
  private static final Set<Class<?>> ALLOWED =
      Set.of(CASMgrSerializer.class, String.class, String[].class, int[].class);

  private static final int DEPTH = 4;

  private EmbeddedTypes() {}

  /**
   * Reads the object, and nothing that follows it.
   *
   * @throws DamagedDocumentException if it is another one, or contains other ones
   */
  static CASMgrSerializer read(ByteArrayInputStream in) throws IOException {
    int length = in.available();
    // Not closed: that would close nothing but an array.
    ObjectInputStream objects = new ObjectInputStream(in);
    objects.setObjectInputFilter(info -> status(info, length));
    try {
      if (objects.readObject() instanceof CASMgrSerializer types) {
        Limits.check("types", types.typeNames == null ? 0 : types.typeNames.length, Limits.TYPES);
        return types;
      }
      throw new DamagedDocumentException("the Java object in it is not a type system");
    } catch (InvalidClassException | ClassNotFoundException e) {
      throw new DamagedDocumentException(
          0, "it contains a Java object that is not a type system, which is not read", e);
    }
  }

  /**
   * @param length number of bytes that are there
   */
  private static Status status(FilterInfo info, int length) {
    boolean fits =
        info.arrayLength() <= length
            && info.depth() <= DEPTH
            && info.references() <= length
            && info.streamBytes() <= length;
    boolean allowed = info.serialClass() == null || ALLOWED.contains(info.serialClass());
    return fits && allowed ? Status.ALLOWED : Status.REJECTED;
  }
}
