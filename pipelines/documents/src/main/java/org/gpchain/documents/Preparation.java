package org.gpchain.documents;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.TokenMarginals;

/**
 * Gives documents what the models need and they lack: sentences and tokens if there are no tokens,
 * and parts of speech to those tokens that have none. What is there stays as it is. The
 * probabilities of parts of speech that models read are taken out of the document once they have.
 */
final class Preparation implements AutoCloseable {
  private static final String UNSPECIFIED = "x-unspecified";

  private final Segmenter segmenter;
  private final TextModels models;
  private AnalysisEngine segmentation;
  private AnalysisEngine tagging;

  /** The probabilities that the tagger wrote into the document that was prepared last. */
  private List<TokenMarginals> borrowed = List.of();

  Preparation(Segmenter segmenter, TextModels models) {
    this.segmenter = segmenter;
    this.models = models;
  }

  /**
   * Prepares a document.
   *
   * @return what it was given
   * @throws UnusableCasException if there is no segmenter for its language
   * @throws org.gpchain.corpora.InputException if there is no tagger for the models
   */
  Prepared prepare(JCas document) throws IOException, UIMAException {
    borrowed = List.of();
    if (CasSentences.isBlank(document)) {
      return Prepared.NOTHING;
    }
    boolean bare = !JCasUtil.exists(document, Token.class);
    if (bare) {
      segment(document);
    }
    return new Prepared(bare, models.readsPartsOfSpeech() ? tag(document) : 0);
  }

  private void segment(JCas document) throws UIMAException {
    String language = language(document);
    if (!segmenter.serves(language)) {
      throw new UnusableCasException(
          CasSentences.nameOf(document) + ": " + Segmenter.missing(language));
    }
    if (segmentation == null) {
      segmentation = AnalysisEngineFactory.createEngine(segmenter.description());
    }
    // Sentences that are there are right; only their tokens are missing.
    List<Sentence> given = List.copyOf(JCasUtil.select(document, Sentence.class));
    given.forEach(Sentence::removeFromIndexes);
    segmentation.process(document);
    if (!given.isEmpty()) {
      List.copyOf(JCasUtil.select(document, Sentence.class)).forEach(Sentence::removeFromIndexes);
      given.forEach(Sentence::addToIndexes);
    }
  }

  /** The language of a document or, if it does not say it, of the models. */
  private String language(JCas document) {
    String language = document.getDocumentLanguage();
    return language == null || language.equals(UNSPECIFIED) ? models.language() : language;
  }

  /** Tags tokens without a part of speech, and says how many there were. */
  private int tag(JCas document) throws IOException, UIMAException {
    Map<Token, POS> given = new HashMap<>();
    int missing = 0;
    for (Token token : JCasUtil.select(document, Token.class)) {
      if (token.getPos() == null || token.getPosValue() == null) {
        missing++;
      } else {
        given.put(token, token.getPos());
      }
    }
    if (missing == 0) {
      return 0;
    }
    if (tagging == null) {
      tagging = AnalysisEngineFactory.createEngine(models.tagger().description(models.posTags()));
    }
    Set<TokenMarginals> before = new HashSet<>(JCasUtil.select(document, TokenMarginals.class));
    tagging.process(document);
    borrowed =
        JCasUtil.select(document, TokenMarginals.class).stream()
            .filter(marginals -> !before.contains(marginals))
            .toList();
    restore(document, given);
    return missing;
  }

  /** Takes out of the document that was prepared last what only the models needed. */
  void takeBack() {
    borrowed.forEach(TokenMarginals::removeFromIndexes);
    borrowed = List.of();
  }

  /** Removes the tagger's answer for tokens that had a part of speech. */
  private void restore(JCas document, Map<Token, POS> given) {
    if (given.isEmpty()) {
      return;
    }
    Set<List<Integer>> places = new HashSet<>();
    given.keySet().forEach(token -> places.add(List.of(token.getBegin(), token.getEnd())));
    borrowed.stream()
        .filter(marginals -> places.contains(List.of(marginals.getBegin(), marginals.getEnd())))
        .forEach(TokenMarginals::removeFromIndexes);
    Set<POS> superfluous = new HashSet<>();
    given.forEach(
        (token, pos) -> {
          superfluous.add(token.getPos());
          token.getPos().removeFromIndexes();
          token.setPos(pos);
        });
    List.copyOf(JCasUtil.select(document, ScoredSegment.class)).stream()
        .filter(score -> score.getAnnotation() instanceof POS pos && superfluous.contains(pos))
        .forEach(ScoredSegment::removeFromIndexes);
  }

  @Override
  public void close() {
    if (segmentation != null) {
      segmentation.destroy();
    }
    if (tagging != null) {
      tagging.destroy();
    }
  }
}
