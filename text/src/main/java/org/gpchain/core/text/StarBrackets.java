package org.gpchain.core.text;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.core.text.LabelNotation.Translation;

/**
 * The notation of segments in OntoNotes and CoNLL-2012: each token has a star with the brackets
 * that open or close segments there, such as {@code (PERSON*}, {@code *)}, {@code *} or {@code
 * (GPE)}. If segments are nested, only the outermost one is read.
 */
final class StarBrackets {
  private static final Pattern LABEL = Pattern.compile("((?:\\([^()*]+)*+)\\*?(\\)*)");

  private StarBrackets() {}

  /** Returns whether a label has this notation. */
  static boolean isLabel(String label) {
    return !label.isEmpty() && LABEL.matcher(label).matches();
  }

  /** Returns whether all labels have this notation, with at least one bracket and one star. */
  static boolean areAll(Collection<String> labels) {
    boolean hasBracket = false;
    boolean hasStar = false;
    for (String label : labels) {
      if (!isLabel(label)) {
        return false;
      }
      hasBracket |= label.startsWith("(");
      hasStar |= label.contains("*");
    }
    return hasBracket && hasStar;
  }

  /**
   * Translates the labels of a sentence to the scheme IOB2.
   *
   * @throws IllegalArgumentException if a label does not have this notation
   */
  static Translation translate(List<String> labels) {
    String[] translated = new String[labels.size()];
    Arrays.fill(translated, SpanCodec.OUTSIDE);
    int depth = 0;
    int nested = 0;
    int firstUnbalanced = -1;
    int lastOpened = -1;
    String type = "";
    for (int t = 0; t < translated.length; t++) {
      Matcher brackets = LABEL.matcher(labels.get(t));
      if (!brackets.matches()) {
        throw new IllegalArgumentException("'" + labels.get(t) + "' has no brackets around a star");
      }

      String[] openedTypes = openedTypes(brackets.group(1));
      String prefix = "I-";
      nested += openedTypes.length;
      if (depth == 0 && openedTypes.length > 0) {
        type = openedTypes[0];
        prefix = "B-";
        lastOpened = t;
        nested--;
      }

      depth += openedTypes.length;
      if (depth > 0) {
        translated[t] = prefix + type;
      }

      depth -= brackets.group(2).length();
      if (depth < 0 && firstUnbalanced < 0) {
        firstUnbalanced = t;
      }
      depth = Math.max(0, depth);
    }

    if (depth > 0 && firstUnbalanced < 0) {
      firstUnbalanced = lastOpened;
    }
    return new Translation(Arrays.asList(translated), firstUnbalanced, nested);
  }

  /** Returns the types in opening brackets, such as NP and PP in {@code (NP(PP}. */
  private static String[] openedTypes(String brackets) {
    if (brackets.isEmpty()) {
      return new String[0];
    }
    return brackets.substring(1).split("\\(", -1);
  }
}
