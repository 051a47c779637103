package org.gpchain.internal.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.model.Model;
import org.gpchain.core.promise.Promise.Kind;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.cli.TestCorpusChecks.TagsetCheck;
import org.gpchain.internal.cli.TestCorpusChecks.TokenProfileCheck;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.ColumnOptions;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.cli.options.DecodingOption;
import org.gpchain.internal.cli.options.Format;
import org.gpchain.internal.cli.options.ModelResourceOptions;
import org.gpchain.internal.cli.options.PromiseOption;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.ConlluLines;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.corpora.PosTagger;
import org.gpchain.internal.corpora.TokenFile;
import org.gpchain.internal.evaluation.tagging.FileTagger;
import org.gpchain.internal.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code gpchain tag}: labels files with columns. */
@Command(
    name = "tag",
    description = {
      "Labels a file with columns. The line of each token gets one more column with the label, and"
          + " everything else stays the same.",
      "The file has one token per line and a blank line after each sentence. Columns are separated"
          + " by one TAB or by spaces. Existing labels are ignored. The output is in UTF-8.",
      "In CoNLL-U (--format conllu), the label is added to the last column, such as NE=B-PER."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain tag --model chunk.gpchain --input tokens.txt --columns word,pos --marginals",
      "  gpchain tag --model chunker-en --input tokens.txt --tag-pos tagger-en --output silver.txt",
      "  gpchain train --task chunk --train silver.txt --columns word,label …"
    })
final class TagCommand extends ConsoleCommand {
  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE|NAME",
      description = "The model: a file, or the name of a shipped model, such as chunker-en.")
  private Path modelFile;

  @Option(
      names = {"-i", "--input"},
      required = true,
      description = "The file to label, which must have the columns that the model uses.")
  private Path input;

  @Mixin private ColumnOptions columns;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      converter = Format.OfCorpora.class,
      completionCandidates = Format.OfCorpora.class,
      description = {
        "Format with predefined columns, instead of --columns: conll2000 (word, part of speech,"
            + " chunk), conll2002 (word, part of speech, name; or word, name), conll2003 (word,"
            + " part of speech, chunk, name) or conllu (CoNLL-U). The last columns may be missing,"
            + " including the label.",
        "Default: conll2000 for models of the tasks chunk and np, conll2002 or conll2003 for"
            + " others."
      })
  private Format format;

  @Mixin private CorpusOptions.TagPosOption tagPos;

  @Option(
      names = {"-o", "--output"},
      description = {
        "The file to write. An existing file is replaced when the new one is complete. Default:"
            + " standard output."
      })
  private Path output;

  @Option(
      names = "--marginals",
      description =
          "Add another column with the marginal probability of the label, given the sentence.")
  private boolean marginals;

  @Mixin private ModelResourceOptions resources;

  @Mixin private DecodingOption decoding;

  @Mixin private PromiseOption promise;

  @Option(
      names = {"-j", "--threads"},
      description = "Number of tagging threads. It does not change the result.")
  private int threads = 1;

  @Override
  public Integer call() throws IOException {
    checkAtLeast("--threads", threads, 1);
    promise.check();
    if (InputFiles.STANDARD_STREAM.equals(output)) {
      output = null;
    }
    DecodingOptions options = decoding.options();
    if (options.promised().filter(p -> p.kind() == Kind.MIN_RECALL).isPresent()) {
      throw wrongUse(
          "--min-recall finds candidates that may overlap, which columns cannot represent; use"
              + " gpchain annotate, or --beta");
    }

    Model model = model(options);
    if (format != null && format.ofDocuments() != null) {
      throw wrongUse("--format must be one of columns, was " + format);
    }

    List<String> neededColumns = neededColumns(model);
    TagsetCheck tagset = new TagsetCheck(model);
    TokenProfileCheck profile = new TokenProfileCheck(model);
    FileTagger tagger =
        new FileTagger(
            model.tagger(options),
            preparation(model, tagset, profile),
            marginals,
            threads,
            format == Format.CONLLU ? labelKey(model) : "");
    ColumnFormat columnFormat = columns.ofTokens(format, model.task().name(), neededColumns);
    try (TokenFile file = new TokenFile(input, columnFormat)) {
      checkColumns(neededColumns, file);
      checkLabels(model, file);
      if (output != null) {
        checkOutput(output);
      }
      label(tagger, file);
      file.notes().forEach(this::note);
      file.warnings().forEach(this::warn);
    }

    tagset.warning(input).ifPresent(this::warn);
    profile.warning(input).ifPresent(this::warn);
    return 0;
  }

  private Model model(DecodingOptions options) throws IOException {
    ModelLocation location = ModelLocation.of(modelFile).withWords(resources.open());
    Model model = location.load(options, List.of());
    for (String label : model.labels().labels()) {
      if (label.isBlank() || label.matches("(?s).*[\t\r\n].*")) {
        throw new InputException(
            location.file(),
            "this model has the label '" + label + "', whose white space would break columns",
            "train it on labels without TABs and line ends, or use it in a UIMA pipeline");
      }
    }
    return model;
  }

  /** Returns the key of labels in CoNLL-U: the user's, or the default of the task. */
  private String labelKey(Model model) {
    if (columns.labelKey().isEmpty()) {
      return ConlluLines.labelKey(model.task().name());
    }
    return columns.labelKey();
  }

  /** Checks that labels with spaces are not written into a file with space-separated columns. */
  private static void checkLabels(Model model, TokenFile file) throws InputException {
    if (file.hasTabs()) {
      return;
    }
    for (String label : model.labels().labels()) {
      if (label.contains(" ")) {
        throw file.problem(
            "the columns of this file are separated by spaces, but the label '"
                + label
                + "' of the model contains a space",
            "separate the columns by TABs");
      }
    }
  }

  /** Returns the columns that the file must have: the model's columns without predicted ones. */
  private List<String> neededColumns(Model model) {
    List<String> needed = new ArrayList<>(model.requiredColumns());
    if (tagPos.isSet()) {
      needed.remove(TokenSequence.POS);
      if (!needed.contains(TokenSequence.WORD)) {
        needed.add(TokenSequence.WORD);
      }
    }
    return needed;
  }

  /** Returns a function that tags parts of speech if necessary and updates the checks. */
  private UnaryOperator<TokenSequence> preparation(
      Model model, TagsetCheck tagset, TokenProfileCheck profile) throws IOException {
    if (!tagPos.isSet()) {
      return sentence -> checked(sentence, tagset, profile);
    }

    PosTagger tagger = tagPos.tagger();
    return sentence -> checked(tagger.tag(sentence, model.posTags()), tagset, profile);
  }

  private static TokenSequence checked(
      TokenSequence sentence, TagsetCheck tagset, TokenProfileCheck profile) {
    tagset.add(sentence);
    profile.add(sentence);
    return sentence;
  }

  private static void checkColumns(List<String> needed, TokenFile file) throws InputException {
    Optional<String> problem = TestCorpusChecks.missing(needed, file.columns());
    if (problem.isPresent()) {
      throw file.problem(
          problem.get(),
          "add it to the file, or specify it with --columns; --tag-pos adds parts of speech");
    }
  }

  private void label(FileTagger tagger, TokenFile file) throws IOException {
    if (output == null) {
      PrintWriter out = out();
      check(tagger, tagger.label(file, text -> print(text, out)));
      return;
    }

    AtomicFile.write(output, out -> label(tagger, file, out));
    summary().println("Wrote " + output);
  }

  private void label(FileTagger tagger, TokenFile file, OutputStream out) throws IOException {
    check(tagger, tagger.label(file, text -> out.write(text.getBytes(UTF_8))));
  }

  /**
   * Notes how many sentences are unlike the training text. Warns or fails if a guarantee of the
   * model does not hold for the file.
   */
  private void check(FileTagger tagger, FileTagger.TextSums sums) throws IOException {
    sums.novelty().summary(tagger.tagger().noveltyLimit()).ifPresent(this::note);
    Optional<PromiseCheck> check = tagger.tagger().promiseCheck();
    if (check.isPresent()) {
      promise.report(check.get().status(sums.evidence()), modelFile);
    }
  }

  /** Prints text and checks for errors, because print writers do not throw exceptions. */
  private static void print(String text, PrintWriter out) throws IOException {
    out.print(text);
    if (out.checkError()) {
      throw InputFiles.outputFailure("write to a file with --output");
    }
  }
}
