package org.gpchain.corpora;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import opennlp.tools.sentdetect.SentenceDetectorME;
import opennlp.tools.sentdetect.SentenceModel;
import opennlp.tools.tokenize.TokenizerME;
import opennlp.tools.tokenize.TokenizerModel;
import opennlp.tools.tokenize.WhitespaceTokenizer;
import opennlp.tools.util.Span;
import org.apache.commons.io.function.IOFunction;

/**
 * Finds the sentences and tokens of one language in linear time: those of English with OpenNLP's
 * models, those of other languages by the rules of the JDK, which need none. What stands between
 * spaces is divided into tokens by itself, so that what was found for a word can be used again. For
 * each character OpenNLP reads a whole word, so that a megabyte without a space would take it days:
 * such words are cut before it sees them. Not thread-safe.
 */
public final class TextSegmenter {
  /** Characters without white space between them, above which they are cut. */
  public static final int MAX_WORD_LENGTH = 500;

  private static final String NEW_LINE = "(?>\\r\\n|\\n|\\r)";

  /** One or more blank lines. It is looked for at the ends of lines only, which is faster. */
  private static final Pattern PARAGRAPH_BREAK =
      Pattern.compile("(?=[\\r\\n])" + NEW_LINE + "[ \\t]*" + NEW_LINE + "\\s*");

  private static final int KNOWN_WORDS = 100_000;
  private static final Pattern ENGLISH = Pattern.compile("(?i)en([-_].*)?|x-unspecified");

  private final Map<String, List<Span>> knownWords = new HashMap<>();
  private final Function<String, Span[]> detector;
  private final Function<String, Span[]> tokenizer;
  private int cuts;

  private TextSegmenter(Function<String, Span[]> detector, Function<String, Span[]> tokenizer) {
    this.detector = detector;
    this.tokenizer = tokenizer;
  }

  /**
   * The segmenter of a language, such as {@code nb} or {@code en-GB}; of English for {@code
   * x-unspecified}.
   */
  public static TextSegmenter of(String language) {
    if (hasModel(language)) {
      return new TextSegmenter(
          new SentenceDetectorME(Models.SENTENCES)::sentPosDetect,
          new TokenizerME(Models.TOKENS)::tokenizePos);
    }
    Locale locale = Locale.forLanguageTag(language.replace('_', '-'));
    BreakIterator sentences = BreakIterator.getSentenceInstance(locale);
    BreakIterator words = BreakIterator.getWordInstance(locale);
    return new TextSegmenter(text -> spans(sentences, text), text -> spans(words, text));
  }

  /** Whether there is a model for a language; otherwise rules find sentences and tokens. */
  public static boolean hasModel(String language) {
    return ENGLISH.matcher(language).matches();
  }

  private static Span[] spans(BreakIterator breaks, String text) {
    breaks.setText(text);
    List<Span> spans = new ArrayList<>();
    int begin = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      spans.add(new Span(begin, end));
      begin = end;
    }
    return spans.toArray(Span[]::new);
  }

  private static final class Models {
    static final SentenceModel SENTENCES =
        read("/opennlp-en-ud-ewt-sentence-1.3-2.5.4.bin", SentenceModel::new);
    static final TokenizerModel TOKENS =
        read("/opennlp-en-ud-ewt-tokens-1.3-2.5.4.bin", TokenizerModel::new);

    private static <M> M read(String resource, IOFunction<InputStream, M> reader) {
      try (InputStream in = TextSegmenter.class.getResourceAsStream(resource)) {
        return reader.apply(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public List<Span> sentences(String text) {
    List<Span> found = new ArrayList<>();
    int start = 0;
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      length = isSpace(text.charAt(i)) ? 0 : length + 1;
      if (length > MAX_WORD_LENGTH && !Character.isLowSurrogate(text.charAt(i))) {
        addSentences(text.substring(start, i), start, found);
        start = i;
        length = 1;
        cuts++;
      }
    }
    addSentences(text.substring(start), start, found);
    return found;
  }

  /** Returns whether OpenNLP takes a character for white space. */
  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  /** Finds the blank lines between the paragraphs of a part of a text, one after the other. */
  public static Matcher paragraphBreaks(String text, int begin, int end) {
    int lineEnd = begin;
    while (lineEnd < end && text.charAt(lineEnd) != '\n' && text.charAt(lineEnd) != '\r') {
      lineEnd++;
    }
    return PARAGRAPH_BREAK.matcher(text).region(lineEnd, end);
  }

  /** No sentence crosses a blank line: a heading ends without a full stop. */
  private void addSentences(String text, int begin, List<Span> found) {
    Matcher gap = paragraphBreaks(text, 0, text.length());
    for (int start = 0, end; start < text.length(); start = end) {
      boolean isLast = !gap.find();
      end = isLast ? text.length() : gap.end();
      for (Span sentence : detector.apply(text.substring(start, isLast ? end : gap.start()))) {
        found.add(new Span(sentence, begin + start));
      }
    }
  }

  public List<Span> tokens(String sentence) {
    List<Span> found = new ArrayList<>();
    for (Span word : WhitespaceTokenizer.INSTANCE.tokenizePos(sentence)) {
      for (Span token : tokensOfWord(word.getCoveredText(sentence).toString())) {
        found.add(new Span(token, word.getStart()));
      }
    }
    return found;
  }

  /** The sentences of a text, each as its tokens, of which there are some. */
  public List<List<String>> words(String text) {
    return sentences(text).stream()
        .map(span -> span.getCoveredText(text).toString())
        .map(
            sentence ->
                List.of(Span.spansToStrings(tokens(sentence).toArray(Span[]::new), sentence)))
        .filter(words -> !words.isEmpty())
        .toList();
  }

  private List<Span> tokensOfWord(String word) {
    if (knownWords.size() >= KNOWN_WORDS) {
      knownWords.clear();
    }
    return knownWords.computeIfAbsent(word, same -> List.of(tokenizer.apply(same)));
  }

  public int cuts() {
    return cuts;
  }

  public static String warning(int cuts) {
    return format(
        "words of more than %s characters, cut into pieces: %s cuts", MAX_WORD_LENGTH, cuts);
  }
}
