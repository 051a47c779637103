package org.gpchain.internal.server.suggestion;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.gpchain.core.decode.Prediction;
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

/** Suggests annotations with a model. Immutable. */
public final class Suggester {
  /** Maximum number of reasons for a suggestion. */
  private static final int MAX_REASONS = 3;

  /** Maximum number of alternatives of a suggestion. */
  private static final int MAX_ALTERNATIVES = 4;

  /** Minimum probability of a suggestion. */
  private static final double MIN_SUGGESTED = 0.1;

  /** Minimum probability of an alternative. */
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

  /** Types of segments that the labels of the model encode. */
  private final Set<String> ownTypes;

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

    this.ownTypes = segmentTypes(model.scheme(), model.labels());
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
    Set<String> types = segmentTypes(scheme, labels);
    if (weights != null) {
      types.addAll(weights.addedTypes());
    }
    types.removeIf(type -> annotationType.apply(type) == null);
    return List.copyOf(types);
  }

  /** Returns the types of the segments that labels encode. */
  private static Set<String> segmentTypes(TagScheme scheme, LabelSet labels) {
    boolean isToken = scheme == TagScheme.TOKEN;
    return new LinkedHashSet<>(isToken ? labels.labels() : Blend.typesOf(labels));
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
   * Returns the types of the annotations that the model was learned from. If the model builds on a
   * shipped model, these are not the types of the shipped model.
   */
  public List<String> learnedTypes() {
    List<String> types = new ArrayList<>();
    for (String type : modelTypes) {
      if (ownTypes.contains(type)) {
        types.add(annotationType.apply(type));
      }
    }
    return types;
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
    return suggest(passages, check, LayerLabels.ANY);
  }

  /**
   * Suggests annotations with the labels of a layer for a document.
   *
   * @param passages passages of the document, in order, with the columns that the model requires.
   *     Their {@linkplain Gold#withKnownSegments known segments} are not suggested.
   * @param check called before each passage; an exception that it throws ends the work
   * @param labels labels that suggestions may have. If the most probable segment has no such label,
   *     its most probable alternative with one is suggested.
   * @return suggestions in the order of the text
   */
  public List<Suggestion> suggest(List<Passage> passages, Runnable check, LayerLabels labels) {
    return suggest(tagger, passages, check, prediction -> {}, labels);
  }

  /**
   * Suggests annotations with the labels of a layer for a document that has annotations.
   * Annotations with a label that the model knows, possibly under another name, are certain:
   * suggestions are conditional on them and do not overlap them.
   *
   * @param gold annotations of users in the document
   * @param passages passages of the document, in order, with the columns that the model requires
   * @param check called before each passage; an exception that it throws ends the work
   * @param labels labels that suggestions may have
   * @return suggestions in the order of the text
   */
  public List<Suggestion> suggest(
      Gold gold, List<Passage> passages, Runnable check, LayerLabels labels) {
    List<String> types = types();
    Map<String, String> typeOfLabel = new HashMap<>();
    Set<String> knownLabels = new LinkedHashSet<>(types);
    labels
        .of(types)
        .forEach(
            (type, label) -> {
              typeOfLabel.putIfAbsent(label, type);
              knownLabels.add(label);
            });
    types.forEach(type -> typeOfLabel.put(type, type));

    List<Passage> constrained = gold.renamed(typeOfLabel).withKnownSegments(passages, types);
    return gold.withoutOverlaps(suggest(constrained, check, labels), List.copyOf(knownLabels));
  }

  /**
   * Suggestions under a promise.
   *
   * @param suggestions suggestions in the order of the text
   * @param status whether the promise holds for the document
   */
  public record Promised(List<Suggestion> suggestions, PromiseCheck.Status status) {}

  /**
   * Suggests annotations for a document.
   *
   * @param listener receives the prediction for each piece of a passage, in order. A model that
   *     builds on a shipped model has no such predictions.
   */
  public List<Suggestion> suggest(
      List<Passage> passages, Runnable check, Consumer<Prediction> listener) {
    return suggest(tagger, passages, check, listener, LayerLabels.ANY);
  }

  /**
   * Returns the novelty above which a passage is unlike the training text; empty if it is not
   * measured, or the model builds on a shipped model.
   */
  public OptionalDouble noveltyLimit() {
    return blend == null ? tagger.noveltyLimit() : OptionalDouble.empty();
  }

  /**
   * Suggests annotations under a promise. Segments that are not probable enough are left out.
   *
   * @param promise promise of a maximum error
   * @param listener receives the prediction for each piece of a passage, in order
   * @throws Promise.RefusedException if the model cannot make the promise
   */
  public Promised suggest(
      List<Passage> passages, Runnable check, Promise promise, Consumer<Prediction> listener) {
    if (blend != null) {
      throw new Promise.RefusedException(
          "the model builds on a shipped model, and no sentences were held out from both together");
    }
    Tagger promising = model.tagger(AnnotateOptions.DEFAULT_DECODING.withPromise(promise));
    AtomicReference<long[]> sum = new AtomicReference<>();
    Consumer<Prediction> addEvidence =
        prediction -> sum.accumulateAndGet(prediction.evidence(), PromiseCheck::sum);
    List<Suggestion> suggestions =
        suggest(promising, passages, check, addEvidence.andThen(listener), LayerLabels.ANY);
    PromiseCheck promiseCheck = promising.promiseCheck().orElseThrow();
    return new Promised(suggestions, promiseCheck.status(sum.get()));
  }

  /**
   * The labels of suggestions.
   *
   * @param ofTypes label for each type of segments that the models predict and that is suggested
   * @param ofSpans label for each type of the segments that the tagging returns. A blend returns
   *     segments whose types are already labels.
   * @param missing types of annotations for which the layer has no label
   */
  private record Labels(
      Map<String, String> ofTypes, Map<String, String> ofSpans, Set<String> missing) {
    /** Returns the label of a segment, or null if it is not suggested. */
    String of(Span span) {
      return ofSpans.get(span.type());
    }
  }

  /**
   * The reasons for a suggestion.
   *
   * @param features features that support the suggestion, the strongest first
   * @param shippedModel name of the shipped model whose features these are, because the learned
   *     model does not know the label; otherwise empty
   */
  private record Reasons(List<String> features, String shippedModel) {
    static final Reasons NONE = new Reasons(List.of(), "");
  }

  /**
   * Suggests annotations for a document.
   *
   * @param listener receives the prediction for each piece of a passage
   */
  private List<Suggestion> suggest(
      Tagger passageTagger,
      List<Passage> passages,
      Runnable check,
      Consumer<Prediction> listener,
      LayerLabels layerLabels) {
    Workspace workspace = new Workspace();
    List<Passage> pieces = cut(passages);
    List<TokenSequence> units =
        passageTagger.inDocument(pieces.stream().map(Passage::units).toList(), workspace);
    Labels labels = labels(layerLabels);

    List<Suggestion> suggestions = new ArrayList<>();
    for (int p = 0; p < units.size(); p++) {
      check.run();
      TokenSequence tokens = units.get(p);
      if (model.words() != null) {
        tokens = model.words().addTo(tokens, workspace);
      }
      List<ScoredSpan> spans = tag(passageTagger, tokens, workspace, listener, labels);

      // The lattice in the workspace is no longer needed, so the reasons may use the workspace.
      Map<Span, Reasons> spanReasons = reasons(tokens, withAlternatives(spans), labels, workspace);
      BitSet knownTokens = new BitSet();
      for (Span known : KnownSegments.spans(units.get(p))) {
        knownTokens.set(known.start(), known.end());
      }
      for (ScoredSpan scored : spans) {
        Span span = scored.span();
        if (knownTokens.get(span.start(), span.end()).isEmpty()) {
          suggestions.add(suggestion(pieces.get(p), scored, labels, spanReasons));
        }
      }
    }
    return suggestions;
  }

  /** Returns the labels of suggestions for a layer. */
  private Labels labels(LayerLabels layerLabels) {
    Map<String, String> labelOfAnnotation = layerLabels.of(types());
    Map<String, String> ofTypes = new HashMap<>();
    Map<String, String> ofSpans = new HashMap<>();
    Set<String> missing = new HashSet<>();
    for (String type : modelTypes) {
      String label = labelOfAnnotation.get(annotationType.apply(type));
      if (label == null) {
        missing.add(type);
      } else {
        ofTypes.put(type, label);
        ofSpans.put(blend == null ? type : label, label);
      }
    }
    return new Labels(ofTypes, ofSpans, missing);
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
      Consumer<Prediction> listener,
      Labels labels) {
    if (blend != null) {
      List<ScoredSpan> blended = blend.tag(tokens, workspace, labels.ofTypes());
      return suggestedSpans(blended, labels);
    }
    return passageTagger.tag(
        tokens,
        workspace,
        (best, probability) -> {
          listener.accept(best);
          return suggestedSpans(best.spans(), labels);
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
  private static List<ScoredSpan> suggestedSpans(List<ScoredSpan> spans, Labels labels) {
    List<ScoredSpan> suggested = new ArrayList<>();
    for (ScoredSpan scored : spans) {
      ScoredSpan best = scored;
      if (labels.missing().contains(scored.span().type())) {
        best = bestAlternative(scored, spans, labels).orElse(scored);
      }
      if (labels.of(best.span()) != null && best.probability() >= MIN_SUGGESTED) {
        List<ScoredSpan> alternatives = alternatives(best, scored.alternatives(), labels);
        suggested.add(new ScoredSpan(best.span(), best.probability(), alternatives));
      }
    }
    return suggested;
  }

  /**
   * Returns the most probable alternative of a segment that has a label and does not overlap
   * another segment.
   */
  private static Optional<ScoredSpan> bestAlternative(
      ScoredSpan scored, List<ScoredSpan> spans, Labels labels) {
    for (ScoredSpan alternative : scored.alternatives()) {
      boolean overlapsOther = false;
      for (ScoredSpan other : spans) {
        boolean isOther = !other.span().equals(scored.span());
        overlapsOther |= isOther && other.span().overlaps(alternative.span());
      }
      if (!overlapsOther && labels.of(alternative.span()) != null) {
        return Optional.of(alternative);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the alternatives that are sent with a segment.
   *
   * @param candidates segments that may overlap it, the most probable first
   */
  private static List<ScoredSpan> alternatives(
      ScoredSpan scored, List<ScoredSpan> candidates, Labels labels) {
    Set<Span> sent = new HashSet<>();
    sent.add(labeled(scored.span(), labels));

    List<ScoredSpan> alternatives = new ArrayList<>();
    for (ScoredSpan candidate : candidates) {
      boolean isPossible =
          candidate.probability() >= MIN_ALTERNATIVE
              && labels.of(candidate.span()) != null
              && candidate.span().overlaps(scored.span());
      if (alternatives.size() < MAX_ALTERNATIVES
          && isPossible
          && sent.add(labeled(candidate.span(), labels))) {
        alternatives.add(candidate);
      }
    }
    return alternatives;
  }

  private static Span labeled(Span span, Labels labels) {
    return new Span(span.start(), span.end(), labels.of(span));
  }

  /** Returns the reasons for each segment. */
  private Map<Span, Reasons> reasons(
      TokenSequence tokens, List<Span> segments, Labels labels, Workspace workspace) {
    List<Span> ownSegments = new ArrayList<>();
    Map<Span, Span> baseSegments = new LinkedHashMap<>();
    for (Span segment : segments) {
      if (blend == null || ownTypes.contains(segment.type())) {
        ownSegments.add(segment);
      } else {
        String type = blend.shippedType(segment.type(), labels.ofTypes());
        baseSegments.put(segment, new Span(segment.start(), segment.end(), type));
      }
    }

    Map<Span, Reasons> spanReasons = new HashMap<>();
    Map<Span, List<String>> ownFeatures = features(tokens, ownSegments, workspace);
    for (Span segment : ownSegments) {
      spanReasons.put(segment, new Reasons(ownFeatures.getOrDefault(segment, List.of()), ""));
    }

    if (!baseSegments.isEmpty()) {
      List<Span> shippedSegments = List.copyOf(baseSegments.values());
      Map<Span, List<String>> baseFeatures =
          base.suggester().features(tokens, shippedSegments, workspace);
      baseSegments.forEach(
          (segment, shippedSegment) -> {
            List<String> features = baseFeatures.getOrDefault(shippedSegment, List.of());
            spanReasons.put(segment, new Reasons(features, base.name()));
          });
    }
    return spanReasons;
  }

  /** Returns the features of the model that support each segment, the strongest first. */
  private Map<Span, List<String>> features(
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
  private static Suggestion suggestion(
      Passage passage, ScoredSpan scored, Labels labels, Map<Span, Reasons> spanReasons) {
    Span span = scored.span();
    List<Suggestion> alternatives = new ArrayList<>();
    for (ScoredSpan alternative : scored.alternatives()) {
      alternatives.add(suggestion(passage, alternative, labels, spanReasons));
    }
    Reasons reasons = spanReasons.getOrDefault(span, Reasons.NONE);
    return new Suggestion(
        passage.begins()[span.start()],
        passage.end(span.start(), span.end()),
        labels.of(span),
        // A mean of probabilities can exceed 1 by a rounding error.
        Math.min(1, scored.probability()),
        reasons.features(),
        alternatives,
        reasons.shippedModel());
  }
}
