package org.gpchain.internal.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command {@code gpchain quickstart}: runs all steps from a corpus to annotated documents. */
@Command(
    name = "quickstart",
    description = {
      "Runs all steps in a minute or two, and prints each command. It annotates three English texts"
          + " with the shipped models. Then it trains a model of chunks and one of named entities"
          + " on a small corpus that comes with GPChain, evaluates both, and annotates the same"
          + " texts with them.",
      "It needs no other files and no network connection."
    })
final class QuickstartCommand extends ConsoleCommand {
  /** Placeholder of the output directory in the commands. */
  private static final String DIRECTORY = "DIR";

  private static final String RESOURCES = "/org/gpchain/internal/cli/quickstart/";

  /** Number of annotated sentences for {@code --weak}. */
  private static final int GOLD_SENTENCES = 50;

  /** Files of the corpus and the documents. */
  private static final List<String> FILES =
      List.of(
          "train.tsv",
          "test.tsv",
          "documents/harbour-report.txt",
          "documents/letter-from-the-valley.txt",
          "documents/market-notes.txt");

  /** Commands that are run; models outside of DIR are shipped models. */
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

  /** Commands that {@code --weak} runs: the example of docs/rules.md. */
  private static final String WEAK_STEPS =
      """
      weak --voices DIR/my.voices --input DIR/train.tsv --output DIR/labelled \
      --columns word,pos,_,label
      train --task ne --train DIR/text.tsv --language en --voices DIR/my.voices \
      --gold DIR/gold.tsv --model DIR/gold.gpchain --columns word,pos,_,label
      evaluate --model DIR/gold.gpchain --test DIR/test.tsv --unknown-labels count \
      --columns word,pos,_,label
      """;

  /** Files and directories that the commands create. */
  private static final List<String> RESULTS =
      List.of(
          "shipped", "annotated", "chunks.gpchain", "names.gpchain", "labelled", "gold.gpchain");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      defaultValue = "gpchain-quickstart",
      description =
          "Directory for the corpus, the models and the annotated texts. Files of an earlier run"
              + " are replaced.")
  private Path output;

  @Option(
      names = "--weak",
      description =
          "Run the example of docs/rules.md instead, in which rules and lists label the corpus,"
              + " together with 50 annotated sentences.")
  private boolean weak;

  @Override
  public Integer call() throws IOException {
    if (Files.exists(output) && !Files.isDirectory(output)) {
      throw new InputException(
          output, "this is not a directory", "choose another one with --output");
    }

    // If an earlier run has left its corpus there, the results are its results.
    if (!Files.exists(output.resolve("train.tsv"))) {
      for (String result : RESULTS) {
        checkAbsent(output.resolve(result));
      }
    }
    Files.createDirectories(output.resolve("documents"));
    copy(FILES);
    if (weak) {
      copy(List.of("places.txt", "my.voices"));
      divideCorpus();
    }

    String commands = weak ? WEAK_STEPS : STEPS;
    for (String command : commands.lines().toList()) {
      String arguments = isQuiet() ? command + " --quiet" : command;
      int code = run(arguments.split(" ", -1));
      if (code != 0) {
        return code;
      }
    }
    summary().println("Next, run the same commands with your own files.");
    return 0;
  }

  /** Writes the first 50 sentences of the corpus to gold.tsv, and the others to text.tsv. */
  private void divideCorpus() throws IOException {
    String corpus = Files.readString(output.resolve("train.tsv"));
    int end = 0;
    for (int sentence = 0; sentence < GOLD_SENTENCES; sentence++) {
      end = corpus.indexOf("\n\n", end) + 2;
    }
    write("gold.tsv", corpus.substring(0, end).getBytes(StandardCharsets.UTF_8));
    write("text.tsv", corpus.substring(end).getBytes(StandardCharsets.UTF_8));
  }

  private void copy(List<String> names) throws IOException {
    for (String name : names) {
      write(name, IOUtils.resourceToByteArray(RESOURCES + name));
    }
  }

  private void write(String name, byte[] content) throws IOException {
    Path file = output.resolve(name);
    if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), content)) {
      checkAbsent(file);
      AtomicFile.write(file, out -> out.write(content));
    }
  }

  private static void checkAbsent(Path file) throws InputException {
    if (Files.exists(file)) {
      throw new InputException(
          file,
          "this file was not written by an earlier run",
          "choose another directory with --output");
    }
  }

  /** Runs a command and returns its exit code. Commands of missing shipped models are skipped. */
  private int run(String... args) {
    boolean isShippedModel = args[0].equals("annotate") && !args[2].startsWith(DIRECTORY);
    if (isShippedModel && ModelsOnClassPath.find(args[2]).isEmpty()) {
      return 0;
    }

    Arrays.setAll(args, i -> args[i].replace(DIRECTORY, output.toString()));
    String command = Stream.of(args).map(ConsoleCommand::quoted).collect(Collectors.joining(" "));
    summarise("%n%s %s%n", Main.command(), command);
    return Main.commandLine(isInteractive(), args).setOut(summary()).setErr(err()).execute(args);
  }
}
