package org.gpchain.experiments.peers;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.experiments.lab.ProcessorTime;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.Engines;
import org.gpchain.internal.formats.cas.Causes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gpchain experiment speed}: speed of UIMA engines on raw English text, one thread. */
@Command(
    name = "speed",
    sortOptions = false,
    description = {
      "Measures the speed of UIMA engines on raw English text. Run each engine in a separate"
          + " process, because engines in the same process share compiled code.",
      "start s: processor time of the process until the end of the first document. tokens/s: tokens"
          + " per second of processor time of the thread in the last of six rounds. least: minimum"
          + " of the last three rounds. MB: peak resident memory."
    },
    footer = {"", "Example:", "  gpchain experiment speed --engines names.txt --input texts"})
public final class SpeedCommand extends ConsoleCommand {
  /** Maximum number of documents. */
  private static final int MAX_DOCUMENTS = 2000;

  private static final int ROUNDS = 6;

  /** Number of final rounds from which the minimum speed is reported. */
  private static final int COMPARED_ROUNDS = 3;

  @Option(
      names = "--engines",
      required = true,
      paramLabel = "FILE",
      description =
          "Engines, as in annotate --pipeline. Engines 'before' find sentences and tokens,"
              + " engines 'after' are measured.")
  private Path engines;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "DIR",
      description = "A folder of .txt files. The texts are 2000 lines at regular intervals.")
  private Path input;

  @Override
  public Integer call() throws IOException {
    try {
      Engines read = Engines.read(engines);
      AnalysisEngine before = engine(read.before());
      AnalysisEngine timed = engine(read.after());
      JCas document = JCasFactory.createJCas();
      List<String> texts = texts();

      double start = 0;
      double[] speeds = new double[ROUNDS];
      Round last = null;
      for (int round = 0; round < ROUNDS; round++) {
        last = new Round();
        for (String text : texts) {
          last.process(document, text, before, timed);
          if (start == 0) {
            start = ProcessorTime.seconds();
          }
        }
        speeds[round] = last.tokens * 1e9 / last.nanoseconds;
      }

      double slowest = DoubleStream.of(speeds).skip(ROUNDS - COMPARED_ROUNDS).min().orElseThrow();
      print(
          Tables.format(
              "%s: start %.2f s, %,.0f tokens/s (least %,.0f), %d tokens, %d segments, %d MB%n",
              engines.getFileName(),
              start,
              speeds[ROUNDS - 1],
              slowest,
              last.tokens,
              last.segments,
              PeerWorker.peakKilobytes() >> 10));
      return 0;
    } catch (UIMAException e) {
      throw new InputException(engines, Causes.message(e) + "; fix the engines and models", e);
    }
  }

  /** Totals of a round over all documents. */
  private static final class Round {
    private long tokens;
    private long segments;

    /** Processor time of the measured engines. */
    private long nanoseconds;

    void process(JCas document, String text, AnalysisEngine before, AnalysisEngine timed)
        throws UIMAException {
      document.reset();
      document.setDocumentLanguage("en");
      document.setDocumentText(text);
      before.process(document);

      nanoseconds -= threadTime();
      timed.process(document);
      nanoseconds += threadTime();

      tokens += JCasUtil.select(document, Token.class).size();
      segments += JCasUtil.select(document, NamedEntity.class).size();
      segments += JCasUtil.select(document, Chunk.class).size();
    }
  }

  private static AnalysisEngine engine(List<AnalysisEngineDescription> engines)
      throws UIMAException {
    AnalysisEngineDescription[] array = engines.toArray(AnalysisEngineDescription[]::new);
    AnalysisEngineDescription aggregate = AnalysisEngineFactory.createEngineDescription(array);
    return AnalysisEngineFactory.createEngine(aggregate);
  }

  private static long threadTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Returns lines of the input files at regular intervals. */
  private List<String> texts() throws IOException {
    List<String> lines = lines();
    if (lines.isEmpty()) {
      throw new InputException(input, "there is no text", "name a folder with .txt files");
    }

    int count = Math.min(MAX_DOCUMENTS, lines.size());
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(lines.get((int) ((long) i * lines.size() / count)));
    }
    return texts;
  }

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(input)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".txt")).sorted().toList()) {
        Files.readAllLines(file).stream().filter(line -> !line.isBlank()).forEach(lines::add);
      }
    }
    return lines;
  }
}
