package org.gpchain.corpora.cas;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Checks the sizes of a document in UIMA's compressed binary formats (4 and 6): streams of numbers
 * of one kind each, such as the lengths of all arrays, each compressed by itself.
 */
final class CompressedCheck {
  private static final int BUFFER = 1 << 13;
  private static final int STREAMS = 18;
  private static final int ARRAY_LENGTHS = 0;
  private static final int TYPES = 5;
  private static final int STRING_LENGTHS = 7;
  private static final int CHARACTERS = 15;
  private static final int CONTROL = 16;

  /** UIMA's number of the type of sofas. */
  private static final int SOFA = 33;

  private final DataInputStream in;
  private final long expandedLimit;
  private final byte[][] streams = new byte[STREAMS][];
  private long expanded;

  /**
   * A check.
   *
   * @param in what follows the header and the types
   * @param length number of its bytes
   */
  CompressedCheck(DataInputStream in, long length) {
    this.in = in;
    this.expandedLimit = Math.max(Limits.EXPANDED_BYTES, Limits.EXPANSION * length);
  }

  /** What is done with each number of a stream. */
  private interface Numbers {
    void accept(long index, int number) throws DamagedDocumentException;
  }

  /**
   * Checks the sizes.
   *
   * @return the number of views
   * @throws EOFException if the file is shorter than they say
   * @throws DamagedDocumentException if one is impossible, or beyond a limit
   */
  int check() throws IOException {
    readStreams();
    for (byte[] stream : streams) {
      if (stream != null) {
        expand(stream);
      }
    }
    checkArrays();
    checkStrings();
    int views = checkViews();
    checkCharacters();
    return views;
  }

  private void readStreams() throws IOException {
    int count = in.readInt();
    if (count < 0 || count > STREAMS) {
      throw new DamagedDocumentException("it cannot have " + count + " streams");
    }
    int[][] entries = new int[count][];
    for (int i = 0; i < count; i++) {
      entries[i] = new int[] {in.readUnsignedByte(), in.readInt()};
      in.readInt();
    }
    for (int[] entry : entries) {
      if (entry[0] >= STREAMS || streams[entry[0]] != null) {
        throw new DamagedDocumentException("its stream " + entry[0] + " is not the only one");
      }
      if (entry[1] < 0 || entry[1] > in.available()) {
        throw new EOFException();
      }
      streams[entry[0]] = in.readNBytes(entry[1]);
    }
  }

  private static InputStream inflated(byte[] stream) {
    // The inflater may need one more byte, as java.util.zip.Inflater says.
    InputStream padded = new ByteArrayInputStream(Arrays.copyOf(stream, stream.length + 1));
    return new InflaterInputStream(padded, new Inflater(true)) {
      @Override
      public void close() throws IOException {
        super.close();
        inf.end();
      }
    };
  }

  /** Adds what a stream becomes. */
  private void expand(byte[] stream) throws IOException {
    byte[] buffer = new byte[BUFFER];
    try (InputStream inflated = inflated(stream)) {
      for (int count = inflated.read(buffer); count >= 0; count = inflated.read(buffer)) {
        expanded += count;
        Limits.check("bytes when it is expanded", expanded, expandedLimit);
      }
    }
  }

  /** An element of an array takes a byte at least. */
  private void checkArrays() throws IOException {
    long[] sum = new long[1];
    forEach(
        ARRAY_LENGTHS,
        (index, number) -> {
          sum[0] += Integer.toUnsignedLong(number);
          if (sum[0] > expanded) {
            throw new DamagedDocumentException(
                "it ends too early: an array of " + number + " elements does not fit into it");
          }
        });
  }

  /** Strings are places among characters, so that a few characters could be any number of them. */
  private void checkStrings() throws IOException {
    long limit = Math.max(Limits.EXPANDED_BYTES, Limits.EXPANSION * expanded);
    long[] sum = new long[1];
    forEach(
        STRING_LENGTHS,
        (index, number) -> {
          // The last bit is the sign.
          sum[0] += (number & 1) == 0 ? number >>> 1 : 0;
          Limits.check("characters of strings", sum[0], limit);
        });
  }

  /** The first number is the size of all; those of views and sofas follow. */
  private int checkViews() throws IOException {
    int[] views = new int[1];
    forEach(
        CONTROL,
        (index, number) -> {
          if (index == 1 || index == 2) {
            Limits.check("views", Integer.toUnsignedLong(number), Limits.VIEWS);
          }
          views[0] = index == 1 ? number : views[0];
        });
    int[] sofas = new int[1];
    forEach(
        TYPES,
        (index, number) -> {
          sofas[0] += number == SOFA ? 1 : 0;
          Limits.check("views", sofas[0], Limits.VIEWS);
        });
    return views[0];
  }

  /** A number of strings, then each: one more than its length, and its bytes. */
  private void checkCharacters() throws IOException {
    if (streams[CHARACTERS] == null) {
      return;
    }
    try (DataInputStream characters = numbers(CHARACTERS)) {
      long strings = fitting(number(characters));
      for (long i = 0; i < strings; i++) {
        characters.skipNBytes(fitting(Math.max(0, number(characters) - 1)));
      }
    }
  }

  private long fitting(int length) throws DamagedDocumentException {
    if (Integer.toUnsignedLong(length) > expanded) {
      throw new DamagedDocumentException(
          "it ends too early: " + length + " characters do not fit into it");
    }
    return length;
  }

  private DataInputStream numbers(int stream) {
    return new DataInputStream(new BufferedInputStream(inflated(streams[stream])));
  }

  private void forEach(int stream, Numbers action) throws IOException {
    if (streams[stream] == null) {
      return;
    }
    try (DataInputStream numbers = numbers(stream)) {
      for (long index = 0; ; index++) {
        numbers.mark(1);
        if (numbers.read() < 0) {
          return;
        }
        numbers.reset();
        action.accept(index, number(numbers));
      }
    }
  }

  /** A number of variable length: seven bits in each byte, the least first. */
  private static int number(DataInputStream in) throws IOException {
    int number = 0;
    for (int shift = 0; shift < 5 * 7; shift += 7) {
      int next = in.readUnsignedByte();
      number |= (next & 0x7F) << shift;
      if (next < 0x80) {
        return number;
      }
    }
    throw new DamagedDocumentException("a number in it is too long");
  }
}
