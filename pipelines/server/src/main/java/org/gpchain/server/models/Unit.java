package org.gpchain.server.models;

import java.util.Locale;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;

/** What gets labels. */
public enum Unit {
  /** Segments: any number of tokens of one sentence. */
  SEGMENTS,
  /** Tokens, each by itself. */
  TOKENS,
  /** Sentences as wholes. */
  SENTENCES;

  /** Marks labels that are types, so that no type is taken for the label of nothing, {@code O}. */
  private static final String MARK = "=";

  /** Whether an annotation has one unit, and not several. */
  public boolean isSingle() {
    return this != SEGMENTS;
  }

  /** How models write segments as labels. */
  TagScheme scheme() {
    return isSingle() ? TagScheme.TOKEN : TagScheme.IOB2;
  }

  /** An annotation as models learn it. */
  Span learned(Span annotation) {
    return isSingle()
        ? new Span(annotation.start(), annotation.end(), MARK + annotation.type())
        : annotation;
  }

  /** The type of an annotation that a model predicts; null for nothing. */
  String typeOf(String learned) {
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
