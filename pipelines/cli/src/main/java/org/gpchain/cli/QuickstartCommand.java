package org.gpchain.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.cli.console.ConsoleCommand;
import org.gpchain.cli.console.ProgressDisplay;
import org.gpchain.core.model.Model;
import org.gpchain.core.words.WordResource;
import org.gpchain.corpora.ColumnFormat;
import org.gpchain.corpora.ColumnReader;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.CorpusReader;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.words.WordFiles;
import org.gpchain.documents.AnnotateOptions;
import org.gpchain.documents.batch.Batch;
import org.gpchain.documents.batch.BatchOptions;
import org.gpchain.documents.batch.BatchOutput;
import org.gpchain.documents.batch.BatchProgress;
import org.gpchain.documents.batch.BatchResult;
import org.gpchain.documents.output.OutputFormat;
import org.gpchain.evaluation.EvaluationResult;
import org.gpchain.evaluation.Evaluator;
import org.gpchain.evaluation.Evaluator.NewLabels;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.data.DefaultTemplates;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.io.AtomicFile;
import org.gpchain.training.trainers.Trainers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gpchain quickstart}: every step from a corpus to annotated documents. */
@Command(
    name = "quickstart",
    description = {
      "Shows every step in a minute or two: annotates three English texts with the shipped models;"
          + " then trains a model of chunks and one of names on a small corpus that comes with"
          + " GPChain, evaluates both, and annotates the same texts with them.",
      "Needs no other files and no network connection."
    })
final class QuickstartCommand extends ConsoleCommand {
  /** The example of docs/rules.md, with DIR for the directory. */
  private static final String EXAMPLE =
      """
      weak --voices DIR/my.voices --input DIR/train.tsv --output DIR/labelled
      train --task ne --train DIR/text.tsv --language en --voices DIR/my.voices \
      --gold DIR/gold.tsv --model DIR/gold.gpchain
      evaluate --model DIR/gold.gpchain --test DIR/test.tsv --unknown-labels count
      """;

  /** The two lessons: a task, the columns of the corpus that it reads, a shipped model for it. */
  private enum Lesson {
    CHUNKS("chunk", "word,pos,label,_", "chunker-en"),
    NAMES("ne", "word,pos,_,label", "ner-en");

    private final String task;
    private final String columns;
    private final String shipped;

    Lesson(String task, String columns, String shipped) {
      this.task = task;
      this.columns = columns;
      this.shipped = shipped;
    }

    String title() {
      return name().toLowerCase(Locale.ROOT);
    }

    CorpusReader reader() {
      return ColumnReader.of(ColumnFormat.ofColumns(List.of(columns.split(","))), task);
    }
  }

  /**
   * A corpus and documents, copied from the class path to a directory of the user's.
   *
   * @param train corpus to learn from: word, part of speech, chunk, name
   * @param test corpus to measure on
   * @param documents directory of raw texts
   */
  private record Sample(Path train, Path test, Path documents) {
    private static final String RESOURCES = "/org/gpchain/cli/quickstart/";
    private static final List<String> TEXTS =
        List.of("harbour-report.txt", "letter-from-the-valley.txt", "market-notes.txt");

    /**
     * Copies the files to a directory, which is created if missing.
     *
     * @throws InputException if there is a file of that name
     */
    static Sample copyTo(Path directory) throws IOException {
      if (Files.exists(directory) && !Files.isDirectory(directory)) {
        throw new InputException(
            directory, "this is not a directory", "name another one with --output");
      }
      Path documents = Files.createDirectories(directory.resolve("documents"));
      for (String text : TEXTS) {
        copy("documents/" + text, directory);
      }
      return new Sample(copy("train.tsv", directory), copy("test.tsv", directory), documents);
    }

    private static Path copy(String resource, Path directory) throws IOException {
      Path target = directory.resolve(resource);
      try (InputStream in = QuickstartCommand.class.getResourceAsStream(RESOURCES + resource)) {
        AtomicFile.write(target, in::transferTo);
      }
      return target;
    }
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      defaultValue = "gpchain-quickstart",
      description =
          "Where to write the corpus, the models and the annotated texts; files of an earlier run"
              + " are replaced. Default: ${DEFAULT-VALUE}.")
  private Path output;

  @Option(
      names = "--weak",
      description =
          "Runs the example of docs/rules.md instead, command by command: rules and lists label the"
              + " corpus, with 50 sentences that are annotated.")
  private boolean weak;

  @Override
  public Integer call() throws IOException {
    Sample files = Sample.copyTo(output);
    if (weak) {
      return learnFromVoices(files);
    }
    PrintWriter out = summary();
    for (Lesson lesson : Lesson.values()) {
      if (ModelsOnClassPath.find(lesson.shipped).isPresent()) {
        out.print("With the shipped model " + lesson.shipped + ": ");
        annotate(lesson, Path.of(lesson.shipped), "shipped", files);
      }
    }
    for (Lesson lesson : Lesson.values()) {
      learn(lesson, files);
    }
    out.println();
    for (Lesson lesson : Lesson.values()) {
      out.print("With the new model " + model(lesson) + ": ");
      annotate(lesson, model(lesson), "annotated", files);
    }
    printNextSteps(files);
    return 0;
  }

  private Path model(Lesson lesson) {
    return output.resolve(lesson.title() + ".gpchain");
  }

  private int learnFromVoices(Sample files) throws IOException {
    Sample.copy("places.txt", output);
    Sample.copy("my.voices", output);
    String corpus = Files.readString(files.train());
    int end = IntStream.range(0, 50).reduce(0, (at, n) -> corpus.indexOf("\n\n", at) + 2);
    Files.writeString(output.resolve("gold.tsv"), corpus.substring(0, end));
    Files.writeString(output.resolve("text.tsv"), corpus.substring(end));
    for (String line : EXAMPLE.lines().toList()) {
      String[] args = (line + " --columns " + Lesson.NAMES.columns).split(" ", -1);
      Arrays.setAll(args, i -> args[i].replace("DIR", output.toString()));
      summarise("%n%s %s%n", Main.command(), String.join(" ", args));
      int code = Main.commandLine(false, args).setOut(out()).setErr(remarks()).execute(args);
      if (code != 0) {
        return code;
      }
    }
    return 0;
  }

  private void learn(Lesson lesson, Sample files) throws IOException {
    Corpus train = lesson.reader().read(files.train());
    Corpus test = lesson.reader().read(files.test());
    // As gpchain train has them with --language en.
    WordResource words = WordFiles.ofLanguage("en");
    if (lesson.task.equals("ne")) {
      words = words.and(WordFiles.namesOfLanguage("en"));
    }
    Task task =
        Task.of(lesson.task, DefaultTemplates.of(lesson.task, train.columns(), words))
            .withLanguage("en")
            .withWords(words);
    TrainingData data = TrainingData.of(train.sentences(), task);
    Model model;
    try (ProgressDisplay.Training progress = progress().training()) {
      model = Trainers.of(TrainerSettings.DEFAULT).train(data, progress);
    }
    ModelFiles.save(model, model(lesson));
    EvaluationResult result =
        new Evaluator(model.tagger(), NewLabels.COUNT, 1).evaluate(test, null, sentence -> {});
    summarise(
        "Model of %s: trained on %d sentences in %.1f s; on %d other sentences F1 %.1f %%,"
            + " token error %.1f %%, calibration error %.1f %%.%n",
        lesson.title(),
        train.sentences().size(),
        model.run().seconds(),
        result.sentences(),
        100 * result.f1(),
        100 * result.tokenError(),
        100 * result.ece());
  }

  private void annotate(Lesson lesson, Path model, String folder, Sample files) throws IOException {
    Path target = output.resolve(folder).resolve(lesson.title());
    BatchResult result =
        Batch.run(
            BatchOptions.of(
                AnnotateOptions.ofText(model), OutputFormat.DEFAULT, 1, files.documents()),
            new BatchOutput.Folder(target, true, 0),
            BatchProgress.NONE);
    summarise(
        "found %d %s in %d texts: %s (open the .html files in a browser).%n",
        result.segments(), lesson.title(), result.documents(), target);
  }

  private void printNextSteps(Sample files) {
    Lesson lesson = Lesson.NAMES;
    PrintWriter out = summary();
    out.println();
    out.println("Next, run the same steps one by one, then with your own files:");
    out.printf(
        "  %s train --task %s --train %s --columns %s --language en --model my.gpchain%n",
        Main.command(), lesson.task, files.train(), lesson.columns);
    out.printf(
        "  %s evaluate --model my.gpchain --test %s --columns %s%n",
        Main.command(), files.test(), lesson.columns);
    out.printf(
        "  %s annotate --model my.gpchain --input %s --output my-annotated%n",
        Main.command(), files.documents());
    out.println(
        "The small corpus is for trying only. "
            + Main.command()
            + " train --help explains the formats.");
  }
}
