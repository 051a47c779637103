package org.gpchain.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.List;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.SentenceUncertainty;
import org.gpchain.type.TokenMarginals;

/**
 * The annotations that an earlier run of a component has written into a document: those of a layer
 * whose scores, marginals and uncertainty name the same model.
 *
 * @param layer that the model annotates
 * @param model its name
 */
public record EarlierAnnotations(SegmentLayer layer, String model) {
  /**
   * Removes them, and their scores, marginals and uncertainty. In a document without GPChain's
   * types nobody knows who wrote what: there, all annotations of the layer in the sentences are
   * removed.
   *
   * @throws UnusableCasException if the document does not have the layer
   */
  public void removeFrom(JCas document, List<TokenizedSentence> sentences)
      throws UnusableCasException {
    Type annotated = layer.typeIn(document);
    if (!GpChainTypes.areIn(document)) {
      for (TokenizedSentence sentence : sentences) {
        document
            .<Annotation>select(annotated)
            .coveredBy(sentence.sentence())
            .asList()
            .forEach(annotation -> remove(document, annotation));
      }
      return;
    }
    for (ScoredSegment score : document.select(ScoredSegment.class).asList()) {
      if (isOurs(score)) {
        Annotation annotation = score.getAnnotation();
        if (annotation != null) {
          remove(document, annotation);
        }
        score.removeFromIndexes();
      }
    }
    for (Class<? extends Annotation> type :
        List.of(TokenMarginals.class, SentenceUncertainty.class)) {
      document.select(type).asList().stream()
          .filter(this::isOurs)
          .forEach(Annotation::removeFromIndexes);
    }
  }

  private boolean isOurs(Annotation written) {
    Type type = written.getType();
    return layer
            .typeName()
            .equals(written.getStringValue(type.getFeatureByBaseName(GpChainTypes.LAYER)))
        && model.equals(written.getStringValue(type.getFeatureByBaseName(GpChainTypes.MODEL)));
  }

  /** A token's part of speech is found through the token, too. */
  private static void remove(JCas document, Annotation annotation) {
    if (annotation instanceof POS) {
      for (Token token : document.select(Token.class).coveredBy(annotation)) {
        if (annotation.equals(token.getPos())) {
          token.setPos(null);
        }
      }
    }
    annotation.removeFromIndexes();
  }
}
