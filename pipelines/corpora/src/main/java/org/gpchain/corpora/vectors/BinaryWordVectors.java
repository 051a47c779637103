package org.gpchain.corpora.vectors;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.InputFiles;

/**
 * Word2vec's binary format: the first line as text, then each word, a space, and its numbers as
 * little-endian 32-bit floats, after which there may be a line feed.
 */
final class BinaryWordVectors {
  /** A longer word or first line means that the file has another format. */
  private static final int MAX_WORD_LENGTH = 10_000;

  private BinaryWordVectors() {}

  static void read(Path file, WordVectorsBuilder out) throws IOException {
    try (InputStream in = InputFiles.open(file)) {
      int count = out.header(text(file, in, '\n'));
      int size = out.dimension() * Float.BYTES;
      for (int i = 0; i < count; i++) {
        String word = text(file, in, ' ');
        byte[] bytes = in.readNBytes(size);
        if (word == null || bytes.length < size) {
          throw out.ended(i, count);
        }
        if (out.wants(0, word)) {
          float[] vector = new float[out.dimension()];
          ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
          out.add(0, word, vector);
        }
      }
    }
  }

  /** The text before a byte that ends it, without line feeds before it; null at the file's end. */
  private static String text(Path file, InputStream in, int end) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int read = in.read(); read != end; read = in.read()) {
      if (read < 0) {
        return null;
      }
      if (read != '\n' || bytes.size() > 0) {
        bytes.write(read);
      }
      if (bytes.size() > MAX_WORD_LENGTH) {
        throw new InputException(
            file,
            0,
            "a word has more than "
                + MAX_WORD_LENGTH
                + " bytes: this is not word2vec's binary format",
            "give text a name that does not end with .bin");
      }
    }
    // Words that were cut in the middle of a character are common; they are never looked up.
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
