package org.gpchain.internal.corpora.plaintext;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A classifier of the quotation marks in a paragraph as opening or closing. Quotations may extend
 * over several sentences, so the sentences of a paragraph must be passed in order.
 */
final class QuoteMarks {
  /** Languages that write quotations as »word« or „word“. */
  private static final Set<String> INWARD_GUILLEMETS = Set.of("de", "da", "cs", "sk", "sl", "hr");

  private static final Pattern NUMBER = Pattern.compile("\\d+([.,/]\\d+)*");
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}].*");
  private static final Pattern LATER_CLOSING = Pattern.compile("[\\p{Pe}\\p{Pf}.,;:!?…]+");
  private static final Pattern CLITIC_LETTERS = Pattern.compile("s|t|re|ve|ll|d|m|S|T|RE|VE|LL");
  private static final Pattern NAME_PREFIX = Pattern.compile("[OoDdLl]");

  private static final Pattern PLURAL_END = Pattern.compile("(?i).*[sxz]");

  /** English words in {@code s} that are followed by a quotation rather than a possessive mark. */
  private static final Pattern NO_OWNER =
      Pattern.compile("(?i)is|was|as|has|does|says|means|this|its|his|us|yes|thus|plus|versus");

  private final String language;
  private boolean isDoubleOpen;
  private boolean isSingleOpen;
  private boolean isLowOpen;
  private boolean isGuillemetOpen;

  QuoteMarks(String language) {
    this.language = language;
  }

  /** Closes the quotations that the previous paragraph has left open. */
  void startParagraph() {
    isDoubleOpen = false;
    isSingleOpen = false;
    isLowOpen = false;
    isGuillemetOpen = false;
  }

  /** Attaches the quotation marks of the next sentence to the words that they enclose. */
  void join(Joints joints) {
    joinDouble(joints);
    joinEmphasis(joints);
    for (int i = 0; i < joints.size(); i++) {
      switch (joints.word(i)) {
        case "'" -> joinApostrophe(joints, i);
        case "“", "”", "„", "‟" -> joinCurly(joints, i);
        case "‘", "’", "‚", "`", "´" -> joinCurlySingle(joints, i);
        case "«", "»", "‹", "›" -> joinGuillemet(joints, i);
        case "``" -> joints.attachRight(i);
        case "''", "’’", "‘’" -> joints.attachLeft(i);
        default -> {}
      }
    }
  }

  /**
   * Attaches straight double marks, which open and close in turn. A mark at the beginning of a
   * sentence opens, and a mark at its end closes.
   */
  private void joinDouble(Joints joints) {
    List<Integer> marks = positions(joints, "\"");
    if (marks.isEmpty()) {
      return;
    }

    int first = marks.get(0);
    int last = marks.get(marks.size() - 1);
    boolean isLastFinal = joints.size() > 1 && isFinal(joints, last);
    if (first == 0 && joints.size() > 1) {
      isDoubleOpen = false;
    } else if (isLastFinal) {
      isDoubleOpen = marks.size() % 2 == 1;
    }

    for (int n = 0; n < marks.size(); n++) {
      int mark = marks.get(n);
      boolean isOddMark = !isDoubleOpen && (marks.size() - n) % 2 == 1;
      if (isOddMark && NUMBER.matcher(joints.word(mark - 1)).matches()) {
        joints.attachLeft(mark); // Inches, as in 12".
      } else if (isDoubleOpen || (mark == last && isLastFinal && mark > 0)) {
        joints.attachLeft(mark);
        isDoubleOpen = false;
      } else {
        joints.attachRight(mark);
        isDoubleOpen = true;
      }
    }
  }

  /** Attaches underscores to the word or phrase that they emphasize in plain text. */
  private static void joinEmphasis(Joints joints) {
    List<Integer> marks = positions(joints, "_");
    if (marks.size() % 2 == 1) {
      return;
    }
    for (int n = 0; n < marks.size(); n += 2) {
      joints.attachRight(marks.get(n));
      joints.attachLeft(marks.get(n + 1));
    }
  }

  /** Attaches an apostrophe inside a word or after a plural, or a single quotation mark. */
  private void joinApostrophe(Joints joints, int i) {
    if (isInsideWord(joints, i)) {
      joints.attach(i);
      return;
    }

    boolean isOpening = i == 0 ? joints.size() > 1 : !isSingleOpen && opensQuotation(joints, i);
    if (isOpening) {
      joints.attachRight(i);
      isSingleOpen = true;
      return;
    }

    joints.attachLeft(i);
    boolean isPlural = mayOwn(joints.word(i - 1)) && countAfter(joints, i) > 0;
    isSingleOpen &= isPlural;
  }

  private static boolean isInsideWord(Joints joints, int i) {
    String before = joints.word(i - 1);
    String after = joints.word(i + 1);
    boolean isClitic = WORD.matcher(before).matches() && CLITIC_LETTERS.matcher(after).matches();
    boolean isPrefix =
        NAME_PREFIX.matcher(before).matches()
            && !after.isEmpty()
            && Character.isLetter(after.charAt(0));
    return isClitic || isPrefix;
  }

  private static boolean opensQuotation(Joints joints, int i) {
    String before = joints.word(i - 1);
    String after = joints.word(i + 1);
    if (!WORD.matcher(after).matches()) {
      return false;
    }
    if (!WORD.matcher(before).matches()) {
      return true;
    }
    int marksAfter = countAfter(joints, i);
    if (!mayOwn(before)) {
      return marksAfter > 0;
    }
    return marksAfter % 2 == 1 && endsQuotation(joints, lastIndex(joints, "'"));
  }

  /** Returns whether a mark stands next to other punctuation, as few apostrophes do. */
  private static boolean endsQuotation(Joints joints, int i) {
    return !WORD.matcher(joints.word(i - 1)).matches()
        || !WORD.matcher(joints.word(i + 1)).matches();
  }

  private void joinCurly(Joints joints, int i) {
    boolean isClosing =
        switch (joints.word(i)) {
          case "„", "‟" -> false;
          case "“" -> isLowOpen;
          default -> isLowOpen || isDoubleOpen || !followsLater(joints, i, "”", "“");
        };
    boolean isLow = joints.word(i).equals("„");
    isLowOpen = isLow || (isLowOpen && !isClosing);
    isDoubleOpen = !isClosing && !isLow;
    attach(joints, i, isClosing);
  }

  private void joinCurlySingle(Joints joints, int i) {
    if (isInsideWord(joints, i)) {
      joints.attach(i);
      return;
    }
    boolean isClosing =
        switch (joints.word(i)) {
          case "‚", "`", "´" -> false;
          case "‘" -> INWARD_GUILLEMETS.contains(language) && isSingleOpen;
          default -> i > 0;
        };
    isSingleOpen = !isClosing;
    attach(joints, i, isClosing);
  }

  /** Attaches a guillemet, except in French, where spaces set guillemets off. */
  private void joinGuillemet(Joints joints, int i) {
    String mark = joints.word(i);
    boolean isLeftMark = mark.equals("«") || mark.equals("‹");
    boolean isOpening;
    if (isGuillemetOpen) {
      isOpening = false;
    } else if (INWARD_GUILLEMETS.contains(language)) {
      isOpening = !isLeftMark || followsLater(joints, i, "»", "«");
    } else {
      isOpening = isLeftMark || followsLater(joints, i, "«", "»");
    }
    isGuillemetOpen = isOpening;
    if (!language.equals("fr")) {
      attach(joints, i, !isOpening);
    }
  }

  private static void attach(Joints joints, int i, boolean isClosing) {
    if (isClosing) {
      joints.attachLeft(i);
    } else {
      joints.attachRight(i);
    }
  }

  /** Returns whether the next of two marks after a token is the first of them. */
  private static boolean followsLater(Joints joints, int i, String mark, String other) {
    for (int j = i + 1; j < joints.size(); j++) {
      if (joints.word(j).equals(mark)) {
        return true;
      }
      if (joints.word(j).equals(other)) {
        return false;
      }
    }
    return false;
  }

  private static boolean isFinal(Joints joints, int i) {
    for (int j = i + 1; j < joints.size(); j++) {
      if (!LATER_CLOSING.matcher(joints.word(j)).matches()) {
        return false;
      }
    }
    return true;
  }

  private static List<Integer> positions(Joints joints, String mark) {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < joints.size(); i++) {
      if (joints.word(i).equals(mark)) {
        positions.add(i);
      }
    }
    return positions;
  }

  private static int countAfter(Joints joints, int i) {
    return (int) positions(joints, "'").stream().filter(mark -> mark > i).count();
  }

  private static int lastIndex(Joints joints, String mark) {
    List<Integer> marks = positions(joints, mark);
    return marks.get(marks.size() - 1);
  }

  /** Returns whether an apostrophe after a word may mark a possessive. */
  private static boolean mayOwn(String word) {
    return PLURAL_END.matcher(word).matches() && !NO_OWNER.matcher(word).matches();
  }
}
