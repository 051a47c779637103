package org.gpchain.internal.server.suggestion;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.document.SentenceCutter;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.evaluation.inspection.SegmentReasons;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.Suggestion;

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

  private static final double LEAST_SUGGESTED = 0.1;

  /** Less probable alternatives are not sent, except for the one rival. */
  private static final double LEAST = 0.01;

  /** As the annotators have it: a page without sentences would take much memory. */
  private static final SentenceCutter CUTTER = new SentenceCutter(1000);

  private final Model model;
  private final Tagger tagger;
  private final UnaryOperator<String> typeOf;
  private final List<String> learned;
  private final Optional<SegmentReasons> reasons;

  /** The shipped model that the model is over, and both together; null if it is over none. */
  private final ShippedModel base;

  private final Blend blend;

  /**
   * @param typeOf the type of annotations that a type of the model's segments stands for; null for
   *     none
   */
  public Suggester(Model model, UnaryOperator<String> typeOf) {
    this(model, typeOf, null, null);
  }

  private Suggester(Model model, UnaryOperator<String> typeOf, ShippedModel base, Blend blend) {
    this.base = base;
    this.blend = blend;
    this.model = model;
    this.tagger = model.tagger(AnnotateOptions.DEFAULT_DECODING);
    this.typeOf = typeOf;
    this.learned =
        Stream.concat(learned(model), blend == null ? Stream.of() : blend.types().stream())
            .filter(type -> typeOf.apply(type) != null)
            .distinct()
            .toList();
    this.reasons = SegmentReasons.of(model);
  }

  /**
   * Suggests with a model of segments that was learned over a shipped one, and with that.
   *
   * @param learned over the columns of the base
   */
  public static Suggester over(ShippedModel base, Model learned, Blend.Weights weights) {
    Model shipped = base.suggester().model();
    return new Suggester(
        learned.over(shipped),
        UnaryOperator.identity(),
        base,
        new Blend(shipped, learned, weights));
  }

  /** The types of segments as the labels of a model have them. */
  private static Stream<String> learned(Model model) {
    return model.scheme() == TagScheme.TOKEN
        ? model.labels().labels().stream()
        : Blend.typesOf(model.labels()).stream();
  }

  public Model model() {
    return model;
  }

  public List<String> types() {
    return learned.stream().map(typeOf).toList();
  }

  /**
   * The sentences of a document with the columns that the model requires.
   *
   * @param sentences with the column {@code word}, and those made of annotations
   * @throws DocumentException if something is missing
   */
  public List<Passage> read(String text, List<Passage> sentences)
      throws IOException, DocumentException {
    return base == null ? sentences : base.read(text, sentences);
  }

  /**
   * @param passages of a document, in order, with the columns that the model requires; segments
   *     that they {@linkplain Gold#kept keep} are certain, and not suggested again
   * @param check called before each passage; what it throws ends the work
   * @return in the order of the text
   */
  public List<Suggestion> suggest(List<Passage> passages, Runnable check) {
    return suggest(tagger, passages, check, evidence -> {});
  }

  /**
   * What is suggested under a promise.
   *
   * @param status what becomes of it in the document
   */
  public record Promised(List<Suggestion> suggestions, PromiseCheck.Status status) {}

  /**
   * Suggests annotations under a promise: segments that are not probable enough are left out.
   *
   * @param promise of a largest error
   * @throws Promise.RefusedException if the model cannot make it
   */
  public Promised suggest(List<Passage> passages, Runnable check, Promise promise) {
    if (blend != null) {
      throw new Promise.RefusedException(
          "the model was learned over a shipped one, and nothing was held out from both together");
    }
    Tagger promising = model.tagger(AnnotateOptions.DEFAULT_DECODING.withPromise(promise));
    AtomicReference<long[]> sum = new AtomicReference<>();
    List<Suggestion> all =
        suggest(
            promising,
            passages,
            check,
            evidence -> sum.accumulateAndGet(evidence, PromiseCheck::sum));
    return new Promised(all, promising.promiseCheck().orElseThrow().status(sum.get()));
  }

  private List<Suggestion> suggest(
      Tagger by, List<Passage> passages, Runnable check, Consumer<long[]> evidence) {
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
        by.inDocument(pieces.stream().map(Passage::units).toList(), workspace);
    List<Suggestion> suggestions = new ArrayList<>();
    for (int p = 0; p < units.size(); p++) {
      check.run();
      suggestions.addAll(suggest(by, pieces.get(p), units.get(p), workspace, evidence));
    }
    return suggestions;
  }

  private List<Suggestion> suggest(
      Tagger by,
      Passage passage,
      TokenSequence units,
      Workspace workspace,
      Consumer<long[]> evidence) {
    TokenSequence tokens = model.words() == null ? units : model.words().addTo(units, workspace);
    // What the lattice says is copied before the reasons use the workspace again.
    List<ScoredSpan> spans =
        blend == null
            ? by.tag(
                tokens,
                workspace,
                (best, of) -> {
                  evidence.accept(best.evidence());
                  return withRivals(best.spans(), of);
                })
            : blend.tag(tokens, workspace, this::withRivals);
    List<Span> all =
        spans.stream()
            .flatMap(one -> Stream.concat(Stream.of(one), one.alternatives().stream()))
            .map(ScoredSpan::span)
            .distinct()
            .toList();
    Map<Span, List<String>> why = reasons(tokens, all, workspace);
    List<Span> kept = KnownSegments.spans(units);
    return spans.stream()
        .filter(one -> kept.stream().noneMatch(one.span()::overlaps))
        .map(one -> suggestion(passage, one, why))
        .toList();
  }

  /** The segments that are annotations, each with the alternatives that are sent. */
  private List<ScoredSpan> withRivals(List<ScoredSpan> spans, ToDoubleFunction<Span> probability) {
    return spans.stream()
        .filter(scored -> scored.probability() >= LEAST_SUGGESTED && isAnnotation(scored))
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
    if (likely.stream()
        .noneMatch(
            other -> other.span().start() == span.start() && other.span().end() == span.end())) {
      learned.stream()
          .filter(type -> !type.equals(span.type()))
          .map(type -> new Span(span.start(), span.end(), type))
          .map(other -> new ScoredSpan(other, probability.applyAsDouble(other)))
          .max(Comparator.comparingDouble(ScoredSpan::probability))
          .ifPresent(likely::add);
    }
    return likely;
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
