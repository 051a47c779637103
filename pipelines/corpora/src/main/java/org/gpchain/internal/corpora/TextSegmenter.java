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
import opennlp.tools.tokenize.WhitespaceTokenizer;
import opennlp.tools.util.Span;
import org.gpchain.internal.core.tokens.Orthography;
import org.gpchain.internal.core.tokens.SentenceRules;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;
import org.gpchain.internal.core.tokens.TokenSplitter;
import org.gpchain.internal.core.tokens.UnspacedScripts;
import org.gpchain.internal.core.tokens.WordRules;

/**
 * Finds the sentences and tokens of one language in linear time. Sentences are found by OpenNLP's
 * model of the language if it is on the class path, otherwise by the rules of the JDK, and
 * corrected by {@link SentenceRules} if abbreviations of the language are known. Tokens are found
 * by {@link WordRules}, and in scripts without spaces by the JDK. Each word between spaces is
 * divided by itself, so that its tokens can be cached. The time for a word may grow with the square
 * of its length, so very long ones are cut first. Not thread-safe.
 */
public final class TextSegmenter {
  /** Characters without white space between them, above which they are cut. */
  public static final int MAX_WORD_LENGTH = 500;

  private static final String NEW_LINE = "(?>\\r\\n|\\n|\\r)";

  /** One or more blank lines. It is looked for at the ends of lines only, which is faster. */
  private static final Pattern PARAGRAPH_BREAK =
      Pattern.compile("(?=[\\r\\n])" + NEW_LINE + "[ \\t]*" + NEW_LINE + "\\s*");

  private static final int KNOWN_WORDS = 100_000;

  private static final String ENGLISH = "en";

  /** Languages that follow the rules of another language. */
  private static final Map<String, String> SAME_AS =
      Map.of("x", ENGLISH, "no", "nb", "nn", "nb", "da", "nb");

  /** How words are divided if no corpus says it: English as in Universal Dependencies. */
  private static final TokenProfile ENGLISH_PROFILE =
      new TokenProfile(Convention.SPLIT, Convention.SPLIT, Convention.UNKNOWN, Convention.UNKNOWN);

  private final Map<String, List<Span>> knownWords = new HashMap<>();
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
    this.detector =
        SentenceModels.of(code)
            .<Function<String, Span[]>>map(model -> new SentenceDetectorME(model)::sentPosDetect)
            .orElseGet(() -> breaks(BreakIterator.getSentenceInstance(locale)));
    this.sentenceRules =
        Orthography.isKnown(code) ? Optional.of(new SentenceRules(orthography)) : Optional.empty();
    this.wordRules = new WordRules(orthography, this.profile);
    this.unspacedWords = BreakIterator.getWordInstance(locale);
  }

  /**
   * Returns the segmenter of a language, for no particular corpus.
   *
   * @param language such as {@code nb} or {@code en-GB}; {@code x-unspecified} is taken for English
   */
  public static TextSegmenter of(String language) {
    return of(language, TokenProfile.UNKNOWN);
  }

  /**
   * Returns the segmenter of a language that divides words as a corpus does. If a convention of the
   * profile is unknown, English words are divided as in Universal Dependencies (at clitics and
   * hyphens), and words of other languages stay whole.
   *
   * @param language such as {@code nb} or {@code en-GB}; {@code x-unspecified} is taken for English
   * @param profile of the corpus
   */
  public static TextSegmenter of(String language, TokenProfile profile) {
    return new TextSegmenter(language, profile);
  }

  /** Returns whether a model finds the sentences of a language; otherwise rules of the JDK do. */
  public static boolean hasModel(String language) {
    return SentenceModels.of(code(language)).isPresent();
  }

  /**
   * Returns the artifact of Maven Central with the sentence model of a language, as {@code
   * group:artifact:version}; empty if there is none.
   */
  public static Optional<String> modelArtifact(String language) {
    return SentenceModels.artifact(code(language));
  }

  private static String code(String language) {
    String code = language.split("[-_]", 2)[0].toLowerCase(Locale.ROOT);
    return SAME_AS.getOrDefault(code, code);
  }

  private static Function<String, Span[]> breaks(BreakIterator iterator) {
    return text -> spans(iterator, text);
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
    int begin = nextWord(text, 0);
    int textEnd = text.length();
    while (textEnd > begin && isSpace(text.charAt(textEnd - 1))) {
      textEnd--;
    }
    if (begin >= textEnd) {
      return List.of();
    }
    BitSet modelEnds = new BitSet();
    detected.forEach(sentence -> modelEnds.set(sentence.trim(text).getEnd()));

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

  public int cuts() {
    return cuts;
  }

  public static String warning(int cuts) {
    return format(
        "words of more than %s characters, cut into pieces: %s cuts", MAX_WORD_LENGTH, cuts);
  }
}
