package org.gpchain.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.List;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.DoubleArray;
import org.apache.uima.jcas.cas.StringArray;
import org.gpchain.core.predict.Prediction;
import org.gpchain.type.SentenceUncertainty;
import org.gpchain.type.TokenMarginals;

/** Writes a model's uncertainty about tokens and sentences into the CAS. */
public final class UncertaintyWriter {
  private final JCas document;
  private final Origin origin;

  /** Null until it is needed; one array serves all tokens. */
  private StringArray labels;

  /**
   * A writer into one document.
   *
   * @param document to be written into
   * @param origin what predicts
   */
  public UncertaintyWriter(JCas document, Origin origin) {
    this.document = document;
    this.origin = origin;
  }

  /**
   * Writes the probability of each label of each token.
   *
   * @param tokens the sentence
   * @param prediction of the sentence
   */
  public void writeMarginals(List<Token> tokens, Prediction prediction) {
    if (labels == null) {
      labels = StringArray.create(document, prediction.labelSet().labels().toArray(String[]::new));
    }
    for (int t = 0; t < tokens.size(); t++) {
      DoubleArray probabilities = new DoubleArray(document, labels.size());
      for (int label = 0; label < labels.size(); label++) {
        // An average over samples can exceed one by a rounding error.
        probabilities.set(label, Math.min(1, prediction.marginal(t, label)));
      }
      Token token = tokens.get(t);
      TokenMarginals marginals = new TokenMarginals(document, token.getBegin(), token.getEnd());
      marginals.setLabels(labels);
      marginals.setProbabilities(probabilities);
      marginals.setLayer(origin.layer().typeName());
      marginals.setModel(origin.model());
      marginals.addToIndexes();
    }
  }

  /**
   * Writes how uncertain a sentence is.
   *
   * @param sentence where
   * @param prediction of the sentence
   */
  public void writeUncertainty(Sentence sentence, Prediction prediction) {
    SentenceUncertainty uncertainty =
        new SentenceUncertainty(document, sentence.getBegin(), sentence.getEnd());
    uncertainty.setEntropy(prediction.entropy());
    uncertainty.setExpectedEntropy(prediction.expectedEntropy());
    uncertainty.setMutualInformation(prediction.mutualInformation());
    uncertainty.setSequenceProbability(prediction.sequenceProbability());
    uncertainty.setLayer(origin.layer().typeName());
    uncertainty.setModel(origin.model());
    uncertainty.addToIndexes();
  }
}
