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
import java.util.stream.Stream;
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
 * Text as sentences of word numbers, in temporary files that {@link #close} deletes.
 *
 * @param numbers number of each word and of each class of rare words
 * @param tokens number of tokens
 * @param hash SHA-256 of the tokens, as hexadecimal digits
 * @param sentences sentences for learning
 * @param heldOut sentences that are held out from learning
 * @param scratch folder with the temporary files
 */
record SegmentedText(
    WordNumbers numbers,
    long tokens,
    String hash,
    EncodedText sentences,
    EncodedText heldOut,
    TemporaryDirectory scratch)
    implements AutoCloseable {
  /** Minimum number of different words for learning. */
  private static final int MIN_WORDS = 2;

  /**
   * Reads and encodes texts.
   *
   * @param language language code of raw texts
   * @throws InputException if a text cannot be read, or there is not enough text
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

      String warning = "";
      if (segmenter.cuts() > 0) {
        warning = "; " + TextSegmenter.warning(segmenter.cuts());
      }
      progress.end(
          format(
              "%,d tokens; %,d words occur %d times or more, %,d classes of rarer ones%s",
              counts.tokenCount(),
              numbers.wordCount(),
              texts.cutoff(),
              numbers.classes().size(),
              warning));

      Encoded encoded = encode(words, numbers, texts.heldOut(), scratch);
      Files.delete(words);
      return new SegmentedText(
          numbers, counts.tokenCount(), hash, encoded.learned(), encoded.heldOut(), scratch);
    } catch (IOException | RuntimeException | Error e) {
      scratch.close();
      throw e;
    }
  }

  /** Writes the tokens of all texts, one sentence per line, counts them, and returns their hash. */
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
    if (numbers.wordCount() < MIN_WORDS) {
      Path file = texts.raw().isEmpty() ? texts.tokenized().get(0) : texts.raw().get(0);
      throw new InputException(
          file,
          format(
              "fewer than %s words occur %s times, in %s tokens",
              MIN_WORDS, texts.cutoff(), counts.tokenCount()),
          "use more text, or a smaller --cutoff");
    }
    return numbers;
  }

  /** Encoded sentences for learning, and encoded sentences that are held out. */
  private record Encoded(EncodedText learned, EncodedText heldOut) {}

  /**
   * Writes the sentences as word numbers to temporary files.
   *
   * @param words file with one sentence per line
   * @param heldOut N to hold out every Nth sentence; 0 to hold out none
   * @param scratch folder of the temporary files
   */
  private static Encoded encode(
      Path words, WordNumbers numbers, int heldOut, TemporaryDirectory scratch) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(words);
        EncodedText.Writer learned = new EncodedText.Writer(scratch.file("learned.bin"));
        EncodedText.Writer kept = new EncodedText.Writer(scratch.file("kept.bin"))) {
      long sentence = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        sentence++;
        boolean isHeldOut = heldOut > 0 && sentence % heldOut == 0;
        EncodedText.Writer out = isHeldOut ? kept : learned;
        out.add(Stream.of(line.split(" ")).mapToInt(numbers::of).toArray());
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
