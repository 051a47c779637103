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
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.Languages;
import org.gpchain.annotator.ModelInput;
import org.gpchain.annotator.PromiseEvidence;
import org.gpchain.annotator.ViewMapping;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.annotator.cas.TokenDivider;
import org.gpchain.internal.documents.AnnotatedResult.Additions;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.TokenMarginals;

/**
 * Annotates documents with all models, or reads the sentences that the models would see. Before
 * that, it adds what the models need and a document lacks: sentences and tokens if there are no
 * tokens, and parts of speech for tokens without one. Existing annotations stay as they are. The
 * probabilities of parts of speech are removed as soon as the models have read them.
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

  /** Probabilities of labels that the current document had before it was annotated. */
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
      PromiseEvidence ofModel = new PromiseEvidence();
      evidence.add(ofModel);
      engines.add(model.engine(view, models.posTags(), ofModel));
    }
    for (AnalysisEngineDescription engine : others.after()) {
      after.add(engine(engine));
    }
  }

  private AnalysisEngine engine(AnalysisEngineDescription description) throws UIMAException {
    return AnalysisEngineFactory.createEngine(ViewMapping.of(description, view));
  }

  /**
   * Annotates a document, or reads its sentences.
   *
   * @return what was added besides the annotations of the models, and the sentences
   */
  Additions process(JCas document) throws IOException, UIMAException {
    // An earlier document may have failed after some engines had added evidence.
    evidence.forEach(PromiseEvidence::take);
    for (AnalysisEngine engine : before) {
      engine.process(document);
    }

    earlier = Set.copyOf(document.getAnnotationIndex(TokenMarginals.class));
    String segmentedBy = null;
    int tagged = 0;
    if (!CasSentences.isBlank(document)) {
      if (document.getAnnotationIndex(Token.class).isEmpty()) {
        segmentedBy = segment(document);
      }
      tagged = models.lackPartsOfSpeech() ? tag(document) : 0;
    }

    for (AnalysisEngine engine : engines) {
      engine.process(document);
    }
    List<Passage> sentences = input == null ? List.of() : read(document);
    borrowed(document).forEach(TokenMarginals::removeFromIndexes);

    for (AnalysisEngine engine : after) {
      engine.process(document);
    }
    return new Additions(
        segmentedBy, tagged, sentences, evidence.stream().map(PromiseEvidence::take).toList());
  }

  private List<Passage> read(JCas document) throws UIMAException {
    List<TokenizedSentence> sentences =
        divider.divide(document, CasSentences.tokenized(document)).sentences();
    List<TokenSequence> sequences = input.read(document, sentences);
    return IntStream.range(0, sentences.size())
        .mapToObj(s -> Passage.of(sequences.get(s), sentences.get(s).tokens()))
        .toList();
  }

  /**
   * Finds tokens and, if the document has no sentences, sentences.
   *
   * @return the name of the segmenter, for people
   */
  private String segment(JCas document) throws UIMAException {
    if (segmentation == null) {
      segmentation = engine(segmenter.withProfile(models.tokenProfile()).description());
    }
    Set<Sentence> given = Set.copyOf(document.getAnnotationIndex(Sentence.class));
    String stated = document.getDocumentLanguage();
    String language = language(document);
    document.setDocumentLanguage(language);
    segmentation.process(document);
    document.setDocumentLanguage(stated);
    if (!given.isEmpty()) {
      // Sentences that are there are right; only their tokens were missing.
      List.copyOf(document.getAnnotationIndex(Sentence.class)).stream()
          .filter(sentence -> !given.contains(sentence))
          .forEach(Sentence::removeFromIndexes);
    }
    return segmenter.name(language);
  }

  /** Returns the language of a document or, if the document does not state it, of the models. */
  private String language(JCas document) {
    String language = document.getDocumentLanguage();
    return language == null || language.equals(Languages.UNSPECIFIED)
        ? models.language()
        : language;
  }

  /**
   * Adds parts of speech to tokens that have none. Taggers tag whole sentences, so that tags of
   * other tokens are restored afterwards.
   *
   * @return the number of tokens that had none
   */
  private int tag(JCas document) throws IOException, UIMAException {
    Map<Token, POS> given = new HashMap<>();
    int missing = 0;
    for (Token token : document.getAnnotationIndex(Token.class)) {
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
      tagging = models.tagger().engine(view, models.posTags(), DecodingOptions.DEFAULT, false);
    }
    tagging.process(document);
    restore(document, given);
    return missing;
  }

  /** Returns the probabilities that a tagger has written for other models to read. */
  private List<TokenMarginals> borrowed(JCas document) {
    return document.getAnnotationIndex(TokenMarginals.class).stream()
        .filter(marginals -> !earlier.contains(marginals))
        .toList();
  }

  /** Removes the annotations of the tagger from tokens that had a part of speech. */
  private void restore(JCas document, Map<Token, POS> given) {
    if (given.isEmpty()) {
      return;
    }
    Set<POS> superfluous = new HashSet<>();
    given.forEach(
        (token, pos) -> {
          superfluous.addAll(answers(document, token));
          token.setPos(pos);
        });
    superfluous.removeAll(given.values());
    superfluous.forEach(POS::removeFromIndexes);

    Set<List<Integer>> places = new HashSet<>();
    superfluous.forEach(pos -> places.add(List.of(pos.getBegin(), pos.getEnd())));
    borrowed(document).stream()
        .filter(marginals -> places.contains(List.of(marginals.getBegin(), marginals.getEnd())))
        .forEach(TokenMarginals::removeFromIndexes);
    List.copyOf(document.getAnnotationIndex(ScoredSegment.class)).stream()
        .filter(score -> score.getAnnotation() instanceof POS pos && superfluous.contains(pos))
        .forEach(ScoredSegment::removeFromIndexes);
  }

  /** Returns the parts of speech that the tagger gave a token: several if the token was divided. */
  private static List<POS> answers(JCas document, Token token) {
    POS first = token.getPos();
    boolean isDivided = first.getEnd() < token.getEnd();
    return isDivided ? document.select(POS.class).coveredBy(token).asList() : List.of(first);
  }

  @Override
  public void close() {
    Stream.of(before, engines, after).flatMap(List::stream).forEach(AnalysisEngine::destroy);
    Stream.of(segmentation, tagging).filter(Objects::nonNull).forEach(AnalysisEngine::destroy);
  }
}
