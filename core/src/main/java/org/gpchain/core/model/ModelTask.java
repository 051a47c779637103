package org.gpchain.core.model;

import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.tokens.TokenProfile;

/**
 * The task that a model has learned. Immutable.
 *
 * @param name {@code chunk}, {@code np}, {@code ne}, or any other name
 * @param language ISO 639 code of the language, or {@code x-unspecified}
 * @param scheme scheme of the labels
 * @param labels labels of the model
 * @param tokens conventions by which the training corpus was divided into tokens
 */
public record ModelTask(
    String name, String language, TagScheme scheme, LabelSet labels, TokenProfile tokens) {
  /** Creates a task whose token profile is unknown. */
  public ModelTask(String name, String language, TagScheme scheme, LabelSet labels) {
    this(name, language, scheme, labels, TokenProfile.UNKNOWN);
  }
}
