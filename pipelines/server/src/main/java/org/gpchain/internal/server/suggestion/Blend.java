package org.gpchain.internal.server.suggestion;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
 * A tagger that averages the segment probabilities of a shipped model and a user's model that
 * builds on it. The weight of the user's model grows with the number of its training sentences and
 * with its F1 on held-out sentences relative to the F1 of the shipped model. Types of the shipped
 * model are replaced by the types that users have given to its segments. Immutable.
 */
public final class Blend {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Number of training sentences at which models with the same F1 have the same weight. */
  private static final double EQUAL_SENTENCES = 60;

  /** F1 assumed for the user's model while there are too few sentences to hold some out. */
  private static final double UNKNOWN_F1 = 0.3;

  /**
   * Pseudo-count of segments found by the shipped model, half of them correct. It is used if the
   * layer shares types with the model.
   */
  private static final int PRIOR_SEGMENTS = 4;

  /**
   * Pseudo-count of segments whose type the users kept, if the layer shares types with the model.
   */
  private static final double SAME_TYPE = 10;

  /** Pseudo-count of segments whose type the users kept, if the layer shares no types. */
  private static final double SAME_TYPE_IF_UNSHARED = 0.5;

  /**
   * Minimum number of judged segments of a type after which the type is no longer suggested if
   * users have never annotated it. It is probably not in the tag set of the layer.
   */
  private static final int MIN_CONTRADICTIONS = 5;

  /** Type that stands for segments of the shipped model that users have not annotated. */
  private static final String NO_TYPE = "";

  /** Minimum probability of a candidate under its model. */
  private static final double MIN_PROBABILITY = 0.03;

  /** Order by position and type. */
  private static final Comparator<ScoredSpan> BY_POSITION =
      Comparator.<ScoredSpan>comparingInt(scored -> scored.span().start())
          .thenComparingInt(scored -> scored.span().end())
          .thenComparing(scored -> scored.span().type());

  private static final Comparator<ScoredSpan> MOST_PROBABLE_FIRST =
      Comparator.comparingDouble(ScoredSpan::probability).reversed();

  /**
   * The weights of a blend.
   *
   * @param share weight of the user's model, in [0, 1]. The weight of the shipped model is 1 -
   *     share.
   * @param types for each type of the shipped model, the types that users give to its segments,
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

    /** Returns the types of segments that the shipped model can add, in alphabetical order. */
    public Set<String> addedTypes() {
      Set<String> added = new TreeSet<>();
      for (Map<String, Double> userTypes : types.values()) {
        added.addAll(userTypes.keySet());
      }
      return added;
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

  private final Tagger shippedTagger;
  private final Tagger userTagger;
  private final Weights weights;
  private final double threshold;

  /**
   * Creates a blend.
   *
   * @param shipped the shipped model
   * @param user the user's model, which reads predictions of the shipped model as columns
   */
  public Blend(Model shipped, Model user, Weights weights) {
    this.shippedTagger = shipped.tagger();
    this.userTagger = user.tagger();
    this.weights = weights;
    this.threshold = mean(user.calibration().threshold(), shipped.calibration().threshold());
  }

  private double mean(double userValue, double shippedValue) {
    return weights.share * userValue + (1 - weights.share) * shippedValue;
  }

  /**
   * Returns the weights of a blend.
   *
   * @param shipped the shipped model
   * @param user the user's model, which reads predictions of the shipped model as columns
   * @param sentences training sentences of the user's model, with the columns that both models
   *     require
   */
  public static Weights learn(Model shipped, Model user, List<LabeledSequence> sentences) {
    Map<String, Map<String, Double>> types = learnTypes(shipped.tagger(), sentences);

    Blend shippedOnly = new Blend(shipped, user, new Weights(0, types));
    SpanCounts counts = SpanCounts.NONE;
    Workspace workspace = new Workspace();
    for (LabeledSequence sentence : sentences) {
      List<Span> judged = shippedOnly.judgedSpans(sentence, workspace);
      counts = counts.plus(SpanCounts.of(sentence.spans(), judged));
    }
    if (sharesTypes(shipped.tagger(), sentences)) {
      counts = counts.plus(new SpanCounts(PRIOR_SEGMENTS, PRIOR_SEGMENTS, PRIOR_SEGMENTS / 2));
    }

    double shippedWeight = EQUAL_SENTENCES * counts.f1() * counts.f1();
    double userF1 = heldOutF1(user);
    double userWeight = sentences.size() * userF1 * userF1;
    double share = shippedWeight == 0 ? 1 : userWeight / (userWeight + shippedWeight);
    return new Weights(share, types);
  }

  /** Returns the predicted segments of a sentence that its annotations confirm or contradict. */
  private List<Span> judgedSpans(LabeledSequence sentence, Workspace workspace) {
    List<ScoredSpan> predicted = tag(sentence.tokens(), workspace, ownLabels());
    List<Span> judged = new ArrayList<>();
    for (ScoredSpan scored : predicted) {
      if (isJudged(scored.span(), sentence)) {
        judged.add(scored.span());
      }
    }
    return judged;
  }

  /** Returns each type of either model as its own label. */
  private Map<String, String> ownLabels() {
    Set<String> types = typesOf(userTagger.labels());
    types.addAll(weights.addedTypes());
    Map<String, String> labels = new HashMap<>();
    for (String type : types) {
      labels.put(type, type);
    }
    return labels;
  }

  /** Returns the F1 of a model on held-out sentences, or a default if none were held out. */
  static double heldOutF1(Model model) {
    double f1 = model.calibration().heldOutF1();
    return Double.isNaN(f1) ? UNKNOWN_F1 : f1;
  }

  /** Returns the types of the segments that labels can encode, in alphabetical order. */
  static Set<String> typesOf(LabelSet labels) {
    Set<String> types = new TreeSet<>();
    for (String label : labels.labels()) {
      int hyphen = label.indexOf('-');
      if (hyphen > 0) {
        types.add(label.substring(hyphen + 1));
      }
    }
    return types;
  }

  /** Returns whether annotations have a type of the shipped model, or there are no annotations. */
  private static boolean sharesTypes(Tagger shipped, List<LabeledSequence> sentences) {
    Set<String> types = typesOf(shipped.labels());
    Set<String> annotatedTypes = annotatedTypes(sentences);
    return annotatedTypes.isEmpty() || annotatedTypes.stream().anyMatch(types::contains);
  }

  /**
   * Returns the types that users give to segments of the shipped model, with their shares. If the
   * layer shares types with the model, types that the model has not predicted keep their names. A
   * type that users have never annotated, but often contradicted, is left out.
   */
  private static Map<String, Map<String, Double>> learnTypes(
      Tagger shipped, List<LabeledSequence> sentences) {
    Map<String, Map<String, Double>> shares = countTypes(shipped, sentences);
    Set<String> annotatedTypes = annotatedTypes(sentences);

    double sameType = SAME_TYPE_IF_UNSHARED;
    if (sharesTypes(shipped, sentences)) {
      sameType = SAME_TYPE;
      for (String type : typesOf(shipped.labels())) {
        shares.computeIfAbsent(type, added -> new TreeMap<>());
      }
    }
    for (Map.Entry<String, Map<String, Double>> entry : shares.entrySet()) {
      String type = entry.getKey();
      Map<String, Double> userTypes = entry.getValue();
      if (annotatedTypes.contains(type) || total(userTypes) < MIN_CONTRADICTIONS) {
        userTypes.merge(type, sameType, Double::sum);
      }
    }

    for (Map<String, Double> userTypes : shares.values()) {
      double total = total(userTypes);
      userTypes.replaceAll((type, count) -> count / total);
      userTypes.remove(NO_TYPE);
    }
    return shares;
  }

  private static double total(Map<String, Double> counts) {
    return counts.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static Set<String> annotatedTypes(List<LabeledSequence> sentences) {
    Set<String> types = new TreeSet<>();
    for (LabeledSequence sentence : sentences) {
      for (Span span : sentence.spans()) {
        types.add(span.type());
      }
    }
    return types;
  }

  /**
   * Counts, for each type that the shipped model predicts, the types of the annotations there.
   * Predictions without an annotation count as {@link #NO_TYPE}.
   */
  private static Map<String, Map<String, Double>> countTypes(
      Tagger shipped, List<LabeledSequence> sentences) {
    Map<String, Map<String, Double>> counts = new TreeMap<>();
    Workspace workspace = new Workspace();
    for (LabeledSequence sentence : sentences) {
      for (ScoredSpan predicted : shipped.tag(sentence.tokens(), workspace).spans()) {
        Span span = predicted.span();
        if (isJudged(span, sentence)) {
          counts
              .computeIfAbsent(span.type(), type -> new TreeMap<>())
              .merge(userType(span, sentence), 1.0, Double::sum);
        }
      }
    }
    return counts;
  }

  /** Returns the type of the first annotation that overlaps a segment. */
  private static String userType(Span span, LabeledSequence sentence) {
    for (Span annotation : sentence.spans()) {
      if (annotation.overlaps(span)) {
        return annotation.type();
      }
    }
    return NO_TYPE;
  }

  /** Returns whether the annotations of a sentence confirm or contradict a segment. */
  private static boolean isJudged(Span span, LabeledSequence sentence) {
    return sentence.isComplete() || sentence.spans().stream().anyMatch(span::overlaps);
  }

  /**
   * Returns the type of the shipped model whose segments have most often got a label, in
   * alphabetical order if several have.
   *
   * @param label a label that the user's model does not know
   * @param labels label to suggest for each type of either model
   */
  String shippedType(String label, Map<String, String> labels) {
    String bestType = label;
    double bestShare = 0;
    for (Map.Entry<String, Map<String, Double>> shippedType : weights.types.entrySet()) {
      double share = 0;
      for (Map.Entry<String, Double> userType : shippedType.getValue().entrySet()) {
        if (label.equals(labels.get(userType.getKey()))) {
          share += userType.getValue();
        }
      }
      if (share > bestShare) {
        bestType = shippedType.getKey();
        bestShare = share;
      }
    }
    return bestType;
  }

  /**
   * Finds disjoint segments. The candidates that overlap a segment are its alternatives, the most
   * probable first.
   *
   * @param sentence sentence with the columns that both models require
   * @param labels label for each type of either model; it becomes the type of the segments.
   *     Candidates of other types are ignored.
   */
  public List<ScoredSpan> tag(
      TokenSequence sentence, Workspace workspace, Map<String, String> labels) {
    Map<Span, Double> probabilities = probabilities(sentence, workspace, labels);
    List<ScoredSpan> candidates = new ArrayList<>();
    for (Map.Entry<Span, Double> candidate : probabilities.entrySet()) {
      // A sum of probabilities can exceed 1 by a rounding error.
      double probability = Math.min(1, candidate.getValue());
      candidates.add(new ScoredSpan(candidate.getKey(), probability));
    }
    candidates.sort(BY_POSITION);

    int[] best =
        DisjointSegments.best(
            candidates.stream().mapToInt(scored -> scored.span().start()).toArray(),
            candidates.stream().mapToInt(scored -> scored.span().end()).toArray(),
            i -> candidates.get(i).probability() - threshold,
            0,
            candidates.size());
    List<ScoredSpan> chosen = new ArrayList<>();
    for (int i : best) {
      chosen.add(withAlternatives(candidates.get(i), candidates));
    }
    return chosen;
  }

  /** Adds the overlapping candidates to a segment, the most probable first. */
  private static ScoredSpan withAlternatives(ScoredSpan chosen, List<ScoredSpan> candidates) {
    List<ScoredSpan> alternatives = new ArrayList<>();
    for (ScoredSpan candidate : candidates) {
      if (!candidate.equals(chosen) && candidate.span().overlaps(chosen.span())) {
        alternatives.add(candidate);
      }
    }
    alternatives.sort(MOST_PROBABLE_FIRST);
    return new ScoredSpan(chosen.span(), chosen.probability(), alternatives);
  }

  /** Returns the probabilities of all candidates with a label under the blend. */
  private Map<Span, Double> probabilities(
      TokenSequence sentence, Workspace workspace, Map<String, String> labels) {
    Map<Span, Double> probabilities = new HashMap<>();
    for (ScoredSpan candidate : userTagger.candidates(sentence, MIN_PROBABILITY, workspace)) {
      Span span = candidate.span();
      add(span, span.type(), mean(candidate.probability(), 0), labels, probabilities);
    }
    if (weights.share < 1) {
      addShipped(sentence, workspace, labels, probabilities);
    }
    return probabilities;
  }

  /** Adds the candidates of the shipped model, with the types that users give to them. */
  private void addShipped(
      TokenSequence sentence,
      Workspace workspace,
      Map<String, String> labels,
      Map<Span, Double> probabilities) {
    for (ScoredSpan candidate : shippedTagger.candidates(sentence, MIN_PROBABILITY, workspace)) {
      Span span = candidate.span();
      Map<String, Double> types = weights.types.getOrDefault(span.type(), Map.of());
      for (Map.Entry<String, Double> type : types.entrySet()) {
        double probability = mean(0, type.getValue() * candidate.probability());
        add(span, type.getKey(), probability, labels, probabilities);
      }
    }
  }

  /** Adds the probability of a candidate under one of the models, if its type has a label. */
  private static void add(
      Span span,
      String type,
      double probability,
      Map<String, String> labels,
      Map<Span, Double> probabilities) {
    String label = labels.get(type);
    if (label != null) {
      probabilities.merge(new Span(span.start(), span.end(), label), probability, Double::sum);
    }
  }
}
