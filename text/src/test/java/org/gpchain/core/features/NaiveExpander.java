package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.core.text.TokenSequence;

/**
 * A simple reference implementation of the encoder: expands templates to feature strings as CRF++
 * does. It shares no code with the encoder. Each value in a feature string is enclosed in brackets,
 * so that different values can't form the same string.
 */
final class NaiveExpander {
  private NaiveExpander() {}

  /**
   * Returns the feature strings of a token, one for each template that applies, in the order of the
   * templates.
   */
  static List<String> expand(String templates, TokenSequence sentence, int token) {
    List<String> features = new ArrayList<>();
    for (String line : templates.split("\n", -1)) {
      if (line.startsWith("U")) {
        String feature = expandLine(line, sentence, token);
        if (feature != null) {
          features.add(feature);
        }
      }
    }
    return features;
  }

  private static String expandLine(String line, TokenSequence sentence, int token) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < line.length()) {
      if (line.charAt(i) != '%') {
        out.append(line.charAt(i++));
        continue;
      }
      int comma = line.indexOf(',', i);
      int close = line.indexOf(']', i);
      int offset = Integer.parseInt(line.substring(i + 3, comma).trim());
      String value = value(sentence, line.substring(comma + 1, close).trim(), token + offset);
      if (value == null) {
        return null;
      }
      out.append('⟦').append(value).append('⟧');
      i = close + 1;
    }

    return out.toString();
  }

  private static String value(TokenSequence sentence, String column, int position) {
    if (position < 0) {
      return "_B" + position;
    }
    if (position >= sentence.length()) {
      return "_B+" + (position - sentence.length() + 1);
    }
    if (column.chars().allMatch(Character::isDigit)) {
      return sentence.columns().get(Integer.parseInt(column)).get(position);
    }
    if (sentence.has(column)) {
      return sentence.column(column).get(position);
    }
    return derived(column, sentence.column("word").get(position));
  }

  private static String derived(String column, String word) {
    List<String> characters = new ArrayList<>();
    word.codePoints().forEach(c -> characters.add(Character.toString(c)));
    int n = column.charAt(column.length() - 1) - '0';
    if (column.startsWith("prefix")) {
      return characters.size() < n ? null : String.join("", characters.subList(0, n));
    }
    if (column.startsWith("suffix")) {
      int size = characters.size();
      return size < n ? null : String.join("", characters.subList(size - n, size));
    }

    if (column.equals("digits")) {
      String zeros = word.replaceAll("(?U)\\d", "0");
      return word.matches("(?sU).*\\d.*") ? zeros : null;
    }

    if (column.equals("shape")) {
      StringBuilder classes = new StringBuilder();
      characters.forEach(c -> classes.append(characterClass(c)));
      return classes.toString().replaceAll("(?s)(.)\\1{2,}", "$1$1");
    }

    return word.toLowerCase(Locale.ENGLISH);
  }

  private static String characterClass(String character) {
    if (character.matches("[\\p{Lu}\\p{Lt}\\p{javaUpperCase}]")) {
      return "X";
    }
    if (character.matches("\\p{L}")) {
      return "x";
    }
    return character.matches("(?U)\\d") ? "0" : character;
  }
}
