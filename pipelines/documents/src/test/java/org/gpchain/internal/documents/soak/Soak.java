package org.gpchain.internal.documents.soak;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.annotator.GpChunker;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.annotator.GpSequenceTagger;
import org.gpchain.annotator.GpWordAnnotator;
import org.gpchain.core.decode.Outcome;
import org.gpchain.core.workspace.Workspace;

/**
 * Runs threads that share taggers for a long time; each thread has its own engine. In each round,
 * one thread processes new documents alone, and then all threads process them in different orders.
 * The results must be identical. Between rounds, the used heap is measured.
 *
 * <p>Arguments: minutes after the warm-up, number of threads, and average number of cores to use (0
 * for all). The exit code is 1 if a result differs or if the heap grows by more than 5 MB after the
 * warm-up.
 */
final class Soak {
  private static final int DOCUMENTS = 20;

  /**
   * Number of documents in the warm-up, each with 1,250 new words. They fill the caches of engines
   * and workspaces, which have 8,192 entries.
   */
  private static final int WARM_UP_DOCUMENTS = 30;

  private static final long LARGEST_GROWTH = 5_000_000;

  /** One thread's engine, document and workspace. */
  private static final class Worker {
    private final SharedTaggers taggers;
    private final AnalysisEngine engine;
    private final JCas document;
    private final Map<String, Workspace> workspaces = new HashMap<>();

    Worker(SharedTaggers taggers) throws UIMAException {
      this.taggers = taggers;
      this.document = JCasFactory.createJCas();
      this.engine =
          AnalysisEngineFactory.createEngine(
              createEngineDescription(
                  // Some models read the probabilities of tags.
                  createEngineDescription(
                      GpSequenceTagger.class,
                      GpSequenceTagger.PARAM_TYPE,
                      POS._TypeName,
                      GpSequenceTagger.PARAM_FEATURE,
                      "PosValue",
                      GpSequenceTagger.PARAM_WRITE_TOKEN_MARGINALS,
                      true),
                  createEngineDescription(
                      GpChunker.class,
                      GpChunker.PARAM_MAX_SENTENCE_LENGTH,
                      100,
                      GpChunker.PARAM_N_BEST,
                      3,
                      GpChunker.PARAM_WRITE_UNCERTAINTY,
                      true),
                  createEngineDescription(GpNamedEntityRecognizer.class),
                  createEngineDescription(
                      GpWordAnnotator.class, GpWordAnnotator.PARAM_LANGUAGE, "en")));
    }

    /**
     * The results for a document.
     *
     * @param annotations by the engine
     * @param outcomes of the shared taggers
     */
    record Result(String annotations, List<Outcome> outcomes) {}

    Result process(SoakDocument text) throws UIMAException {
      text.fill(document);
      engine.process(document);
      StringBuilder annotations = new StringBuilder();
      for (Annotation annotation : document.getAnnotationIndex()) {
        annotations.append(annotation).append('\n');
      }
      document.reset();
      return new Result(annotations.toString(), taggers.tag(text, workspaces));
    }
  }

  private final int threads;
  private final double cores;
  private final ExecutorService executor;
  private final SharedTaggers taggers = new SharedTaggers();
  private final List<List<String>> known =
      SharedTaggers.LANGUAGES.stream().map(taggers::known).toList();

  /** One worker for each language, which processes documents alone. */
  private final List<Worker> references = new ArrayList<>();

  /** One worker for each thread. The languages take turns. */
  private final List<Worker> workers = new ArrayList<>();

  private final SplittableRandom random = new SplittableRandom(1);
  private long tokens;
  private long differences;

  private Soak(int threads, double cores) throws Exception {
    this.threads = threads;
    this.cores = cores;
    this.executor = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < SharedTaggers.LANGUAGES.size(); i++) {
      references.add(new Worker(taggers));
    }
    for (int thread = 0; thread < threads; thread++) {
      workers.add(new Worker(taggers));
    }
  }

  public static void main(String[] args) throws Exception {
    double minutes = Double.parseDouble(args[0]);
    Soak soak = new Soak(Integer.parseInt(args[1]), Double.parseDouble(args[2]));
    System.exit(soak.run(minutes) ? 0 : 1);
  }

  private boolean run(double minutes) throws Exception {
    warmUp();
    round();
    long start = System.nanoTime();
    long first = usedHeap();
    long least = first;
    long largest = first;
    double nextReport = 1;
    print("warm, heap %.2f MB", first / 1e6);

    while (minutesSince(start) < minutes) {
      round();
      if (minutesSince(start) >= nextReport) {
        long used = usedHeap();
        least = Math.min(least, used);
        largest = Math.max(largest, used);
        nextReport = minutesSince(start) + 1;
        print(
            "%6.1f min, %,d tokens, %d differences, heap %.2f MB",
            minutesSince(start), tokens, differences, used / 1e6);
      }
    }

    boolean sound = differences == 0 && largest - first <= LARGEST_GROWTH;
    print(
        "%s: %d threads, %.0f min, %,d tokens, %d differences, heap %.2f MB, later %+.2f to %+.2f"
            + " MB",
        sound ? "sound" : "FAILED",
        threads,
        minutesSince(start),
        tokens,
        differences,
        first / 1e6,
        (least - first) / 1e6,
        (largest - first) / 1e6);

    return sound;
  }

  private static double minutesSince(long start) {
    return (System.nanoTime() - start) / (double) TimeUnit.MINUTES.toNanos(1);
  }

  private int language(int worker) {
    return worker % SharedTaggers.LANGUAGES.size();
  }

  private void warmUp() throws Exception {
    List<Callable<Integer>> tasks = new ArrayList<>();
    List<Worker> all = new ArrayList<>(workers);
    all.addAll(workers.size() - workers.size() % references.size(), references);
    for (int w = 0; w < all.size(); w++) {
      Worker worker = all.get(w);
      String language = SharedTaggers.LANGUAGES.get(language(w));
      SplittableRandom own = random.split();
      tasks.add(
          () -> {
            for (int d = 0; d < WARM_UP_DOCUMENTS; d++) {
              worker.process(SoakDocument.largest(language, own));
            }
            return 0;
          });
    }

    differences(tasks);
  }

  /** Lets each worker process new documents in its language. */
  private void round() throws Exception {
    List<List<SoakDocument>> documents = new ArrayList<>();
    List<List<Worker.Result>> expected = new ArrayList<>();
    for (int i = 0; i < references.size(); i++) {
      List<SoakDocument> made = new ArrayList<>();
      List<Worker.Result> results = new ArrayList<>();
      for (int d = 0; d < DOCUMENTS; d++) {
        made.add(SoakDocument.random(SharedTaggers.LANGUAGES.get(i), known.get(i), random));
        results.add(references.get(i).process(made.get(d)));
      }
      documents.add(made);
      expected.add(results);
    }

    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int w = 0; w < threads; w++) {
      Worker worker = workers.get(w);
      int language = language(w);
      int first = random.nextInt(DOCUMENTS);
      tasks.add(() -> differences(worker, documents.get(language), expected.get(language), first));
      tokens += documents.get(language).stream().mapToInt(SoakDocument::tokens).sum();
    }

    differences += differences(tasks);
  }

  private int differences(List<Callable<Integer>> tasks) throws Exception {
    int sum = 0;
    for (Future<Integer> result : executor.invokeAll(tasks)) {
      sum += result.get();
    }
    return sum;
  }

  /** Sleeps so that the thread uses its share of the cores on average. */
  private static long pause(double share, long accounted) throws InterruptedException {
    long now = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    if (share < 1) {
      TimeUnit.NANOSECONDS.sleep((long) ((now - accounted) * (1 / share - 1)));
    }
    return now;
  }

  private int differences(
      Worker worker, List<SoakDocument> documents, List<Worker.Result> expected, int first)
      throws Exception {
    double share = cores > 0 ? cores / threads : 1;
    long accounted = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    int different = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      int d = (first + i) % DOCUMENTS;
      if (!worker.process(documents.get(d)).equals(expected.get(d))) {
        different++;
      }
      accounted = pause(share, accounted);
    }
    return different;
  }

  /** Returns the used heap after garbage collection (bytes). */
  private static long usedHeap() {
    // Weak and soft references are cleared by a second collection.
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void print(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }
}
