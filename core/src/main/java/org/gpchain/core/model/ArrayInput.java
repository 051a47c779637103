package org.gpchain.core.model;

import static org.gpchain.core.model.ModelFormatException.check;
import static org.gpchain.core.model.ModelFormatException.damage;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.gpchain.core.model.Manifest.ArrayEntry;
import org.gpchain.core.model.Manifest.ElementType;
import org.gpchain.core.text.Sha256;

/**
 * Reads what {@link ArrayOutput} writes, array by array in the same order, from a stranger: nothing
 * is taken on trust. Sizes are checked before memory is taken, and what is there is no larger than
 * what it was compressed to allows.
 */
final class ArrayInput {
  /** The length of an array if nothing else tells it. */
  static final long ANY = -1;

  /** Of a score, a weight, a coefficient: sums of their products are finite numbers. */
  static final double LARGEST = 1e30;

  /** A manifest has labels, templates and settings, and never more than this. */
  static final int LARGEST_MANIFEST = 4 << 20;

  /** A description of a training run never has more than this. */
  private static final int LARGEST_RUN = 1 << 20;

  /** Bytes that a file may become however small it is. */
  private static final long ALWAYS_ALLOWED = 64L << 20;

  /** Numbers and words of a model hardly ever get smaller than a twentieth. */
  private static final int LARGEST_EXPANSION = 100;

  /** What an array takes before its first byte has been read. */
  private static final int PREPARED = 8 << 20;

  /** Arrays are held as bytes and as numbers, and what is made of them takes room too. */
  private static final int COPIES = 3;

  private final Counted counted;
  private final ZipInputStream zip;
  private final boolean isHashed;
  private final byte[] buffer = new byte[1 << 16];
  private List<ArrayEntry> arrays = List.of();
  private int next;
  private long inflated;
  private long taken;

  /**
   * @param isHashed whether the SHA-256 of arrays are checked, which takes a short run longer than
   *     all the rest; the CRC-32 of the zip always are
   */
  ArrayInput(InputStream in, boolean isHashed) {
    this.isHashed = isHashed;
    // A zip stream reads 512 bytes at a time.
    counted = new Counted(new BufferedInputStream(in, buffer.length));
    zip = new ZipInputStream(counted);
  }

  /** Counts the bytes that are read; a zip is read in blocks. */
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
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
    check(
        first != null && first.getName().equals(ArrayOutput.MANIFEST),
        "it does not begin with a manifest");
    byte[] json = zip.readNBytes(LARGEST_MANIFEST + 1);
    check(
        json.length <= LARGEST_MANIFEST,
        "its manifest has more than %s MB",
        LARGEST_MANIFEST >> 20);
    return json;
  }

  void begin(List<ArrayEntry> listed) {
    arrays = listed;
  }

  boolean isNext(String name) {
    return next < arrays.size() && arrays.get(next).name().equals(name);
  }

  byte[] bytes(String name) throws IOException {
    return read(name, ElementType.INT8, ANY, false);
  }

  int[] ints(String name, long length) throws IOException {
    byte[] bytes = read(name, ElementType.INT32, length, false);
    int[] values = new int[bytes.length / Integer.BYTES];
    ArrayBytes.wrap(bytes).asIntBuffer().get(values);
    return values;
  }

  /**
   * Numbers of any size that sums and products of scores can have.
   *
   * @param isVerified whether the length follows from what has been read: then the array may be
   *     compressed to any size, as sparse weights are
   */
  float[] floats(String name, long length, boolean isVerified) throws IOException {
    byte[] bytes = read(name, ElementType.FLOAT32, length, isVerified);
    float[] values = new float[bytes.length / Float.BYTES];
    ArrayBytes.wrap(bytes).asFloatBuffer().get(values);
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] >= -LARGEST && values[i] <= LARGEST)) {
        throw outside(name, i, values[i], -LARGEST, LARGEST);
      }
    }
    return values;
  }

  /** Numbers of any size that sums and products of scores can have. */
  double[] doubles(String name, long length) throws IOException {
    return doubles(name, length, -LARGEST, LARGEST);
  }

  /** Numbers between two others, which are allowed too. */
  double[] doubles(String name, long length, double least, double largest) throws IOException {
    byte[] bytes = read(name, ElementType.FLOAT64, length, false);
    double[] values = new double[bytes.length / Double.BYTES];
    ArrayBytes.wrap(bytes).asDoubleBuffer().get(values);
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] >= least && values[i] <= largest)) {
        throw outside(name, i, values[i], least, largest);
      }
    }
    return values;
  }

  private static RuntimeException outside(
      String name, int i, double value, double least, double largest) {
    return damage(
        "number %s of the array %s must be between %s and %s, is %s",
        i, name, least, largest, value);
  }

  /** Texts, as {@link ArrayOutput#addTexts} wrote them. */
  List<String> texts(String endsName, String name) throws IOException {
    int[] ends = ints(endsName, ANY);
    return ArrayBytes.strings(bytes(name), ends);
  }

  private byte[] read(String name, ElementType type, long length, boolean isVerified)
      throws IOException {
    check(isNext(name), "the array %s is missing", name);
    ArrayEntry array = arrays.get(next);
    checkForm(array, array.type() == type && (length == ANY || array.length() == length));
    return content(true, isVerified);
  }

  private static void checkForm(ArrayEntry array, boolean isProper) {
    check(
        isProper,
        "the array %s cannot have %s elements of type %s",
        array.name(),
        array.length(),
        array.type());
  }

  /** Goes over those of the arrays of these names that come next, in this order. */
  void skip(String... names) throws IOException {
    for (String name : names) {
      if (isNext(name)) {
        content(false, false);
      }
    }
  }

  /**
   * Goes through the next array.
   *
   * @return its bytes; null if they are not wanted
   * @throws IOException if it does not fit into the heap; it says how much is needed
   */
  private byte[] content(boolean isWanted, boolean isVerified) throws IOException {
    ArrayEntry array = arrays.get(next++);
    long size = size(array);
    checkForm(array, size >= 0 && size <= Integer.MAX_VALUE - 16);
    ZipEntry entry = zip.getNextEntry();
    check(
        entry != null && entry.getName().equals(array.name()),
        "the array %s is missing",
        array.name());
    taken += isWanted ? size : 0;
    boolean fits = taken <= Runtime.getRuntime().maxMemory() / COPIES;
    boolean isKept = isWanted && fits;
    MessageDigest digest = isWanted && isHashed ? Sha256.digest() : null;
    // Grows with the bytes that are there: a damaged size does not take the memory that it claims.
    byte[] bytes = new byte[isKept ? (int) Math.min(size, PREPARED) : 0];
    long length = 0;
    for (int read = zip.read(buffer); read >= 0 && length <= size; read = zip.read(buffer)) {
      inflated += isVerified ? 0 : read;
      check(
          inflated <= ALWAYS_ALLOWED + LARGEST_EXPANSION * counted.count,
          "the array %s is compressed more than models are, to less than a %sth",
          array.name(),
          LARGEST_EXPANSION);
      long end = length + read;
      if (isKept && end <= size) {
        if (end > bytes.length) {
          bytes = Arrays.copyOf(bytes, (int) Math.min(size, 2 * end));
        }
        System.arraycopy(buffer, 0, bytes, (int) length, read);
      }
      if (digest != null) {
        digest.update(buffer, 0, read);
      }
      length = end;
    }
    check(length == size, "the array %s is shorter or longer than %s bytes", array.name(), size);
    check(
        digest == null || Sha256.hex(digest).equals(array.sha256()),
        "the checksum of the array %s is wrong",
        array.name());
    if (isWanted && !fits) {
      throw tooLarge();
    }
    return isKept ? bytes : null;
  }

  private static long size(ArrayEntry array) {
    return (long) array.length() * array.type().bytes;
  }

  private IOException tooLarge() {
    long all = arrays.stream().mapToLong(ArrayInput::size).sum();
    return new IOException(
        String.format(
            "the file needs more memory than Java may use, %s MB; give it at least -Xmx%sm",
            Runtime.getRuntime().maxMemory() >> 20, ((COPIES * all) >> 20) + 64));
  }

  /** No array of a kind of file may be left. */
  void end(String kind) {
    if (next < arrays.size()) {
      throw damage("no %s has an array '%s'", kind, arrays.get(next).name());
    }
  }

  /** The bytes of one more entry; null if it is not there, or larger than any that is of use. */
  byte[] rest(String name) throws IOException {
    ZipEntry last = zip.getNextEntry();
    if (last == null || !last.getName().equals(name)) {
      return null;
    }
    byte[] bytes = zip.readNBytes(LARGEST_RUN + 1);
    return bytes.length > LARGEST_RUN ? null : bytes;
  }
}
