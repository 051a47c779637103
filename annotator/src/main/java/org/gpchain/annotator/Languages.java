package org.gpchain.annotator;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.gpchain.core.vectors.TokenVectors;

/** Language codes of documents and models. */
public final class Languages {
  /** The code of an unknown language, as UIMA defines it. */
  public static final String UNSPECIFIED = "x-unspecified";

  /** The code of Norwegian, which does not say in which of its two written forms a text is. */
  private static final String NORWEGIAN = "no";

  /** The code of Bokmål, the form in which most Norwegian text is written. */
  private static final String BOKMAAL = "nb";

  private Languages() {}

  /**
   * Returns the codes by which a model is looked up, the most specific first. For example, the
   * codes for {@code en-US} are {@code en-US} and {@code en}. The codes for {@code en-us}, as UIMA
   * writes it, also include {@code en-US}.
   *
   * @param language language code; not null
   * @return distinct codes
   */
  public static List<String> candidates(String language) {
    if (language.equals(UNSPECIFIED)) {
      return List.of(UNSPECIFIED);
    }
    String canonical = Locale.forLanguageTag(language).toLanguageTag();
    String primary = primary(language);
    return Stream.of(language, canonical, primary, writtenForm(primary)).distinct().toList();
  }

  /**
   * Returns whether two languages are known and differ. Countries are ignored.
   *
   * @param language language code; may be null
   * @param other language code; may be null
   */
  public static boolean differ(String language, String other) {
    return isKnown(language) && isKnown(other) && !same(language, other);
  }

  private static boolean isKnown(String language) {
    return language != null && !language.equals(UNSPECIFIED);
  }

  /** Returns whether two codes denote the same language. Countries are ignored. */
  public static boolean same(String language, String other) {
    return writtenForm(primary(language)).equals(writtenForm(primary(other)));
  }

  /** Returns the language subtag of a code in lower case, such as {@code en} for {@code en-US}. */
  private static String primary(String language) {
    return language.split("[-_]", 2)[0].toLowerCase(Locale.ROOT);
  }

  private static String writtenForm(String language) {
    return language.equals(NORWEGIAN) ? BOKMAAL : language;
  }

  /**
   * Returns a warning if a document is annotated with a resource for another language and both
   * languages are known. DKPro checks only the languages of models that it looks up, not of models
   * that are given by their location.
   *
   * @param documentLanguage language of the document; may be null
   * @param resource the resource, such as "a model"
   * @param language language of the resource
   */
  static Optional<String> warning(String documentLanguage, String resource, String language) {
    if (!differ(documentLanguage, language)) {
      return Optional.empty();
    }
    return Optional.of(
        "a document in the language '%s' is annotated with %s, which is for '%s'"
            .formatted(documentLanguage, resource, language));
  }

  /**
   * Returns a warning if a model learns from an encoder for another language and both languages are
   * known.
   *
   * @param encoder the encoder from which the model learns
   * @param modelLanguage language of the model; may be null
   */
  public static Optional<String> encoderWarning(TokenVectors encoder, String modelLanguage) {
    String encoderLanguage = encoder.language().orElse(UNSPECIFIED);
    if (!differ(encoderLanguage, modelLanguage)) {
      return Optional.empty();
    }
    return Optional.of(
        ("the encoder %s is for the language '%s', but the model is for '%s'; an"
                    + " encoder for that language")
                .formatted(encoder.id(), encoderLanguage, modelLanguage)
            + " would help more");
  }
}
