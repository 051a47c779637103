package org.gpchain.internal.corpora.words;

import static org.gpchain.core.text.Numbers.format;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.List;
import org.apache.commons.io.function.IOConsumer;
import org.gpchain.core.text.Sha256;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.training.hmm.EncodedText;
import org.gpchain.internal.training.io.TemporaryDirectory;
import org.gpchain.internal.training.words.WordCounts;

/**
 * Text as sentences of word numbers, in temporary files that are deleted when it is closed.
 *
 * @param hash SHA-256 of the tokens, as hexadecimal digits
 * @param heldOut sentences that are not learned from
 */
record SegmentedText(
    WordNumbers numbers,
    long tokens,
    String hash,
    EncodedText sentences,
    EncodedText heldOut,
    TemporaryDirectory scratch)
    implements AutoCloseable {
  /** Nothing can be learned of fewer words. */
  private static final int FEWEST_WORDS = 2;

  /**
   * Reads and encodes texts.
   *
   * @param language of raw texts
   * @throws InputException if a text cannot be read, or there is too little of it
   */
  static SegmentedText of(WordLearning texts, String language, WordProgress progress)
      throws IOException {
    TemporaryDirectory scratch = TemporaryDirectory.scratch();
    try {
      Path words = scratch.file("words.txt");
      WordCounts counts = new WordCounts();
      progress.begin("reading", -1);
      TextSegmenter segmenter = TextSegmenter.of(language);
      String hash = segment(texts, segmenter, words, counts, progress);
      WordNumbers numbers = numbers(texts, counts);
      progress.end(
          format(
              "%,d tokens; %,d words occur %d times or more, %,d classes of rarer ones%s",
              counts.tokenCount(),
              numbers.wordCount(),
              texts.cutoff(),
              numbers.classes().size(),
              segmenter.cuts() == 0 ? "" : "; " + TextSegmenter.warning(segmenter.cuts())));
      Encoded encoded = encode(words, numbers, texts.heldOut(), scratch);
      Files.delete(words);
      return new SegmentedText(
          numbers, counts.tokenCount(), hash, encoded.learned(), encoded.heldOut(), scratch);
    } catch (IOException | RuntimeException | Error e) {
      scratch.close();
      throw e;
    }
  }

  /** Writes the tokens of all texts, a sentence per line, and counts them; returns their hash. */
  private static String segment(
      WordLearning texts,
      TextSegmenter segmenter,
      Path target,
      WordCounts counts,
      WordProgress progress)
      throws IOException {
    MessageDigest digest = Sha256.digest();
    try (BufferedWriter out =
        new BufferedWriter(
            new OutputStreamWriter(
                new DigestOutputStream(Files.newOutputStream(target), digest),
                StandardCharsets.UTF_8))) {
      IOConsumer<List<String>> consumer =
          words -> {
            List<String> sentence = words.stream().map(TokenSequence::composed).toList();
            sentence.forEach(counts::add);
            out.write(String.join(" ", sentence));
            out.write('\n');
            progress.at(counts.tokenCount(), "tokens");
          };
      for (Path file : texts.raw()) {
        TextLines.forEach(
            file,
            texts.encoding(),
            (number, line) -> IOConsumer.forEach(segmenter.words(line), consumer));
      }
      for (Path file : texts.tokenized()) {
        TextLines.forEach(
            file,
            texts.encoding(),
            (number, line) -> {
              if (!line.isBlank()) {
                consumer.accept(List.of(line.strip().split("\\s+")));
              }
            });
      }
    }
    return Sha256.hex(digest);
  }

  private static WordNumbers numbers(WordLearning texts, WordCounts counts) throws InputException {
    WordNumbers numbers = counts.numbers(texts.cutoff());
    if (numbers.wordCount() < FEWEST_WORDS) {
      throw new InputException(
          texts.raw().isEmpty() ? texts.tokenized().get(0) : texts.raw().get(0),
          format(
              "fewer than %s words occur %s times, in %s tokens",
              FEWEST_WORDS, texts.cutoff(), counts.tokenCount()),
          "give more text, or a smaller --cutoff");
    }
    return numbers;
  }

  /** Sentences as numbers: those to learn from, and those that are held out. */
  private record Encoded(EncodedText learned, EncodedText heldOut) {}

  /**
   * Writes the sentences as numbers.
   *
   * @param words file with a sentence per line
   * @param heldOut N to hold out every N-th sentence, 0 to hold out none
   * @param scratch folder of the files
   */
  private static Encoded encode(
      Path words, WordNumbers numbers, int heldOut, TemporaryDirectory scratch) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(words);
        EncodedText.Writer learned = new EncodedText.Writer(scratch.file("learned.bin"));
        EncodedText.Writer kept = new EncodedText.Writer(scratch.file("kept.bin"))) {
      long sentence = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        sentence++;
        EncodedText.Writer out = heldOut > 0 && sentence % heldOut == 0 ? kept : learned;
        out.add(List.of(line.split(" ")).stream().mapToInt(numbers::of).toArray());
      }
      return new Encoded(learned.read(numbers.size()), kept.read(numbers.size()));
    }
  }

  @Override
  public void close() throws IOException {
    try (scratch;
        heldOut) {
      sentences.close();
    }
  }
}
