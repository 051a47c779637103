package org.gpchain.internal.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.BootstrapOption;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.cli.options.DecodingOption;
import org.gpchain.internal.cli.options.LimitOption;
import org.gpchain.internal.cli.options.SharedWordsOption;
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

/** {@code gpchain compare}: whether one model, or labeller, is better than another. */
@Command(
    name = "compare",
    description = {
      "Compares two models on the same annotated files, or two files that labellers have labelled:"
          + " the difference of each figure, its 95 %% interval (paired bootstrap over sentences),"
          + " and whether the first one is better, worse, or the difference may be chance.",
      "Several test files are compared one by one and as one."
    },
    footer = {
      "",
      "The figures are explained in docs/evaluate.md.",
      "Examples:",
      "  gpchain compare --model new.gpchain --against old.gpchain --test test.txt",
      "  gpchain compare --labelled ours.txt --against theirs.txt --columns word,_,label,predicted"
    })
final class CompareCommand extends ConsoleCommand {
  /** Options that have a meaning for labelled files. */
  private static final List<String> OF_FILES =
      List.of(
          ("--labelled --against --columns --encoding --resamples --seed --differences --json"
                  + " --debug --quiet")
              .split(" ", -1));

  @Option(
      names = {"-m", "--model"},
      paramLabel = "FILE|NAME",
      description = "The model: a file, or the name of a shipped one, such as chunker-en.")
  private Path modelFile;

  @Option(
      names = "--labelled",
      split = ",",
      description =
          "Instead of a model: files that have been labelled. Their columns are the word, any"
              + " others, the gold label and the predicted one, or as --columns says.")
  private List<Path> labelled = new ArrayList<>();

  @Option(
      names = "--against",
      required = true,
      split = ",",
      paramLabel = "FILE|NAME",
      description =
          "The other model; or, with --labelled, the same files as another labeller has labelled"
              + " them, in the same order.")
  private List<Path> against = new ArrayList<>();

  @Option(
      names = "--test",
      split = ",",
      description =
          "The corpora to compare models on, with the columns that both use; can be repeated.")
  private List<Path> testFiles = new ArrayList<>();

  @Mixin private CorpusOptions corpora;

  @Mixin private SharedWordsOption words;

  @Mixin private LimitOption limit;

  @Mixin private DecodingOption decoding;

  @Mixin private UnknownLabelsOption unknownLabels;

  @Mixin private BootstrapOption resampling;

  @Option(names = "--seed", description = "Seed of the bootstrap.")
  private long seed = 1;

  @Option(
      names = "--differences",
      description =
          "Write the sentences there of which the two find different segments: word, gold label,"
              + " and the labels of both. An existing file is replaced.")
  private Path differences;

  @Option(names = "--json", description = "Print a JSON object instead of a table.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    boolean ofModels = checkedKind();
    if (differences != null) {
      checkOutput(differences);
    }
    PairedBootstrap bootstrap = resampling.bootstrap(seed);
    List<ComparedText> texts = ofModels ? ofModels() : ofFiles();
    String first = nameOf(ofModels ? modelFile : labelled.get(0));
    String second = nameOf(against.get(0));
    boolean sameName = first.equals(second);
    Comparison comparison =
        Comparison.of(sameName ? "first" : first, sameName ? "second" : second, texts, bootstrap);
    if (differences != null) {
      AtomicFile.write(differences, comparison.differences(texts));
    }
    out().println(json ? comparison.toJson() : comparison.toText());
    return 0;
  }

  /** Whether models are compared. */
  private boolean checkedKind() {
    boolean ofModels = modelFile != null;
    if (ofModels == !labelled.isEmpty()) {
      throw wrongUse("give either --model or --labelled");
    }
    if (ofModels && testFiles.isEmpty()) {
      throw wrongUse("--model needs --test");
    }
    for (OptionSpec option : commandLine().getParseResult().matchedOptions()) {
      if (!ofModels && !OF_FILES.contains(option.longestName())) {
        throw wrongUse("--labelled excludes " + option.longestName());
      }
    }
    int wanted = ofModels ? 1 : labelled.size();
    if (against.size() != wanted) {
      throw wrongUse(
          ofModels
              ? "--against must name one model"
              : "--against must name as many files as --labelled: %s, were %s"
                  .formatted(wanted, against.size()));
    }
    return ofModels;
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString();
  }

  private List<ComparedText> ofFiles() throws IOException {
    List<String> columns = corpora.columnNames();
    List<ComparedText> texts = new ArrayList<>();
    for (int i = 0; i < labelled.size(); i++) {
      texts.add(
          labelled(labelled.get(i), columns)
              .compare(nameOf(labelled.get(i)), labelled(against.get(i), columns)));
    }
    return texts;
  }

  private LabelledFile labelled(Path file, List<String> columns) throws IOException {
    try {
      LabelledFile read = LabelledFile.read(file, columns, corpora.encoding());
      read.gold().notes().forEach(this::note);
      read.gold().warnings().forEach(this::warn);
      return read;
    } catch (IllegalArgumentException e) {
      throw wrongUse("--columns: " + e.getMessage());
    }
  }

  private List<ComparedText> ofModels() throws IOException {
    DecodingOptions options = decoding.options();
    Model first = load(modelFile, options);
    Model second = load(against.get(0), options);
    if (!first.task().name().equals(second.task().name())
        || (first.scheme() == TagScheme.TOKEN) != (second.scheme() == TagScheme.TOKEN)) {
      throw new InputException(
          against.get(0),
          "this model has the task %s and labels in %s, %s %s and %s"
              .formatted(
                  second.task().name(),
                  second.scheme(),
                  modelFile,
                  first.task().name(),
                  first.scheme()),
          "compare models of the same task");
    }
    Set<String> columns = new LinkedHashSet<>(first.requiredColumns());
    columns.addAll(second.requiredColumns());
    List<AnnotationColumn> annotations =
        Stream.of(first, second)
            .flatMap(model -> model.features().annotationColumns().stream())
            .distinct()
            .toList();
    if (!AnnotationColumn.names(annotations).stream().allMatch(new HashSet<>()::add)) {
      throw wrongUse("the models read a column from different annotations: " + annotations);
    }
    CorpusReader reader =
        limit
            .limited(
                corpora.reader(
                    first.task().name(),
                    () -> TextSegmenter.of(first.language(), first.tokenProfile()),
                    available -> List.copyOf(columns),
                    annotations))
            .withTokenLabels(first.scheme() == TagScheme.TOKEN);
    ComparedTaggers taggers = new ComparedTaggers(first.tagger(options), second.tagger(options));
    List<ComparedText> texts = new ArrayList<>();
    for (Path file : testFiles) {
      // Each model sees the parts of speech as it did in training.
      Corpus test = corpora.read(reader, file, first.posTags());
      Corpus same =
          second.posTags() == first.posTags() ? test : corpora.read(reader, file, second.posTags());
      for (Model model : List.of(first, second)) {
        TestCorpusChecks.check(model, test, this::warn);
        unknownLabels.check(model, test);
      }
      // Test files of different corpora often have the same name.
      texts.add(taggers.compare(file.toString(), test, same));
    }
    return texts;
  }

  private Model load(Path file, DecodingOptions options) throws IOException {
    return ModelLocation.of(file).withWords(words.locations()).load(options, List.of());
  }
}
