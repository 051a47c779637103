package org.gpchain.server.models;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.SentenceCutter;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.documents.AnnotateOptions;
import org.gpchain.evaluation.inspection.SegmentReasons;

/**
 * Suggests annotations with a model. Immutable; shared between threads.
 *
 * <p>Clients that choose what to annotate next compare the best two labels of a segment, so each
 * suggestion has a rival: where no alternative has the same tokens, the most probable other label
 * of these tokens is added.
 */
public final class Suggester {
  private static final int REASONS = 3;

  private static final int ALTERNATIVES = 4;

  /** Less probable alternatives are not sent, except for the one rival. */
  private static final double LEAST = 0.01;

  /** As the annotators have it: a page without sentences would take much memory. */
  private static final SentenceCutter CUTTER = new SentenceCutter(1000);

  private final Model model;
  private final Tagger tagger;
  private final UnaryOperator<String> typeOf;
  private final List<String> learned;
  private final Optional<SegmentReasons> reasons;

  /**
   * @param typeOf the type of annotations that a type of the model's segments stands for; null for
   *     none
   */
  Suggester(Model model, UnaryOperator<String> typeOf) {
    this.model = model;
    this.tagger = model.tagger(AnnotateOptions.DEFAULT_DECODING);
    this.typeOf = typeOf;
    this.learned = learned(model).filter(type -> typeOf.apply(type) != null).toList();
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

  public Model model() {
    return model;
  }

  public List<String> types() {
    return learned.stream().map(typeOf).toList();
  }

  /**
   * Suggests annotations.
   *
   * @param passages of a document, in order, with the columns that the model requires
   * @param check called before each passage; what it throws ends the work
   * @return in the order of the text
   */
  public List<Suggestion> suggest(List<Passage> passages, Runnable check) {
    Workspace workspace = new Workspace();
    List<Passage> pieces = new ArrayList<>();
    for (Passage passage : passages) {
      int start = 0;
      for (TokenSequence piece : CUTTER.cut(passage.units())) {
        int end = start + piece.length();
        pieces.add(passage.slice(piece, start, end));
        start = end;
      }
    }
    List<TokenSequence> units =
        tagger.inDocument(pieces.stream().map(Passage::units).toList(), workspace);
    List<Suggestion> suggestions = new ArrayList<>();
    for (int p = 0; p < units.size(); p++) {
      check.run();
      suggestions.addAll(suggest(pieces.get(p), units.get(p), workspace));
    }
    return suggestions;
  }

  private List<Suggestion> suggest(Passage passage, TokenSequence units, Workspace workspace) {
    TokenSequence tokens = model.words() == null ? units : model.words().addTo(units, workspace);
    // What the lattice says is copied before the reasons use the workspace again.
    List<ScoredSpan> spans = tagger.tag(tokens, workspace, this::withRivals);
    List<Span> all =
        spans.stream()
            .flatMap(one -> Stream.concat(Stream.of(one), one.alternatives().stream()))
            .map(ScoredSpan::span)
            .distinct()
            .toList();
    Map<Span, List<String>> why = reasons(tokens, all, workspace);
    return spans.stream().map(one -> suggestion(passage, one, why)).toList();
  }

  /** The segments that are annotations, each with the alternatives that are sent. */
  private List<ScoredSpan> withRivals(Prediction prediction, ToDoubleFunction<Span> probability) {
    return prediction.spans().stream()
        .filter(this::isAnnotation)
        .map(
            scored ->
                new ScoredSpan(
                    scored.span(), scored.probability(), alternatives(scored, probability)))
        .toList();
  }

  private boolean isAnnotation(ScoredSpan scored) {
    return typeOf.apply(scored.span().type()) != null;
  }

  private List<ScoredSpan> alternatives(ScoredSpan scored, ToDoubleFunction<Span> probability) {
    Span span = scored.span();
    List<ScoredSpan> likely =
        new ArrayList<>(
            scored.alternatives().stream()
                .filter(other -> other.probability() >= LEAST && isAnnotation(other))
                .limit(ALTERNATIVES)
                .toList());
    if (likely.stream().noneMatch(other -> hasSameTokens(other.span(), span))) {
      learned.stream()
          .filter(type -> !type.equals(span.type()))
          .map(type -> new Span(span.start(), span.end(), type))
          .map(other -> new ScoredSpan(other, probability.applyAsDouble(other)))
          .max(Comparator.comparingDouble(ScoredSpan::probability))
          .ifPresent(likely::add);
    }
    return likely;
  }

  private static boolean hasSameTokens(Span one, Span other) {
    return one.start() == other.start() && one.end() == other.end();
  }

  private Map<Span, List<String>> reasons(
      TokenSequence tokens, List<Span> segments, Workspace workspace) {
    Map<Span, List<String>> why = new HashMap<>();
    if (reasons.isPresent()) {
      var found = reasons.get().of(tokens, segments, REASONS, workspace);
      for (int s = 0; s < found.size(); s++) {
        why.put(segments.get(s), found.get(s).stream().map(one -> one.feature()).toList());
      }
    }
    return why;
  }

  private Suggestion suggestion(Passage passage, ScoredSpan scored, Map<Span, List<String>> why) {
    Span span = scored.span();
    return new Suggestion(
        passage.begins()[span.start()],
        passage.end(span.start(), span.end()),
        typeOf.apply(span.type()),
        // An average can exceed one by a rounding error.
        Math.min(1, scored.probability()),
        why.getOrDefault(span, List.of()),
        scored.alternatives().stream().map(other -> suggestion(passage, other, why)).toList());
  }
}
