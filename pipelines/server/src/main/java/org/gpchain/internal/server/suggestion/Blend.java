package org.gpchain.internal.server.suggestion;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.segments.DisjointSegments;

/**
 * A tagger that averages the probabilities of a shipped model and of a user's model that was
 * learned over it. The weight of the user's model grows with the number of its training sentences,
 * and with its F1 on held-out sentences compared with the F1 of the shipped model. Types of the
 * shipped model are replaced by the types that people gave to its segments. Immutable.
 */
public final class Blend {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Number of training sentences after which models of the same F1 have the same weight. */
  private static final double EQUAL = 60;

  /** Assumed F1 of the user's model while there are too few sentences to hold some out. */
  private static final double UNKNOWN_F1 = 0.3;

  /**
   * Pseudo-count of segments that the shipped model found, half of them right, if the layer has
   * types of the model.
   */
  private static final int PRIOR_SEGMENTS = 4;

  /**
   * Pseudo-count of segments that kept the name of their type, if the layer has types of the model.
   */
  private static final double SAME_NAME = 10;

  /** Pseudo-count of segments that kept the name of their type, if it has none. */
  private static final double OTHER_NAME = 0.5;

  private static final String NOTHING = "";

  /** Minimum probability of a candidate under its model. */
  private static final double LEAST = 0.03;

  /**
   * How two models are blended.
   *
   * @param share weight of the user's model, in [0, 1]
   * @param types for each type of the shipped model, the types that people give to its segments,
   *     with their shares in [0, 1]
   */
  public record Weights(double share, Map<String, Map<String, Double>> types) {
    /**
     * Returns the weights that {@link #json} has written.
     *
     * @throws IllegalArgumentException if the text is not the JSON of weights
     */
    public static Weights parse(String json) {
      try {
        return JSON.readValue(json, Weights.class);
      } catch (IOException e) {
        throw new IllegalArgumentException("no weights of a blend: " + json, e);
      }
    }

    /** Returns the weights as JSON. */
    public String json() {
      try {
        return JSON.writeValueAsString(this);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final Tagger base;
  private final Tagger own;
  private final Weights weights;
  private final double threshold;

  /**
   * Creates a blend.
   *
   * @param base the shipped model
   * @param own the user's model, over the shipped one
   */
  public Blend(Model base, Model own, Weights weights) {
    this.base = base.tagger();
    this.own = own.tagger();
    this.weights = weights;
    this.threshold = mean(own.calibration().threshold(), base.calibration().threshold());
  }

  private double mean(double ofOwn, double ofBase) {
    return weights.share * ofOwn + (1 - weights.share) * ofBase;
  }

  /**
   * Returns the weights of a blend.
   *
   * @param own the user's model, over the shipped one
   * @param sentences training sentences of the user's model, with the columns of the shipped one
   */
  public static Weights learn(Model base, Model own, List<LabeledSequence> sentences) {
    Map<String, Map<String, Double>> types = types(base.tagger(), sentences);
    boolean hasTypes = knowsTypes(base.tagger(), sentences);
    Blend shipped = new Blend(base, own, new Weights(0, types));
    SpanCounts counts = SpanCounts.NONE;
    Workspace workspace = new Workspace();
    for (LabeledSequence sentence : sentences) {
      List<Span> judged =
          shipped.tag(
              sentence.tokens(),
              workspace,
              (found, probability) ->
                  found.stream()
                      .map(ScoredSpan::span)
                      .filter(span -> isJudged(span, sentence))
                      .toList());
      counts = counts.plus(SpanCounts.of(sentence.spans(), judged));
    }
    if (hasTypes) {
      counts = counts.plus(new SpanCounts(PRIOR_SEGMENTS, PRIOR_SEGMENTS, PRIOR_SEGMENTS / 2));
    }
    double ofBase = EQUAL * counts.f1() * counts.f1();
    double f1 = heldOutF1(own);
    double ofOwn = sentences.size() * f1 * f1;
    return new Weights(ofBase == 0 ? 1 : ofOwn / (ofOwn + ofBase), types);
  }

  /** Returns the F1 of a model on held-out sentences, or a default if none were held out. */
  static double heldOutF1(Model model) {
    double f1 = model.calibration().heldOutF1();
    return Double.isNaN(f1) ? UNKNOWN_F1 : f1;
  }

  /** Returns the types of the segments that labels can write, in alphabetical order. */
  static Set<String> typesOf(LabelSet labels) {
    return labels.labels().stream()
        .filter(label -> label.indexOf('-') > 0)
        .map(label -> label.substring(label.indexOf('-') + 1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean knowsTypes(Tagger base, List<LabeledSequence> sentences) {
    Set<String> types = typesOf(base.labels());
    List<Span> all = sentences.stream().flatMap(one -> one.spans().stream()).toList();
    return all.isEmpty() || all.stream().anyMatch(span -> types.contains(span.type()));
  }

  /** A type that was never found keeps its name if the layer has another one of the model. */
  private static Map<String, Map<String, Double>> types(
      Tagger base, List<LabeledSequence> sentences) {
    boolean hasTypes = knowsTypes(base, sentences);
    Map<String, Map<String, Double>> counts = new TreeMap<>();
    Workspace workspace = new Workspace();
    for (LabeledSequence sentence : sentences) {
      for (ScoredSpan found : base.tag(sentence.tokens(), workspace).spans()) {
        if (isJudged(found.span(), sentence)) {
          String given =
              sentence.spans().stream()
                  .filter(gold -> gold.overlaps(found.span()))
                  .map(Span::type)
                  .findFirst()
                  .orElse(NOTHING);
          counts
              .computeIfAbsent(found.span().type(), type -> new TreeMap<>())
              .merge(given, 1.0, Double::sum);
        }
      }
    }
    if (hasTypes) {
      typesOf(base.labels()).forEach(type -> counts.computeIfAbsent(type, same -> new TreeMap<>()));
    }
    counts.forEach(
        (type, given) -> given.merge(type, hasTypes ? SAME_NAME : OTHER_NAME, Double::sum));
    for (Map<String, Double> given : counts.values()) {
      double all = given.values().stream().mapToDouble(count -> count).sum();
      given.replaceAll((type, count) -> count / all);
      given.remove(NOTHING);
    }
    return counts;
  }

  /** Returns whether people have judged a segment, with or without giving it a type. */
  private static boolean isJudged(Span span, LabeledSequence sentence) {
    return sentence.isComplete() || sentence.spans().stream().anyMatch(span::overlaps);
  }

  /** Returns the types of segments that the shipped model adds to those of the user's model. */
  public Set<String> types() {
    return weights.types.values().stream()
        .map(Map::keySet)
        .flatMap(Collection::stream)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Finds segments that do not overlap, each with those that it overlaps as its alternatives.
   *
   * @param sentence with the columns of the shipped model
   * @param reader takes the segments, and a function from any segment to its probability, which is
   *     0 if the segment is no candidate
   */
  public <R> R tag(
      TokenSequence sentence,
      Workspace workspace,
      BiFunction<List<ScoredSpan>, ToDoubleFunction<Span>, R> reader) {
    Map<Span, Double> candidates = candidates(sentence, workspace);
    List<ScoredSpan> all =
        candidates.entrySet().stream()
            .map(one -> new ScoredSpan(one.getKey(), Math.min(1, one.getValue())))
            .sorted(
                Comparator.<ScoredSpan>comparingInt(one -> one.span().start())
                    .thenComparingInt(one -> one.span().end())
                    .thenComparing(one -> one.span().type()))
            .toList();
    int[] best =
        DisjointSegments.best(
            all.stream().mapToInt(one -> one.span().start()).toArray(),
            all.stream().mapToInt(one -> one.span().end()).toArray(),
            i -> all.get(i).probability() - threshold,
            0,
            all.size());
    List<ScoredSpan> chosen = new ArrayList<>();
    for (int i : best) {
      ScoredSpan one = all.get(i);
      Stream<ScoredSpan> others =
          all.stream().filter(other -> !other.equals(one) && other.span().overlaps(one.span()));
      chosen.add(
          new ScoredSpan(
              one.span(),
              one.probability(),
              others
                  .sorted(Comparator.comparingDouble(ScoredSpan::probability).reversed())
                  .toList()));
    }
    return reader.apply(chosen, span -> candidates.getOrDefault(span, 0.0));
  }

  private Map<Span, Double> candidates(TokenSequence sentence, Workspace workspace) {
    Map<Span, Double> all = new HashMap<>();
    for (ScoredSpan found : own.candidates(sentence, LEAST, workspace)) {
      all.put(found.span(), mean(found.probability(), 0));
    }
    if (weights.share < 1) {
      for (ScoredSpan found : base.candidates(sentence, LEAST, workspace)) {
        Span span = found.span();
        Map<String, Double> types = weights.types.getOrDefault(span.type(), Map.of());
        types.forEach(
            (type, often) ->
                all.merge(
                    new Span(span.start(), span.end(), type),
                    mean(0, often * found.probability()),
                    Double::sum));
      }
    }
    return all;
  }
}
