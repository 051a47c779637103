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
 * The writing conventions of a language that determine where tokens and sentences end:
 * abbreviations with a period, words that typically begin a sentence, and signs that join the parts
 * of a word. Immutable.
 */
public final class Orthography {
  /** The languages with a resource {@code orthography-LANGUAGE.txt}. */
  private static final Set<String> LANGUAGES = Set.of("de", "en", "fr", "nb");

  /** The conventions that have been read, by language. */
  private static final Map<String, Orthography> CACHE = new ConcurrentHashMap<>();

  /** The conventions that all languages share. */
  private static final Orthography GENERAL = new Orthography(Map.of());

  /** Maximum length of the parts of an acronym such as {@code Ph.D.} (letters). */
  private static final int LONGEST_PART = 3;

  /** Kinds of abbreviations, by the word without its last period. */
  private final Map<String, Kind> kinds = new HashMap<>();

  /** Words after an abbreviation with which a new sentence begins. */
  private final Set<String> starters;

  /** Signs that join letters or digits on both sides to one token. */
  private final Set<String> joining;

  private final boolean hasOrdinals;

  /** The kinds of words before a period, which differ in what may follow. */
  public enum Kind {
    /** A title that is followed by a name: {@code Mr.} */
    TITLE,
    /** An abbreviation that does not end a sentence: {@code e.g.} */
    INNER,
    /** An abbreviation only if a number follows: {@code p.} */
    NUMBER,
    /** An abbreviation that may end a sentence: {@code Inc.} */
    FINAL,
    /** Short parts, each with a period: {@code U.S.} */
    ACRONYM,
    /** A single letter: {@code J.} */
    INITIAL,
    /** Not an abbreviation. */
    NONE
  }

  /**
   * Creates the conventions of a language.
   *
   * @param sections the words in each section of the language's resource
   */
  private Orthography(Map<String, Set<String>> sections) {
    for (Kind kind : List.of(Kind.TITLE, Kind.INNER, Kind.NUMBER, Kind.FINAL)) {
      String section = kind.name().toLowerCase(Locale.ROOT);
      for (String word : sections.getOrDefault(section, Set.of())) {
        add(word, kind);
      }
    }

    this.starters = sections.getOrDefault("starters", Set.of());
    this.joining = sections.getOrDefault("joining", Set.of());
    this.hasOrdinals = sections.containsKey("ordinals");
  }

  /** Adds an abbreviation and, if it is capitalized, its form in capital letters. */
  private void add(String word, Kind kind) {
    kinds.put(word, kind);
    if (Character.isUpperCase(word.charAt(0)) && word.length() > 1) {
      kinds.put(word.toUpperCase(Locale.ROOT), kind);
    }
  }

  /**
   * Returns the conventions of a language, or the conventions that all languages share if there is
   * no resource for the language.
   *
   * @param language an ISO 639-1 code such as {@code en}
   */
  public static Orthography of(String language) {
    if (isKnown(language)) {
      return CACHE.computeIfAbsent(language, Orthography::read);
    }
    return GENERAL;
  }

  /** Returns whether there is a resource with the abbreviations of a language. */
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

  /** Returns whether a new sentence begins with a word if it comes after an abbreviation. */
  public boolean isStarter(String word) {
    return starters.contains(word);
  }

  /** Returns whether a sign joins the letters or digits on both sides into one token. */
  public boolean isJoining(char sign) {
    return joining.contains(String.valueOf(sign));
  }

  /** Returns whether the language writes ordinal numbers with a period, as in {@code 1. Mai}. */
  public boolean hasOrdinals() {
    return hasOrdinals;
  }

  /**
   * Returns the kind of a word before a period.
   *
   * @param word the word without its last period
   */
  public Kind kindOf(String word) {
    Kind kind = kinds.get(word);
    if (kind != null) {
      return kind;
    }

    boolean isSingleCharacter = word.codePointCount(0, word.length()) == 1;
    if (isSingleCharacter && Character.isLetter(word.codePointAt(0))) {
      return Kind.INITIAL;
    }
    if (isAcronym(word)) {
      return Kind.ACRONYM;
    }
    return Kind.NONE;
  }

  /**
   * Returns whether a word consists of short parts like {@code U.S}, {@code a.m} or {@code Ph.D}.
   */
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
        boolean isShortPart = Character.isLetter(c) && length <= LONGEST_PART;
        boolean isLongPartCapitalized =
            length == 1 || Character.isUpperCase(word.charAt(i - length + 1));
        if (!isShortPart || !isLongPartCapitalized) {
          return false;
        }
      }
    }

    return parts > 1 && length > 0;
  }
}
