package org.gpchain.annotator;

import java.util.List;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.cas.TokenizedSentence;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.TokenSequence;

/**
 * A model and what an engine derives from it.
 *
 * @param lookup that found it
 * @param tagger predicts
 * @param input reads what the tagger needs
 * @param types the annotation types of its tags
 */
record LoadedModel(ModelLookup lookup, Tagger tagger, ModelInput input, TagTypes types) {

  static LoadedModel of(ModelLookup lookup, DecodingOptions options, TagTypes types)
      throws UnusableCasException {
    Model model = lookup.getResource();
    Tagger tagger;
    try {
      tagger = model.tagger(options);
    } catch (IllegalArgumentException e) {
      throw new UnusableCasException(
          "the model cannot be used with these parameters: " + e.getMessage(), e);
    }
    return new LoadedModel(lookup, tagger, ModelInput.of(model), types);
  }

  /** Name of the model. */
  String name() {
    return lookup.modelName();
  }

  /** Language of the model. */
  String language() {
    return lookup.getResource().language();
  }

  /**
   * Copies what the model needs out of a document.
   *
   * @throws UnusableCasException if it is not there, or not in the tagset of the model
   */
  List<TokenSequence> read(JCas document, List<TokenizedSentence> sentences)
      throws UnusableCasException {
    return input.read(document, sentences);
  }

  /**
   * Prepares for writing into a document, and says in it which tagsets the model has.
   *
   * @throws AnalysisEngineProcessException if a map of tags cannot be read
   */
  void prepare(JCas document) throws AnalysisEngineProcessException {
    types.configure(document);
    lookup.record(document.getCas());
  }
}
