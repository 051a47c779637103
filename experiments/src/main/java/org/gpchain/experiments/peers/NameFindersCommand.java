package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.experiments.lab.ProcessorTime;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.ModelLocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment names}: F1 and speed of a trained English name finder. */
@Command(
    name = "names",
    sortOptions = false,
    description = {
      "Evaluates a trained name finder of GPChain or CoreNLP on corpora. Only persons, locations"
          + " and organizations (PER, LOC, ORG) count. Other gold and predicted segments are"
          + " ignored.",
      "tokens/s: tokens of all test corpora per second of processor time, without reading the"
          + " corpora and the model."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment names --model ner-en --test test.txt --columns word,label"
    })
public final class NameFindersCommand extends ConsoleCommand {
  private static final Set<String> COUNTED_TYPES = Set.of("PER", "LOC", "ORG");

  @Option(
      names = {"-m", "--model"},
      paramLabel = "FILE|NAME",
      description = "A GPChain model: a file, or the name of a shipped model.")
  private Path modelFile;

  @Option(
      names = "--corenlp",
      paramLabel = "FILE",
      description =
          "A classifier of CoreNLP, such as english.all.3class.distsim.crf.ser.gz. The"
              + " environment variable GPCHAIN_CLASSPATH must contain the JAR of CoreNLP.")
  private Path classifierFile;

  @Option(
      names = "--test",
      required = true,
      paramLabel = "FILE",
      description = "A test corpus. May be repeated.")
  private List<Path> testFiles;

  @Option(
      names = "--warm-up",
      paramLabel = "FILE",
      description = "A corpus to annotate before the measurement, so that Java compiles the code.")
  private Path warmUpFile;

  @Mixin private CorpusOptions corpora;

  @Override
  public Integer call() throws IOException {
    if ((modelFile == null) == (classifierFile == null)) {
      throw wrongUse("give either --model or --corenlp");
    }

    List<List<LabeledSequence>> tests = new ArrayList<>();
    for (Path file : testFiles) {
      tests.add(read(file));
    }
    NameFinder finder = finder();
    if (warmUpFile != null) {
      finder.find(read(warmUpFile));
    }

    long tokens = 0;
    double seconds = 0;
    for (int i = 0; i < tests.size(); i++) {
      List<LabeledSequence> sentences = tests.get(i);
      double start = ProcessorTime.seconds();
      List<List<Span>> names = finder.find(sentences);
      seconds += ProcessorTime.seconds() - start;

      tokens += sentences.stream().mapToInt(LabeledSequence::length).sum();
      printAccuracy(testFiles.get(i), counts(sentences, names));
    }
    print(
        Tables.format(
            "%d tokens in %.2f s of processor time: %,.0f tokens/s; %d MB at most%n",
            tokens, seconds, tokens / seconds, PeerWorker.peakKilobytes() >> 10));
    return 0;
  }

  private List<LabeledSequence> read(Path file) throws IOException {
    CorpusReader reader = corpora.reader("ne", columns -> List.of(TokenSequence.WORD), List.of());
    return corpora.read(reader, file, PosTags.BEST).sentences();
  }

  private NameFinder finder() throws IOException {
    if (classifierFile != null) {
      return CoreNlpNames.read(classifierFile);
    }
    DecodingOptions options = DecodingOptions.DEFAULT;
    return new GpChainNames(ModelLocation.of(modelFile).load(options, List.of()).tagger(options));
  }

  private static SpanCounts counts(List<LabeledSequence> sentences, List<List<Span>> names) {
    SpanCounts counts = SpanCounts.NONE;
    for (int s = 0; s < sentences.size(); s++) {
      List<Span> gold = counted(sentences.get(s).spans());
      counts = counts.plus(SpanCounts.of(gold, counted(names.get(s))));
    }
    return counts;
  }

  private static List<Span> counted(List<Span> segments) {
    return segments.stream().filter(span -> COUNTED_TYPES.contains(span.type())).toList();
  }

  private void printAccuracy(Path test, SpanCounts counts) {
    print(
        Tables.format(
            "%s: F1 %.1f %%, precision %.1f %%, recall %.1f %%%n",
            test, 100 * counts.f1(), 100 * counts.precision(), 100 * counts.recall()));
  }
}
