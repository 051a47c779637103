package org.gpchain.internal.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.BootstrapOption;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.cli.options.DecodingOption;
import org.gpchain.internal.cli.options.LimitOption;
import org.gpchain.internal.cli.options.ModelResourceOptions;
import org.gpchain.internal.cli.options.UnknownLabelsOption;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.evaluation.comparison.ComparedTaggers;
import org.gpchain.internal.evaluation.comparison.ComparedText;
import org.gpchain.internal.evaluation.comparison.Comparison;
import org.gpchain.internal.evaluation.comparison.LabelledFile;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap;
import org.gpchain.internal.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Command {@code gpchain compare}: tests whether one model is better than another. */
@Command(
    name = "compare",
    description = {
      "Compares two models on the same annotated files, or two sets of files with predicted labels."
          + " It prints the difference of each measure with its 95 %% interval (paired bootstrap"
          + " over sentences), and whether the first model is better, worse, or the difference may"
          + " be due to chance.",
      "Several test files are compared one by one and together."
    },
    footer = {
      "",
      "docs/evaluate.md explains the measures.",
      "Examples:",
      "  gpchain compare --model new.gpchain --against old.gpchain --test test.txt",
      "  gpchain compare --labelled ours.txt --against theirs.txt --columns word,_,label,predicted"
    })
final class CompareCommand extends ConsoleCommand {
  /** Options that apply to files with predicted labels. */
  private static final List<String> OPTIONS_OF_LABELLED_FILES =
      List.of(
          "--labelled",
          "--against",
          "--columns",
          "--encoding",
          "--resamples",
          "--seed",
          "--differences",
          "--json",
          "--debug",
          "--quiet");

  @Option(
      names = {"-m", "--model"},
      paramLabel = "FILE|NAME",
      description = "The model: a file, or the name of a shipped model, such as chunker-en.")
  private Path modelFile;

  @Option(
      names = "--labelled",
      split = ",",
      description =
          "Compare files with predicted labels instead of models. The columns of each file are the"
              + " word, any others, the gold label and the predicted label, or as given by"
              + " --columns.")
  private List<Path> labelled = new ArrayList<>();

  @Option(
      names = "--against",
      required = true,
      split = ",",
      paramLabel = "FILE|NAME",
      description =
          "The model to compare with. With --labelled: the same files with the predictions of"
              + " another program, in the same order.")
  private List<Path> against = new ArrayList<>();

  @Option(
      names = "--test",
      split = ",",
      description = "Test corpora with the columns that both models use. Takes one or more files.")
  private List<Path> testFiles = new ArrayList<>();

  @Mixin private CorpusOptions corpora;

  @Mixin private ModelResourceOptions resources;

  @Mixin private LimitOption limit;

  @Mixin private DecodingOption decoding;

  @Mixin private UnknownLabelsOption unknownLabels;

  @Mixin private BootstrapOption resampling;

  @Option(names = "--seed", description = "Seed of the bootstrap resampling.")
  private long seed = 1;

  @Option(
      names = "--differences",
      description =
          "Write the sentences in which the two predict different segments to this file, with word,"
              + " gold label, and both predicted labels. An existing file is replaced.")
  private Path differences;

  @Option(names = "--json", description = "Print a JSON object instead of a table.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    checkOptions();
    if (differences != null) {
      checkOutput(differences);
    }

    PairedBootstrap bootstrap = resampling.bootstrap(seed);
    List<ComparedText> texts;
    Path firstFile;
    if (modelFile != null) {
      texts = compareModels();
      firstFile = modelFile;
    } else {
      texts = compareLabelledFiles();
      firstFile = labelled.get(0);
    }
    String first = nameOf(firstFile);
    String second = nameOf(against.get(0));
    if (first.equals(second)) {
      first = "first";
      second = "second";
    }
    Comparison comparison = Comparison.of(first, second, texts, bootstrap);

    if (differences != null) {
      AtomicFile.write(differences, comparison.differences(texts));
    }
    out().println(json ? comparison.toJson() : comparison.toText());
    return 0;
  }

  /** Checks that either models or labelled files are given, with the options for them. */
  private void checkOptions() {
    boolean areModels = modelFile != null;
    boolean areFiles = !labelled.isEmpty();
    if (areModels == areFiles) {
      throw wrongUse("use either --model or --labelled");
    }

    if (areModels) {
      if (testFiles.isEmpty()) {
        throw wrongUse("--model needs --test");
      }
      if (against.size() != 1) {
        throw wrongUse("--against must name one model");
      }
      return;
    }
    for (OptionSpec option : commandLine().getParseResult().matchedOptions()) {
      if (!OPTIONS_OF_LABELLED_FILES.contains(option.longestName())) {
        throw wrongUse("--labelled excludes " + option.longestName());
      }
    }
    if (against.size() != labelled.size()) {
      throw wrongUse(
          "--against must name as many files as --labelled: %s, were %s"
              .formatted(labelled.size(), against.size()));
    }
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString();
  }

  private List<ComparedText> compareLabelledFiles() throws IOException {
    List<String> columns = corpora.columnNames();
    List<ComparedText> texts = new ArrayList<>();
    for (int i = 0; i < labelled.size(); i++) {
      LabelledFile first = readLabelled(labelled.get(i), columns);
      LabelledFile second = readLabelled(against.get(i), columns);
      texts.add(first.compare(nameOf(labelled.get(i)), second));
    }
    return texts;
  }

  private LabelledFile readLabelled(Path path, List<String> columns) throws IOException {
    try {
      LabelledFile file = LabelledFile.read(path, columns, corpora.encoding());
      file.gold().notes().forEach(this::note);
      file.gold().warnings().forEach(this::warn);
      return file;
    } catch (IllegalArgumentException e) {
      throw wrongUse("--columns: " + e.getMessage());
    }
  }

  private List<ComparedText> compareModels() throws IOException {
    DecodingOptions options = decoding.options();
    Model first = load(modelFile, options);
    Model second = load(against.get(0), options);
    checkSameTask(first, second);
    CorpusReader reader = reader(first, second);

    ComparedTaggers taggers = new ComparedTaggers(first.tagger(options), second.tagger(options));
    List<ComparedText> texts = new ArrayList<>();
    for (Path file : testFiles) {
      // Each model gets parts of speech of the kind that it was trained on.
      Corpus test = corpora.read(reader, file, first.posTags());
      Corpus testForSecond = test;
      if (second.posTags() != first.posTags()) {
        testForSecond = corpora.read(reader, file, second.posTags());
      }

      for (Model model : List.of(first, second)) {
        TestCorpusChecks.check(model, test, this::warn);
        unknownLabels.check(model, test);
      }
      // The whole path is the name: test files of different corpora often have the same file name.
      texts.add(taggers.compare(file.toString(), test, testForSecond));
    }
    return texts;
  }

  private void checkSameTask(Model first, Model second) throws InputException {
    boolean firstHasSegments = first.scheme() != TagScheme.TOKEN;
    boolean secondHasSegments = second.scheme() != TagScheme.TOKEN;
    String firstTask = first.task().name();
    String secondTask = second.task().name();
    if (firstTask.equals(secondTask) && firstHasSegments == secondHasSegments) {
      return;
    }
    throw new InputException(
        against.get(0),
        "this model has the task %s and labels in %s, but %s has %s and %s"
            .formatted(secondTask, second.scheme(), modelFile, firstTask, first.scheme()),
        "compare models of the same task");
  }

  /** Returns a reader of corpora with the columns of both models. */
  private CorpusReader reader(Model first, Model second) throws IOException {
    Set<String> columns = new LinkedHashSet<>(first.requiredColumns());
    columns.addAll(second.requiredColumns());

    Set<AnnotationColumn> annotations = new LinkedHashSet<>();
    annotations.addAll(first.features().annotationColumns());
    annotations.addAll(second.features().annotationColumns());
    List<String> names = AnnotationColumn.names(List.copyOf(annotations));
    if (Set.copyOf(names).size() < names.size()) {
      throw wrongUse("the models read a column from different annotations: " + annotations);
    }

    CorpusReader reader =
        corpora.reader(
            first.task().name(),
            () -> TextSegmenter.of(first.language(), first.tokenProfile()),
            available -> List.copyOf(columns),
            List.copyOf(annotations));
    return limit.limited(reader).withTokenLabels(first.scheme() == TagScheme.TOKEN);
  }

  private Model load(Path file, DecodingOptions options) throws IOException {
    return ModelLocation.of(file).withWords(resources.open()).load(options, List.of());
  }
}
