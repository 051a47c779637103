package org.gpchain.internal.documents;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.annotator.Languages;
import org.gpchain.annotator.ModelInput;
import org.gpchain.annotator.PromiseEvidence;
import org.gpchain.annotator.ViewMapping;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.annotator.cas.TokenDivider;
import org.gpchain.internal.documents.AnnotatedResult.Additions;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.TokenMarginals;

/**
 * Annotates documents with all models, or reads the sentences that the first model would receive.
 * Beforehand, it adds annotations that the models require and a document lacks: sentences and
 * tokens if there are no tokens, and parts of speech for tokens without one. Existing annotations
 * stay unchanged. Probabilities of parts of speech are removed after the models have read them.
 */
final class TextPipeline implements AutoCloseable {
  private final SharedModels models;

  /** Name of the view of documents that the engines work on. */
  private final String view;

  private final Segmenter segmenter;
  private final List<AnalysisEngine> before = new ArrayList<>();
  private final List<AnalysisEngine> engines = new ArrayList<>();
  private final List<AnalysisEngine> after = new ArrayList<>();

  /** Evidence of the current document for the promise of each model. */
  private final List<PromiseEvidence> evidence = new ArrayList<>();

  /** Reads the sentences for the first model; null if the models annotate. */
  private final ModelInput input;

  /** Divides the tokens that the first model reads. */
  private final TokenDivider divider;

  // Created when the first document needs them; null before.
  private AnalysisEngine segmentation;
  private AnalysisEngine tagging;

  /** Probabilities of labels in the current document from before it was annotated. */
  private Set<TokenMarginals> earlier = Set.of();

  /**
   * Creates the engines.
   *
   * @param others engines that process documents before and after the models
   * @param reads whether sentences are only read for the first model, and not annotated
   * @param view name of the view of documents that the engines work on
   */
  TextPipeline(SharedModels models, Segmenter segmenter, Engines others, boolean reads, String view)
      throws UIMAException {
    this.view = view;
    this.models = models;
    this.segmenter = segmenter;
    TextModel first = models.models.get(0);
    input =
        reads ? new ModelInput(first.model(), first.model().features().annotationColumns()) : null;
    divider = new TokenDivider(first.model().tokenProfile());

    for (AnalysisEngineDescription engine : others.before()) {
      before.add(engine(engine));
    }
    for (TextModel model : reads ? models.taggersOfRead() : models.models) {
      PromiseEvidence modelEvidence = new PromiseEvidence();
      evidence.add(modelEvidence);
      engines.add(model.engine(view, models.posTags(), modelEvidence));
    }
    for (AnalysisEngineDescription engine : others.after()) {
      after.add(engine(engine));
    }
  }

  /** Creates an engine for the view. */
  private AnalysisEngine engine(AnalysisEngineDescription description) throws UIMAException {
    return AnalysisEngineFactory.createEngine(ViewMapping.of(description, view));
  }

  /**
   * Annotates a document, or reads its sentences.
   *
   * @return the sentences, and a description of the annotations that were added for the models
   */
  Additions process(JCas document) throws IOException, UIMAException {
    // Evidence may be left from a document that failed.
    evidence.forEach(PromiseEvidence::take);
    evidence.forEach(PromiseEvidence::takeNovelty);
    for (AnalysisEngine engine : before) {
      engine.process(document);
    }

    earlier = Set.copyOf(document.select(TokenMarginals.class).asList());
    String segmentedBy = null;
    int tagged = 0;
    if (!CasSentences.isBlank(document)) {
      if (document.getAnnotationIndex(Token.class).isEmpty()) {
        segmentedBy = segment(document);
      }
      if (models.lackPartsOfSpeech()) {
        tagged = tag(document);
      }
    }

    for (AnalysisEngine engine : engines) {
      engine.process(document);
    }
    List<Passage> sentences = input == null ? List.of() : read(document);
    for (TokenMarginals marginals : newMarginals(document)) {
      marginals.removeFromIndexes();
    }

    for (AnalysisEngine engine : after) {
      engine.process(document);
    }
    List<long[]> documentEvidence = evidence.stream().map(PromiseEvidence::take).toList();
    List<NoveltyCount> novelty = evidence.stream().map(PromiseEvidence::takeNovelty).toList();
    return new Additions(segmentedBy, tagged, sentences, documentEvidence, novelty);
  }

  /**
   * Counts only sentences that begin in a part of the document in the evidence and the novelty of
   * this document and the following ones.
   *
   * @param begin first offset of the part (UTF-16 code units)
   * @param end offset after the part
   */
  void countWithin(int begin, int end) {
    evidence.forEach(ofModel -> ofModel.countWithin(begin, end));
  }

  /** Reads the sentences with the columns of the first model. */
  private List<Passage> read(JCas document) throws UIMAException {
    List<TokenizedSentence> sentences =
        divider.divide(document, CasSentences.tokenized(document)).sentences();
    List<TokenSequence> sequences = input.read(document, sentences);
    List<Passage> passages = new ArrayList<>();
    for (int s = 0; s < sentences.size(); s++) {
      passages.add(Passage.of(sequences.get(s), sentences.get(s).tokens()));
    }
    return passages;
  }

  /**
   * Finds tokens and, if the document has no sentences, sentences.
   *
   * @return name of the segmenter for notes to the user
   */
  private String segment(JCas document) throws UIMAException {
    if (segmentation == null) {
      segmentation = engine(segmenter.withProfile(models.tokenProfile()).description());
    }
    Set<Sentence> existing = Set.copyOf(document.getAnnotationIndex(Sentence.class));
    String statedLanguage = document.getDocumentLanguage();
    String language = language(document);
    document.setDocumentLanguage(language);
    segmentation.process(document);
    document.setDocumentLanguage(statedLanguage);

    // If the document has sentences, only the new tokens are kept.
    if (!existing.isEmpty()) {
      for (Sentence sentence : List.copyOf(document.getAnnotationIndex(Sentence.class))) {
        if (!existing.contains(sentence)) {
          sentence.removeFromIndexes();
        }
      }
    }
    return segmenter.name(language);
  }

  /** Returns the language of a document or, if the document does not state it, of the models. */
  private String language(JCas document) {
    String language = document.getDocumentLanguage();
    if (language == null || language.equals(Languages.UNSPECIFIED)) {
      return models.language();
    }
    return language;
  }

  /**
   * Adds parts of speech to tokens that have none. Taggers tag all tokens, so the tags of the other
   * tokens are restored afterwards.
   *
   * @return the number of tokens that had none
   */
  private int tag(JCas document) throws IOException, UIMAException {
    Map<Token, POS> existing = new HashMap<>();
    int missing = 0;
    for (Token token : document.getAnnotationIndex(Token.class)) {
      if (token.getPos() == null || token.getPosValue() == null) {
        missing++;
      } else {
        existing.put(token, token.getPos());
      }
    }
    if (missing == 0) {
      return 0;
    }

    if (tagging == null) {
      tagging = models.tagger().engine(view, models.posTags(), DecodingOptions.DEFAULT, false);
    }
    tagging.process(document);
    restore(document, existing);
    return missing;
  }

  /** Returns the probabilities that taggers have written for the models. */
  private List<TokenMarginals> newMarginals(JCas document) {
    return document.select(TokenMarginals.class).asList().stream()
        .filter(marginals -> !earlier.contains(marginals))
        .toList();
  }

  /** Removes new annotations of the tagger from tokens that had a part of speech. */
  private void restore(JCas document, Map<Token, POS> existing) {
    if (existing.isEmpty()) {
      return;
    }
    Set<POS> superfluous = new HashSet<>();
    for (Map.Entry<Token, POS> entry : existing.entrySet()) {
      Token token = entry.getKey();
      superfluous.addAll(newTags(document, token));
      token.setPos(entry.getValue());
    }
    superfluous.removeAll(existing.values());

    Set<List<Integer>> places = new HashSet<>();
    for (POS pos : superfluous) {
      pos.removeFromIndexes();
      places.add(List.of(pos.getBegin(), pos.getEnd()));
    }
    for (TokenMarginals marginals : newMarginals(document)) {
      Annotation token = marginals.getToken();
      if (places.contains(List.of(token.getBegin(), token.getEnd()))) {
        marginals.removeFromIndexes();
      }
    }
    for (ScoredSegment score : List.copyOf(document.getAnnotationIndex(ScoredSegment.class))) {
      if (score.getAnnotation() instanceof POS pos && superfluous.contains(pos)) {
        score.removeFromIndexes();
      }
    }
  }

  /** Returns the parts of speech that the tagger has given a token: several if it was divided. */
  private static List<POS> newTags(JCas document, Token token) {
    POS first = token.getPos();
    boolean isDivided = first.getEnd() < token.getEnd();
    return isDivided ? document.select(POS.class).coveredBy(token).asList() : List.of(first);
  }

  @Override
  public void close() {
    for (List<AnalysisEngine> group : List.of(before, engines, after)) {
      group.forEach(AnalysisEngine::destroy);
    }
    if (segmentation != null) {
      segmentation.destroy();
    }
    if (tagging != null) {
      tagging.destroy();
    }
  }
}
