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
import java.util.stream.IntStream;
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

/** {@code gpchain experiment speed}: engines of UIMA over raw English text, on one thread. */
@Command(
    name = "speed",
    sortOptions = false,
    description = {
      "Times engines over raw English text. Those of the same process share what is compiled: give"
          + " each a process of its own.",
      "start s: processor time of the process until the first document is done. tokens/s: processor"
          + " time of the timed engines' thread in the last of six rounds; least: in the last"
          + " three. MB: peak of resident memory."
    },
    footer = {"", "Example:", "  gpchain experiment speed --engines names.txt --input texts"})
public final class SpeedCommand extends ConsoleCommand {
  private static final int DOCUMENTS = 2000;
  private static final int ROUNDS = 6;
  private static final int COMPARED = 3;

  @Option(
      names = "--engines",
      required = true,
      paramLabel = "FILE",
      description =
          "Engines as in annotate --pipeline: those 'before' find sentences and tokens, those"
              + " 'after' are timed.")
  private Path engines;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "DIR",
      description = "Texts: 2000 lines of .txt files, evenly spread.")
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
      long tokens = 0;
      long segments = 0;
      double[] speeds = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        tokens = 0;
        segments = 0;
        long nanoseconds = 0;
        for (String text : texts) {
          document.reset();
          document.setDocumentLanguage("en");
          document.setDocumentText(text);
          before.process(document);
          nanoseconds -= threadTime();
          timed.process(document);
          nanoseconds += threadTime();
          start = start == 0 ? ProcessorTime.seconds() : start;
          tokens += JCasUtil.select(document, Token.class).size();
          segments += JCasUtil.select(document, NamedEntity.class).size();
          segments += JCasUtil.select(document, Chunk.class).size();
        }
        speeds[round] = tokens * 1e9 / nanoseconds;
      }
      print(
          Tables.format(
              "%s: start %.2f s, %,.0f tokens/s (least %,.0f), %d tokens, %d segments, %d MB%n",
              engines.getFileName(),
              start,
              speeds[ROUNDS - 1],
              DoubleStream.of(speeds).skip(ROUNDS - COMPARED).min().orElseThrow(),
              tokens,
              segments,
              PeerWorker.peakKilobytes() >> 10));
      return 0;
    } catch (UIMAException e) {
      throw new InputException(engines, Causes.message(e) + "; fix the engines and models", e);
    }
  }

  private static AnalysisEngine engine(List<AnalysisEngineDescription> engines)
      throws UIMAException {
    return AnalysisEngineFactory.createEngine(
        AnalysisEngineFactory.createEngineDescription(
            engines.toArray(AnalysisEngineDescription[]::new)));
  }

  private static long threadTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private List<String> texts() throws IOException {
    try (Stream<Path> files = Files.list(input)) {
      List<String> lines = new ArrayList<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".txt")).sorted().toList()) {
        Files.readAllLines(file).stream().filter(line -> !line.isBlank()).forEach(lines::add);
      }
      if (lines.isEmpty()) {
        throw new InputException(input, "there is no text", "name a folder with .txt files");
      }
      int count = Math.min(DOCUMENTS, lines.size());
      return IntStream.range(0, count)
          .mapToObj(i -> lines.get((int) ((long) i * lines.size() / count)))
          .toList();
    }
  }
}
