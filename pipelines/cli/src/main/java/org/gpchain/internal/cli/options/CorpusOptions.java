package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOFunction;
import org.gpchain.annotator.Languages;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.BadLines;
import org.gpchain.internal.corpora.ColumnReader;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.LabelMap;
import org.gpchain.internal.corpora.PosTagger;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.corpora.TokenFile;
import org.gpchain.internal.corpora.TokenFile.TokenBlock;
import org.gpchain.internal.formats.cas.CasCorpusReader;
import org.gpchain.internal.formats.spans.SpanDocuments;
import org.gpchain.internal.formats.spans.SpanFormat;
import org.gpchain.internal.training.calibration.Jackknife;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.internal.training.data.TypeNames;
import org.gpchain.training.uima.DocumentMarks;
import org.gpchain.training.uima.LabelSource;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that say how to read a corpus. */
public final class CorpusOptions extends CommandPart {
  /** Options that select the annotations to learn from UIMA documents. */
  private static final List<String> LABEL_SOURCE_OPTIONS =
      List.of("--annotation-type", "--annotation-feature", "--subtypes-as-labels");

  /** Options for UIMA documents, without the options that only training commands have. */
  private static final List<String> DOCUMENT_OPTIONS =
      Stream.concat(DocumentOptions.NAMES.stream(), LABEL_SOURCE_OPTIONS.stream()).toList();

  /** Options that name the annotations of reviewed sentences and of rejected suggestions. */
  private static final List<String> MARK_OPTIONS = List.of("--done-type", "--rejected-type");

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      converter = Format.OfCorpora.class,
      completionCandidates = Format.OfCorpora.class,
      description = {
        "Format of the corpus: ${COMPLETION-CANDIDATES}.",
        "conll2000: columns word, part of speech, chunk.",
        "conll2002: columns word, part of speech (optional), name.",
        "conll2003: columns word, part of speech, chunk, name.",
        "conllu: CoNLL-U, with labels in the last column (--label-key) or in the column that"
            + " --columns calls label.",
        "column: the columns listed in --columns.",
        "Default: conll2000 for the tasks chunk and np; for other tasks conll2003 if the file has"
            + " four columns, and conll2002 otherwise.",
        "All of these formats have one token per line and a blank line after each sentence. Columns"
            + " are separated by one TAB or by spaces. Comments start with # and precede a"
            + " sentence. Labels may be in IOB1, IOB2, IOBES, BILOU, BMES, IO or star brackets;"
            + " the notation is detected.",
        "xmi, jsoncas: UIMA documents with DKPro sentences and tokens, as annotation tools export"
            + " them (XMI; JSON CAS 0.4)."
            + " FILE is a file, a directory, an archive (zip, tar, tar.gz), or a pattern such as"
            + " 'corpus/*.xmi'.",
        "jsonl, brat, webanno: texts with spans: JSON Lines of Doccano, Prodigy, Label Studio or"
            + " GPChain; brat's .txt and .ann files; WebAnno TSV 3. FILE is as for xmi."
      })
  private Format format;

  @Mixin private ColumnOptions columns;

  @Mixin private DocumentOptions documents;

  @Option(
      names = "--annotation-type",
      paramLabel = "TYPE",
      description = {
        "For UIMA documents: full name of the annotation type to learn.",
        "Default: DKPro's Chunk for chunk and np, NamedEntity for ne."
      })
  private String annotationType;

  @Option(
      names = "--annotation-feature",
      paramLabel = "NAME",
      description =
          "Feature of the annotation type that holds the label. Default: chunkValue of Chunk, value"
              + " of NamedEntity.")
  private String annotationFeature;

  @Option(
      names = "--subtypes-as-labels",
      description = "Use the short name of each annotation's type as its label, such as Person.")
  private boolean subtypesAsLabels;

  @Option(
      names = "--done-type",
      paramLabel = "TYPE",
      description =
          "For UIMA documents with --annotated: full name of an annotation type that marks reviewed"
              + " text. In sentences inside such an annotation, tokens without a segment are known"
              + " to be outside of all segments.")
  private String doneType;

  @Option(
      names = "--rejected-type",
      paramLabel = "TYPE",
      description =
          "For UIMA documents with --annotated: full name of the annotation type of rejected"
              + " suggestions. They have labels like segments. The model learns that their tokens"
              + " are not in a segment with this label.")
  private String rejectedType;

  @Option(
      names = "--label-map",
      description = {
        "Rename the types of segments. The file has two columns separated by a TAB: the type in"
            + " the corpus and the type in the model, or - to leave such segments out. All types of"
            + " the corpus must be listed."
      })
  private Path labelMap;

  @Mixin private BadLinesOption badLines;

  @Mixin private TagPosOption tagPos;

  /**
   * Reads a corpus and prints notes and warnings about it.
   *
   * @param tags whether tokens keep the best part of speech or all possible ones, if a tagger gives
   *     their probabilities
   */
  public Corpus read(CorpusReader reader, Path file, PosTags tags) throws IOException {
    return readAll(reader, List.of(file), null, tags);
  }

  /**
   * Reads a second corpus in the same way as a first one, and prints notes and warnings about it.
   *
   * @param tags whether tokens keep the best part of speech or all possible ones, if a tagger gives
   *     their probabilities
   * @throws InputException if the second corpus cannot be read or has other columns
   */
  public Corpus readLike(Corpus first, CorpusReader reader, Path file, PosTags tags)
      throws IOException {
    Corpus second = read(like(first, reader), file, tags);
    checkSameColumns(first, second);
    return second;
  }

  private static CorpusReader like(Corpus first, CorpusReader reader) {
    return reader.withTokenLabels(first.scheme() == TagScheme.TOKEN);
  }

  private static void checkSameColumns(Corpus first, Corpus second) throws InputException {
    if (!second.columns().equals(first.columns())) {
      throw second.problem(
          "this file has the columns %s, but %s has %s"
              .formatted(second.columns(), first.file(), first.columns()),
          "use files with the same columns");
    }
  }

  /**
   * Reads several corpora, joins them to one training corpus, and prints notes and warnings about
   * them.
   *
   * @param reader reader of each corpus
   * @param files at least one file
   * @param jackknife tags parts of speech with models that were not trained on the same sentences;
   *     null if the tagger was trained on other sentences
   * @param tags whether tokens keep the best part of speech or all possible ones, if a tagger gives
   *     their probabilities
   * @throws InputException if a corpus cannot be read or has other columns than the first one
   */
  public Corpus readAll(CorpusReader reader, List<Path> files, Jackknife jackknife, PosTags tags)
      throws IOException {
    CorpusReader taggedReader = reader.withPosTags(tags);
    TypeNames newTypes = null;
    if (labelMap != null) {
      newTypes = LabelMap.read(labelMap, badLines.areSkipped(), this::note);
    }

    List<Corpus> corpora = new ArrayList<>();
    for (Path file : files) {
      CorpusReader readerOfFile = taggedReader;
      if (!corpora.isEmpty()) {
        readerOfFile = like(corpora.get(0), taggedReader);
      }
      Corpus corpus = readerOfFile.read(file);
      corpus.notes().forEach(this::note);
      corpus.warnings().forEach(this::warn);
      corpora.add(newTypes == null ? corpus : LabelMap.apply(labelMap, newTypes, corpus));
      checkSameColumns(corpora.get(0), corpus);
    }
    return tagged(Corpus.join(corpora), jackknife, tags);
  }

  /** Returns a corpus whose parts of speech are replaced if the options ask for a tagger. */
  private Corpus tagged(Corpus corpus, Jackknife jackknife, PosTags tags) throws IOException {
    if (!tagPos.isSet()) {
      if (jackknife != null) {
        throw corpus.problem("--jackknife-pos needs a tagger", "specify its model with --tag-pos");
      }
      return corpus;
    }
    if (jackknife == null) {
      return tagPos.tagger().tag(corpus, tags);
    }
    return tagPos.tagger().retag(corpus, jackknife, tags);
  }

  /** Returns the model that tags parts of speech ({@code --tag-pos MODEL}), if one is given. */
  public Optional<Path> posModel() {
    return tagPos.model();
  }

  /** Returns whether a tagger ({@code --tag-pos}) gives probabilities of parts of speech. */
  public boolean makeProbableTags() throws IOException {
    return tagPos.isSet() && tagPos.tagger().isProbabilistic();
  }

  /**
   * Returns a reader for the corpora of a task. Sentences and tokens of raw text are found by rules
   * for an unspecified language.
   *
   * @param task selects the labels to read if a corpus has several kinds
   * @param features returns the required columns for given available columns
   * @param others columns that UIMA documents have as annotations, and other files as columns
   * @throws ParameterException if the options contradict each other
   */
  public CorpusReader reader(
      String task, IOFunction<List<String>, List<String>> features, List<AnnotationColumn> others)
      throws IOException {
    return reader(task, () -> TextSegmenter.of(Languages.UNSPECIFIED), features, others);
  }

  /**
   * Returns a reader for the corpora of a task.
   *
   * @param task selects the labels to read if a corpus has several kinds
   * @param segmenter finds the sentences and tokens of raw text
   * @param features returns the required columns for given available columns
   * @param others columns that UIMA documents have as annotations, and other files as columns
   * @throws ParameterException if the options contradict each other
   */
  public CorpusReader reader(
      String task,
      Supplier<TextSegmenter> segmenter,
      IOFunction<List<String>, List<String>> features,
      List<AnnotationColumn> others)
      throws IOException {
    if (format != null && format.ofSpans() != null) {
      return spanReader(task, segmenter, features, others);
    }
    if (documents.areRead(format)) {
      checkDoneType();
      return CasCorpusReader.of(
          documents.opener(format),
          source(task),
          columns(features, AnnotationColumn.names(others)),
          others,
          new DocumentMarks(doneType, rejectedType));
    }

    refuse(DOCUMENT_OPTIONS, DocumentOptions.NEED);
    refuse(MARK_OPTIONS, DocumentOptions.NEED);
    return ColumnReader.of(columns.of(format, task), task);
  }

  private void checkDoneType() {
    boolean hasAnnotatedOption = commandLine().getCommandSpec().findOption("--annotated") != null;
    String requirement = "--annotated";
    if (!hasAnnotatedOption) {
      requirement = "a command that has --annotated, such as train";
    }
    checkNeeds("--done-type", isGiven("--annotated"), requirement);
  }

  /** Returns a reader of texts with spans. */
  private CorpusReader spanReader(
      String task,
      Supplier<TextSegmenter> segmenter,
      IOFunction<List<String>, List<String>> features,
      List<AnnotationColumn> others)
      throws IOException {
    SpanFormat spans = format.ofSpans();
    documents.checkNotUsed(format);
    refuse(MARK_OPTIONS, DocumentOptions.NEED);
    if (!spans.hasTypes()) {
      String reason = " has no effect with --format " + format + ", whose spans have no types";
      refuse(LABEL_SOURCE_OPTIONS, reason);
    }

    // If the user names no type, the reader takes the type that occurs in the files.
    boolean isLayerGiven = annotationType != null;
    boolean isAnyTypeRead = !isLayerGiven && LabelSource.ofTask(task).isEmpty();
    LabelSource source;
    if (isAnyTypeRead) {
      source = new LabelSource(SegmentLayer.NAMED_ENTITY, subtypesAsLabels, Set.of());
    } else {
      source = source(task);
    }
    SpanDocuments.Settings settings =
        new SpanDocuments.Settings(source.layer(), isLayerGiven, segmenter);
    return CasCorpusReader.of(
        SpanDocuments.opener(spans, settings),
        source,
        columns(features, AnnotationColumn.names(others)),
        others,
        DocumentMarks.NONE);
  }

  /**
   * Returns the columns that the features require.
   *
   * @throws ParameterException if UIMA documents have none of this name
   */
  private List<String> columns(IOFunction<List<String>, List<String>> features, List<String> others)
      throws IOException {
    List<String> available = new ArrayList<>(CasCorpusReader.COLUMNS);
    available.addAll(others);
    List<String> required = features.apply(available);
    if (!available.containsAll(required)) {
      throw wrongUse(
          "the features need the columns %s, but documents have %s: use a file with"
                  .formatted(required, available)
              + " columns, or create columns from annotations (--column)");
    }
    return required;
  }

  /** Returns the annotations to read labels from, as given by options or by the task. */
  private LabelSource source(String task) {
    LabelSource defaultSource = LabelSource.ofTask(task).orElse(null);
    if (annotationType == null && defaultSource == null) {
      throw wrongUse(
          "the task '"
              + task
              + "' has no default annotation type: specify --annotation-type, and"
              + " --annotation-feature or --subtypes-as-labels");
    }

    String type = annotationType;
    String feature = annotationFeature;
    Set<String> onlyTags = Set.of();
    if (defaultSource != null) {
      SegmentLayer defaultLayer = defaultSource.layer();
      if (type == null) {
        type = defaultLayer.typeName();
      }
      if (feature == null && type.equals(defaultLayer.typeName())) {
        feature = defaultLayer.valueFeature();
      }
      onlyTags = defaultSource.onlyTags();
    }
    if (feature == null) {
      feature = "";
    }
    if (feature.isEmpty() && !subtypesAsLabels) {
      throw wrongUse("--annotation-type needs --annotation-feature or --subtypes-as-labels");
    }
    return new LabelSource(new SegmentLayer(type, feature), subtypesAsLabels, onlyTags);
  }

  /** Returns a reader for test corpora, or further training corpora, of a model. */
  public CorpusReader readerFor(Model model) throws IOException {
    List<String> required = model.requiredColumns();
    return reader(
            model.task().name(),
            () -> TextSegmenter.of(model.language(), model.tokenProfile()),
            available -> required,
            model.features().annotationColumns())
        .withTokenLabels(model.scheme() == TagScheme.TOKEN);
  }

  /**
   * Reads the sentences of a file or of documents without their labels.
   *
   * @param task determines the default column format of the file
   * @param language language of texts without tokens
   * @param needed columns that sentences must have
   * @param annotations those of the needed columns that UIMA documents have as annotations
   */
  public List<TokenSequence> readTokens(
      String task,
      String language,
      List<String> needed,
      List<AnnotationColumn> annotations,
      Path file)
      throws IOException {
    if (format != null && format.ofSpans() != null) {
      CorpusReader reader =
          spanReader(task, () -> TextSegmenter.of(language), available -> needed, annotations);
      return tokens(reader, file);
    }
    if (documents.areRead(format)) {
      // The reader requires a label source. Every annotation has a type, so that it can serve as
      // the label.
      LabelSource anySource = new LabelSource(SegmentLayer.NAMED_ENTITY, true, Set.of());
      CorpusReader reader =
          CasCorpusReader.of(
              documents.opener(format),
              anySource,
              columns(available -> needed, AnnotationColumn.names(annotations)),
              annotations,
              DocumentMarks.NONE);
      return tokens(reader, file);
    }

    try (TokenFile in = new TokenFile(file, columns.ofTokens(format, task, needed))) {
      if (!in.columns().containsAll(needed)) {
        throw in.problem(
            "the columns " + needed + " are needed, but the columns are " + in.columns(),
            "specify the columns of this file with --columns");
      }

      List<TokenSequence> sentences =
          in.next(Integer.MAX_VALUE).stream()
              .map(TokenBlock::tokens)
              .filter(tokens -> tokens.length() > 0)
              .filter(tokens -> tokens.length() > 0)
              .toList();
      in.notes().forEach(this::note);
      in.warnings().forEach(this::warn);
      return sentences;
    }
  }

  /** Reads the tokens of a corpus, which may have no segments at all. */
  private static List<TokenSequence> tokens(CorpusReader reader, Path file) throws IOException {
    Corpus corpus = reader.withAnnotated(Annotated.MARKED).read(file);
    return corpus.sentences().stream().map(LabeledSequence::tokens).toList();
  }

  /** Returns whether unreadable lines of lists are skipped. */
  public boolean skipsBadLines() {
    return badLines.areSkipped();
  }

  /** Returns the encoding of files with columns. */
  public Charset encoding() {
    return columns.encoding();
  }

  /** Returns the values of {@code --columns}, or an empty list if the option is not given. */
  public List<String> columnNames() {
    return columns.names();
  }

  /**
   * Returns these options as command-line arguments for a suggested next command. The result is
   * empty or starts with a blank.
   */
  public String asArguments() {
    List<String> layoutOptions = new ArrayList<>();
    if (columns.areGiven()) {
      layoutOptions.add("--columns");
    }
    if (!columns.areGiven() || format == Format.CONLLU) {
      layoutOptions.add("--format");
    }

    List<String> otherOptions =
        List.of("--label-key", "--label-map", BadLines.OPTION, "--tag-pos", EncodingOption.NAME);
    return asArguments(layoutOptions) + asArguments(DOCUMENT_OPTIONS) + asArguments(otherOptions);
  }

  /** The option {@code --tag-pos}, which lets a tagger predict the parts of speech. */
  public static final class TagPosOption {
    private static final String OPEN_NLP = "opennlp";

    @Option(
        names = "--tag-pos",
        paramLabel = "MODEL",
        arity = "0..1",
        fallbackValue = OPEN_NLP,
        description =
            "Predict the column pos with a tagger, which replaces the corpus's own tags. MODEL is a"
                + " model trained with --task pos: a file or the name of a shipped model. Without"
                + " MODEL, OpenNLP's English tagger (Universal Dependencies) is used. Training and"
                + " use should have the same tagger: annotate uses it automatically if it is a"
                + " shipped model, otherwise pass its file with --model.")
    private Path tagPos;

    private PosTagger tagger;

    /** Returns whether the option is given. */
    public boolean isSet() {
      return tagPos != null;
    }

    /** Returns the model of the tagger; empty without the option and for OpenNLP's tagger. */
    Optional<Path> model() {
      if (!isSet() || tagPos.toString().equals(OPEN_NLP)) {
        return Optional.empty();
      }
      return Optional.of(tagPos);
    }

    /** Returns the tagger that the option names. It is loaded on the first call. */
    public PosTagger tagger() throws IOException {
      if (tagger == null) {
        tagger = tagPos.toString().equals(OPEN_NLP) ? PosTagger.openNlp() : PosTagger.of(tagPos);
      }
      return tagger;
    }
  }
}
