package org.gpchain.server.models;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.corpora.cas.Causes;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.Segmenter;

/** Finds the sentences and tokens of plain text; for any number of threads. */
public final class TextSegmenter {
  private final Pool<Worker> workers;

  /** What one thread needs. */
  private record Worker(AnalysisEngine engine, JCas document) {}

  /** Finds them with an engine. */
  public TextSegmenter(Segmenter segmenter) {
    this.workers = new Pool<>(() -> worker(segmenter));
  }

  private static Worker worker(Segmenter segmenter) throws IOException {
    try {
      return new Worker(
          AnalysisEngineFactory.createEngine(segmenter.description()), JCasFactory.createJCas());
    } catch (UIMAException e) {
      throw new IOException(e);
    }
  }

  /**
   * The sentences of a text.
   *
   * @throws DocumentException if the engine fails
   */
  public List<Passage> sentences(String text) throws IOException, DocumentException {
    Worker worker = workers.take();
    JCas document = worker.document();
    try {
      document.reset();
      document.setDocumentText(text);
      if (!CasSentences.isBlank(document)) {
        worker.engine().process(document);
      }
      List<Passage> sentences = new ArrayList<>();
      for (List<Token> tokens : CasSentences.of(document)) {
        sentences.add(
            new Passage(
                TokenSequence.ofWords(tokens.stream().map(Token::getText).toList()),
                tokens.stream().mapToInt(Annotation::getBegin).toArray(),
                tokens.stream().mapToInt(Annotation::getEnd).toArray()));
      }
      return sentences;
    } catch (UIMAException e) {
      throw new DocumentException(0, Causes.damage(e), e);
    } finally {
      document.reset();
      workers.give(worker);
    }
  }
}
