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

/** What an earlier run of a component has written into a document. */
public final class EarlierAnnotations {
  private EarlierAnnotations() {}

  /**
   * Removes it: the scores, marginals and uncertainty of the origin, and the annotations that those
   * scores are of. In a document without GPChain's types nobody knows who wrote what: there, all
   * annotations of the layer in the sentences are removed.
   *
   * @param document to be changed
   * @param origin what wrote
   * @param sentences of the document
   * @throws UnusableCasException if the document does not have the layer
   */
  public static void remove(JCas document, Origin origin, List<TokenizedSentence> sentences)
      throws UnusableCasException {
    Type layer = origin.layer().typeIn(document);
    if (!GpChainTypes.areIn(document)) {
      for (TokenizedSentence sentence : sentences) {
        document
            .<Annotation>select(layer)
            .coveredBy(sentence.sentence())
            .asList()
            .forEach(annotation -> remove(document, annotation));
      }
      return;
    }
    for (ScoredSegment score : document.select(ScoredSegment.class).asList()) {
      if (origin.isOf(score)) {
        Annotation annotation = score.getAnnotation();
        if (annotation != null) {
          remove(document, annotation);
        }
        score.removeFromIndexes();
      }
    }
    remove(document, TokenMarginals.class, origin);
    remove(document, SentenceUncertainty.class, origin);
  }

  private static <T extends Annotation> void remove(JCas document, Class<T> type, Origin origin) {
    document.select(type).asList().stream()
        .filter(origin::isOf)
        .forEach(Annotation::removeFromIndexes);
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
