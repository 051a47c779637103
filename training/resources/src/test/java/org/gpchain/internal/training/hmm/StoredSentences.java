package org.gpchain.internal.training.hmm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sentences of word numbers in a temporary file, which is deleted when the JVM exits. */
public final class StoredSentences {
  private StoredSentences() {}

  /** Returns a text with the given sentences, which have W different words. */
  public static EncodedText of(int wordCount, int[]... sentences) {
    try {
      Path file = Files.createTempFile("sentences", null);
      file.toFile().deleteOnExit();
      try (EncodedText.Writer writer = new EncodedText.Writer(file)) {
        for (int[] sentence : sentences) {
          writer.add(sentence);
        }
        return writer.read(wordCount);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
