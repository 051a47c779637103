package org.gpchain.internal.server.models;

import org.gpchain.internal.training.data.EncoderUse;

/**
 * The sources from which models learn, in addition to annotations.
 *
 * @param coldStart sentences with labels of voices, for models of segments; null for none
 * @param encoderUse use of the vectors of an encoder; null for none
 */
public record TrainingResources(ColdStart coldStart, EncoderUse encoderUse) {
  /** No resources. */
  public static final TrainingResources NONE = new TrainingResources(null, null);
}
