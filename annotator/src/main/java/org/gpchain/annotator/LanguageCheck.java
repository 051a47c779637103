package org.gpchain.annotator;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Warns of documents in a language other than the model's, once per language. DKPro checks the
 * language of models that it looks up, but not of those given by their location.
 */
final class LanguageCheck {
  private final String what;
  private final Set<String> known = new HashSet<>();

  LanguageCheck() {
    this("a model");
  }

  /**
   * @param what is used, such as "a model"
   */
  LanguageCheck(String what) {
    this.what = what;
  }

  /**
   * Returns a warning, if one is due.
   *
   * @param documentLanguage may be null
   * @param modelLanguage of the model
   */
  Optional<String> warning(String documentLanguage, String modelLanguage) {
    boolean mismatch = Languages.differ(documentLanguage, modelLanguage);
    return mismatch && known.add(documentLanguage)
        ? Optional.of(
            "a document in the language '"
                + documentLanguage
                + "' is annotated with "
                + what
                + " for '"
                + modelLanguage
                + "'")
        : Optional.empty();
  }
}
