package org.gpchain.corpora;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import opennlp.tools.sentdetect.SentenceDetectorME;
import opennlp.tools.sentdetect.SentenceModel;
import opennlp.tools.tokenize.TokenizerME;
import opennlp.tools.tokenize.TokenizerModel;
import opennlp.tools.tokenize.WhitespaceTokenizer;
import opennlp.tools.util.Span;
import org.apache.commons.io.function.IOFunction;
import org.gpchain.core.tokens.Abbreviations;
import org.gpchain.core.tokens.SentenceRules;
import org.gpchain.core.tokens.TokenProfile;
import org.gpchain.core.tokens.TokenProfile.Convention;
import org.gpchain.core.tokens.WordRules;

/**
 * Finds the sentences and tokens of one language in linear time. English texts are divided by
 * OpenNLP's models, corrected by {@link SentenceRules} and {@link WordRules}; other texts by the
 * rules of the JDK, which need no model. Each word between spaces is divided by itself, so that its
 * tokens can be cached. For each character OpenNLP reads a whole word, so that a megabyte without a
 * space would take it days: such words are cut before it sees them. Not thread-safe.
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

  private static final TokenProfile ENGLISH_PROFILE =
      new TokenProfile(Convention.SPLIT, Convention.SPLIT, Convention.UNKNOWN, Convention.UNKNOWN);

  private final Map<String, List<Span>> knownWords = new HashMap<>();
  private final Map<String, List<Span>> knownLastWords = new HashMap<>();
  private final Function<String, Span[]> detector;
  private final Function<String, Span[]> tokenizer;
  private final Optional<SentenceRules> sentenceRules;
  private final Optional<WordRules> wordRules;
  private int cuts;

  private TextSegmenter(
      Function<String, Span[]> detector,
      Function<String, Span[]> tokenizer,
      Optional<SentenceRules> sentenceRules,
      Optional<WordRules> wordRules) {
    this.detector = detector;
    this.tokenizer = tokenizer;
    this.sentenceRules = sentenceRules;
    this.wordRules = wordRules;
  }

  /**
   * Returns the segmenter of a language for texts of which no more is known.
   *
   * @param language such as {@code nb} or {@code en-GB}; {@code x-unspecified} is taken for English
   */
  public static TextSegmenter of(String language) {
    return of(language, TokenProfile.UNKNOWN);
  }

  /**
   * Returns the segmenter of a language that divides words as a corpus does. English words of which
   * the profile says nothing are divided as in Universal Dependencies: at clitics and hyphens.
   *
   * @param language such as {@code nb} or {@code en-GB}; {@code x-unspecified} is taken for English
   * @param profile of the corpus
   */
  public static TextSegmenter of(String language, TokenProfile profile) {
    if (hasModel(language)) {
      return new TextSegmenter(
          new SentenceDetectorME(Models.SENTENCES)::sentPosDetect,
          new TokenizerME(Models.TOKENS)::tokenizePos,
          Optional.of(SentenceRules.ENGLISH),
          Optional.of(new WordRules(Abbreviations.ENGLISH, profile.or(ENGLISH_PROFILE))));
    }
    Locale locale = Locale.forLanguageTag(language.replace('_', '-'));
    BreakIterator sentences = BreakIterator.getSentenceInstance(locale);
    BreakIterator words = BreakIterator.getWordInstance(locale);
    return new TextSegmenter(
        text -> spans(sentences, text),
        text -> spans(words, text),
        Optional.empty(),
        Optional.empty());
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
      String paragraph = text.substring(start, isLast ? end : gap.start());
      for (Span sentence : sentencesOfParagraph(paragraph)) {
        found.add(new Span(sentence, begin + start));
      }
    }
  }

  private List<Span> sentencesOfParagraph(String text) {
    List<Span> detected = List.of(detector.apply(text));
    return sentenceRules.map(rules -> corrected(text, detected, rules)).orElse(detected);
  }

  /** Corrects the sentences of a paragraph by rules. */
  private static List<Span> corrected(String text, List<Span> detected, SentenceRules rules) {
    if (detected.isEmpty()) {
      return detected;
    }
    int begin = detected.get(0).getStart();
    int textEnd = detected.get(detected.size() - 1).getEnd();
    BitSet modelEnds = new BitSet();
    detected.forEach(sentence -> modelEnds.set(sentence.getEnd()));

    List<Span> corrected = new ArrayList<>();
    for (int end = nextWordEnd(text, begin); end < textEnd; end = nextWordEnd(text, end)) {
      int next = nextWord(text, end);
      if (rules.isEnd(text, begin, end, next, modelEnds.get(end))) {
        corrected.add(new Span(begin, end));
        begin = next;
      }
    }
    corrected.add(new Span(begin, textEnd));
    return corrected;
  }

  /** Returns where the word ends that begins at an offset or after the white space there. */
  private static int nextWordEnd(String text, int offset) {
    int end = nextWord(text, offset);
    while (end < text.length() && !isSpace(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Returns the offset of the first character from an offset on that is no white space. */
  private static int nextWord(String text, int offset) {
    int begin = offset;
    while (begin < text.length() && isSpace(text.charAt(begin))) {
      begin++;
    }
    return begin;
  }

  public List<Span> tokens(String sentence) {
    List<Span> found = new ArrayList<>();
    Span[] words = WhitespaceTokenizer.INSTANCE.tokenizePos(sentence);
    for (int i = 0; i < words.length; i++) {
      Span word = words[i];
      boolean isLast = i == words.length - 1;
      for (Span token : tokensOfWord(word.getCoveredText(sentence).toString(), isLast)) {
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

  private List<Span> tokensOfWord(String word, boolean isLast) {
    Map<String, List<Span>> known = isLast ? knownLastWords : knownWords;
    if (known.size() >= KNOWN_WORDS) {
      known.clear();
    }
    return known.computeIfAbsent(word, same -> divide(same, isLast));
  }

  private List<Span> divide(String word, boolean isLast) {
    if (wordRules.isEmpty()) {
      return List.of(tokenizer.apply(word));
    }
    List<Span> tokens = new ArrayList<>();
    int begin = 0;
    for (int end : wordRules.get().ends(word, this::modelEnds, isLast)) {
      tokens.add(new Span(begin, end));
      begin = end;
    }
    return List.copyOf(tokens);
  }

  private int[] modelEnds(String word) {
    return Stream.of(tokenizer.apply(word)).mapToInt(Span::getEnd).toArray();
  }

  public int cuts() {
    return cuts;
  }

  public static String warning(int cuts) {
    return format(
        "words of more than %s characters, cut into pieces: %s cuts", MAX_WORD_LENGTH, cuts);
  }
}
