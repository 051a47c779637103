package org.gpchain.internal.core.tokens;

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
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The conventions of writing in a language that matter for tokens and sentences: abbreviations that
 * keep their period, words that begin a sentence after one, and signs that join words.
 */
public final class Orthography {
  /** The languages with a resource {@code orthography-LANGUAGE.txt}. */
  private static final Set<String> LANGUAGES = Set.of("de", "en", "fr", "nb");

  private static final Map<String, Orthography> READ = new ConcurrentHashMap<>();

  /** What all languages share. */
  private static final Orthography GENERAL = new Orthography(Map.of());

  private static final int LONGEST_PART = 3;

  private final Map<String, Kind> kinds = new HashMap<>();
  private final Set<String> starters;
  private final Set<String> joining;
  private final boolean hasOrdinals;

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

  /**
   * Creates conventions.
   *
   * @param sections the words of each section of a resource
   */
  private Orthography(Map<String, Set<String>> sections) {
    for (Kind kind : List.of(Kind.TITLE, Kind.INNER, Kind.NUMBER, Kind.FINAL)) {
      String section = kind.name().toLowerCase(Locale.ROOT);
      sections.getOrDefault(section, Set.of()).forEach(word -> add(word, kind));
    }
    this.starters = sections.getOrDefault("starters", Set.of());
    this.joining = sections.getOrDefault("joining", Set.of());
    this.hasOrdinals = sections.containsKey("ordinals");
  }

  private void add(String word, Kind kind) {
    kinds.put(word, kind);
    if (Character.isUpperCase(word.charAt(0)) && word.length() > 1) {
      kinds.put(word.toUpperCase(Locale.ROOT), kind);
    }
  }

  /**
   * Returns the conventions of a language, or the shared conventions of all languages if the
   * language is unknown.
   *
   * @param language a code such as {@code en}
   */
  public static Orthography of(String language) {
    return isKnown(language) ? READ.computeIfAbsent(language, Orthography::read) : GENERAL;
  }

  /** Returns whether abbreviations of a language are known. */
  public static boolean isKnown(String language) {
    return LANGUAGES.contains(language);
  }

  private static Orthography read(String language) {
    String resource = "orthography-" + language + ".txt";
    Map<String, Set<String>> sections = new TreeMap<>();
    String section = "";
    for (String line : lines(resource)) {
      if (line.startsWith("[")) {
        section = line.substring(1, line.length() - 1);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        Set<String> words = sections.computeIfAbsent(section, name -> new HashSet<>());
        words.addAll(List.of(line.trim().split(" +", -1)));
      }
    }
    return new Orthography(sections);
  }

  private static List<String> lines(String resource) {
    try (InputStream in = Orthography.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether a word after an abbreviation shows that a sentence begins with it. */
  public boolean isStarter(String word) {
    return starters.contains(word);
  }

  /** Returns whether a sign joins the letters or digits on both sides to one token. */
  public boolean isJoining(char sign) {
    return joining.contains(String.valueOf(sign));
  }

  /** Returns whether a number with a period is an ordinal, as in {@code 1. Mai}. */
  public boolean hasOrdinals() {
    return hasOrdinals;
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
