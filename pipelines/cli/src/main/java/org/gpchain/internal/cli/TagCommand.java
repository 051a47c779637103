package org.gpchain.internal.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
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
import org.gpchain.internal.cli.options.PromiseOption;
import org.gpchain.internal.cli.options.SharedWordsOption;
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

/** {@code gpchain tag}: labels files with columns. */
@Command(
    name = "tag",
    description = {
      "Labels a file with columns: every token's line gets one more column, the label; nothing else"
          + " changes.",
      "The file has one token per line, with a blank line after each sentence and columns"
          + " separated by one TAB or by spaces. Existing labels are not read. UTF-8 is written.",
      "In CoNLL-U (--format conllu) the label becomes a pair in the last column, such as NE=B-PER."
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
      description = "The model: a file, or the name of a shipped one, such as chunker-en.")
  private Path modelFile;

  @Option(
      names = {"-i", "--input"},
      required = true,
      description = "The file to label; it must have the columns that the model uses.")
  private Path input;

  @Mixin private ColumnOptions columns;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      converter = Format.OfCorpora.class,
      completionCandidates = Format.OfCorpora.class,
      description = {
        "The usual columns of a format, instead of --columns: conll2000 (word, part of speech,"
            + " chunk), conll2002 (word, part of speech, name; or word, name) or conll2003 (word,"
            + " part of speech, chunk, name). Columns may be missing from the end, among them the"
            + " label. conllu: CoNLL-U.",
        "Default: conll2000 for models of chunk and np, the other two for other models."
      })
  private Format format;

  @Mixin private CorpusOptions.TagPosOption tagPos;

  @Option(
      names = {"-o", "--output"},
      description = {
        "Where to write; an existing file is replaced, atomically." + " Default: standard output."
      })
  private Path output;

  @Option(
      names = "--marginals",
      description =
          "Write a second column: the marginal probability of the label, given the sentence.")
  private boolean marginals;

  @Mixin private SharedWordsOption words;

  @Mixin private DecodingOption decoding;

  @Mixin private PromiseOption promise;

  @Option(
      names = {"-j", "--threads"},
      description = "Number of tagging threads; only the speed depends on it.")
  private int threads = 1;

  @Override
  public Integer call() throws IOException {
    checkAtLeast("--threads", threads, 1);
    promise.check();
    output = InputFiles.STANDARD_STREAM.equals(output) ? null : output;
    if (decoding.options().promised().filter(p -> p.kind() == Kind.MIN_RECALL).isPresent()) {
      throw wrongUse(
          "--min-recall promises candidates that may overlap, which columns cannot hold; use"
              + " gpchain annotate, or --beta");
    }
    Model model = model();
    if (format != null && format.ofDocuments() != null) {
      throw wrongUse("--format must be one of columns, was " + format);
    }
    List<String> needed = needed(model);
    TagsetCheck tagset = new TagsetCheck(model);
    TokenProfileCheck profile = new TokenProfileCheck(model);
    FileTagger tagger =
        new FileTagger(
            model.tagger(decoding.options()),
            preparation(model, tagset, profile),
            marginals,
            threads,
            format == Format.CONLLU ? labelKey(model) : "");
    try (TokenFile file =
        new TokenFile(input, columns.ofTokens(format, model.task().name(), needed))) {
      checkColumns(needed, file);
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

  private Model model() throws IOException {
    ModelLocation location = ModelLocation.of(modelFile).withWords(words.locations());
    Model model = location.load(decoding.options(), List.of());
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

  /** The key of labels in CoNLL-U. */
  private String labelKey(Model model) {
    return columns.labelKey().isEmpty()
        ? ConlluLines.labelKey(model.task().name())
        : columns.labelKey();
  }

  private static void checkLabels(Model model, TokenFile file) throws InputException {
    Optional<String> withSpace =
        model.labels().labels().stream().filter(label -> label.contains(" ")).findFirst();
    if (withSpace.isPresent() && !file.hasTabs()) {
      throw file.problem(
          "the columns of this file are separated by spaces, which the label '"
              + withSpace.get()
              + "' of the model has, too",
          "separate the columns by TABs");
    }
  }

  /** The columns that the file must have: those that a model reads and no tagger makes. */
  private List<String> needed(Model model) {
    List<String> needed = new ArrayList<>(model.requiredColumns());
    if (tagPos.isSet()) {
      needed.remove(TokenSequence.POS);
      if (!needed.contains(TokenSequence.WORD)) {
        needed.add(TokenSequence.WORD);
      }
    }
    return needed;
  }

  private UnaryOperator<TokenSequence> preparation(
      Model model, TagsetCheck tagset, TokenProfileCheck profile) throws IOException {
    PosTagger tagger = tagPos.isSet() ? tagPos.tagger() : null;
    return sentence -> {
      TokenSequence tagged = tagger == null ? sentence : tagger.tag(sentence, model.posTags());
      tagset.add(tagged);
      profile.add(tagged);
      return tagged;
    };
  }

  private static void checkColumns(List<String> needed, TokenFile file) throws InputException {
    Optional<String> problem = TestCorpusChecks.missing(needed, file.columns());
    if (problem.isPresent()) {
      throw file.problem(
          problem.get(),
          "add it to the file, or say with --columns which column it is; --tag-pos adds parts of"
              + " speech");
    }
  }

  private void label(FileTagger tagger, TokenFile file) throws IOException {
    PrintWriter out = out();
    if (output == null) {
      check(tagger, tagger.label(file, text -> print(text, out)));
      return;
    }
    AtomicFile.write(
        output, to -> check(tagger, tagger.label(file, text -> to.write(text.getBytes(UTF_8)))));
    summary().println("Wrote " + output);
  }

  private void check(FileTagger tagger, long[] evidence) throws IOException {
    Optional<PromiseCheck> check = tagger.tagger().promiseCheck();
    if (check.isPresent()) {
      promise.tell(check.get().status(evidence), modelFile);
    }
  }

  /** A print writer reports failures only when its error state is checked. */
  private static void print(String text, PrintWriter out) throws IOException {
    out.print(text);
    if (out.checkError()) {
      throw InputFiles.outputFailure("write to a file with --output");
    }
  }
}
