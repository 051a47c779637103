package org.gpchain.core.model;

import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TagScheme;

/**
 * The task that a model has learned.
 *
 * @param name {@code chunk}, {@code np}, {@code ne}, or any other name
 * @param language ISO 639 code of the language, or {@code x-unspecified}
 */
public record ModelTask(String name, String language, TagScheme scheme, LabelSet labels) {}
