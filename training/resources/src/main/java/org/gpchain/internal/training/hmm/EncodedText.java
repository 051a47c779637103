package org.gpchain.internal.training.hmm;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A text whose sentences are stored in a file as word numbers. The file has the length of each
 * sentence, followed by the numbers of its words, four bytes each.
 *
 * <p>Only a few blocks of sentences are in memory at a time. A pass loads several blocks at a time
 * in random order and shuffles their sentences.
 */
public final class EncodedText implements AutoCloseable {
  /** Number of sentences per block. */
  private static final int BLOCK = 1024;

  /** Number of blocks in memory. */
  private static final int BLOCKS_AT_A_TIME = 16;

  /** Size of the buffer for writing (bytes). */
  private static final int BUFFER_SIZE = 1 << 16;

  private final FileChannel file;
  private final int wordCount;
  private final long sentences;
  private final long tokens;

  /** Position of each block in the file, and the end of the file (bytes). */
  private final long[] blockStart;

  private EncodedText(Writer written, int wordCount) throws IOException {
    this.file =
        FileChannel.open(written.path, StandardOpenOption.READ, StandardOpenOption.DELETE_ON_CLOSE);
    this.wordCount = wordCount;
    this.sentences = written.sentences;
    this.tokens = written.tokens;
    this.blockStart = written.blockStart.stream().mapToLong(Long::longValue).toArray();
  }

  /** A writer of sentences to a file. */
  public static final class Writer implements AutoCloseable {
    private final Path path;
    private final DataOutputStream out;
    private final List<Long> blockStart = new ArrayList<>();
    private long bytes;
    private long sentences;
    private long tokens;
    private boolean isRead;

    /**
     * Creates the file.
     *
     * @param path path of the file, which is overwritten. The file is deleted when the text that
     *     {@link #read} returns is closed, or when this writer is closed without a text
     */
    public Writer(Path path) throws IOException {
      this.path = path;
      out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), BUFFER_SIZE));
    }

    /** Adds a sentence, unless it is empty. */
    public void add(int[] words) throws IOException {
      if (words.length == 0) {
        return;
      }
      if (sentences % BLOCK == 0) {
        blockStart.add(bytes);
      }

      out.writeInt(words.length);
      for (int word : words) {
        out.writeInt(word);
      }
      bytes += Integer.BYTES * (words.length + 1L);
      tokens += words.length;
      sentences++;
    }

    /**
     * Completes the file and returns the text, which the caller must close.
     *
     * @param wordCount number of different words W
     */
    public EncodedText read(int wordCount) throws IOException {
      out.close();
      blockStart.add(bytes);
      isRead = true;
      return new EncodedText(this, wordCount);
    }

    @Override
    public void close() throws IOException {
      out.close();
      if (!isRead) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** Returns the number of sentences. */
  public long sentenceCount() {
    return sentences;
  }

  /** Returns the number of tokens. */
  public long tokenCount() {
    return tokens;
  }

  /** Returns the number of different words W. Words are numbers in {@code [0, W)}. */
  public int wordCount() {
    return wordCount;
  }

  /** Starts a pass over all sentences in an order that depends on the seed. */
  public Pass pass(long seed) {
    return new Pass(seed);
  }

  /** Passes all sentences to a visitor in an order that depends on the seed. */
  public void forEach(long seed, Consumer<int[]> visitor) throws IOException {
    Pass pass = pass(seed);
    while (pass.hasNext()) {
      pass.next(BLOCK).forEach(visitor);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** A pass over all sentences. */
  public final class Pass {
    private final UniformRandomProvider random;
    private final int[] blocks = PermutationSampler.natural(blockStart.length - 1);
    private int nextBlock;

    /** Loaded sentences, in the format of the file. */
    private int[] words = {};

    /** Index of the first word of each loaded sentence. */
    private int[] start = {};

    /** Loaded sentences in the order in which they are returned. */
    private int[] order = {};

    /** Index, in {@link #order}, of the next sentence. */
    private int next;

    private Pass(long seed) {
      random = RandomSource.XO_SHI_RO_256_PP.create(seed);
      PermutationSampler.shuffle(random, blocks);
    }

    /** Returns whether there is another sentence. Loads sentences if necessary. */
    public boolean hasNext() throws IOException {
      return next < order.length || load();
    }

    /**
     * Returns the words of the next sentences.
     *
     * @param limit maximum number of sentences
     */
    public List<int[]> next(int limit) throws IOException {
      List<int[]> sentences = new ArrayList<>();
      while (sentences.size() < limit && hasNext()) {
        int from = start[order[next]];
        next++;
        int length = words[from - 1];
        sentences.add(Arrays.copyOfRange(words, from, from + length));
      }
      return sentences;
    }

    /** Loads the next blocks, and returns whether there was one. */
    private boolean load() throws IOException {
      int end = Math.min(blocks.length, nextBlock + BLOCKS_AT_A_TIME);
      long size = 0;
      for (int b = nextBlock; b < end; b++) {
        size += blockStart[blocks[b] + 1] - blockStart[blocks[b]];
      }
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(size));
      for (int b = nextBlock; b < end; b++) {
        read(blocks[b], bytes);
      }
      nextBlock = end;

      bytes.flip();
      words = new int[bytes.remaining() / Integer.BYTES];
      bytes.asIntBuffer().get(words);
      start = new int[BLOCKS_AT_A_TIME * BLOCK];
      int count = 0;
      for (int i = 0; i < words.length; i += words[i] + 1) {
        start[count] = i + 1;
        count++;
      }

      order = PermutationSampler.natural(count);
      PermutationSampler.shuffle(random, order);
      next = 0;
      return count > 0;
    }

    /** Reads a block to the position of the buffer. */
    private void read(int block, ByteBuffer out) throws IOException {
      long position = blockStart[block];
      out.limit(out.position() + (int) (blockStart[block + 1] - position));
      while (out.hasRemaining()) {
        int count = file.read(out, position);
        if (count < 0) {
          throw new EOFException("the file of encoded sentences is shorter than it was written");
        }
        position += count;
      }
      out.limit(out.capacity());
    }
  }
}
