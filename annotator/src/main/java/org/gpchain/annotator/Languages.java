package org.gpchain.annotator;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Codes of languages, as documents and models have them. */
public final class Languages {
  /** The code of a language that nobody has named. */
  public static final String UNSPECIFIED = "x-unspecified";

  /** Norwegian, which is written in one of two forms; nearly all of it in the first. */
  private static final String NORWEGIAN = "no";

  private static final String BOKMAAL = "nb";

  private Languages() {}

  /**
   * The codes to look a model up by, the most special first: {@code en-US} and {@code en} of {@code
   * en-US}, and of {@code en-us}, as UIMA writes it.
   */
  public static List<String> candidates(String language) {
    return language.equals(UNSPECIFIED)
        ? List.of(UNSPECIFIED)
        : Stream.of(
                language,
                Locale.forLanguageTag(language).toLanguageTag(),
                primary(language),
                written(primary(language)))
            .distinct()
            .toList();
  }

  /** Whether two languages are known, and not the same, whatever the country. */
  public static boolean differ(String language, String other) {
    return isKnown(language) && isKnown(other) && !same(language, other);
  }

  private static boolean isKnown(String language) {
    return language != null && !language.equals(UNSPECIFIED);
  }

  /** Whether two codes are of one language, whatever the country. */
  public static boolean same(String language, String other) {
    return written(primary(language)).equals(written(primary(other)));
  }

  private static String primary(String language) {
    return language.split("[-_]", 2)[0].toLowerCase(Locale.ROOT);
  }

  private static String written(String language) {
    return language.equals(NORWEGIAN) ? BOKMAAL : language;
  }

  /**
   * A warning of a document in another language than that of what annotates it, if both are known.
   * DKPro checks the language of models that it looks up, but not of those given by their location.
   *
   * @param documentLanguage may be null
   */
  static Optional<String> warning(String documentLanguage, String what, String language) {
    return differ(documentLanguage, language)
        ? Optional.of(
            "a document in the language '%s' is annotated with %s for '%s'"
                .formatted(documentLanguage, what, language))
        : Optional.empty();
  }
}
