package org.gpchain.internal.server.annotations;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.Languages;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.documents.DocumentAnnotator;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.formats.cas.Causes;
import org.gpchain.internal.formats.cas.ParsedDocument;

/**
 * Finds the sentences and tokens of texts, and what else a model reads. For any number of threads:
 * an engine and its document serve one thread at a time, and whoever is done leaves them for the
 * next one.
 */
public final class SentenceReader {
  private final Maker maker;

  /** Idle workers, by the profile that they were made for. */
  private final Map<TokenProfile, Queue<Worker>> idle = new ConcurrentHashMap<>();

  private interface Maker {
    Engine make(TokenProfile profile) throws IOException, UIMAException;
  }

  /** Completes a document and reads its sentences. */
  private interface Engine {
    List<Passage> read(JCas document) throws UIMAException, DocumentException;
  }

  private record Worker(Engine engine, JCas document) {}

  private SentenceReader(Maker maker) {
    this.maker = maker;
  }

  /** Reads words, which a segmenter finds. */
  public static SentenceReader of(Segmenter segmenter) {
    return new SentenceReader(
        profile -> {
          AnalysisEngine engine =
              AnalysisEngineFactory.createEngine(segmenter.withProfile(profile).description());
          return document -> {
            if (!CasSentences.isBlank(document)) {
              engine.process(document);
            }
            return CasSentences.of(document).stream().map(Passage::ofWords).toList();
          };
        });
  }

  /**
   * Reads what a model needs.
   *
   * @param models the model, loaded for reading
   */
  public static SentenceReader of(SharedModels models) {
    return new SentenceReader(
        profile -> {
          DocumentAnnotator annotator = new DocumentAnnotator(models, Set.of());
          return document ->
              annotator.annotate("document", ParsedDocument.of(document)).additions().sentences();
        });
  }

  /** Finds the sentences of a text in a language that is not known. */
  public List<Passage> read(String text) throws IOException, DocumentException {
    return read(text, TokenProfile.UNKNOWN);
  }

  /**
   * Finds the sentences of a text in a language that is not known, for a model.
   *
   * @param profile the conventions by which the model's training corpus was divided into tokens
   */
  public List<Passage> read(String text, TokenProfile profile)
      throws IOException, DocumentException {
    return read(text, Languages.UNSPECIFIED, null, profile);
  }

  /**
   * @param given its sentences, with the column {@code word}; null if they are to be found
   * @throws DocumentException if an engine fails, or something is missing
   */
  public List<Passage> read(String text, String language, List<Passage> given)
      throws IOException, DocumentException {
    return read(text, language, given, TokenProfile.UNKNOWN);
  }

  private List<Passage> read(
      String text, String language, List<Passage> given, TokenProfile profile)
      throws IOException, DocumentException {
    Queue<Worker> workers = idle.computeIfAbsent(profile, unused -> new ConcurrentLinkedQueue<>());
    Worker free = workers.poll();
    Worker worker = free == null ? newWorker(profile) : free;
    JCas document = worker.document();
    try {
      document.reset();
      document.setDocumentText(text);
      document.setDocumentLanguage(language);
      if (given != null) {
        given.forEach(passage -> add(passage, document));
      }
      return worker.engine().read(document);
    } catch (UIMAException e) {
      throw new DocumentException(0, Causes.damage(e), e);
    } finally {
      document.reset();
      workers.add(worker);
    }
  }

  private Worker newWorker(TokenProfile profile) throws IOException {
    try {
      return new Worker(maker.make(profile), JCasFactory.createJCas());
    } catch (UIMAException e) {
      throw new IOException(e);
    }
  }

  private static void add(Passage passage, JCas document) {
    List<String> words = passage.units().column(TokenSequence.WORD);
    for (int t = 0; t < words.size(); t++) {
      Token token = new Token(document, passage.begins()[t], passage.ends()[t]);
      if (!token.getCoveredText().equals(words.get(t))) {
        token.setText(words.get(t));
      }
      token.addToIndexes();
    }
    new Sentence(document, passage.begin(), passage.end()).addToIndexes();
  }
}
