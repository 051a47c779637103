package org.gpchain.internal.documents.soak;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.api.segmentation.SegmenterBase;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.internal.documents.Segmenter;

/**
 * Measures the speed of the engines of {@code annotate --model ner-en} without reading and writing.
 * For another language, the model of that language is used with the same English segmenter. The
 * texts are in memory, each thread has a CAS, and a line is printed for every 500 documents. Runs
 * until it is stopped. Arguments: a folder of texts, the number of threads and the language. {@code
 * .ci/batch ratio} compares the speed with the speed of {@code annotate}.
 */
public final class EngineSpeed {
  private static final int DOCUMENTS = 500;

  private EngineSpeed() {}

  /** Runs the engines until the process is stopped. */
  public static void main(String[] arguments) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
      for (Path file : files.sorted().toList()) {
        texts.add(Files.readString(file));
      }
    }
    AtomicLong next = new AtomicLong();
    for (int thread = 0; thread < Integer.parseInt(arguments[1]); thread++) {
      new Thread(() -> run(texts, next, arguments[2])).start();
    }
  }

  private static void run(List<String> texts, AtomicLong next, String language) {
    try {
      AnalysisEngine engine =
          AnalysisEngineFactory.createEngine(
              createEngineDescription(
                  createEngineDescription(
                      Segmenter.ByLanguage.class, SegmenterBase.PARAM_LANGUAGE, "en"),
                  createEngineDescription(
                      GpNamedEntityRecognizer.class, GpNamedEntityRecognizer.PARAM_N_BEST, 5)));
      JCas document = JCasFactory.createJCas();
      while (true) {
        long number = next.getAndIncrement();
        document.setDocumentLanguage(language);
        document.setDocumentText(texts.get((int) (number % texts.size())));
        engine.process(document);
        document.reset();
        if (number % DOCUMENTS == DOCUMENTS - 1) {
          System.out.println(number + 1);
        }
      }
    } catch (UIMAException e) {
      throw new IllegalStateException(e);
    }
  }
}
