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
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.Languages;
import org.gpchain.annotator.ModelInput;
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
 * Annotates documents with all models, or reads what these would see. Before that it gives
 * documents what the models need and they lack: sentences and tokens if there are no tokens, and
 * parts of speech to those tokens that have none. What is there stays as it is. The probabilities
 * of parts of speech that models read are taken out of the document once they have.
 */
final class TextPipeline implements AutoCloseable {
  private final SharedModels models;

  /** Name of the view of documents that the engines work on. */
  private final String view;

  private final Segmenter segmenter;
  private final List<AnalysisEngine> before = new ArrayList<>();
  private final List<AnalysisEngine> engines = new ArrayList<>();
  private final List<AnalysisEngine> after = new ArrayList<>();

  /** Of the document that is on its way, for each model. */
  private final List<AtomicReference<long[]>> evidence = new ArrayList<>();

  /** Reads what the first model needs; null where the models annotate. */
  private final ModelInput input;

  /** Divides what the first model reads. */
  private final TokenDivider divider;

  // Made when the first document needs them.
  private AnalysisEngine segmentation;
  private AnalysisEngine tagging;

  /** The probabilities that the document that is on its way came with. */
  private Set<TokenMarginals> earlier = Set.of();

  /**
   * Makes the engines.
   *
   * @param others that see documents before and after
   * @param reads whether sentences are only read as the first model needs them, and not annotated
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
      evidence.add(new AtomicReference<>());
      engines.add(model.engine(view, models.posTags(), evidence.get(engines.size())));
    }
    for (AnalysisEngineDescription engine : others.after()) {
      after.add(engine(engine));
    }
  }

  private AnalysisEngine engine(AnalysisEngineDescription description) throws UIMAException {
    return AnalysisEngineFactory.createEngine(ViewMapping.of(description, view));
  }

  /** Annotates a document, or reads its sentences, and tells what it was given besides. */
  Additions process(JCas document) throws IOException, UIMAException {
    evidence.forEach(ofModel -> ofModel.set(null));
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
        segmentedBy, tagged, sentences, evidence.stream().map(AtomicReference::get).toList());
  }

  private List<Passage> read(JCas document) throws UIMAException {
    List<TokenizedSentence> sentences =
        divider.divide(document, CasSentences.tokenized(document)).sentences();
    List<TokenSequence> sequences = input.read(document, sentences);
    return IntStream.range(0, sentences.size())
        .mapToObj(s -> Passage.of(sequences.get(s), sentences.get(s).tokens()))
        .toList();
  }

  /** Returns what did it, in words. */
  private String segment(JCas document) throws UIMAException {
    if (segmentation == null) {
      segmentation = engine(segmenter.withProfile(models.tokenProfile()).description());
    }
    // Sentences that are there are right; only their tokens are missing.
    List<Sentence> given = List.copyOf(document.getAnnotationIndex(Sentence.class));
    given.forEach(Sentence::removeFromIndexes);
    String stated = document.getDocumentLanguage();
    String language = language(document);
    document.setDocumentLanguage(language);
    segmentation.process(document);
    document.setDocumentLanguage(stated);
    if (!given.isEmpty()) {
      List.copyOf(document.getAnnotationIndex(Sentence.class)).forEach(Sentence::removeFromIndexes);
      given.forEach(Sentence::addToIndexes);
    }
    return segmenter.name(language);
  }

  /** The language of a document or, if it does not say it, of the models. */
  private String language(JCas document) {
    String language = document.getDocumentLanguage();
    return language == null || language.equals(Languages.UNSPECIFIED)
        ? models.language()
        : language;
  }

  /** Tags tokens without a part of speech, and says how many there were. */
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

  /** The probabilities that a tagger has written for other models to read. */
  private List<TokenMarginals> borrowed(JCas document) {
    return document.getAnnotationIndex(TokenMarginals.class).stream()
        .filter(marginals -> !earlier.contains(marginals))
        .toList();
  }

  /** Removes the tagger's answer for tokens that had a part of speech. */
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

  /** Returns the tagger's parts of speech of a token, which are several if it was divided. */
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
