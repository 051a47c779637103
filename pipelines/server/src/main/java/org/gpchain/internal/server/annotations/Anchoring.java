package org.gpchain.internal.server.annotations;

import java.util.List;
import java.util.Locale;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.data.DefaultTemplates;

/** The units of text that get labels; the {@code anchoringMode} of INCEpTION's layers. */
public enum Anchoring {
  /** Segments of any number of tokens of one sentence. */
  SEGMENTS,
  TOKENS,
  SENTENCES;

  /** Marks labels that are types, so that no type is taken for the label of nothing, {@code O}. */
  private static final String MARK = "=";

  /** Whether an annotation has one unit, and not several. */
  public boolean isSingle() {
    return this != SEGMENTS;
  }

  /** How models write segments as labels. */
  public TagScheme scheme() {
    return isSingle() ? TagScheme.TOKEN : TagScheme.IOB2;
  }

  /** The features that models of such labels read. */
  public TemplateSet templates() {
    return this == SENTENCES
        ? Sentences.templates()
        : DefaultTemplates.of("ne", List.of(TokenSequence.WORD));
  }

  /** Annotations as models learn them. */
  public LabeledSequence learned(LabeledSequence given) {
    List<Span> spans =
        given.spans().stream()
            .map(span -> isSingle() ? new Span(span.start(), span.end(), MARK + span.type()) : span)
            .toList();
    return new LabeledSequence(given.tokens(), spans, given.unknown(), given.document());
  }

  /** The type of an annotation that a model predicts; null for nothing. */
  public String typeOf(String learned) {
    if (!isSingle()) {
      return learned;
    }
    return learned.startsWith(MARK) ? learned.substring(MARK.length()) : null;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
