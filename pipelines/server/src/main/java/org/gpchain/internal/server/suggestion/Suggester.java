package org.gpchain.internal.server.suggestion;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelTask;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.LabelSet;
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
 * Suggests annotations with a model. Immutable.
 *
 * <p>Annotation tools that choose what to annotate next compare the two most probable labels of a
 * segment. Therefore, if no alternative of a suggestion covers the same tokens, the most probable
 * other label of these tokens is added as an alternative.
 */
public final class Suggester {
  /** Maximum number of reasons for a suggestion. */
  private static final int MAX_REASONS = 3;

  /** Maximum number of alternatives of a suggestion, not counting an added label. */
  private static final int MAX_ALTERNATIVES = 4;

  /** Minimum probability of a suggestion. */
  private static final double MIN_SUGGESTED = 0.1;

  /** Minimum probability of an alternative, except for an added label. */
  private static final double MIN_ALTERNATIVE = 0.01;

  /**
   * Cuts sentences of more than 1000 tokens, as the annotators do. A page that is taken for one
   * sentence would need much memory.
   */
  private static final SentenceCutter CUTTER = new SentenceCutter(1000);

  private final Model model;
  private final Tagger tagger;
  private final UnaryOperator<String> annotationType;

  /** Types of segments that the model, or the blend, can predict and that are annotations. */
  private final List<String> modelTypes;

  private final Optional<SegmentReasons> reasons;

  /** Shipped model that the model builds on; null for none. */
  private final ShippedModel base;

  /** Blend of the model and its base; null if there is no base. */
  private final Blend blend;

  /**
   * Creates a suggester with a model that does not build on a shipped model.
   *
   * @param annotationType returns the annotation type for a segment type of the model; null if such
   *     segments are not annotations
   */
  public Suggester(Model model, UnaryOperator<String> annotationType) {
    this(model, annotationType, null, null, null);
  }

  private Suggester(
      Model model,
      UnaryOperator<String> annotationType,
      ShippedModel base,
      Blend blend,
      Blend.Weights weights) {
    this.base = base;
    this.blend = blend;
    this.model = model;
    this.tagger = model.tagger(AnnotateOptions.DEFAULT_DECODING);
    this.annotationType = annotationType;
    this.reasons = SegmentReasons.of(model);

    this.modelTypes = modelTypes(model.scheme(), model.labels(), weights, annotationType);
  }

  /**
   * Returns a suggester that blends a shipped model and a model that builds on it.
   *
   * @param learned the learned model, which reads the predictions of the base as columns
   */
  public static Suggester over(ShippedModel base, Model learned, Blend.Weights weights) {
    Model shipped = base.suggester().model();
    Blend blend = new Blend(shipped, learned, weights);
    return new Suggester(learned.over(shipped), UnaryOperator.identity(), base, blend, weights);
  }

  /**
   * Returns the types of annotations that the suggester of a model would suggest, without the
   * model.
   *
   * @param task task of the model
   * @param weights weights of the model and its base; null if there is no base
   * @param annotationType returns the annotation type for a segment type of the model; null if such
   *     segments are not annotations
   */
  public static List<String> types(
      ModelTask task, Blend.Weights weights, UnaryOperator<String> annotationType) {
    List<String> types = modelTypes(task.scheme(), task.labels(), weights, annotationType);
    return types.stream().map(annotationType).toList();
  }

  /** Returns the types of segments that a model or its base predicts and that are annotations. */
  private static List<String> modelTypes(
      TagScheme scheme,
      LabelSet labels,
      Blend.Weights weights,
      UnaryOperator<String> annotationType) {
    boolean isToken = scheme == TagScheme.TOKEN;
    Set<String> types = new LinkedHashSet<>(isToken ? labels.labels() : Blend.typesOf(labels));
    if (weights != null) {
      types.addAll(weights.addedTypes());
    }
    types.removeIf(type -> annotationType.apply(type) == null);
    return List.copyOf(types);
  }

  /** Returns the model. */
  public Model model() {
    return model;
  }

  /** Returns the types of annotations that can be suggested. */
  public List<String> types() {
    return modelTypes.stream().map(annotationType).toList();
  }

  /**
   * Returns the sentences of a document with the columns that the model requires.
   *
   * @param sentences sentences with the column {@code word} and columns made of annotations
   * @throws DocumentException if the model requires annotations that the document does not have
   */
  public List<Passage> read(String text, List<Passage> sentences)
      throws IOException, DocumentException {
    if (base == null) {
      return sentences;
    }
    return base.read(text, sentences);
  }

  /**
   * Suggests annotations for a document.
   *
   * @param passages passages of the document, in order, with the columns that the model requires.
   *     Their {@linkplain Gold#withKnownSegments known segments} are not suggested.
   * @param check called before each passage; an exception that it throws ends the work
   * @return suggestions in the order of the text
   */
  public List<Suggestion> suggest(List<Passage> passages, Runnable check) {
    return suggest(tagger, passages, check, evidence -> {});
  }

  /**
   * Suggestions under a promise.
   *
   * @param suggestions suggestions in the order of the text
   * @param status whether the promise holds for the document
   */
  public record Promised(List<Suggestion> suggestions, PromiseCheck.Status status) {}

  /**
   * Suggests annotations under a promise. Segments that are not probable enough are left out.
   *
   * @param promise promise of a maximum error
   * @throws Promise.RefusedException if the model cannot make the promise
   */
  public Promised suggest(List<Passage> passages, Runnable check, Promise promise) {
    if (blend != null) {
      throw new Promise.RefusedException(
          "the model builds on a shipped model, and no sentences were held out from both together");
    }
    Tagger promising = model.tagger(AnnotateOptions.DEFAULT_DECODING.withPromise(promise));
    AtomicReference<long[]> sum = new AtomicReference<>();
    Consumer<long[]> addEvidence = evidence -> sum.accumulateAndGet(evidence, PromiseCheck::sum);
    List<Suggestion> suggestions = suggest(promising, passages, check, addEvidence);
    PromiseCheck promiseCheck = promising.promiseCheck().orElseThrow();
    return new Promised(suggestions, promiseCheck.status(sum.get()));
  }

  /**
   * Suggests annotations for a document.
   *
   * @param addEvidence receives the evidence on a promise from each passage
   */
  private List<Suggestion> suggest(
      Tagger passageTagger, List<Passage> passages, Runnable check, Consumer<long[]> addEvidence) {
    Workspace workspace = new Workspace();
    List<Passage> pieces = cut(passages);
    List<TokenSequence> units =
        passageTagger.inDocument(pieces.stream().map(Passage::units).toList(), workspace);

    List<Suggestion> suggestions = new ArrayList<>();
    for (int p = 0; p < units.size(); p++) {
      check.run();
      TokenSequence tokens = units.get(p);
      if (model.words() != null) {
        tokens = model.words().addTo(tokens, workspace);
      }
      List<ScoredSpan> spans = tag(passageTagger, tokens, workspace, addEvidence);

      // The lattice in the workspace is no longer needed, so the reasons may use the workspace.
      Map<Span, List<String>> spanReasons = reasons(tokens, withAlternatives(spans), workspace);
      List<Span> known = KnownSegments.spans(units.get(p));
      for (ScoredSpan scored : spans) {
        if (known.stream().noneMatch(scored.span()::overlaps)) {
          suggestions.add(suggestion(pieces.get(p), scored, spanReasons));
        }
      }
    }
    return suggestions;
  }

  /** Cuts passages that are too long. */
  private static List<Passage> cut(List<Passage> passages) {
    List<Passage> pieces = new ArrayList<>();
    for (Passage passage : passages) {
      int start = 0;
      for (TokenSequence piece : CUTTER.cut(passage.units())) {
        int end = start + piece.length();
        pieces.add(passage.slice(piece, start, end));
        start = end;
      }
    }
    return pieces;
  }

  /** Finds the segments of a passage that are suggested. */
  private List<ScoredSpan> tag(
      Tagger passageTagger,
      TokenSequence tokens,
      Workspace workspace,
      Consumer<long[]> addEvidence) {
    if (blend != null) {
      return blend.tag(tokens, workspace, this::suggestedSpans);
    }
    return passageTagger.tag(
        tokens,
        workspace,
        (best, probability) -> {
          addEvidence.accept(best.evidence());
          return suggestedSpans(best.spans(), probability);
        });
  }

  /** Returns segments and their alternatives, each once. */
  private static List<Span> withAlternatives(List<ScoredSpan> spans) {
    Set<Span> distinct = new LinkedHashSet<>();
    for (ScoredSpan scored : spans) {
      distinct.add(scored.span());
      for (ScoredSpan alternative : scored.alternatives()) {
        distinct.add(alternative.span());
      }
    }
    return List.copyOf(distinct);
  }

  /** Returns the segments that are probable annotations, with the alternatives that are sent. */
  private List<ScoredSpan> suggestedSpans(
      List<ScoredSpan> spans, ToDoubleFunction<Span> probability) {
    List<ScoredSpan> suggested = new ArrayList<>();
    for (ScoredSpan scored : spans) {
      if (scored.probability() >= MIN_SUGGESTED && isAnnotation(scored)) {
        List<ScoredSpan> alternatives = alternatives(scored, probability);
        suggested.add(new ScoredSpan(scored.span(), scored.probability(), alternatives));
      }
    }
    return suggested;
  }

  private boolean isAnnotation(ScoredSpan scored) {
    return annotationType.apply(scored.span().type()) != null;
  }

  private List<ScoredSpan> alternatives(ScoredSpan scored, ToDoubleFunction<Span> probability) {
    List<ScoredSpan> alternatives = new ArrayList<>();
    boolean hasOtherLabel = false;
    for (ScoredSpan other : scored.alternatives()) {
      if (alternatives.size() == MAX_ALTERNATIVES) {
        break;
      }
      if (other.probability() >= MIN_ALTERNATIVE && isAnnotation(other)) {
        alternatives.add(other);
        hasOtherLabel |= coversSameTokens(other.span(), scored.span());
      }
    }
    if (!hasOtherLabel) {
      otherLabel(scored.span(), probability).ifPresent(alternatives::add);
    }
    return alternatives;
  }

  private static boolean coversSameTokens(Span span, Span other) {
    return span.start() == other.start() && span.end() == other.end();
  }

  /** Returns the most probable segment of the same tokens with another type. */
  private Optional<ScoredSpan> otherLabel(Span span, ToDoubleFunction<Span> probability) {
    return modelTypes.stream()
        .filter(type -> !type.equals(span.type()))
        .map(type -> new Span(span.start(), span.end(), type))
        .map(other -> new ScoredSpan(other, probability.applyAsDouble(other)))
        .max(Comparator.comparingDouble(ScoredSpan::probability));
  }

  /** Returns the features that support each segment, the strongest first. */
  private Map<Span, List<String>> reasons(
      TokenSequence tokens, List<Span> segments, Workspace workspace) {
    Map<Span, List<String>> features = new HashMap<>();
    if (reasons.isPresent()) {
      var contributions = reasons.get().of(tokens, segments, MAX_REASONS, workspace);
      for (int s = 0; s < contributions.size(); s++) {
        List<String> names = contributions.get(s).stream().map(reason -> reason.feature()).toList();
        features.put(segments.get(s), names);
      }
    }
    return features;
  }

  /** Returns a suggestion for a segment, with suggestions for its alternatives. */
  private Suggestion suggestion(
      Passage passage, ScoredSpan scored, Map<Span, List<String>> spanReasons) {
    Span span = scored.span();
    List<Suggestion> alternatives = new ArrayList<>();
    for (ScoredSpan alternative : scored.alternatives()) {
      alternatives.add(suggestion(passage, alternative, spanReasons));
    }
    return new Suggestion(
        passage.begins()[span.start()],
        passage.end(span.start(), span.end()),
        annotationType.apply(span.type()),
        // A mean of probabilities can exceed 1 by a rounding error.
        Math.min(1, scored.probability()),
        spanReasons.getOrDefault(span, List.of()),
        alternatives);
  }
}
