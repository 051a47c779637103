package org.gpchain.internal.documents.soak;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.uima.jcas.JCas;

/**
 * A document of random sentences.
 *
 * @param language for which there are models
 * @param sentences words of each
 */
record SoakDocument(String language, List<List<String>> sentences) {
  private static final int SENTENCES = 5;
  private static final int LONGEST_SENTENCE = 40;

  /** Length of long sentences (tokens), above the maximum length that the engines tag at once. */
  private static final int LONG_SENTENCE = 250;

  /**
   * Returns a document of up to five sentences. Three of four words are known to the models. The
   * others are new, so that a cache without a limit would grow.
   */
  static SoakDocument random(String language, List<String> known, RandomGenerator random) {
    List<List<String>> sentences = new ArrayList<>();
    for (int s = random.nextInt(SENTENCES); s >= 0; s--) {
      int longest = random.nextInt(500) == 0 ? LONG_SENTENCE : LONGEST_SENTENCE;
      List<String> words = new ArrayList<>();
      for (int length = 1 + random.nextInt(longest); words.size() < length; ) {
        words.add(
            random.nextInt(4) == 0 ? newWord(random) : known.get(random.nextInt(known.size())));
      }
      sentences.add(words);
    }
    return new SoakDocument(language, sentences);
  }

  /**
   * Returns a document of maximum size in which each word is new. It fills caches of fixed size and
   * lets buffers grow to their final size.
   */
  static SoakDocument largest(String language, RandomGenerator random) {
    List<List<String>> sentences = new ArrayList<>();
    for (int s = 0; s < SENTENCES; s++) {
      sentences.add(Stream.generate(() -> newWord(random)).limit(LONG_SENTENCE).toList());
    }
    return new SoakDocument(language, sentences);
  }

  private static String newWord(RandomGenerator random) {
    return Long.toString(random.nextLong() >>> random.nextInt(40), Character.MAX_RADIX);
  }

  int tokens() {
    return sentences.stream().mapToInt(List::size).sum();
  }

  /** Fills an empty CAS with text, sentences and tokens. */
  void fill(JCas document) {
    StringBuilder text = new StringBuilder();
    for (List<String> words : sentences) {
      int first = text.length();
      for (String word : words) {
        int begin = text.length();
        text.append(word);
        new Token(document, begin, text.length()).addToIndexes();
        text.append(' ');
      }
      new Sentence(document, first, text.length() - 1).addToIndexes();
    }
    document.setDocumentText(text.toString());
    document.setDocumentLanguage(language);
  }
}
