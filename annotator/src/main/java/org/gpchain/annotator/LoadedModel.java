package org.gpchain.annotator;

import org.dkpro.core.api.resources.MappingProvider;
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.Tagger;

/**
 * A model and what an engine derives from it.
 *
 * @param name of the model
 * @param model the model, which engines share
 * @param tagger predicts
 * @param reader reads the columns that the tagger needs
 * @param posCheck of the parts of speech; null if the model uses none
 * @param mapping from its tags to annotation types
 */
record LoadedModel(
    String name,
    Model model,
    Tagger tagger,
    TokenReader reader,
    PosTagsetCheck posCheck,
    MappingProvider mapping) {

  static LoadedModel of(String name, Model model, DecodingOptions options, MappingProvider mapping)
      throws UnusableCasException {
    Tagger tagger;
    try {
      tagger = model.tagger(options);
    } catch (IllegalArgumentException e) {
      throw new UnusableCasException(
          "the model cannot be used with these parameters: " + e.getMessage(), e);
    }
    return new LoadedModel(
        name,
        model,
        tagger,
        TokenReader.of(
            tagger.requiredColumns(), model.posTagset().map(PosTagsetCheck::need).orElse("")),
        model.posTagset().map(PosTagsetCheck::new).orElse(null),
        mapping);
  }

  /** Whether it was derived from this very model. */
  @SuppressWarnings("ReferenceEquality") // the cache returns the same instance
  boolean isOf(Model other) {
    return model == other;
  }
}
