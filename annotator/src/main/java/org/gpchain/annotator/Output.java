package org.gpchain.annotator;

import java.util.Optional;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.cas.GpChainTypes;
import org.gpchain.annotator.cas.SegmentLayer;
import org.gpchain.annotator.cas.UnusableCasException;

/**
 * What an engine writes.
 *
 * @param layer the layer of the annotations
 * @param scoreFeature its feature that takes the probability; null for none
 * @param minProbability less probable segments are not written
 * @param marginals whether the probabilities of labels are written
 * @param uncertainty whether the uncertainty of sentences is written
 * @param replace whether it replaces what was written before
 */
record Output(
    SegmentLayer layer,
    String scoreFeature,
    double minProbability,
    boolean marginals,
    boolean uncertainty,
    boolean replace) {
  /**
   * Checks that a document can hold the annotations.
   *
   * @return a warning if it can hold nothing else
   * @throws UnusableCasException if it cannot hold the annotations
   */
  Optional<String> check(JCas document) throws UnusableCasException {
    layer.typeIn(document);
    if (scoreFeature != null) {
      layer.checkNumericFeature(document, scoreFeature);
    }
    return GpChainTypes.areIn(document)
        ? Optional.empty()
        : Optional.of(
            "the type system of the document has no types of GPChain, or those of an earlier"
                + " version: annotations of "
                + layer.typeName()
                + " are written, but not their scores and alternatives, and no marginals or"
                + " uncertainty; make the CAS with the types of gpchain-typesystem, or name a"
                + " feature of the layer for the probability in the parameter "
                + AnnotatorParameters.PARAM_SCORE_FEATURE);
  }
}
