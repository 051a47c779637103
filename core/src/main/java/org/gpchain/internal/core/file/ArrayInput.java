package org.gpchain.internal.core.file;

import static org.gpchain.internal.core.file.DamagedFileException.check;
import static org.gpchain.internal.core.file.DamagedFileException.damage;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.gpchain.core.text.Sha256;

/**
 * Reads the container that {@link ArrayOutput} writes, array by array in the same order. Files may
 * come from untrusted sources. Therefore, sizes are checked before memory is allocated, and arrays
 * with an unusually high compression ratio are rejected.
 *
 * <p>Methods throw a {@link DamagedFileException} if an array is missing, or has an unexpected
 * type, length, value or checksum.
 */
public final class ArrayInput {
  /** Length to request for an array of any length. */
  public static final long ANY = -1;

  /**
   * Maximum absolute value of a score, a weight or a coefficient. Sums of products of such values
   * are finite.
   */
  public static final double LARGEST = 1e30;

  /** Maximum size of a manifest (bytes). */
  public static final int LARGEST_MANIFEST = 4 << 20;

  /** Maximum size of the description of a training run (bytes). */
  private static final int LARGEST_RUN = 1 << 20;

  /** Total size of the arrays up to which the compression ratio is not checked (bytes). */
  private static final long ALWAYS_ALLOWED = 64L << 20;

  /**
   * Maximum ratio of uncompressed to compressed bytes above {@link #ALWAYS_ALLOWED}. The ratio of
   * the numbers and words of a model is hardly ever above 20.
   */
  private static final int LARGEST_EXPANSION = 100;

  /** Maximum memory that is allocated for an array before its first byte has been read (bytes). */
  private static final int PREPARED = 8 << 20;

  /**
   * Number of copies of an array in memory: its bytes, its numbers, and the object that is created
   * from the numbers.
   */
  private static final int COPIES = 3;

  private final Counted counted;
  private final ZipInputStream zip;
  private final boolean isHashed;
  private final byte[] buffer = new byte[1 << 16];

  /** Arrays of the file, in their order. */
  private List<ArrayEntry> arrays = List.of();

  /** Index of the next array. */
  private int next;

  /** Number of uncompressed bytes so far whose compression ratio is checked. */
  private long inflated;

  /** Total size of the arrays that have been requested so far (bytes). */
  private long taken;

  /**
   * Creates a reader.
   *
   * @param in the file; not closed
   * @param isHashed whether to check the SHA-256 of each array. In a short run, this takes longer
   *     than everything else. The CRC-32 of the zip format is always checked.
   */
  public ArrayInput(InputStream in, boolean isHashed) {
    this.isHashed = isHashed;
    // The buffer is needed because a zip stream reads only 512 bytes at a time.
    counted = new Counted(new BufferedInputStream(in, buffer.length));
    zip = new ZipInputStream(counted);
  }

  /** Counts the compressed bytes that are read. The zip stream reads them in blocks. */
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

  /** Reads the first entry, the manifest, and returns its bytes. */
  public byte[] manifest() throws IOException {
    ZipEntry first = zip.getNextEntry();
    check(
        first != null && first.getName().equals(ArrayOutput.MANIFEST),
        "it does not start with a manifest");
    byte[] json = zip.readNBytes(LARGEST_MANIFEST + 1);
    check(
        json.length <= LARGEST_MANIFEST,
        "its manifest has more than %s MB",
        LARGEST_MANIFEST >> 20);
    return json;
  }

  /**
   * Sets the arrays that the file has.
   *
   * @param listed arrays in the order of the file; retained, not copied
   */
  public void begin(List<ArrayEntry> listed) {
    arrays = listed;
  }

  /** Returns whether the file has an array of this name. */
  boolean has(String name) {
    return arrays.stream().anyMatch(array -> array.name().equals(name));
  }

  /** Returns whether the next array is the one of this name. */
  public boolean isNext(String name) {
    return next < arrays.size() && arrays.get(next).name().equals(name);
  }

  /** Reads the next array, of bytes. */
  public byte[] bytes(String name) throws IOException {
    return read(name, ElementType.INT8, ANY, false);
  }

  /**
   * Reads the next array, of integers.
   *
   * @param length number of elements that the array must have, or {@link #ANY}
   */
  public int[] ints(String name, long length) throws IOException {
    byte[] bytes = read(name, ElementType.INT32, length, false);
    int[] values = new int[bytes.length / Integer.BYTES];
    ArrayBytes.wrap(bytes).asIntBuffer().get(values);
    return values;
  }

  /**
   * Reads the next array, of numbers of at most {@link #LARGEST}.
   *
   * @param length number of elements that the array must have, or {@link #ANY}
   * @param isVerified whether the requested length follows from other parts of the file. The
   *     compression ratio is not checked then, because it is unlimited for sparse weights.
   */
  public float[] floats(String name, long length, boolean isVerified) throws IOException {
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

  /**
   * Reads the next array, of numbers of at most {@link #LARGEST}.
   *
   * @param length number of elements that the array must have, or {@link #ANY}
   */
  public double[] doubles(String name, long length) throws IOException {
    return doubles(name, length, -LARGEST, LARGEST);
  }

  /**
   * Reads the next array, of numbers in a given range.
   *
   * @param length number of elements that the array must have, or {@link #ANY}
   * @param least smallest number that is allowed
   * @param largest largest number that is allowed
   */
  public double[] doubles(String name, long length, double least, double largest)
      throws IOException {
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

  /** Returns the exception for a number that is out of range. */
  private static RuntimeException outside(
      String name, int i, double value, double least, double largest) {
    String range = "between %s and %s".formatted(least, largest);
    return damage("number %s of the array %s must be %s, is %s", i, name, range, value);
  }

  /** Reads the next two arrays as the texts that {@link ArrayOutput#addTexts} wrote. */
  public List<String> texts(String endsName, String name) throws IOException {
    int[] ends = ints(endsName, ANY);
    return ArrayBytes.strings(bytes(name), ends);
  }

  /** Reads the bytes of the next array after checking its name, type and length. */
  private byte[] read(String name, ElementType type, long length, boolean isVerified)
      throws IOException {
    check(isNext(name), "the array %s is missing", name);
    ArrayEntry array = arrays.get(next);
    checkForm(array, array.type() == type && (length == ANY || array.length() == length));
    return content(true, isVerified);
  }

  /** Throws an exception if the type or the length of an array is not as expected. */
  private static void checkForm(ArrayEntry array, boolean isProper) {
    check(
        isProper,
        "the array %s cannot have %s elements of type %s",
        array.name(),
        array.length(),
        array.type());
  }

  /** Skips arrays. Names that are not the name of the next array are ignored. */
  public void skip(String... names) throws IOException {
    for (String name : names) {
      if (isNext(name)) {
        content(false, false);
      }
    }
  }

  /**
   * Reads the next array to its end.
   *
   * @param isWanted whether to return the bytes; false to skip the array
   * @param isVerified as in {@link #floats}
   * @return the bytes of the array; null if they are not wanted
   * @throws IOException if the array does not fit into the heap; the message tells the memory that
   *     the file needs
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

    if (isWanted) {
      taken += size;
    }
    boolean fits = taken <= Runtime.getRuntime().maxMemory() / COPIES;
    // An array that does not fit is still read to its end, so that damage is reported first.
    boolean isKept = isWanted && fits;
    MessageDigest digest = isWanted && isHashed ? Sha256.digest() : null;

    // The array grows while it is read, so that a wrong size in the manifest takes no memory.
    byte[] bytes = new byte[isKept ? (int) Math.min(size, PREPARED) : 0];
    long length = 0;
    for (int read = zip.read(buffer); read >= 0 && length <= size; read = zip.read(buffer)) {
      if (!isVerified) {
        inflated += read;
      }
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

  /** Returns the size of an array in bytes. */
  private static long size(ArrayEntry array) {
    return (long) array.length() * array.type().bytes;
  }

  private IOException tooLarge() {
    long total = arrays.stream().mapToLong(ArrayInput::size).sum();
    long available = Runtime.getRuntime().maxMemory() >> 20;
    long needed = ((COPIES * total) >> 20) + 64;
    return new IOException(
        String.format(
            "the file needs more memory than Java may use (%s MB); start Java with"
                + " at least -Xmx%sm",
            available, needed));
  }

  /**
   * Checks that no array is left.
   *
   * @param kind kind of file, for the message
   */
  public void end(String kind) {
    if (next < arrays.size()) {
      throw damage("no %s has an array '%s'", kind, arrays.get(next).name());
    }
  }

  /**
   * Reads the entry that follows the arrays.
   *
   * @param name name of the entry
   * @return the bytes of the entry; null if it is missing, or larger than {@link #LARGEST_RUN}
   */
  public byte[] rest(String name) throws IOException {
    ZipEntry last = zip.getNextEntry();
    if (last == null || !last.getName().equals(name)) {
      return null;
    }
    byte[] bytes = zip.readNBytes(LARGEST_RUN + 1);
    return bytes.length > LARGEST_RUN ? null : bytes;
  }
}
