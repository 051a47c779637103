package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.text.AnnotationFS;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.DoubleArray;
import org.apache.uima.jcas.cas.FSArray;
import org.apache.uima.jcas.cas.StringArray;
import org.apache.uima.jcas.cas.TOP;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.SentenceUncertainty;
import org.gpchain.type.TokenMarginals;

/**
 * A writer of predictions into a document. It writes an annotation for each segment and, if the
 * document has GPChain's types, the probability and the alternatives of the segment, the
 * probabilities of the labels of each token, and the uncertainty of each sentence.
 */
public final class PredictionWriter {
  /**
   * The parts of predictions that are written.
   *
   * @param layer layer of the segments
   * @param scoreFeature feature of the layer that takes the probability; null if there is none
   * @param minProbability minimum probability of a segment that is written
   * @param marginals whether the probabilities of the labels of each token are written
   * @param uncertainty whether the uncertainty of each sentence is written
   */
  public record Parts(
      SegmentLayer layer,
      String scoreFeature,
      double minProbability,
      boolean marginals,
      boolean uncertainty) {}

  /**
   * The mapping from segments to annotations.
   *
   * @param tagOf returns the raw tag to write for a type of segments; empty if such segments are
   *     not written
   * @param typeOf returns the annotation type that a tag is mapped to, a subtype of the layer's
   * @param completion is called with each new annotation and the tokens that it covers
   */
  public record Mapping(
      Function<String, Optional<String>> tagOf,
      Function<String, Type> typeOf,
      BiConsumer<Annotation, List<Token>> completion) {}

  private static final String LAYER = "layer";
  private static final String MODEL = "model";
  private static final String PROMISE = "org.gpchain.type.PromiseStatus";

  private final JCas document;
  private final Parts parts;
  private final String model;
  private final Mapping mapping;
  private final OptionalDouble noveltyLimit;
  private final boolean withScores;

  /** Labels of the model, one array for all tokens; null until the first marginals are written. */
  private StringArray labels;

  /**
   * Creates a writer for a document.
   *
   * @param document the document
   * @param parts parts of predictions that are written
   * @param model name of the model
   * @param mapping mapping from segments to annotations
   * @param noveltyLimit novelty above which a sentence is unlike the training text of the model;
   *     empty if the model does not measure it
   */
  public PredictionWriter(
      JCas document, Parts parts, String model, Mapping mapping, OptionalDouble noveltyLimit) {
    this.document = document;
    this.parts = parts;
    this.model = model;
    this.mapping = mapping;
    this.noveltyLimit = noveltyLimit;
    this.withScores = hasTypes(document);
  }

  /**
   * Returns whether the type system of a document has all of GPChain's types in their current
   * version. Documents of other tools may have no such types, or only an earlier version.
   */
  public static boolean hasTypes(JCas document) {
    return hasType(document, ScoredSegment._TypeName)
        && hasType(document, TokenMarginals._TypeName)
        && hasType(document, SentenceUncertainty._TypeName);
  }

  private static boolean hasType(JCas document, String name) {
    Type type = document.getTypeSystem().getType(name);
    return type != null
        && type.getFeatureByBaseName(LAYER) != null
        && type.getFeatureByBaseName(MODEL) != null;
  }

  /**
   * Returns the feature structures that an earlier run of this model has written: annotations of
   * the layer and their scores, marginals and uncertainty. Annotations that a person has accepted
   * are left out.
   *
   * <p>A document without GPChain's types doesn't show which engine wrote an annotation. In such a
   * document, all annotations of the layer in the sentences are returned.
   *
   * @throws UnusableCasException if the document does not have the layer
   */
  public Set<TOP> earlier(List<TokenizedSentence> sentences) throws UnusableCasException {
    Type layerType = parts.layer().typeIn(document);
    Set<TOP> earlier = new LinkedHashSet<>();
    if (!withScores) {
      for (TokenizedSentence sentence : sentences) {
        document.<Annotation>select(layerType).coveredBy(sentence.sentence()).forEach(earlier::add);
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
    for (String name : List.of(TokenMarginals._TypeName, SentenceUncertainty._TypeName, PROMISE)) {
      addOurs(document.getTypeSystem().getType(name), earlier);
    }
    return earlier;
  }

  /** Adds the structures of a type, which may be null, that this model has written. */
  private void addOurs(Type type, Set<TOP> earlier) {
    if (type == null) {
      return;
    }
    for (TOP structure : document.<TOP>select(type).asList()) {
      if (isOurs(structure)) {
        earlier.add(structure);
      }
    }
  }

  private boolean isOurs(TOP structure) {
    Type type = structure.getType();
    String layer = structure.getStringValue(type.getFeatureByBaseName(LAYER));
    String writer = structure.getStringValue(type.getFeatureByBaseName(MODEL));
    return parts.layer().typeName().equals(layer) && model.equals(writer);
  }

  /** Returns whether a person has accepted a segment. Earlier type systems lack the feature. */
  private static boolean isAccepted(ScoredSegment score) {
    Feature acceptedBy = score.getType().getFeatureByBaseName("acceptedBy");
    return acceptedBy != null && score.getStringValue(acceptedBy) != null;
  }

  /**
   * Removes a feature structure from the indexes. A part of speech is also removed from the tokens
   * that refer to it.
   */
  public void remove(TOP structure) {
    if (structure instanceof POS pos) {
      for (Token token : document.select(Token.class).coveredBy(pos)) {
        if (TokenReader.hasFeature(token, "pos") && pos.equals(token.getPos())) {
          token.setPos(null);
        }
      }
    }
    structure.removeFromIndexes();
  }

  /**
   * Writes the prediction for a sentence.
   *
   * @param kept segments that the document already has; only their probability is written
   */
  public void write(Prediction prediction, TokenizedSentence sentence, List<Span> kept) {
    List<Token> tokens = sentence.tokens();
    if (withScores) {
      for (Span span : kept) {
        scoredSegment(tokens, new ScoredSpan(span, 1), span.type(), 1).addToIndexes();
      }
    }

    for (ScoredSpan scored : prediction.spans()) {
      boolean isProbable = scored.probability() >= parts.minProbability();
      if (isProbable && kept.stream().noneMatch(scored.span()::overlaps)) {
        writeSegment(tokens, scored);
      }
    }

    if (parts.marginals() && withScores) {
      writeMarginals(tokens, prediction);
    }
    if (parts.uncertainty() && withScores) {
      writeUncertainty(sentence.sentence(), prediction);
    }
  }

  /** Writes the status of a promise for the document, if the document has the type for it. */
  public void write(PromiseCheck.Status status) {
    Type type = document.getTypeSystem().getType(PROMISE);
    if (type == null) {
      return;
    }

    int end = document.getDocumentText().length();
    AnnotationFS annotation = document.getCas().createAnnotation(type, 0, end);
    annotation.setStringValue(type.getFeatureByBaseName("level"), status.level().name());
    annotation.setStringValue(type.getFeatureByBaseName("reason"), status.reason());
    annotation.setStringValue(type.getFeatureByBaseName(LAYER), parts.layer().typeName());
    annotation.setStringValue(type.getFeatureByBaseName(MODEL), model);
    document.getCas().addFsToIndexes(annotation);
  }

  private void writeSegment(List<Token> tokens, ScoredSpan scored) {
    Optional<String> tag = mapping.tagOf().apply(scored.span().type());
    if (tag.isEmpty()) {
      return;
    }

    Annotation annotation = document.getCas().createFS(mapping.typeOf().apply(tag.get()));
    List<Token> covered = cover(tokens, scored.span(), annotation);
    parts.layer().setValue(annotation, tag.get());
    if (parts.scoreFeature() != null) {
      SegmentLayer.setNumber(annotation, parts.scoreFeature(), atMostOne(scored.probability()));
    }
    annotation.addToIndexes();

    if (withScores) {
      ScoredSegment score = scoredSegment(tokens, scored, tag.get(), 1);
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

  /** Returns a probability without the rounding error by which an average can exceed 1. */
  private static double atMostOne(double probability) {
    return Math.min(1, probability);
  }

  /**
   * Sets the offsets of an annotation to the begin of the first token and the largest end of all
   * tokens of a span, since tokens may overlap.
   *
   * @return tokens of the span
   */
  private static List<Token> cover(List<Token> tokens, Span span, Annotation annotation) {
    List<Token> covered = tokens.subList(span.start(), span.end());
    annotation.setBegin(covered.get(0).getBegin());
    annotation.setEnd(covered.stream().mapToInt(Token::getEnd).max().orElse(0));
    return covered;
  }

  /**
   * Returns the alternatives of a segment, which have the ranks 2, 3, …; null if there are none.
   */
  private FSArray<ScoredSegment> alternatives(List<Token> tokens, List<ScoredSpan> spans) {
    List<ScoredSegment> alternatives = new ArrayList<>();
    for (ScoredSpan span : spans) {
      Optional<String> tag = mapping.tagOf().apply(span.span().type());
      if (tag.isPresent()) {
        alternatives.add(scoredSegment(tokens, span, tag.get(), alternatives.size() + 2));
      }
    }

    if (alternatives.isEmpty()) {
      return null;
    }
    return FSArray.create(document, alternatives.toArray(ScoredSegment[]::new));
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

      TokenMarginals marginals = new TokenMarginals(document);
      marginals.setToken(tokens.get(t));
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
    writeNovelty(uncertainty, prediction);
    uncertainty.setLayer(parts.layer().typeName());
    uncertainty.setModel(model);
    uncertainty.addToIndexes();
  }

  /** Writes the novelty, unless the type system of the document is older than the feature. */
  private void writeNovelty(SentenceUncertainty uncertainty, Prediction prediction) {
    Feature novelty = uncertainty.getType().getFeatureByBaseName("novelty");
    NoveltyCount count = NoveltyCount.of(prediction, noveltyLimit);
    if (novelty != null && count.sentences() > 0) {
      uncertainty.setDoubleValue(novelty, prediction.novelty());
      uncertainty.setUnlikeTraining(count.unlike() > 0);
    }
  }
}
