package org.gpchain.internal.server.http;

import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Bytes in blocks, of a body that arrives or of an answer that is written. Unlike an array that
 * grows, the blocks are copied only once: when all bytes have been written. Not thread-safe.
 */
public final class ByteBlocks extends OutputStream {
  /** Minimum size of a block (bytes). */
  private static final int MIN_BLOCK = 1 << 10;

  /** Maximum size of a block (bytes). */
  private static final int MAX_BLOCK = 1 << 20;

  private final Deque<byte[]> fullBlocks = new ArrayDeque<>();
  private byte[] block = new byte[0];

  /** Number of bytes in the last block. */
  private int filled;

  private int length;

  /** Creates an empty object. */
  public ByteBlocks() {}

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) {
    int next = offset;
    while (next < offset + count) {
      if (filled == block.length) {
        fullBlocks.add(block);
        block = new byte[Math.min(MAX_BLOCK, Math.max(MIN_BLOCK, length))];
        filled = 0;
      }
      int copied = Math.min(block.length - filled, offset + count - next);
      System.arraycopy(bytes, next, block, filled, copied);
      next += copied;
      filled += copied;
      length += copied;
    }
  }

  /** Returns all bytes in one array. The blocks are dropped one by one meanwhile. */
  public byte[] take() {
    byte[] all = new byte[length];
    int next = 0;
    while (!fullBlocks.isEmpty()) {
      byte[] full = fullBlocks.remove();
      System.arraycopy(full, 0, all, next, full.length);
      next += full.length;
    }
    System.arraycopy(block, 0, all, next, filled);
    clear();
    return all;
  }

  /** Drops all bytes. */
  void clear() {
    fullBlocks.clear();
    block = new byte[0];
    filled = 0;
    length = 0;
  }
}
