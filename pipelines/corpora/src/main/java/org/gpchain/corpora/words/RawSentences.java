package org.gpchain.corpora.words;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import opennlp.tools.sentdetect.SentenceDetectorME;
import opennlp.tools.sentdetect.SentenceModel;
import opennlp.tools.tokenize.TokenizerME;
import opennlp.tools.tokenize.TokenizerModel;
import org.gpchain.corpora.Utf8Lines;

/** Reads the sentences of texts that nobody annotated. */
final class RawSentences {
  private static final String SENTENCES = "/opennlp-en-ud-ewt-sentence-1.3-2.5.4.bin";
  private static final String TOKENS = "/opennlp-en-ud-ewt-tokens-1.3-2.5.4.bin";

  private RawSentences() {}

  /** Receives the sentences. */
  @FunctionalInterface
  interface Sink {
    /**
     * @param words of a sentence, at least one
     */
    void accept(List<String> words) throws IOException;
  }

  /** Reads English text, in which no sentence crosses the end of a line. */
  static void ofEnglish(Path file, Sink sink) throws IOException {
    SentenceDetectorME sentences;
    try (InputStream in = RawSentences.class.getResourceAsStream(SENTENCES)) {
      sentences = new SentenceDetectorME(new SentenceModel(in));
    }
    TokenizerME tokens;
    try (InputStream in = RawSentences.class.getResourceAsStream(TOKENS)) {
      tokens = new TokenizerME(new TokenizerModel(in));
    }
    try (Utf8Lines lines = new Utf8Lines(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        for (String sentence : sentences.sentDetect(line)) {
          String[] words = tokens.tokenize(sentence);
          if (words.length > 0) {
            sink.accept(List.of(words));
          }
        }
      }
    }
  }

  /** Reads text that has been cut: a sentence per line, tokens separated by white space. */
  static void ofTokenized(Path file, Sink sink) throws IOException {
    try (Utf8Lines lines = new Utf8Lines(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (!line.isBlank()) {
          sink.accept(List.of(line.strip().split("\\s+")));
        }
      }
    }
  }
}
