package org.gpchain.annotator.cas;

import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.cas.Type;

/**
 * What writes annotations: a model, on a layer. Scores, marginals and uncertainty say it of
 * themselves.
 *
 * @param layer what the model annotates
 * @param model name of the model
 */
public record Origin(SegmentLayer layer, String model) {
  /** Whether a score, marginals or uncertainty are of this origin. */
  boolean isOf(FeatureStructure written) {
    Type type = written.getType();
    return layer
            .typeName()
            .equals(written.getStringValue(type.getFeatureByBaseName(GpChainTypes.LAYER)))
        && model.equals(written.getStringValue(type.getFeatureByBaseName(GpChainTypes.MODEL)));
  }
}
