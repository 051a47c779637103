package org.gpchain.internal.corpora.plaintext;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import opennlp.tools.util.Span;

/**
 * A detokenizer that joins the tokens of a corpus to plain text as a writer would have typed it.
 * Spaces depend on the language and on conventions of the corpus, such as whether it splits
 * hyphenated words. Where writers differ ({@code --} with and without spaces), the more frequent
 * form is chosen.
 */
public final class Detokenizer {
  /** Maximum number of sentences in one of the {@link #texts}. */
  public static final int MAX_SENTENCES = 5_000;

  /** Characters by the escape sequences that corpora in columns have for them. */
  private static final Map<String, String> ESCAPED =
      Map.of(
          "-LRB-", "(", "-RRB-", ")", "-LSB-", "[", "-RSB-", "]", "-LCB-", "{", "-RCB-", "}",
          "'\"'", "\"");

  /** Typed quotation marks by those of the Penn Treebank. */
  private static final Map<String, String> PENN_QUOTES = Map.of("``", "\"", "''", "\"", "`", "'");

  /** Text whose last characters end a sentence; headings and short messages lack them. */
  private static final Pattern SENTENCE_END =
      Pattern.compile(
          ".*[.!?…:;,。！？：；।॥؟։][\\p{Pe}\\p{Pf}\\p{Pi}\"'”“]*|.*[\"”“»«’]", Pattern.DOTALL);

  /** Number of characters at the end of a text in which the end of a sentence is recognized. */
  private static final int MAX_SENTENCE_END = 20;

  private static final String PARAGRAPH_BREAK = "\n\n";

  private final SpacingRules rules;
  private final QuoteMarks quotes;
  private final CorpusStyle style;

  private Detokenizer(String language, CorpusStyle style) {
    this.rules = new SpacingRules(language, style);
    this.quotes = new QuoteMarks(language);
    this.style = style;
  }

  /**
   * Joins sentences with one space between them. A blank line follows the end of a document and a
   * heading, which is a sentence without punctuation at its end.
   *
   * @param language language code such as {@code en} or {@code pt-BR}; {@code x-unspecified} means
   *     English
   * @param sentences tokens of each sentence; no sentence is empty
   * @param documents number of the document of each sentence, {@code [sentences]}
   */
  public static PlainText join(String language, List<List<String>> sentences, int[] documents) {
    return of(language, sentences).join(sentences, documents);
  }

  /**
   * Joins the sentences of each document to a text. Documents of more than {@link #MAX_SENTENCES}
   * sentences are cut into several texts.
   *
   * @param language language code such as {@code en} or {@code pt-BR}; {@code x-unspecified} means
   *     English
   * @param sentences tokens of each sentence; no sentence is empty
   * @param documents number of the document of each sentence, {@code [sentences]}
   */
  public static List<PlainText> texts(
      String language, List<List<String>> sentences, int[] documents) {
    Detokenizer detokenizer = of(language, sentences);
    List<PlainText> texts = new ArrayList<>();

    int begin = 0;
    while (begin < sentences.size()) {
      int end = begin + 1;
      while (end < sentences.size()
          && documents[end] == documents[begin]
          && end - begin < MAX_SENTENCES) {
        end++;
      }
      texts.add(detokenizer.join(sentences.subList(begin, end), new int[end - begin]));
      begin = end;
    }

    return texts;
  }

  private static Detokenizer of(String language, List<List<String>> sentences) {
    return new Detokenizer(base(language), CorpusStyle.of(sentences));
  }

  private PlainText join(List<List<String>> sentences, int[] documents) {
    StringBuilder text = new StringBuilder();
    List<List<Span>> tokens = new ArrayList<>(sentences.size());
    quotes.startParagraph();

    for (int n = 0; n < sentences.size(); n++) {
      if (n > 0) {
        boolean isParagraph = documents[n] != documents[n - 1] || !endsSentence(text);
        if (isParagraph) {
          text.append(PARAGRAPH_BREAK);
          quotes.startParagraph();
        } else {
          text.append(' ');
        }
      }
      tokens.add(append(sentences.get(n), text));
    }

    return new PlainText(text.toString(), tokens);
  }

  /** Returns the language code without country; {@code en} if the language is unspecified. */
  private static String base(String language) {
    String code = language.split("[-_]", 2)[0].toLowerCase(Locale.ROOT);
    if (code.equals("x") || code.isEmpty()) {
      return "en";
    }
    return code;
  }

  private static boolean endsSentence(StringBuilder text) {
    String end = text.substring(Math.max(0, text.length() - MAX_SENTENCE_END));
    return SENTENCE_END.matcher(end).matches();
  }

  /** Appends a sentence and returns the offsets of its tokens. */
  private List<Span> append(List<String> sentence, StringBuilder text) {
    Joints joints = new Joints(sentence.stream().map(Detokenizer::unescape).toList());
    quotes.join(joints);
    rules.join(joints);

    List<Span> tokens = new ArrayList<>(joints.size());
    for (int i = 0; i < joints.size(); i++) {
      if (i > 0 && !joints.isAttached(i)) {
        text.append(' ');
      }
      int begin = text.length();
      text.append(typed(joints.word(i)));
      tokens.add(new Span(begin, text.length()));
    }
    return tokens;
  }

  private static String unescape(String token) {
    return ESCAPED.getOrDefault(token, token).replace("\\/", "/").replace("\\*", "*");
  }

  /** Returns the characters that a writer types for an unescaped token. */
  private String typed(String token) {
    if (style.hasPennQuotes()) {
      return PENN_QUOTES.getOrDefault(token, token);
    }
    return token;
  }
}
