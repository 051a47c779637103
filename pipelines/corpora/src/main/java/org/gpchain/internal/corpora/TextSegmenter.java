package org.gpchain.internal.corpora;

import static org.gpchain.core.text.Numbers.format;

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
import opennlp.tools.sentdetect.SentenceDetectorME;
import opennlp.tools.sentdetect.SentenceModel;
import opennlp.tools.tokenize.WhitespaceTokenizer;
import opennlp.tools.util.Span;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.core.tokens.Orthography;
import org.gpchain.internal.core.tokens.SentenceRules;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;
import org.gpchain.internal.core.tokens.TokenSplitter;
import org.gpchain.internal.core.tokens.UnspacedScripts;
import org.gpchain.internal.core.tokens.WordRules;

/**
 * A segmenter that finds the sentences and tokens of one language in linear time. Sentences are
 * found by OpenNLP's model of the language if it is on the class path, otherwise by the rules of
 * the JDK. They are corrected by {@link SentenceRules} if abbreviations of the language are known.
 * Tokens are found by {@link WordRules}, and in scripts without spaces by the JDK. Each word
 * between spaces is divided separately, so that its tokens can be cached. The time for a word may
 * grow with the square of its length, so very long words are cut first. Not thread-safe.
 */
public final class TextSegmenter {
  /** Maximum number of characters without white space between them; longer words are cut. */
  public static final int MAX_WORD_LENGTH = 500;

  private static final String NEW_LINE = "(?>\\r\\n|\\n|\\r)";

  /** One or more blank lines. The lookahead saves time by skipping all but the ends of lines. */
  private static final Pattern PARAGRAPH_BREAK =
      Pattern.compile("(?=[\\r\\n])" + NEW_LINE + "[ \\t]*" + NEW_LINE + "\\s*");

  /** Maximum number of words in a cache of their tokens. */
  private static final int KNOWN_WORDS = 100_000;

  private static final String ENGLISH = "en";

  /** Language codes for which the rules of another language are used. */
  private static final Map<String, String> SAME_AS =
      Map.of("x", ENGLISH, "no", "nb", "nn", "nb", "da", "nb");

  /** Default conventions for dividing English words, as in Universal Dependencies. */
  private static final TokenProfile ENGLISH_PROFILE =
      new TokenProfile(Convention.SPLIT, Convention.SPLIT, Convention.UNKNOWN, Convention.UNKNOWN);

  /** Cached tokens of words that are not the last of their sentence. */
  private final Map<String, List<Span>> knownWords = new HashMap<>();

  /** Cached tokens of words at the end of a sentence. */
  private final Map<String, List<Span>> knownLastWords = new HashMap<>();

  private final Function<String, Span[]> detector;
  private final Optional<SentenceRules> sentenceRules;
  private final WordRules wordRules;
  private final BreakIterator unspacedWords;
  private final TokenProfile profile;
  private int cuts;

  private TextSegmenter(String language, TokenProfile profile) {
    Locale locale = Locale.forLanguageTag(language.replace('_', '-'));
    String code = code(language);
    Orthography orthography = Orthography.of(code);
    this.profile = code.equals(ENGLISH) ? profile.or(ENGLISH_PROFILE) : profile;

    this.detector = detector(code, locale);
    if (Orthography.isKnown(code)) {
      this.sentenceRules = Optional.of(new SentenceRules(orthography));
    } else {
      this.sentenceRules = Optional.empty();
    }

    this.wordRules = new WordRules(orthography, this.profile);
    this.unspacedWords = BreakIterator.getWordInstance(locale);
  }

  /**
   * Returns a segmenter of a language with the default conventions.
   *
   * @param language language code such as {@code nb} or {@code en-GB}; {@code x-unspecified} means
   *     English
   */
  public static TextSegmenter of(String language) {
    return of(language, TokenProfile.UNKNOWN);
  }

  /**
   * Returns a segmenter of a language that divides words as a corpus does. If a convention of the
   * profile is unknown, English words are divided as in Universal Dependencies (at clitics and
   * hyphens), and words of other languages stay whole.
   *
   * @param language language code such as {@code nb} or {@code en-GB}; {@code x-unspecified} means
   *     English
   * @param profile conventions of the corpus
   */
  public static TextSegmenter of(String language, TokenProfile profile) {
    return new TextSegmenter(language, profile);
  }

  /** Returns whether a sentence model of a language is available; if not, JDK rules are used. */
  public static boolean hasModel(String language) {
    return SentenceModels.of(code(language)).isPresent();
  }

  /**
   * Returns the Maven coordinates of the sentence model of a language, as {@code
   * group:artifact:version}, or empty if none is published.
   */
  public static Optional<String> modelArtifact(String language) {
    return SentenceModels.artifact(code(language));
  }

  private static String code(String language) {
    String code = language.split("[-_]", 2)[0].toLowerCase(Locale.ROOT);
    return SAME_AS.getOrDefault(code, code);
  }

  /** Returns the function that finds sentences: that of OpenNLP's model, or else of the JDK. */
  private static Function<String, Span[]> detector(String code, Locale locale) {
    Optional<SentenceModel> model = SentenceModels.of(code);
    if (model.isPresent()) {
      SentenceDetectorME detector = new SentenceDetectorME(model.get());
      return text -> detector.sentPosDetect(CheckedText.of(text));
    }
    BreakIterator sentences = BreakIterator.getSentenceInstance(locale);
    return text -> spans(sentences, text);
  }

  private static Span[] spans(BreakIterator breaks, String text) {
    breaks.setText(text);
    List<Span> spans = new ArrayList<>();
    int begin = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      WorkCheck.run();
      spans.add(new Span(begin, end));
      begin = end;
    }
    return spans.toArray(Span[]::new);
  }

  /** Returns the begin and end offsets of the sentences of a text, in order. */
  public List<Span> sentences(String text) {
    List<Span> sentences = new ArrayList<>();
    int start = 0;
    int wordLength = 0;
    for (int i = 0; i < text.length(); i++) {
      wordLength = isSpace(text.charAt(i)) ? 0 : wordLength + 1;
      if (wordLength > MAX_WORD_LENGTH && !Character.isLowSurrogate(text.charAt(i))) {
        addSentences(text.substring(start, i), start, sentences);
        start = i;
        wordLength = 1;
        cuts++;
      }
    }
    addSentences(text.substring(start), start, sentences);
    return sentences;
  }

  /** Returns whether OpenNLP treats a character as white space. */
  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  /** Returns a matcher that finds the blank lines between the paragraphs in a range of a text. */
  public static Matcher paragraphBreaks(String text, int begin, int end) {
    int lineEnd = begin;
    while (lineEnd < end && text.charAt(lineEnd) != '\n' && text.charAt(lineEnd) != '\r') {
      lineEnd++;
    }
    return PARAGRAPH_BREAK.matcher(text).region(lineEnd, end);
  }

  /**
   * Adds the sentences of each paragraph. No sentence crosses a blank line, so that a heading is a
   * sentence although it has no full stop.
   *
   * @param begin offset of the text, which is added to the offsets of sentences
   */
  private void addSentences(String text, int begin, List<Span> sentences) {
    Matcher gap = paragraphBreaks(text, 0, text.length());
    int start = 0;
    while (start < text.length()) {
      int end = text.length();
      int next = text.length();
      if (gap.find()) {
        end = gap.start();
        next = gap.end();
      }

      WorkCheck.run();
      for (Span sentence : sentencesOfParagraph(text.substring(start, end))) {
        sentences.add(new Span(sentence, begin + start));
      }
      start = next;
    }
  }

  private List<Span> sentencesOfParagraph(String text) {
    List<Span> detected = List.of(detector.apply(text));
    return sentenceRules.map(rules -> corrected(text, detected, rules)).orElse(detected);
  }

  /**
   * Corrects the sentences of a paragraph by rules.
   *
   * @param detected sentences that the model or the JDK found
   */
  private static List<Span> corrected(String text, List<Span> detected, SentenceRules rules) {
    int begin = nextWord(text, 0);
    int textEnd = text.length();
    while (textEnd > begin && isSpace(text.charAt(textEnd - 1))) {
      textEnd--;
    }
    if (begin >= textEnd) {
      return List.of();
    }

    BitSet detectedEnds = new BitSet();
    for (Span sentence : detected) {
      detectedEnds.set(sentence.trim(text).getEnd());
    }

    List<Span> corrected = new ArrayList<>();
    for (int end = nextWordEnd(text, begin); end < textEnd; end = nextWordEnd(text, end)) {
      WorkCheck.run();
      int next = nextWord(text, end);
      if (rules.isEnd(text, begin, end, next, detectedEnds.get(end))) {
        corrected.add(new Span(begin, end));
        begin = next;
      }
    }
    corrected.add(new Span(begin, textEnd));
    return corrected;
  }

  /** Returns the end of the word at an offset, or after the white space at the offset. */
  private static int nextWordEnd(String text, int offset) {
    int end = nextWord(text, offset);
    while (end < text.length() && !isSpace(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Returns the offset of the first character at or after an offset that is not white space. */
  private static int nextWord(String text, int offset) {
    int begin = offset;
    while (begin < text.length() && isSpace(text.charAt(begin))) {
      begin++;
    }
    return begin;
  }

  /** Returns the begin and end offsets of the tokens of a sentence, in order. */
  public List<Span> tokens(String sentence) {
    List<Span> tokens = new ArrayList<>();
    Span[] words = WhitespaceTokenizer.INSTANCE.tokenizePos(sentence);
    for (int i = 0; i < words.length; i++) {
      WorkCheck.run();
      Span word = words[i];
      boolean isLast = i == words.length - 1;
      for (Span token : tokensOfWord(word.getCoveredText(sentence).toString(), isLast)) {
        tokens.add(new Span(token, word.getStart()));
      }
    }
    return tokens;
  }

  /** Returns the tokens of each sentence of a text. Sentences without tokens are left out. */
  public List<List<String>> words(String text) {
    List<List<String>> sentences = new ArrayList<>();
    for (Span span : sentences(text)) {
      String sentence = span.getCoveredText(text).toString();
      Span[] tokens = tokens(sentence).toArray(Span[]::new);
      if (tokens.length > 0) {
        sentences.add(List.of(Span.spansToStrings(tokens, sentence)));
      }
    }
    return sentences;
  }

  /** Returns the tokens of a word between spaces, from the cache if it is there. */
  private List<Span> tokensOfWord(String word, boolean isLast) {
    Map<String, List<Span>> known = isLast ? knownLastWords : knownWords;
    if (known.size() >= KNOWN_WORDS) {
      known.clear();
    }
    return known.computeIfAbsent(word, newWord -> divide(newWord, isLast));
  }

  private List<Span> divide(String word, boolean isLast) {
    if (isUnspaced(word)) {
      return divideUnspaced(word);
    }
    List<Span> tokens = new ArrayList<>();
    int begin = 0;
    for (int end : wordRules.ends(word, isLast)) {
      tokens.add(new Span(begin, end));
      begin = end;
    }
    return List.copyOf(tokens);
  }

  /** Returns whether text has a letter of a script without spaces between words. */
  private static boolean isUnspaced(String text) {
    return text.codePoints().anyMatch(UnspacedScripts::contains);
  }

  private List<Span> divideUnspaced(String text) {
    List<Span> tokens = new ArrayList<>();
    for (Span word : spans(unspacedWords, text)) {
      int begin = word.getStart();
      for (int end : TokenSplitter.split(word.getCoveredText(text).toString(), profile)) {
        tokens.add(new Span(begin, word.getStart() + end));
        begin = word.getStart() + end;
      }
    }
    return List.copyOf(tokens);
  }

  /** Returns the number of cuts in very long words so far. */
  public int cuts() {
    return cuts;
  }

  /** Returns the warning for a number of cuts in very long words. */
  public static String warning(int cuts) {
    return format(
        "words of more than %s characters were cut into pieces: %s cuts", MAX_WORD_LENGTH, cuts);
  }
}
