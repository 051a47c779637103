package org.gpchain.annotator;

import java.util.List;
import java.util.Locale;
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
   * What to look a model up by, the most special first: {@code en-US} and {@code en} of {@code
   * en-US}.
   */
  static List<String> candidates(String language) {
    return language.equals(UNSPECIFIED)
        ? List.of(UNSPECIFIED)
        : Stream.of(language, primary(language), written(primary(language))).distinct().toList();
  }

  /** Whether two languages are known, and not the same, whatever the country. */
  public static boolean differ(String language, String other) {
    return isKnown(language) && isKnown(other) && !same(language, other);
  }

  private static boolean isKnown(String language) {
    return language != null && !language.equals(UNSPECIFIED);
  }

  /** Whether two codes are of one language, whatever the country. */
  static boolean same(String language, String other) {
    return written(primary(language)).equals(written(primary(other)));
  }

  /** {@code en} of {@code en-GB}. */
  private static String primary(String language) {
    return language.split("[-_]", 2)[0].toLowerCase(Locale.ROOT);
  }

  private static String written(String language) {
    return language.equals(NORWEGIAN) ? BOKMAAL : language;
  }
}
