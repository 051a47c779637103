package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.TokenMarginals;

/**
 * The possible parts of speech of the tokens of a document, with their probabilities: the {@link
 * TokenMarginals} of the layer {@code POS} that belong to the current tag of a token.
 *
 * <p>If the tag has a {@link ScoredSegment} with the same value, the marginals of the model that
 * the score names belong to it. Otherwise, marginals belong to the tag if it is the most probable
 * one. All other marginals come from an earlier tagger, or describe a tag that was changed since,
 * and are ignored.
 *
 * <p>Marginals may have been cut to the most probable tags, or rounded, so their sum may be below
 * 1. Marginals that are not a distribution are ignored: negative numbers, NaN, a tag that occurs
 * twice, or a sum that exceeds 1 by more than rounding errors.
 */
final class PossiblePos {
  /** An object without any probabilities. */
  static final PossiblePos NONE = new PossiblePos();

  /**
   * Maximum excess of a sum of probabilities over 1: the error if each of the tags above the
   * threshold was rounded to a multiple of 0.01.
   */
  private static final double ROUNDING = 0.005 / PosTags.LEAST_PROBABLE;

  private static final String LAYER = POS._TypeName;

  /** Marginals by the begin and the end of their tokens. */
  private final Map<List<Integer>, List<TokenMarginals>> marginals = new HashMap<>();

  /** Scores by the part of speech that they belong to. */
  private final Map<Annotation, ScoredSegment> scores = new HashMap<>();

  private PossiblePos() {}

  /** Collects the probabilities of a document. */
  static PossiblePos of(JCas document) {
    if (!PredictionWriter.hasTypes(document)) {
      return NONE;
    }

    PossiblePos possiblePos = new PossiblePos();
    for (TokenMarginals candidate : document.select(TokenMarginals.class)) {
      if (LAYER.equals(candidate.getLayer()) && candidate.getToken() != null) {
        possiblePos
            .marginals
            .computeIfAbsent(offsets(candidate.getToken()), offsets -> new ArrayList<>())
            .add(candidate);
      }
    }
    if (possiblePos.isEmpty()) {
      return NONE;
    }

    for (ScoredSegment score : document.select(ScoredSegment.class)) {
      if (LAYER.equals(score.getLayer()) && score.getAnnotation() != null) {
        possiblePos.scores.put(score.getAnnotation(), score);
      }
    }
    return possiblePos;
  }

  private static List<Integer> offsets(Annotation annotation) {
    return List.of(annotation.getBegin(), annotation.getEnd());
  }

  /** Returns whether the document has no probabilities of parts of speech. */
  boolean isEmpty() {
    return marginals.isEmpty();
  }

  /**
   * Returns the possible tags of a token that has a part of speech.
   *
   * @return tags with their probabilities; empty if the document has no probabilities for the
   *     current tag of the token
   */
  Optional<List<WeightedValue>> of(Token token) {
    for (TokenMarginals candidate : marginals.getOrDefault(offsets(token), List.of())) {
      if (isDistribution(candidate) && belongsTo(token, candidate)) {
        List<String> tags = Arrays.asList(candidate.getLabels().toStringArray());
        return Optional.of(PosTags.possible(tags, candidate.getProbabilities()::get));
      }
    }
    return Optional.empty();
  }

  private boolean belongsTo(Token token, TokenMarginals candidate) {
    String tag = token.getPosValue();
    ScoredSegment score = scores.get(token.getPos());
    boolean isScored = score != null && tag.equals(score.getValue());
    if (isScored) {
      return score.getModel() != null && score.getModel().equals(candidate.getModel());
    }
    return tag.equals(mostProbable(candidate));
  }

  private static boolean isDistribution(TokenMarginals candidate) {
    if (candidate.getLabels() == null
        || candidate.getProbabilities() == null
        || candidate.getLabels().size() != candidate.getProbabilities().size()) {
      return false;
    }

    List<String> labels = Arrays.asList(candidate.getLabels().toStringArray());
    if (labels.contains(null) || new HashSet<>(labels).size() != labels.size()) {
      return false;
    }

    double[] probabilities = candidate.getProbabilities().toArray();
    double sum = Arrays.stream(probabilities).sum();
    boolean isNonNegative = Arrays.stream(probabilities).allMatch(p -> p >= 0);
    return isNonNegative && sum > 0 && sum <= 1 + ROUNDING;
  }

  private static String mostProbable(TokenMarginals candidate) {
    int best = 0;
    for (int i = 1; i < candidate.getProbabilities().size(); i++) {
      if (candidate.getProbabilities(i) > candidate.getProbabilities(best)) {
        best = i;
      }
    }
    return candidate.getLabels(best);
  }
}
