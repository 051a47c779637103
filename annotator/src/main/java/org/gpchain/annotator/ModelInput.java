package org.gpchain.annotator;

import java.util.List;
import java.util.Optional;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.annotator.cas.TokenizedSentence;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.TokenSequence;

/** Reads what a model needs out of documents. Immutable. */
public final class ModelInput {
  private final TokenReader reader;
  private final Optional<PosTagsetCheck> posCheck;

  private ModelInput(TokenReader reader, Optional<PosTagsetCheck> posCheck) {
    this.reader = reader;
    this.posCheck = posCheck;
  }

  /**
   * The input of a model.
   *
   * @throws UnusableCasException if it needs a column that documents do not have
   */
  public static ModelInput of(Model model) throws UnusableCasException {
    return new ModelInput(
        TokenReader.of(
                model.requiredColumns(), model.posTagset().map(PosTagsetCheck::need).orElse(""))
            .with(model.posTags()),
        model.posTagset().map(PosTagsetCheck::new));
  }

  /**
   * Copies what the model needs out of a document.
   *
   * @param sentences of the document
   * @return one for each of them
   * @throws UnusableCasException if it is not there, or not in the tagset of the model
   */
  public List<TokenSequence> read(JCas document, List<TokenizedSentence> sentences)
      throws UnusableCasException {
    List<TokenSequence> sequences =
        reader.read(document, sentences.stream().map(TokenizedSentence::tokens).toList());
    if (posCheck.isPresent()) {
      posCheck.get().check(sequences);
    }
    return sequences;
  }
}
