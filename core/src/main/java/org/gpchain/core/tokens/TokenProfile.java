package org.gpchain.core.tokens;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The conventions by which a corpus is divided into tokens, as far as corpora differ in them. A
 * model remembers the profile of its training corpus, so that raw text can be divided in the same
 * way.
 *
 * @param clitics whether English clitics are tokens: {@code Peter | 's}, {@code did | n't}
 * @param hyphens whether the parts of hyphenated words are tokens: {@code well | - | known}
 * @param elisions whether elided words are tokens: {@code l' | homme}, {@code dell' | arte}
 * @param han whether each Chinese character is a token
 */
public record TokenProfile(
    Convention clitics, Convention hyphens, Convention elisions, Convention han) {
  /** A profile that says nothing. */
  public static final TokenProfile UNKNOWN =
      new TokenProfile(
          Convention.UNKNOWN, Convention.UNKNOWN, Convention.UNKNOWN, Convention.UNKNOWN);

  /** How a corpus treats one kind of word. */
  public enum Convention {
    /** The word is several tokens. */
    SPLIT,
    /** The word is one token. */
    WHOLE,
    /** The corpus has no such word, or its convention was not recorded. */
    UNKNOWN;

    /** Returns this convention, or another one if this one is unknown. */
    public Convention or(Convention other) {
      return this == UNKNOWN ? other : this;
    }
  }

  /** Checks that no convention is null. */
  public TokenProfile {
    Objects.requireNonNull(clitics, "clitics");
    Objects.requireNonNull(hyphens, "hyphens");
    Objects.requireNonNull(elisions, "elisions");
    Objects.requireNonNull(han, "han");
  }

  /** Returns this profile, with the conventions of another one where this one knows none. */
  public TokenProfile or(TokenProfile other) {
    return new TokenProfile(
        clitics.or(other.clitics),
        hyphens.or(other.hyphens),
        elisions.or(other.elisions),
        han.or(other.han));
  }

  /**
   * Returns the profile in words, such as {@code "clitics split (Peter | 's), hyphenated words
   * whole"}.
   */
  public String inWords() {
    List<String> parts = new ArrayList<>();
    add("clitics", clitics, "Peter | 's", "Peter's", parts);
    add("hyphenated words", hyphens, "well | - | known", "well-known", parts);
    add("elisions", elisions, "l' | homme", "l'homme", parts);
    add("Chinese", han, "one character a token", "words", parts);
    return parts.isEmpty() ? "no convention recorded" : String.join(", ", parts);
  }

  private static void add(
      String words, Convention convention, String split, String whole, List<String> parts) {
    switch (convention) {
      case SPLIT -> parts.add("%s split (%s)".formatted(words, split));
      case WHOLE -> parts.add("%s whole (%s)".formatted(words, whole));
      case UNKNOWN -> {
        // Nothing is known, so nothing is said.
      }
    }
  }
}
