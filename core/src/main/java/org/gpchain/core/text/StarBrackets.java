package org.gpchain.core.text;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.core.text.LabelNotation.Translation;

/**
 * Segments as brackets around stars, one for each token, as in OntoNotes and CoNLL-2012: {@code
 * (PERSON*}, {@code *)}, {@code *}, {@code (GPE)}. Of nested segments the outermost is read.
 */
final class StarBrackets {
  private static final Pattern LABEL = Pattern.compile("((?:\\([^()*]+)*+)\\*?(\\)*)");

  private StarBrackets() {}

  static boolean isLabel(String label) {
    return !label.isEmpty() && LABEL.matcher(label).matches();
  }

  /** Whether these are brackets and stars, some of each. */
  static boolean areAll(Collection<String> labels) {
    return labels.stream().allMatch(StarBrackets::isLabel)
        && labels.stream().anyMatch(label -> label.startsWith("("))
        && labels.stream().anyMatch(label -> label.contains("*"));
  }

  /** Returns labels in the scheme IOB2. */
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
      String[] opened = brackets.group(1).isEmpty() ? new String[0] : openedBy(brackets);
      boolean begins = depth == 0 && opened.length > 0;
      if (begins) {
        type = opened[0];
        lastOpened = t;
      }
      nested += opened.length - (begins ? 1 : 0);
      depth += opened.length;
      if (depth > 0) {
        translated[t] = (begins ? "B-" : "I-") + type;
      }
      depth -= brackets.group(2).length();
      if (depth < 0) {
        firstUnbalanced = firstUnbalanced < 0 ? t : firstUnbalanced;
        depth = 0;
      }
    }
    if (depth > 0 && firstUnbalanced < 0) {
      firstUnbalanced = lastOpened;
    }
    return new Translation(Arrays.asList(translated), firstUnbalanced, nested);
  }

  private static String[] openedBy(Matcher brackets) {
    return brackets.group(1).substring(1).split("\\(", -1);
  }
}
