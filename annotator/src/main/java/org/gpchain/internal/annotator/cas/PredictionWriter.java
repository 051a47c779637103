package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.text.AnnotationFS;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.DoubleArray;
import org.apache.uima.jcas.cas.FSArray;
import org.apache.uima.jcas.cas.StringArray;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.SentenceUncertainty;
import org.gpchain.type.TokenMarginals;

/**
 * Writes predictions into a document: an annotation for each segment and, if the document has the
 * types for them, its probability and its alternatives, the probabilities of the labels of tokens,
 * and the uncertainty of sentences.
 */
public final class PredictionWriter {
  /**
   * The parts of predictions that are written.
   *
   * @param scoreFeature its feature that takes the probability; null for none
   * @param minProbability less probable segments are not written
   */
  public record Parts(
      SegmentLayer layer,
      String scoreFeature,
      double minProbability,
      boolean marginals,
      boolean uncertainty) {}

  private static final String LAYER = "layer";
  private static final String MODEL = "model";
  private static final String PROMISE = "org.gpchain.type.PromiseStatus";

  private final JCas document;
  private final Parts parts;
  private final String model;
  private final Mapping mapping;
  private final boolean withScores;

  /** Null until it is needed; one array serves all tokens. */
  private StringArray labels;

  /**
   * How segments become annotations.
   *
   * @param tagOf returns the raw tag to write for a type of segments; empty if such segments are
   *     not written
   * @param typeOf returns the annotation type that a tag is mapped to, a subtype of the layer's
   * @param completion takes each annotation with the tokens that it covers
   */
  public record Mapping(
      Function<String, Optional<String>> tagOf,
      Function<String, Type> typeOf,
      BiConsumer<Annotation, List<Token>> completion) {}

  /**
   * Creates a writer for a document.
   *
   * @param parts parts of predictions that are written
   * @param model name of the model
   * @param mapping how segments become annotations
   */
  public PredictionWriter(JCas document, Parts parts, String model, Mapping mapping) {
    this.document = document;
    this.parts = parts;
    this.model = model;
    this.mapping = mapping;
    this.withScores = hasTypes(document);
  }

  /**
   * Whether the type system of a document has all of GPChain's types, as they are now; a document
   * from elsewhere may have none, or those of an earlier version.
   */
  public static boolean hasTypes(JCas document) {
    return Stream.of(
            ScoredSegment._TypeName, TokenMarginals._TypeName, SentenceUncertainty._TypeName)
        .map(document.getTypeSystem()::getType)
        .allMatch(
            type ->
                type != null
                    && type.getFeatureByBaseName(LAYER) != null
                    && type.getFeatureByBaseName(MODEL) != null);
  }

  /**
   * What an earlier run has written: the annotations of the layer whose scores name the same model,
   * and their scores, marginals and uncertainty, but for those that a person has accepted. In a
   * document without GPChain's types nobody knows who wrote what: there, all annotations of the
   * layer in the sentences count as written.
   *
   * @throws UnusableCasException if the document does not have the layer
   */
  public Set<Annotation> earlier(List<TokenizedSentence> sentences) throws UnusableCasException {
    Set<Annotation> earlier = new LinkedHashSet<>();
    Type annotated = parts.layer().typeIn(document);
    if (!withScores) {
      for (TokenizedSentence sentence : sentences) {
        document.<Annotation>select(annotated).coveredBy(sentence.sentence()).forEach(earlier::add);
      }
      return earlier;
    }
    for (ScoredSegment score : document.select(ScoredSegment.class).asList()) {
      if (isOurs(score) && !isAccepted(score)) {
        if (score.getAnnotation() != null) {
          earlier.add(score.getAnnotation());
        }
        earlier.add(score);
      }
    }
    Stream.of(TokenMarginals._TypeName, SentenceUncertainty._TypeName, PROMISE)
        .map(document.getTypeSystem()::getType)
        .filter(Objects::nonNull)
        .flatMap(type -> document.<Annotation>select(type).asList().stream())
        .filter(this::isOurs)
        .forEach(earlier::add);
    return earlier;
  }

  private boolean isOurs(Annotation written) {
    Type type = written.getType();
    String layer = written.getStringValue(type.getFeatureByBaseName(LAYER));
    return parts.layer().typeName().equals(layer)
        && model.equals(written.getStringValue(type.getFeatureByBaseName(MODEL)));
  }

  /** Whether a person has accepted it, for which earlier versions have no feature. */
  private static boolean isAccepted(ScoredSegment score) {
    Feature acceptedBy = score.getType().getFeatureByBaseName("acceptedBy");
    return acceptedBy != null && score.getStringValue(acceptedBy) != null;
  }

  /** Removes an annotation. A token's part of speech is found through the token, too. */
  public void remove(Annotation annotation) {
    if (annotation instanceof POS) {
      for (Token token : document.select(Token.class).coveredBy(annotation)) {
        if (TokenReader.hasFeature(token, "pos") && annotation.equals(token.getPos())) {
          token.setPos(null);
        }
      }
    }
    annotation.removeFromIndexes();
  }

  /**
   * @param kept segments that the document has: of these no more than the probability is written
   */
  public void write(Prediction prediction, TokenizedSentence sentence, List<Span> kept) {
    List<Token> tokens = sentence.tokens();
    for (Span span : withScores ? kept : List.<Span>of()) {
      scoredSegment(tokens, new ScoredSpan(span, 1), span.type(), 1).addToIndexes();
    }
    for (ScoredSpan scored : prediction.spans()) {
      if (scored.probability() >= parts.minProbability()
          && kept.stream().noneMatch(scored.span()::overlaps)) {
        mapping.tagOf().apply(scored.span().type()).ifPresent(tag -> write(tokens, scored, tag));
      }
    }
    if (parts.marginals() && withScores) {
      writeMarginals(tokens, prediction);
    }
    if (parts.uncertainty() && withScores) {
      writeUncertainty(sentence.sentence(), prediction);
    }
  }

  /** Says how far a promise may be trusted in the document, if it has the type for it. */
  public void write(PromiseCheck.Status status) {
    Type type = document.getTypeSystem().getType(PROMISE);
    if (type != null) {
      int end = document.getDocumentText().length();
      AnnotationFS written = document.getCas().createAnnotation(type, 0, end);
      written.setStringValue(type.getFeatureByBaseName("level"), status.level().name());
      written.setStringValue(type.getFeatureByBaseName("reason"), status.reason());
      written.setStringValue(type.getFeatureByBaseName(LAYER), parts.layer().typeName());
      written.setStringValue(type.getFeatureByBaseName(MODEL), model);
      document.getCas().addFsToIndexes(written);
    }
  }

  private void write(List<Token> tokens, ScoredSpan scored, String tag) {
    Annotation annotation = document.getCas().createFS(mapping.typeOf().apply(tag));
    List<Token> covered = cover(tokens, scored.span(), annotation);
    parts.layer().setValue(annotation, tag);
    if (parts.scoreFeature() != null) {
      SegmentLayer.setNumber(annotation, parts.scoreFeature(), atMostOne(scored.probability()));
    }
    annotation.addToIndexes();
    if (withScores) {
      ScoredSegment score = scoredSegment(tokens, scored, tag, 1);
      score.setAnnotation(annotation);
      score.setAlternatives(alternatives(tokens, scored.alternatives()));
      score.addToIndexes();
    }
    mapping.completion().accept(annotation, covered);
  }

  private ScoredSegment scoredSegment(List<Token> tokens, ScoredSpan scored, String tag, int rank) {
    ScoredSegment score = new ScoredSegment(document);
    cover(tokens, scored.span(), score);
    score.setValue(tag);
    score.setValue_score(atMostOne(scored.probability()));
    score.setRank(rank);
    score.setLayer(parts.layer().typeName());
    score.setModel(model);
    return score;
  }

  /** An average over samples can exceed one by a rounding error. */
  private static double atMostOne(double probability) {
    return Math.min(1, probability);
  }

  /** From the first begin to the last end, also where tokens overlap; returns the tokens. */
  private static List<Token> cover(List<Token> tokens, Span span, Annotation annotation) {
    List<Token> covered = tokens.subList(span.start(), span.end());
    annotation.setBegin(covered.get(0).getBegin());
    annotation.setEnd(covered.stream().mapToInt(Token::getEnd).max().orElse(0));
    return covered;
  }

  private FSArray<ScoredSegment> alternatives(List<Token> tokens, List<ScoredSpan> spans) {
    List<ScoredSegment> written = new ArrayList<>();
    for (ScoredSpan span : spans) {
      mapping
          .tagOf()
          .apply(span.span().type())
          .map(tag -> scoredSegment(tokens, span, tag, written.size() + 2))
          .ifPresent(written::add);
    }
    return written.isEmpty()
        ? null
        : FSArray.create(document, written.toArray(ScoredSegment[]::new));
  }

  private void writeMarginals(List<Token> tokens, Prediction prediction) {
    if (labels == null) {
      labels = StringArray.create(document, prediction.labelSet().labels().toArray(String[]::new));
    }
    for (int t = 0; t < tokens.size(); t++) {
      DoubleArray probabilities = new DoubleArray(document, labels.size());
      for (int label = 0; label < labels.size(); label++) {
        probabilities.set(label, atMostOne(prediction.marginal(t, label)));
      }
      Token token = tokens.get(t);
      TokenMarginals marginals = new TokenMarginals(document, token.getBegin(), token.getEnd());
      marginals.setLabels(labels);
      marginals.setProbabilities(probabilities);
      marginals.setLayer(parts.layer().typeName());
      marginals.setModel(model);
      marginals.addToIndexes();
    }
  }

  private void writeUncertainty(Sentence sentence, Prediction prediction) {
    SentenceUncertainty uncertainty =
        new SentenceUncertainty(document, sentence.getBegin(), sentence.getEnd());
    uncertainty.setEntropy(prediction.entropy());
    uncertainty.setExpectedEntropy(prediction.expectedEntropy());
    uncertainty.setMutualInformation(prediction.mutualInformation());
    uncertainty.setSequenceProbability(prediction.sequenceProbability());
    uncertainty.setLayer(parts.layer().typeName());
    uncertainty.setModel(model);
    uncertainty.addToIndexes();
  }
}
