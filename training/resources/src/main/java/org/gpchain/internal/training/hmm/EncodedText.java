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
 * Sentences of word numbers in a file: the length of each sentence, then its words, four bytes
 * each. Only a few blocks are in memory at a time. A pass visits the blocks in random order,
 * several at a time, and shuffles the sentences of those.
 */
public final class EncodedText implements AutoCloseable {
  /** Sentences in a block. */
  private static final int BLOCK = 1024;

  private static final int BLOCKS_AT_A_TIME = 16;

  private final FileChannel file;
  private final int wordCount;
  private final long sentences;
  private final long tokens;
  private final long[] blockStart;

  private EncodedText(Writer written, int wordCount) throws IOException {
    this.file =
        FileChannel.open(written.path, StandardOpenOption.READ, StandardOpenOption.DELETE_ON_CLOSE);
    this.wordCount = wordCount;
    this.sentences = written.sentences;
    this.tokens = written.tokens;
    this.blockStart = written.blockStart.stream().mapToLong(Long::longValue).toArray();
  }

  /** Writes sentences into a file. */
  public static final class Writer implements AutoCloseable {
    private final Path path;
    private final DataOutputStream out;
    private final List<Long> blockStart = new ArrayList<>();
    private long bytes;
    private long sentences;
    private long tokens;
    private boolean isRead;

    /**
     * @param path is overwritten, and deleted when the text is closed, or the writer if no text is
     *     read
     */
    public Writer(Path path) throws IOException {
      this.path = path;
      out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), 1 << 16));
    }

    /** Adds a sentence; one without words is left out. */
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

    /** Ends the file; returns its sentences of W different words, which are to be closed. */
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

  public long sentenceCount() {
    return sentences;
  }

  public long tokenCount() {
    return tokens;
  }

  /** Number of different words W; words are numbers in {@code [0, W)}. */
  public int wordCount() {
    return wordCount;
  }

  /** Begins a pass over all sentences, in an order that the seed decides on. */
  public Pass pass(long seed) {
    return new Pass(seed);
  }

  /** Visits all sentences, in an order that the seed decides on. */
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

  /** One pass over all sentences. */
  public final class Pass {
    private final UniformRandomProvider random;
    private final int[] blocks = PermutationSampler.natural(blockStart.length - 1);
    private int nextBlock;
    private int[] words = {};
    private int[] start = {};
    private int[] order = {};
    private int next;

    private Pass(long seed) {
      random = RandomSource.XO_SHI_RO_256_PP.create(seed);
      PermutationSampler.shuffle(random, blocks);
    }

    public boolean hasNext() throws IOException {
      return next < order.length || load();
    }

    /** The words of the next sentences, at most as many as the limit. */
    public List<int[]> next(int limit) throws IOException {
      List<int[]> sentences = new ArrayList<>();
      while (sentences.size() < limit && hasNext()) {
        int from = start[order[next++]];
        sentences.add(Arrays.copyOfRange(words, from, from + words[from - 1]));
      }
      return sentences;
    }

    /** Reads the next blocks; returns whether there are any. */
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
        start[count++] = i + 1;
      }
      order = PermutationSampler.natural(count);
      PermutationSampler.shuffle(random, order);
      next = 0;
      return count > 0;
    }

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
