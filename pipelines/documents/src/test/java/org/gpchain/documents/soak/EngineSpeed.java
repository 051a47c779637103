package org.gpchain.documents.soak;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.api.segmentation.SegmenterBase;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.documents.Segmenter;

/**
 * How fast the engines of {@code annotate --model ner-en}, or of the model of another language with
 * the same English segmenter, are by themselves: texts that are in memory already, a CAS for each
 * thread, and nothing written. Arguments: a directory of texts, the number of threads, how often
 * the texts are gone through before it is measured once, and the language.
 */
public final class EngineSpeed {
  private EngineSpeed() {}

  /** See above. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
      for (Path file : files.sorted().toList()) {
        texts.add(Files.readString(file));
      }
    }
    int threads = Integer.parseInt(arguments[1]);
    int before = Integer.parseInt(arguments[2]);
    String language = arguments[3];
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    double tokens = 0;
    List<Future<double[]>> parts = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int first = thread;
      Callable<double[]> work = () -> run(texts, first, threads, before, language);
      parts.add(pool.submit(work));
    }
    double slowest = 0;
    for (Future<double[]> part : parts) {
      tokens += part.get()[0];
      slowest = Math.max(slowest, part.get()[1]);
    }
    pool.shutdown();
    System.out.printf(
        Locale.ROOT,
        "engine (%s): %d threads, %.0f tokens/s%n",
        language,
        threads,
        tokens / slowest);
  }

  /** Tokens and seconds of the last time. */
  private static double[] run(List<String> texts, int first, int step, int before, String language)
      throws UIMAException {
    AnalysisEngine engine =
        AnalysisEngineFactory.createEngine(
            createEngineDescription(
                createEngineDescription(
                    Segmenter.ByLanguage.class, SegmenterBase.PARAM_LANGUAGE, "en"),
                createEngineDescription(
                    GpNamedEntityRecognizer.class, GpNamedEntityRecognizer.PARAM_N_BEST, 5)));
    JCas document = JCasFactory.createJCas();
    long tokens = 0;
    long start = 0;
    for (int pass = 0; pass <= before; pass++) {
      tokens = 0;
      start = System.nanoTime();
      for (int i = first; i < texts.size(); i += step) {
        document.setDocumentLanguage(language);
        document.setDocumentText(texts.get(i));
        engine.process(document);
        tokens += JCasUtil.select(document, Token.class).size();
        document.reset();
      }
    }
    return new double[] {tokens, (System.nanoTime() - start) / 1e9};
  }
}
