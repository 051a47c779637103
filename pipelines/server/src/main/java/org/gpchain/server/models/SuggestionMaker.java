package org.gpchain.server.models;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.evaluation.inspection.SegmentReasons;

/**
 * Makes suggestions of a model's segments. Shared between threads.
 *
 * <p>Whoever asks what to annotate next compares the best two labels of a segment, so that each is
 * to have a rival: where no alternative has the same tokens, the best other label for these is
 * added.
 */
final class SuggestionMaker {
  /** Features that are shown. */
  private static final int REASONS = 3;

  /** Alternatives that are sent. */
  private static final int ALTERNATIVES = 4;

  /** Alternatives that are less probable are not sent, but for the one rival. */
  private static final double LEAST = 0.01;

  private final Tagger tagger;
  private final Unit unit;
  private final List<String> types;
  private final WordResource words;
  private final Optional<SegmentReasons> reasons;

  /**
   * @param unit what the model labels
   */
  SuggestionMaker(Model model, Unit unit, Tagger tagger) {
    this.tagger = tagger;
    this.unit = unit;
    this.types = learned(model).filter(type -> unit.typeOf(type) != null).toList();
    this.words = model.words();
    this.reasons = SegmentReasons.of(model);
  }

  /** The types of segments as the labels of a model have them. */
  private static Stream<String> learned(Model model) {
    Stream<String> labels = model.labels().labels().stream();
    return model.scheme() == TagScheme.TOKEN
        ? labels
        : labels
            .filter(label -> label.indexOf('-') > 0)
            .map(label -> label.substring(label.indexOf('-') + 1))
            .distinct()
            .sorted();
  }

  /** The types of annotations. */
  List<String> types() {
    return types.stream().map(unit::typeOf).toList();
  }

  /**
   * Suggestions for a sentence.
   *
   * @param passage the sentence
   * @param tokens its tokens, with all columns that the model requires
   * @param decoded its segments; those that are nothing are left out
   * @param workspace scratch space of the calling thread
   */
  List<Suggestion> of(
      Passage passage, TokenSequence tokens, List<ScoredSpan> decoded, Workspace workspace) {
    List<ScoredSpan> spans = decoded.stream().filter(this::isSomething).toList();
    if (spans.isEmpty()) {
      return List.of();
    }
    // Once for all that follows.
    TokenSequence complete = words == null ? tokens : words.addTo(tokens, workspace);
    List<ScoredSpan> all = new ArrayList<>();
    List<List<ScoredSpan>> alternatives = new ArrayList<>();
    for (ScoredSpan span : spans) {
      List<ScoredSpan> others = alternatives(complete, span, workspace);
      alternatives.add(others);
      all.add(span);
      all.addAll(others);
    }
    List<List<String>> why = reasons(complete, all, workspace);
    List<Suggestion> suggestions = new ArrayList<>(spans.size());
    int next = 0;
    for (int i = 0; i < spans.size(); i++) {
      int own = next++;
      List<Suggestion> others = new ArrayList<>();
      for (ScoredSpan other : alternatives.get(i)) {
        others.add(suggestion(passage, other, why.get(next++), List.of()));
      }
      suggestions.add(suggestion(passage, spans.get(i), why.get(own), others));
    }
    return suggestions;
  }

  private boolean isSomething(ScoredSpan scored) {
    return unit.typeOf(scored.span().type()) != null;
  }

  private Suggestion suggestion(
      Passage passage, ScoredSpan scored, List<String> why, List<Suggestion> alternatives) {
    Span span = scored.span();
    return new Suggestion(
        passage.begin(span.start()),
        passage.end(span.start(), span.end()),
        unit.typeOf(span.type()),
        // An average can exceed one by a rounding error.
        Math.min(1, scored.probability()),
        why,
        alternatives);
  }

  private List<List<String>> reasons(
      TokenSequence complete, List<ScoredSpan> spans, Workspace workspace) {
    List<Span> segments = spans.stream().map(ScoredSpan::span).toList();
    if (reasons.isEmpty()) {
      return segments.stream().map(span -> List.<String>of()).toList();
    }
    return reasons.get().of(complete, segments, REASONS, workspace).stream()
        .map(features -> features.stream().map(one -> one.feature()).toList())
        .toList();
  }

  private List<ScoredSpan> alternatives(
      TokenSequence complete, ScoredSpan scored, Workspace workspace) {
    List<ScoredSpan> likely =
        new ArrayList<>(
            scored.alternatives().stream()
                .filter(other -> other.probability() >= LEAST && isSomething(other))
                .limit(ALTERNATIVES)
                .toList());
    if (likely.stream().noneMatch(other -> hasSameTokens(other.span(), scored.span()))) {
      rival(complete, scored.span(), workspace).ifPresent(likely::add);
    }
    return likely;
  }

  private static boolean hasSameTokens(Span one, Span other) {
    return one.start() == other.start() && one.end() == other.end();
  }

  private Optional<ScoredSpan> rival(TokenSequence complete, Span span, Workspace workspace) {
    List<Span> others =
        types.stream()
            .filter(type -> !type.equals(span.type()))
            .map(type -> new Span(span.start(), span.end(), type))
            .toList();
    double[] probabilities = tagger.probabilities(complete, others, workspace);
    List<ScoredSpan> scored = new ArrayList<>();
    for (int i = 0; i < probabilities.length; i++) {
      scored.add(new ScoredSpan(others.get(i), probabilities[i]));
    }
    return scored.stream().max(Comparator.comparingDouble(ScoredSpan::probability));
  }
}
