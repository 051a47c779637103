package org.gpchain.internal.core.tokens;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The tokenization conventions of a corpus in which corpora differ. A model stores the profile of
 * its training corpus, so that raw text can be tokenized in the same way.
 *
 * @param clitics whether English clitics are tokens: {@code Peter | 's}, {@code did | n't}
 * @param hyphens whether the parts of hyphenated words are tokens: {@code well | - | known}
 * @param elisions whether elided words are tokens: {@code l' | homme}, {@code dell' | arte}
 * @param han whether each Chinese character is a token
 */
public record TokenProfile(
    Convention clitics, Convention hyphens, Convention elisions, Convention han) {
  /** A profile whose conventions are all unknown. */
  public static final TokenProfile UNKNOWN =
      new TokenProfile(
          Convention.UNKNOWN, Convention.UNKNOWN, Convention.UNKNOWN, Convention.UNKNOWN);

  private static final String CLITICS = "clitics";
  private static final String HYPHENS = "hyphens";
  private static final String ELISIONS = "elisions";
  private static final String HAN = "han";
  private static final List<String> NAMES = List.of(CLITICS, HYPHENS, ELISIONS, HAN);

  /** How a corpus treats one kind of word. */
  public enum Convention {
    /** The word is several tokens. */
    SPLIT,
    /** The word is one token. */
    WHOLE,
    /** The corpus has no such word, or its convention was not recorded. */
    UNKNOWN;

    /** Returns the other convention if it contradicts this one, otherwise {@link #UNKNOWN}. */
    private Convention contradiction(Convention other) {
      if (this == UNKNOWN || this == other) {
        return UNKNOWN;
      }
      return other;
    }

    /** Returns {@link #WHOLE} if either convention is, otherwise the known one. */
    private Convention coarsest(Convention other) {
      if (other == WHOLE) {
        return WHOLE;
      }
      return or(other);
    }

    /** Returns this convention, or another one if this one is unknown. */
    public Convention or(Convention other) {
      if (this == UNKNOWN) {
        return other;
      }
      return this;
    }
  }

  /** Creates a profile; no convention may be null. */
  public TokenProfile {
    Objects.requireNonNull(clitics, "clitics");
    Objects.requireNonNull(hyphens, "hyphens");
    Objects.requireNonNull(elisions, "elisions");
    Objects.requireNonNull(han, "han");
  }

  /**
   * Parses a profile in the format of {@link #toString}. Missing conventions are unknown.
   *
   * @throws IllegalArgumentException if the text has another format
   */
  public static TokenProfile parse(String text) {
    Map<String, Convention> given = new HashMap<>();
    for (String part : text.trim().split("\\s+", -1)) {
      String[] sides = part.split("=", 2);
      if (sides.length != 2 || !NAMES.contains(sides[0])) {
        throw new IllegalArgumentException(
            "a token profile has parts such as clitics=SPLIT, had '%s'; the names are %s"
                .formatted(part, String.join(", ", NAMES)));
      }
      given.put(sides[0], convention(sides[1]));
    }

    return new TokenProfile(
        given.getOrDefault(CLITICS, Convention.UNKNOWN),
        given.getOrDefault(HYPHENS, Convention.UNKNOWN),
        given.getOrDefault(ELISIONS, Convention.UNKNOWN),
        given.getOrDefault(HAN, Convention.UNKNOWN));
  }

  private static Convention convention(String name) {
    try {
      return Convention.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "a convention of a token profile is one of %s, was '%s'"
              .formatted(List.of(Convention.values()), name),
          e);
    }
  }

  /** Returns this profile with its unknown conventions replaced by those of another profile. */
  public TokenProfile or(TokenProfile other) {
    return new TokenProfile(
        clitics.or(other.clitics),
        hyphens.or(other.hyphens),
        elisions.or(other.elisions),
        han.or(other.han));
  }

  /**
   * Returns the profile of a tokenization that can be refined to both this profile and another one:
   * a kind of word is whole if it is whole in either profile.
   */
  public TokenProfile coarsest(TokenProfile other) {
    return new TokenProfile(
        clitics.coarsest(other.clitics),
        hyphens.coarsest(other.hyphens),
        elisions.coarsest(other.elisions),
        han.coarsest(other.han));
  }

  /**
   * Returns a description of the known conventions, such as {@code "clitics split (Peter | 's),
   * hyphenated words whole (well-known)"}.
   */
  public String inWords() {
    List<String> parts = new ArrayList<>();
    add("clitics", clitics, "Peter | 's", "Peter's", parts);
    add("hyphenated words", hyphens, "well | - | known", "well-known", parts);
    add("elisions", elisions, "l' | homme", "l'homme", parts);
    add("Chinese", han, "one character a token", "words", parts);
    if (parts.isEmpty()) {
      return "no convention recorded";
    }
    return String.join(", ", parts);
  }

  /** Returns the profile in the format that {@link #parse} accepts. */
  @Override
  public String toString() {
    return "%s=%s %s=%s %s=%s %s=%s"
        .formatted(CLITICS, clitics, HYPHENS, hyphens, ELISIONS, elisions, HAN, han);
  }

  /**
   * Returns the conventions of another profile that contradict this one; all others are unknown.
   */
  public TokenProfile contradictions(TokenProfile other) {
    return new TokenProfile(
        clitics.contradiction(other.clitics),
        hyphens.contradiction(other.hyphens),
        elisions.contradiction(other.elisions),
        han.contradiction(other.han));
  }

  /**
   * Adds the description of a convention, unless it is unknown.
   *
   * @param words the kind of words
   * @param split example of the words if they are split
   * @param whole example of the words if they are whole
   */
  private static void add(
      String words, Convention convention, String split, String whole, List<String> parts) {
    switch (convention) {
      case SPLIT -> parts.add("%s split (%s)".formatted(words, split));
      case WHOLE -> parts.add("%s whole (%s)".formatted(words, whole));
      case UNKNOWN -> {
        // An unknown convention has no description.
      }
    }
  }
}
