package org.gpchain.internal.server.annotations;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.data.DefaultTemplates;

/**
 * The unit of text that gets a label. Corresponds to {@code anchoringMode} in INCEpTION's layers.
 */
public enum Anchoring {
  /** Segments of one or more tokens within a sentence. */
  SEGMENTS,
  /** Single tokens. */
  TOKENS,
  /** Whole sentences. */
  SENTENCES;

  /** Prefix of annotation types in the labels of a model. It keeps them apart from {@code O}. */
  private static final String TYPE_PREFIX = "=";

  /** Returns whether each annotation covers exactly one unit. */
  public boolean isSingle() {
    return this != SEGMENTS;
  }

  /** Returns the scheme by which models encode annotations as labels. */
  public TagScheme scheme() {
    if (isSingle()) {
      return TagScheme.TOKEN;
    }
    return TagScheme.IOB2;
  }

  /** Returns the feature templates of models for this unit. */
  public TemplateSet templates() {
    if (this == SENTENCES) {
      return Sentences.templates();
    }
    return DefaultTemplates.of("ne", List.of(TokenSequence.WORD));
  }

  /**
   * Returns a sequence with the types of its annotations as models learn them. The inverse for a
   * single type is {@link #annotationType}.
   */
  public LabeledSequence withModelTypes(LabeledSequence annotated) {
    if (!isSingle()) {
      return annotated;
    }
    List<Span> spans = new ArrayList<>();
    for (Span span : annotated.spans()) {
      spans.add(new Span(span.start(), span.end(), TYPE_PREFIX + span.type()));
    }
    return new LabeledSequence(
        annotated.tokens(), spans, annotated.unknown(), annotated.document());
  }

  /**
   * Returns the annotation type for a type that a model predicts, or null if the prediction is not
   * an annotation.
   */
  public String annotationType(String modelType) {
    if (!isSingle()) {
      return modelType;
    }
    if (!modelType.startsWith(TYPE_PREFIX)) {
      return null;
    }
    return modelType.substring(TYPE_PREFIX.length());
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
