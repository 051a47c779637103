package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Lemma;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Stem;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.constants.OperationType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.uima.fit.component.JCasAnnotator_ImplBase;
import org.apache.uima.fit.descriptor.LanguageCapability;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.internal.annotator.cas.PredictionWriter;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.SentenceUncertainty;
import org.gpchain.type.TokenMarginals;

/**
 * Removes what GPChain has written about annotations that have been removed since:
 *
 * <ul>
 *   <li>each {@link ScoredSegment} whose annotation is no longer in the index;
 *   <li>each {@link ScoredSegment} of a kept annotation, which has no reference to it, if no
 *       annotation with the same tokens is left;
 *   <li>{@link TokenMarginals} and {@link SentenceUncertainty} of text without tokens.
 * </ul>
 *
 * Documents without GPChain's types are not changed.
 */
@Component(OperationType.ANNOTATOR)
@ResourceMetaData(
    name = "GPChain Cleanup",
    description = "Removes the scores of annotations that have been removed.")
@LanguageCapability("x-unspecified")
@TypeCapability(inputs = "org.gpchain.type.ScoredSegment")
public class GpCleanup extends JCasAnnotator_ImplBase {
  private static final String OWN_TYPES = "org.gpchain.type.";

  /** Offsets of the first and after the last character of an annotation's whole tokens. */
  private record WholeTokens(int begin, int end) {}

  @Override
  public void process(JCas document) {
    if (!PredictionWriter.hasTypes(document)) {
      return;
    }

    Set<Annotation> indexed = Collections.newSetFromMap(new IdentityHashMap<>());
    document.getAnnotationIndex().forEach(indexed::add);
    Map<WholeTokens, List<Annotation>> scorable = scorable(document, indexed);
    for (ScoredSegment score : document.select(ScoredSegment.class).asList()) {
      Annotation annotation = score.getAnnotation();
      boolean isCurrent =
          annotation == null ? isOfKept(score, scorable) : indexed.contains(annotation);
      if (!isCurrent) {
        score.removeFromIndexes();
      }
    }

    BitSet tokenized = new BitSet();
    for (Token token : document.select(Token.class)) {
      tokenized.set(token.getBegin(), token.getEnd());
    }
    for (TokenMarginals marginals : document.select(TokenMarginals.class).asList()) {
      if (!contains(marginals.getToken(), tokenized)) {
        marginals.removeFromIndexes();
      }
    }
    for (SentenceUncertainty uncertainty : document.select(SentenceUncertainty.class).asList()) {
      if (!contains(uncertainty, tokenized)) {
        uncertainty.removeFromIndexes();
      }
    }
  }

  /** Returns the annotations that may have a score by the range of their whole tokens. */
  private static Map<WholeTokens, List<Annotation>> scorable(
      JCas document, Set<Annotation> indexed) {
    NavigableSet<Integer> begins = new TreeSet<>();
    NavigableSet<Integer> ends = new TreeSet<>();
    for (Token token : document.select(Token.class)) {
      begins.add(token.getBegin());
      ends.add(token.getEnd());
    }

    Map<WholeTokens, List<Annotation>> scorable = new HashMap<>();
    for (Annotation annotation : indexed) {
      boolean isPartOfText = annotation instanceof Token || annotation instanceof Sentence;
      boolean isOwn = annotation.getType().getName().startsWith(OWN_TYPES);
      Integer begin = begins.ceiling(annotation.getBegin());
      Integer end = ends.floor(annotation.getEnd());
      if (!isPartOfText && !isOwn && begin != null && end != null) {
        WholeTokens tokens = new WholeTokens(begin, end);
        scorable.computeIfAbsent(tokens, key -> new ArrayList<>()).add(annotation);
      }
    }
    return scorable;
  }

  /**
   * Returns whether there is an annotation to which a score without a reference may belong. Kept
   * annotations may have any type, so each annotation with the same tokens counts. Parts of speech,
   * lemmas and stems, which every token may have, count only for scores of parts of speech.
   */
  private static boolean isOfKept(
      ScoredSegment score, Map<WholeTokens, List<Annotation>> scorable) {
    WholeTokens tokens = new WholeTokens(score.getBegin(), score.getEnd());
    for (Annotation candidate : scorable.getOrDefault(tokens, List.of())) {
      boolean describesToken =
          candidate instanceof POS || candidate instanceof Lemma || candidate instanceof Stem;
      if (!describesToken || POS._TypeName.equals(score.getLayer())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether an annotation, which may be null, contains a tokenized character. */
  private static boolean contains(Annotation annotation, BitSet tokenized) {
    if (annotation == null) {
      return false;
    }
    int first = tokenized.nextSetBit(annotation.getBegin());
    return first >= 0 && first < annotation.getEnd();
  }
}
