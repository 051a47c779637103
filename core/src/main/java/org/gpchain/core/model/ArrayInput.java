package org.gpchain.core.model;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.gpchain.core.model.Manifest.ArrayEntry;
import org.gpchain.core.model.Manifest.ElementType;
import org.gpchain.core.text.Sha256;

/**
 * Reads what {@link ArrayOutput} writes, from a stranger: nothing is taken on trust. Sizes are
 * checked before memory is taken, and what is there is no larger than what it was compressed to
 * allows.
 */
final class ArrayInput {
  /**
   * The form that an array must have.
   *
   * @param type of its elements
   * @param length number of elements; {@link #ANY} if nothing else tells it
   * @param isVerified whether the length follows from what has been read: then the array may be
   *     compressed to any size, as sparse weights are
   */
  record Form(ElementType type, long length, boolean isVerified) {
    static final long ANY = -1;

    /** An array of any length. */
    static Form any(ElementType type) {
      return new Form(type, ANY, false);
    }

    /** An array of one length. */
    static Form of(ElementType type, long length) {
      return new Form(type, length, false);
    }
  }

  /** A manifest has labels, templates and settings, and never more than this. */
  static final int LARGEST_MANIFEST = 4 << 20;

  /** A description of a training run never has more than this. */
  private static final int LARGEST_RUN = 1 << 20;

  /** Bytes that a file may become however small it is. */
  private static final long ALWAYS_ALLOWED = 64L << 20;

  /** Numbers and words of a model hardly ever get smaller than a twentieth. */
  private static final int LARGEST_EXPANSION = 100;

  /** Arrays are held as bytes and as numbers, and what is made of them takes room too. */
  private static final int COPIES = 3;

  private final Counted counted;
  private final ZipInputStream zip;
  private final Set<String> seen = new HashSet<>();
  private final byte[] buffer = new byte[1 << 16];
  private long inflated;
  private long taken;
  private boolean fits = true;

  ArrayInput(InputStream in) {
    counted = new Counted(in);
    zip = new ZipInputStream(counted);
  }

  /** Counts the bytes that are read. */
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      int read = super.read(bytes, from, length);
      count += Math.max(0, read);
      return read;
    }
  }

  /** The bytes of the manifest, the first entry. */
  byte[] manifest() throws IOException {
    ZipEntry first = zip.getNextEntry();
    if (first == null || !first.getName().equals(ArrayOutput.MANIFEST)) {
      throw new ModelFormatException.Corrupt("it does not begin with a manifest", null);
    }
    byte[] json = zip.readNBytes(LARGEST_MANIFEST + 1);
    if (json.length > LARGEST_MANIFEST) {
      throw new ModelFormatException.Corrupt(
          "its manifest has more than " + (LARGEST_MANIFEST >> 20) + " MB", null);
    }
    return json;
  }

  /**
   * Goes through the next array.
   *
   * @param form what it must be
   * @param wanted whether its bytes are wanted
   * @return its bytes; null if they are not wanted, or if one of the arrays does not fit into the
   *     heap, see {@link #checkHeap}
   */
  byte[] array(ArrayEntry array, Form form, boolean wanted) throws IOException {
    enter(array);
    long size = size(array, form);
    taken += wanted ? size : 0;
    fits &= taken <= Runtime.getRuntime().maxMemory() / COPIES;
    boolean kept = wanted && fits;
    MessageDigest digest = Sha256.digest();
    // Grows with the bytes that are there: a damaged size does not take the memory that it claims.
    GrowingBytes bytes = new GrowingBytes(kept ? size : 0);
    long length = 0;
    for (int read = zip.read(buffer); read >= 0; read = zip.read(buffer)) {
      length += read;
      inflated += form.isVerified() ? 0 : read;
      checkExpansion(array.name());
      if (length > size) {
        break;
      }
      if (wanted) {
        digest.update(buffer, 0, read);
      }
      if (kept) {
        bytes.add(buffer, read);
      }
    }
    if (length != size) {
      throw new ModelFormatException.Corrupt(
          "the array " + array.name() + " is shorter or longer than " + size + " bytes", null);
    }
    if (wanted && !Sha256.hex(digest).equals(array.sha256())) {
      throw new ModelFormatException.Corrupt(
          "the checksum of the array " + array.name() + " is wrong", null);
    }
    return kept ? bytes.all() : null;
  }

  private void enter(ArrayEntry array) throws IOException {
    if (!seen.add(array.name())) {
      throw new ModelFormatException.Corrupt("the array " + array.name() + " occurs twice", null);
    }
    ZipEntry entry = zip.getNextEntry();
    if (entry == null || !entry.getName().equals(array.name())) {
      throw new ModelFormatException.Corrupt("the array " + array.name() + " is missing", null);
    }
  }

  private static long size(ArrayEntry array, Form form) throws ModelFormatException {
    long size = (long) array.length() * form.type().bytes();
    if (array.type() != form.type()
        || array.length() < 0
        || (form.length() != Form.ANY && array.length() != form.length())
        || size > Integer.MAX_VALUE - 16) {
      throw new ModelFormatException.Corrupt(
          "the array %s cannot have %s elements of type %s"
              .formatted(array.name(), array.length(), array.type()),
          null);
    }
    return size;
  }

  private void checkExpansion(String name) throws ModelFormatException {
    if (inflated > ALWAYS_ALLOWED + LARGEST_EXPANSION * counted.count) {
      throw new ModelFormatException.Corrupt(
          "the array %s is compressed more than models are, to less than a %sth"
              .formatted(name, LARGEST_EXPANSION),
          null);
    }
  }

  /**
   * Checks that all arrays that were wanted fit into the heap.
   *
   * @throws IOException if they do not; it says how much is needed
   */
  void checkHeap() throws IOException {
    if (!fits) {
      throw new IOException(
          String.format(
              "the file needs more memory than Java may use, %s MB; give it at least -Xmx%sm",
              Runtime.getRuntime().maxMemory() >> 20, ((COPIES * taken) >> 20) + 64));
    }
  }

  /**
   * The bytes of one more entry.
   *
   * @return null if it is not there, or larger than any that is of use
   */
  byte[] rest(String name) throws IOException {
    ZipEntry last = zip.getNextEntry();
    if (last == null || !last.getName().equals(name)) {
      return null;
    }
    byte[] bytes = zip.readNBytes(LARGEST_RUN + 1);
    return bytes.length > LARGEST_RUN ? null : bytes;
  }

  /** Bytes that become more. */
  private static final class GrowingBytes {
    private final int size;
    private byte[] bytes;
    private int count;

    GrowingBytes(long size) {
      this.size = (int) size;
      this.bytes = new byte[Math.min(this.size, 1 << 16)];
    }

    void add(byte[] more, int length) {
      if (count + length > bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(size, 2L * (count + length)));
      }
      System.arraycopy(more, 0, bytes, count, length);
      count += length;
    }

    byte[] all() {
      return bytes;
    }
  }
}
