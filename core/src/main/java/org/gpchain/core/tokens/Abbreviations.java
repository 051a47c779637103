package org.gpchain.core.tokens;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The abbreviations of a language that keep their period, whether they can end a sentence, and the
 * words that show that a sentence begins after one.
 */
public final class Abbreviations {
  /** The abbreviations of English. */
  public static final Abbreviations ENGLISH = read("abbreviations-en.txt");

  /** What may follow an abbreviation. */
  public enum Kind {
    /** A title, which a name follows: {@code Mr.} */
    TITLE,
    /** A word that other words of the sentence follow: {@code e.g.} */
    INNER,
    /** A word that is an abbreviation only if a number follows: {@code p.} */
    NUMBER,
    /** A word that may end a sentence or not: {@code Inc.} */
    FINAL,
    /** Single letters, each with a period: {@code U.S.} */
    ACRONYM,
    /** One letter: {@code J.} */
    INITIAL,
    /** No abbreviation. */
    NONE
  }

  private static final int LONGEST_PART = 3;

  /** The section of a resource with the words that begin a sentence. */
  private static final String STARTERS = "[starters]";

  private final Map<String, Kind> kinds;
  private final Set<String> starters;

  private Abbreviations(Map<String, Kind> kinds, Set<String> starters) {
    this.kinds = kinds;
    this.starters = starters;
  }

  private static Abbreviations read(String resource) {
    Map<String, Kind> kinds = new HashMap<>();
    Set<String> starters = new HashSet<>();
    String section = "";
    for (String line : lines(resource)) {
      if (line.startsWith("[")) {
        section = line;
      } else if (!line.isBlank() && !line.startsWith("#")) {
        List<String> words = List.of(line.trim().split(" +", -1));
        if (section.equals(STARTERS)) {
          starters.addAll(words);
        } else {
          String name = section.substring(1, section.length() - 1);
          words.forEach(word -> add(word, Kind.valueOf(name.toUpperCase(Locale.ROOT)), kinds));
        }
      }
    }
    return new Abbreviations(kinds, starters);
  }

  private static List<String> lines(String resource) {
    try (InputStream in = Abbreviations.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(String word, Kind kind, Map<String, Kind> kinds) {
    kinds.put(word, kind);
    if (Character.isUpperCase(word.charAt(0)) && word.length() > 1) {
      kinds.put(word.toUpperCase(Locale.ROOT), kind);
    }
  }

  /** Returns whether a word after an abbreviation shows that a sentence begins with it. */
  public boolean isStarter(String word) {
    return starters.contains(word);
  }

  /**
   * Returns the kind of a word that a period follows.
   *
   * @param word without its last period
   */
  public Kind kindOf(String word) {
    Kind kind = kinds.get(word);
    if (kind != null) {
      return kind;
    }
    if (word.codePointCount(0, word.length()) == 1) {
      return Character.isLetter(word.codePointAt(0)) ? Kind.INITIAL : Kind.NONE;
    }
    return isAcronym(word) ? Kind.ACRONYM : Kind.NONE;
  }

  /** Returns whether a word is like {@code U.S}, {@code a.m} or {@code Ph.D}. */
  private static boolean isAcronym(String word) {
    int parts = 1;
    int length = 0;
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (c == '.') {
        if (length == 0) {
          return false;
        }
        parts++;
        length = 0;
      } else {
        length++;
        boolean fits = Character.isLetter(c) && length <= LONGEST_PART;
        boolean isCapitalFirst = length == 1 || Character.isUpperCase(word.charAt(i - length + 1));
        if (!fits || !isCapitalFirst) {
          return false;
        }
      }
    }
    return parts > 1 && length > 0;
  }
}
