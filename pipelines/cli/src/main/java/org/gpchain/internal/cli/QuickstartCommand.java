package org.gpchain.internal.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gpchain quickstart}: every step from a corpus to annotated documents. */
@Command(
    name = "quickstart",
    description = {
      "Shows every step in a minute or two, command by command: annotates three English texts with"
          + " the shipped models; then trains a model of chunks and one of names on a small corpus"
          + " that comes with GPChain, evaluates both, and annotates the same texts with them.",
      "Needs no other files and no network connection."
    })
final class QuickstartCommand extends ConsoleCommand {
  private static final String DIRECTORY = "DIR";
  private static final String RESOURCES = "/org/gpchain/internal/cli/quickstart/";

  private static final List<String> FILES =
      List.of(
          "train.tsv",
          "test.tsv",
          "documents/harbour-report.txt",
          "documents/letter-from-the-valley.txt",
          "documents/market-notes.txt");

  /** With DIR for the directory; models that are not in it are shipped ones. */
  private static final String STEPS =
      """
      annotate --model chunker-en --input DIR/documents --output DIR/shipped/chunks --overwrite
      annotate --model ner-en --input DIR/documents --output DIR/shipped/names --overwrite
      train --task chunk --train DIR/train.tsv --columns word,pos,label,_ --language en \
      --model DIR/chunks.gpchain
      evaluate --model DIR/chunks.gpchain --test DIR/test.tsv --columns word,pos,label,_ \
      --unknown-labels count
      annotate --model DIR/chunks.gpchain --input DIR/documents --output DIR/annotated/chunks \
      --overwrite
      train --task ne --train DIR/train.tsv --columns word,pos,_,label --language en \
      --model DIR/names.gpchain
      evaluate --model DIR/names.gpchain --test DIR/test.tsv --columns word,pos,_,label \
      --unknown-labels count
      annotate --model DIR/names.gpchain --input DIR/documents --output DIR/annotated/names \
      --overwrite
      """;

  /** The example of docs/rules.md. */
  private static final String EXAMPLE =
      """
      weak --voices DIR/my.voices --input DIR/train.tsv --output DIR/labelled \
      --columns word,pos,_,label
      train --task ne --train DIR/text.tsv --language en --voices DIR/my.voices \
      --gold DIR/gold.tsv --model DIR/gold.gpchain --columns word,pos,_,label
      evaluate --model DIR/gold.gpchain --test DIR/test.tsv --unknown-labels count \
      --columns word,pos,_,label
      """;

  /** What all of them make. */
  private static final List<String> MADE =
      List.of(
          "shipped", "annotated", "chunks.gpchain", "names.gpchain", "labelled", "gold.gpchain");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      defaultValue = "gpchain-quickstart",
      description =
          "Where to write the corpus, the models and the annotated texts; files of an earlier run"
              + " are replaced.")
  private Path output;

  @Option(
      names = "--weak",
      description =
          "Runs the example of docs/rules.md instead: rules and lists label the corpus, with 50"
              + " sentences that are annotated.")
  private boolean weak;

  @Override
  public Integer call() throws IOException {
    if (Files.exists(output) && !Files.isDirectory(output)) {
      throw new InputException(output, "this is not a directory", "name another one with --output");
    }
    // An earlier run has left its corpus beside what it made.
    if (!Files.exists(output.resolve("train.tsv"))) {
      for (String made : MADE) {
        checkAbsent(output.resolve(made));
      }
    }
    Files.createDirectories(output.resolve("documents"));
    copy(FILES);
    if (weak) {
      copy(List.of("places.txt", "my.voices"));
      String corpus = Files.readString(output.resolve("train.tsv"));
      int end = IntStream.range(0, 50).reduce(0, (at, n) -> corpus.indexOf("\n\n", at) + 2);
      write("gold.tsv", corpus.substring(0, end).getBytes(StandardCharsets.UTF_8));
      write("text.tsv", corpus.substring(end).getBytes(StandardCharsets.UTF_8));
    }
    for (String line : (weak ? EXAMPLE : STEPS).lines().toList()) {
      int code = run((line + (isQuiet() ? " --quiet" : "")).split(" ", -1));
      if (code != 0) {
        return code;
      }
    }
    summary().println("Next, run the same commands with your own files.");
    return 0;
  }

  private void copy(List<String> names) throws IOException {
    for (String name : names) {
      write(name, IOUtils.resourceToByteArray(RESOURCES + name));
    }
  }

  private void write(String name, byte[] ours) throws IOException {
    Path file = output.resolve(name);
    if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), ours)) {
      checkAbsent(file);
      AtomicFile.write(file, out -> out.write(ours));
    }
  }

  private static void checkAbsent(Path file) throws InputException {
    if (Files.exists(file)) {
      throw new InputException(
          file, "this is not of an earlier run", "name another directory with --output");
    }
  }

  /** Runs a command, unless its model is to be shipped and is not; returns the exit code. */
  private int run(String... args) {
    boolean isShipped = args[0].equals("annotate") && !args[2].startsWith(DIRECTORY);
    if (isShipped && ModelsOnClassPath.find(args[2]).isEmpty()) {
      return 0;
    }
    Arrays.setAll(args, i -> args[i].replace(DIRECTORY, output.toString()));
    String command = Stream.of(args).map(ConsoleCommand::quoted).collect(Collectors.joining(" "));
    summarise("%n%s %s%n", Main.command(), command);
    return Main.commandLine(isInteractive(), args).setOut(summary()).setErr(err()).execute(args);
  }
}
