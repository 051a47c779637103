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
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.documents.DocumentAnnotator;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.formats.cas.Causes;
import org.gpchain.internal.formats.cas.ParsedDocument;

/**
 * Finds the sentences and tokens of texts and reads the columns that a model requires. Thread-safe:
 * idle engines wait in a pool, and each serves one thread at a time.
 */
public final class SentenceReader {
  private final EngineFactory factory;

  /** Idle workers, by the token profile that they were made for. */
  private final Map<TokenProfile, Queue<Worker>> idle = new ConcurrentHashMap<>();

  private interface EngineFactory {
    Engine create(TokenProfile profile) throws IOException, UIMAException;
  }

  /** Adds missing annotations to a document and reads its sentences. */
  private interface Engine {
    List<Passage> read(JCas document) throws UIMAException, DocumentException;
  }

  /** An engine with the document that it reads. */
  private record Worker(Engine engine, JCas document) {}

  private SentenceReader(EngineFactory factory) {
    this.factory = factory;
  }

  /** Returns a reader of words, which a segmenter finds. */
  public static SentenceReader of(Segmenter segmenter) {
    return new SentenceReader(profile -> segmenterEngine(segmenter, profile));
  }

  private static Engine segmenterEngine(Segmenter segmenter, TokenProfile profile)
      throws IOException, UIMAException {
    AnalysisEngine engine =
        AnalysisEngineFactory.createEngine(segmenter.withProfile(profile).description());
    return document -> {
      if (!CasSentences.isBlank(document)) {
        engine.process(document);
      }
      return CasSentences.of(document).stream().map(Passage::ofWords).toList();
    };
  }

  /**
   * Returns a reader of the columns that a model requires.
   *
   * @param models the model, loaded for reading
   */
  public static SentenceReader of(SharedModels models) {
    return new SentenceReader(profile -> modelEngine(models));
  }

  private static Engine modelEngine(SharedModels models) throws IOException {
    DocumentAnnotator annotator = new DocumentAnnotator(models, Set.of());
    return document -> {
      ParsedDocument parsed = ParsedDocument.of(document);
      return annotator.annotate("document", parsed).additions().sentences();
    };
  }

  /**
   * Creates the engine for the first text. Otherwise, the first request would wait for the classes
   * of UIMA, whose loading cannot be ended when the answer is no longer wanted.
   */
  public void prepare() throws IOException {
    idleWorkers(TokenProfile.UNKNOWN).add(newWorker(TokenProfile.UNKNOWN));
  }

  private Queue<Worker> idleWorkers(TokenProfile profile) {
    return idle.computeIfAbsent(profile, unused -> new ConcurrentLinkedQueue<>());
  }

  /** Returns the sentences of a text whose language is unknown. */
  public List<Passage> read(String text) throws IOException, DocumentException {
    return read(text, TokenProfile.UNKNOWN);
  }

  /**
   * Returns the sentences of a text whose language is unknown, tokenized for a model.
   *
   * @param profile tokenization of the model's training corpus
   */
  public List<Passage> read(String text, TokenProfile profile)
      throws IOException, DocumentException {
    return read(text, Languages.UNSPECIFIED, null, profile);
  }

  /**
   * Returns the sentences of a text.
   *
   * @param language language of the text
   * @param given sentences with the column {@code word}; null to find them
   * @throws DocumentException if an engine fails or a required annotation is missing
   */
  public List<Passage> read(String text, String language, List<Passage> given)
      throws IOException, DocumentException {
    return read(text, language, given, TokenProfile.UNKNOWN);
  }

  private List<Passage> read(
      String text, String language, List<Passage> given, TokenProfile profile)
      throws IOException, DocumentException {
    Queue<Worker> workers = idleWorkers(profile);
    Worker worker = workers.poll();
    if (worker == null) {
      worker = newWorker(profile);
    }

    JCas document = worker.document();
    try {
      document.setDocumentText(text);
      document.setDocumentLanguage(language);
      if (given != null) {
        for (Passage passage : given) {
          add(passage, document);
        }
      }
      return worker.engine().read(document);
    } catch (UIMAException e) {
      // Engines wrap the exception that ends the work.
      WorkCheck.run();
      throw new DocumentException(0, Causes.damage(e), e);
    } finally {
      document.reset();
      workers.add(worker);
    }
  }

  private Worker newWorker(TokenProfile profile) throws IOException {
    try {
      Engine engine = factory.create(profile);
      WorkCheck.run();
      return new Worker(engine, JCasFactory.createJCas());
    } catch (UIMAException e) {
      throw new IOException(e);
    }
  }

  /** Adds the annotations of a sentence and its tokens to a document. */
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
