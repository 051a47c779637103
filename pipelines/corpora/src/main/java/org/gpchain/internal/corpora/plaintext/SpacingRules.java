package org.gpchain.internal.corpora.plaintext;

import java.util.Set;
import java.util.regex.Pattern;

/** Rules of one language for spaces around punctuation, clitics, symbols and unspaced scripts. */
final class SpacingRules {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}].*");
  private static final Pattern WORD_END = Pattern.compile(".*[\\p{L}\\p{N}]");
  private static final Pattern NUMBER = Pattern.compile("\\d[\\d.,]*");
  private static final Pattern DIGITS = Pattern.compile("\\d+");

  /** Punctuation that ends a clause, in any script, with runs such as {@code ?!} and {@code ..}. */
  private static final Pattern CLAUSE_END =
      Pattern.compile("[.,;:!?…،؛؟।॥։·、。，；：！？．]*([,;:،؛։·、，；：]|[.!?…؟।॥。！？．][\"')\\]”’]*)");

  private static final Pattern FRENCH_HIGH_MARK = Pattern.compile("[;:!?]+");
  private static final Pattern OPENING = Pattern.compile("[\\p{Ps}¿¡&&[^„‚]]+");
  private static final Pattern CLOSING = Pattern.compile("\\p{Pe}+");
  private static final Pattern EYES = Pattern.compile("[:;=]");
  private static final Pattern ENGLISH_CLITIC =
      Pattern.compile("(?i)['’‘`´](s|re|ve|ll|d|m|t)|n['’‘`´]t");
  private static final Pattern PLAIN_NOT = Pattern.compile("(?i)nt");
  private static final Pattern AUXILIARY =
      Pattern.compile("(?i)do|does|did|ca|wo|is|was|are|were|could|would|should|had|has|have|ai");
  private static final Pattern IT_CLITIC = Pattern.compile("(?i)['’]t");
  private static final Pattern AFTER_IT = Pattern.compile("(?i)is|was|were|will|would|ai");

  /** Words that English corpora split where no apostrophe stands, with a space at the split. */
  private static final Pattern MERGED_WORD =
      Pattern.compile(
          "(?i)(gon|wan) na|got ta|(gim|lem) me|d['’] ye|y['’] all|c['’]m on|more ['’]n"
              + "|(it|that|he|she|let|what|there) s|i (m|ve)|(you|we|they) (re|ve|ll)");

  /** Elided articles, pronouns and prepositions before a vowel, in the names of any language. */
  private static final Pattern COMMON_ELISION =
      Pattern.compile("(?i)(l|d|qu|dell|all|nell|sull|dall)['’]");

  private static final Pattern ELISION = Pattern.compile("\\p{L}+['’]");

  /** Italian words that end in an apostrophe before a space. */
  private static final Pattern CUT_WORD =
      Pattern.compile("(?i)(po|mo|di|fa|va|da|sta|de|ne|co)['’]");

  private static final Pattern VOWEL = Pattern.compile("(?i)[aeiouyhàâäæèéêëìîïòôöœùûü].*");

  /** English words that follow a dash more often than a hyphen. */
  private static final Pattern AFTER_DASH =
      Pattern.compile(
          "(?i)an?|the|and|but|or|as|at|by|for|from|in|is|are|was|were|has|have|had|of|on|to|with"
              + "|that|this|who|which|it|he|she|we|they|you|i|not|so|if|when|where");

  private static final Pattern PREFIX = Pattern.compile("(?i)al|el|abu|anti|non|pre|pro|mid|ex");
  private static final Pattern HYPHEN_CLITIC = Pattern.compile("-\\p{L}[\\p{L}-]*");
  private static final Pattern CURRENCY = Pattern.compile("(\\p{Lu}{1,3})?\\p{Sc}");
  private static final Pattern IDENTIFIER = Pattern.compile("\\p{L}.*|_.+|\\d+\\p{L}.*");

  private static final Set<String> ELIDING = Set.of("fr", "it", "ca", "oc", "gl", "lij", "sc");
  private static final Set<String> HYPHEN_CLITICS = Set.of("fr", "pt", "ca", "gl", "ro");
  private static final Set<String> SPACED_PERCENT =
      Set.of(
          "de", "fr", "nb", "nn", "no", "da", "sv", "fi", "cs", "sk", "ru", "uk", "es", "pl", "hu");
  private static final Set<String> UNSPACED =
      Set.of("zh", "yue", "ja", "th", "lo", "km", "my", "bo");
  private static final Set<Character.UnicodeScript> UNSPACED_SCRIPTS =
      Set.of(
          Character.UnicodeScript.HAN,
          Character.UnicodeScript.HIRAGANA,
          Character.UnicodeScript.KATAKANA,
          Character.UnicodeScript.BOPOMOFO,
          Character.UnicodeScript.THAI,
          Character.UnicodeScript.LAO,
          Character.UnicodeScript.KHMER,
          Character.UnicodeScript.MYANMAR,
          Character.UnicodeScript.TIBETAN);

  private static final Set<Character.UnicodeBlock> UNSPACED_BLOCKS =
      Set.of(
          Character.UnicodeBlock.CJK_SYMBOLS_AND_PUNCTUATION,
          Character.UnicodeBlock.HALFWIDTH_AND_FULLWIDTH_FORMS);

  private final String language;
  private final CorpusStyle style;

  /**
   * Creates the rules of a language.
   *
   * @param language language code of two or three letters in lower case
   * @param style conventions of the corpus
   */
  SpacingRules(String language, CorpusStyle style) {
    this.language = language;
    this.style = style;
  }

  /** Attaches the tokens of a sentence whose quotation marks have already been attached. */
  void join(Joints joints) {
    if (style.isCharacters() && UNSPACED.contains(language)) {
      joints.attachAll();
      return;
    }
    for (int i = 0; i < joints.size(); i++) {
      joinPunctuation(joints, i);
      joinSmiley(joints, i);
      joinClitic(joints, i);
      joinElision(joints, i);
      joinDash(joints, i);
      joinSymbol(joints, i);
      joinScript(joints, i);
    }
  }

  private void joinPunctuation(Joints joints, int i) {
    String word = joints.word(i);
    if (OPENING.matcher(word).matches()) {
      joints.attachRight(i);
    } else if (CLOSING.matcher(word).matches()) {
      joints.attachLeft(i);
    } else if (CLAUSE_END.matcher(word).matches()) {
      boolean isSetOff = language.equals("fr") && FRENCH_HIGH_MARK.matcher(word).matches();
      if (!isSetOff) {
        joints.attachLeft(i);
      }
      if (word.equals(":") && isBetween(joints, i, DIGITS, DIGITS)) {
        joints.attach(i); // A time or a score.
      }
    }
  }

  /** Attaches the parts of a smiley that the tokenizer has split, such as {@code : )}. */
  private static void joinSmiley(Joints joints, int i) {
    boolean isMouth = joints.word(i).equals(")") || joints.word(i).equals("(");
    if (!isMouth || !EYES.matcher(joints.word(i - 1)).matches() || isPaired(joints, i)) {
      return;
    }

    joints.separateLeft(i - 1);
    joints.attachLeft(i);
    joints.separateRight(i);
  }

  /** Returns whether the sentence has the counterpart of a round bracket. */
  private static boolean isPaired(Joints joints, int i) {
    boolean isOpening = joints.word(i).equals("(");
    int step = isOpening ? 1 : -1;
    int depth = 0;
    for (int j = i; j >= 0 && j < joints.size(); j += step) {
      if (joints.word(j).equals("(")) {
        depth += step;
      } else if (joints.word(j).equals(")")) {
        depth -= step;
      }
      if (depth == 0) {
        return true;
      }
    }
    return false;
  }

  private void joinClitic(Joints joints, int i) {
    String word = joints.word(i);
    String before = joints.word(i - 1);
    boolean isItIs =
        IT_CLITIC.matcher(word).matches() && AFTER_IT.matcher(joints.word(i + 1)).matches();

    if (isItIs) {
      joints.attachRight(i);
    } else if (ENGLISH_CLITIC.matcher(word).matches() && !before.isEmpty()) {
      boolean followsText = !OPENING.matcher(before).matches() && !before.equals(",");
      if (followsText) {
        joints.attachLeft(i);
      }
    } else if (style.splitsCannot() && (before + word).equalsIgnoreCase("cannot")) {
      joints.attachLeft(i);
    } else if (PLAIN_NOT.matcher(word).matches() && AUXILIARY.matcher(before).matches()) {
      joints.attachLeft(i);
    } else if (MERGED_WORD.matcher(before + " " + word).matches()) {
      joints.attachLeft(i);
    } else if (HYPHEN_CLITICS.contains(language)
        && HYPHEN_CLITIC.matcher(word).matches()
        && WORD_END.matcher(before).matches()) {
      joints.attachLeft(i);
    }
  }

  private void joinElision(Joints joints, int i) {
    String word = joints.word(i);
    String after = joints.word(i + 1);

    boolean isElision;
    if (ELIDING.contains(language)) {
      isElision = ELISION.matcher(word).matches() && !CUT_WORD.matcher(word).matches();
    } else {
      isElision = COMMON_ELISION.matcher(word).matches() && VOWEL.matcher(after).matches();
    }
    if (isElision) {
      joints.attachRight(i);
    }
  }

  private void joinDash(Joints joints, int i) {
    if (!isBetween(joints, i, WORD_END, WORD)) {
      return;
    }

    String word = joints.word(i);
    boolean isHyphen = word.equals("-") && style.splitsHyphens() && !isDash(joints, i);
    boolean isRange = word.equals("–") && isBetween(joints, i, NUMBER, NUMBER);
    boolean isEnglishDash = word.equals("—") && language.equals("en");
    if (isHyphen || isRange || isEnglishDash || word.equals("/")) {
      joints.attach(i);
    }
  }

  /** Returns whether a hyphen is meant as a dash, in a corpus that splits hyphenated words. */
  private boolean isDash(Joints joints, int i) {
    boolean isChain = joints.word(i - 2).equals("-") || joints.word(i + 2).equals("-");
    if (isChain || !language.equals("en")) {
      return false;
    }
    String before = joints.word(i - 1);
    String after = joints.word(i + 1);
    boolean gainsCapital =
        Character.isUpperCase(after.charAt(0))
            && !Character.isUpperCase(before.charAt(0))
            && !PREFIX.matcher(before).matches();
    return gainsCapital || AFTER_DASH.matcher(after).matches();
  }

  private void joinSymbol(Joints joints, int i) {
    String word = joints.word(i);
    String before = joints.word(i - 1);
    String after = joints.word(i + 1);
    boolean followsNumber = NUMBER.matcher(before).matches();

    if (word.equals("%")) {
      if (followsNumber && !SPACED_PERCENT.contains(language)) {
        joints.attachLeft(i);
      }
    } else if (word.equals("°")) {
      if (followsNumber) {
        joints.attachLeft(i);
      }
    } else if (CURRENCY.matcher(word).matches() && NUMBER.matcher(after).matches()) {
      joints.attachRight(i);
    } else if (word.equals("#") && WORD.matcher(after).matches()) {
      joints.attachRight(i);
    } else if (word.equals("@") && IDENTIFIER.matcher(after).matches()) {
      joints.attachRight(i);
    }
  }

  /** Attaches tokens in scripts without spaces between words: Han, Kana, and South-East Asian. */
  private void joinScript(Joints joints, int i) {
    String before = joints.word(i - 1);
    if (before.isEmpty()) {
      return;
    }

    boolean isUnspacedBefore = isUnspaced(before.codePointBefore(before.length()));
    boolean isUnspacedHere = isUnspaced(joints.word(i).codePointAt(0));
    boolean isEither = isUnspacedBefore || isUnspacedHere;
    boolean isBoth = isUnspacedBefore && isUnspacedHere;
    if (isBoth || (isEither && UNSPACED.contains(language))) {
      joints.attachLeft(i);
    }
  }

  private static boolean isUnspaced(int character) {
    return UNSPACED_SCRIPTS.contains(Character.UnicodeScript.of(character))
        || isUnspaced(Character.UnicodeBlock.of(character));
  }

  /** Returns whether a block, or null for a character without one, has no spaces. */
  private static boolean isUnspaced(Character.UnicodeBlock block) {
    return block != null && UNSPACED_BLOCKS.contains(block);
  }

  private static boolean isBetween(Joints joints, int i, Pattern before, Pattern after) {
    return before.matcher(joints.word(i - 1)).matches()
        && after.matcher(joints.word(i + 1)).matches();
  }
}
