package org.gpchain.documents.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;

/**
 * Damages binary documents: any bytes of them, numbers within compressed streams, which are
 * compressed again, and the Java object that holds the types.
 */
final class BinaryMutator implements Fuzz.Mutator {
  private static final int COMPRESSED = 0x04;
  private static final int WITH_TYPES = 0x18;
  private static final int[] VALUES = {0, 1, 2, 127, 128, 255, 1 << 14, 1 << 20, 0x7FFFFFF5, -1};

  private final byte[] sound;
  private final int headerEnd;
  private final int typesEnd;
  private final boolean compressed;

  BinaryMutator(byte[] sound) {
    this.sound = sound;
    int flags = sound[7];
    this.compressed = (flags & COMPRESSED) != 0;
    this.headerEnd = compressed ? 12 : 8;
    this.typesEnd = (flags & WITH_TYPES) == 0 ? headerEnd : objectEnd(sound, headerEnd);
  }

  private static int objectEnd(byte[] bytes, int start) {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes, start, bytes.length - start);
    try {
      new ObjectInputStream(in).readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
    return bytes.length - in.available();
  }

  @Override
  public byte[] mutant(Random random) {
    try {
      int kind = random.nextInt(8);
      if (kind == 0) {
        return Mutations.bytes(sound, random);
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(sound, 0, headerEnd);
      byte[] types = slice(headerEnd, typesEnd);
      out.write(kind == 1 && types.length > 0 ? damagedTypes(types, random) : types);
      byte[] rest = slice(typesEnd, sound.length);
      out.write(compressed && kind > 2 ? damagedStreams(rest, random) : words(rest, random));
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The document with another number of one byte in a stream.
   *
   * @param kind of the stream, which must be there
   * @param place of the byte in it
   */
  byte[] withByte(int kind, int place, int value) throws IOException {
    List<Stream> streams = streams(slice(typesEnd, sound.length));
    for (Stream stream : streams) {
      if (stream.kind() == kind) {
        stream.bytes()[place] = (byte) value;
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(sound, 0, typesEnd);
    out.write(bytes(streams));
    return out.toByteArray();
  }

  private byte[] slice(int from, int to) {
    return Arrays.copyOfRange(sound, from, to);
  }

  private static byte[] damagedTypes(byte[] types, Random random) throws IOException {
    if (random.nextInt(4) > 0) {
      return Mutations.bytes(types, random);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
      objects.writeObject(
          Mutations.any(random, new HashMap<>(), new int[0], "types", List.of(1), 7));
    }
    return out.toByteArray();
  }

  /** Whole numbers of four bytes. */
  private static byte[] words(byte[] bytes, Random random) {
    byte[] damaged = bytes.clone();
    for (int times = random.nextInt(3); times >= 0; times--) {
      int place = random.nextInt(Math.max(1, damaged.length / 4)) * 4;
      int value = VALUES[random.nextInt(VALUES.length)];
      for (int i = 0; i < 4 && place + i < damaged.length; i++) {
        damaged[place + i] = (byte) (value >>> (8 * (3 - i)));
      }
    }
    return damaged;
  }

  /**
   * A stream of a kind.
   *
   * @param kind its number
   * @param bytes what it contains
   */
  private record Stream(int kind, byte[] bytes) {}

  private static byte[] damagedStreams(byte[] bytes, Random random) throws IOException {
    List<Stream> streams = streams(bytes);
    int changed = random.nextInt(streams.size());
    Stream stream = streams.get(changed);
    streams.set(changed, new Stream(stream.kind(), damagedNumbers(stream.bytes(), random)));
    return bytes(streams);
  }

  private static byte[] bytes(List<Stream> streams) throws IOException {
    ByteArrayOutputStream contents = new ByteArrayOutputStream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(streams.size());
    for (Stream each : streams) {
      byte[] deflated = deflated(each.bytes());
      data.writeByte(each.kind());
      data.writeInt(deflated.length);
      data.writeInt(each.bytes().length);
      contents.write(deflated);
    }
    out.write(contents.toByteArray());
    return out.toByteArray();
  }

  private static List<Stream> streams(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int[][] entries = new int[in.readInt()][];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = new int[] {in.readUnsignedByte(), in.readInt(), in.readInt()};
    }
    List<Stream> streams = new ArrayList<>();
    for (int[] entry : entries) {
      InflaterInputStream inflated =
          new InflaterInputStream(
              new ByteArrayInputStream(in.readNBytes(entry[1])), new Inflater(true));
      streams.add(new Stream(entry[0], inflated.readNBytes(entry[2])));
    }
    return streams;
  }

  private static byte[] deflated(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater =
        new DeflaterOutputStream(out, new Deflater(Deflater.BEST_SPEED, true))) {
      deflater.write(bytes);
    }
    return out.toByteArray();
  }

  /** Numbers of variable length, as these streams have them. */
  private static byte[] damagedNumbers(byte[] bytes, Random random) {
    if (bytes.length == 0 || random.nextInt(4) == 0) {
      return Mutations.bytes(bytes, random);
    }
    int place = random.nextInt(bytes.length);
    int value = VALUES[random.nextInt(VALUES.length)];
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, place);
    while ((value & ~0x7F) != 0) {
      out.write((value & 0x7F) | 0x80);
      value >>>= 7;
    }
    out.write(value);
    out.write(bytes, place + 1, bytes.length - place - 1);
    return out.toByteArray();
  }
}
