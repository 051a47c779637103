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
  /** Options that say which annotations are learned. */
  private static final List<String> OF_TYPES =
      List.of("--annotation-type", "--annotation-feature", "--subtypes-as-labels");

  /** Options of corpora that are UIMA documents, without those that only training has. */
  private static final List<String> NAMES =
      Stream.concat(DocumentOptions.NAMES.stream(), OF_TYPES.stream()).toList();

  private static final List<String> OF_MARKS = List.of("--done-type", "--rejected-type");

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      converter = Format.OfCorpora.class,
      completionCandidates = Format.OfCorpora.class,
      description = {
        "Format of the corpus: ${COMPLETION-CANDIDATES}.",
        "conll2000: word, part of speech, chunk.",
        "conll2002: word, part of speech (optional), name.",
        "conll2003: word, part of speech, chunk, name.",
        "conllu: CoNLL-U, with labels in the last column (--label-key) or as --columns says.",
        "column: as --columns says.",
        "Default: conll2000 for chunk and np; conll2002 or, if there are four columns, conll2003"
            + " for other tasks.",
        "All of these: one token per line, a blank line after each sentence; columns"
            + " separated by one TAB or by spaces; comments with # before a sentence; labels in"
            + " IOB1, IOB2, IOBES, BILOU, BMES, IO or star brackets (detected).",
        "xmi, jsoncas: UIMA documents with DKPro's sentences and tokens, as annotation tools export"
            + " them (XMI; JSON CAS 0.4)."
            + " FILE is a file, a directory, an archive (zip, tar, tar.gz), or a pattern such as"
            + " 'corpus/*.xmi'.",
        "jsonl, brat, webanno: texts with spans: JSON of Doccano, Prodigy, Label Studio or GPChain;"
            + " .txt and .ann; WebAnno TSV 3. FILE is as for xmi."
      })
  private Format format;

  @Mixin private ColumnOptions columns;

  @Mixin private DocumentOptions documents;

  @Option(
      names = "--annotation-type",
      paramLabel = "TYPE",
      description = {
        "In documents: the full name of the annotation type to learn.",
        "Default: DKPro's Chunk for chunk and np, NamedEntity for ne."
      })
  private String annotationType;

  @Option(
      names = "--annotation-feature",
      paramLabel = "NAME",
      description =
          "The feature with the label. Default: chunkValue of Chunk, value of NamedEntity.")
  private String annotationFeature;

  @Option(
      names = "--subtypes-as-labels",
      description = "The label is the short name of the annotation's type, such as Person.")
  private boolean subtypesAsLabels;

  @Option(
      names = "--done-type",
      paramLabel = "TYPE",
      description =
          "With --annotated, in documents: full name of an annotation type. Sentences inside"
              + " such an annotation are done: what is in no segment is outside.")
  private String doneType;

  @Option(
      names = "--rejected-type",
      paramLabel = "TYPE",
      description =
          "With --annotated, in documents: full name of the annotation type of rejected"
              + " suggestions, which have labels as segments do; their tokens are in no segment"
              + " of this label.")
  private String rejectedType;

  @Option(
      names = "--label-map",
      description = {
        "Renames the types of segments: two columns separated by a TAB, the type in the corpus and"
            + " the type in the model, or - to leave such segments out. All types of the corpus"
            + " must be listed."
      })
  private Path labelMap;

  @Mixin private BadLinesOption badLines;

  @Mixin private TagPosOption tagPos;

  /**
   * Reads a corpus and prints what the user should know of it.
   *
   * @param tags how many parts of speech a token has, where their probabilities are known
   */
  public Corpus read(CorpusReader reader, Path file, PosTags tags) throws IOException {
    return readAll(reader, List.of(file), null, tags);
  }

  /**
   * Reads a second corpus as a first one was read, and prints what the user should know of it.
   *
   * @param tags how many parts of speech a token has, where their probabilities are known
   * @throws InputException if it cannot be read, or has other columns
   */
  public Corpus readLike(Corpus first, CorpusReader reader, Path file, PosTags tags)
      throws IOException {
    Corpus second = read(like(first, reader), file, tags);
    checkLike(first, second);
    return second;
  }

  private static CorpusReader like(Corpus first, CorpusReader reader) {
    return reader.withTokenLabels(first.scheme() == TagScheme.TOKEN);
  }

  private static void checkLike(Corpus first, Corpus second) throws InputException {
    if (!second.columns().equals(first.columns())) {
      throw second.problem(
          "this file has the columns %s, %s %s"
              .formatted(second.columns(), first.file(), first.columns()),
          "give both files the same columns");
    }
  }

  /**
   * Reads several corpora as one to learn from, and prints what the user should know of them.
   *
   * @param reader reads each of them
   * @param files at least one
   * @param jackknife keeps the part-of-speech tagger from tagging what it was trained on; null if
   *     it was trained on other sentences
   * @param tags how many parts of speech a token has, where their probabilities are known
   * @throws InputException if one cannot be read, or has other columns than the first
   */
  public Corpus readAll(CorpusReader reader, List<Path> files, Jackknife jackknife, PosTags tags)
      throws IOException {
    CorpusReader each = reader.withPosTags(tags);
    TypeNames types =
        labelMap == null ? null : LabelMap.read(labelMap, badLines.areSkipped(), this::note);
    List<Corpus> all = new ArrayList<>();
    for (Path file : files) {
      Corpus read = (all.isEmpty() ? each : like(all.get(0), each)).read(file);
      read.notes().forEach(this::note);
      read.warnings().forEach(this::warn);
      all.add(types == null ? read : LabelMap.apply(labelMap, types, read));
      checkLike(all.get(0), read);
    }
    Corpus corpus = Corpus.join(all);
    if (tagPos.isSet()) {
      return jackknife == null
          ? tagPos.tagger().tag(corpus, tags)
          : tagPos.tagger().retag(corpus, jackknife, tags);
    }
    if (jackknife != null) {
      throw corpus.problem("--jackknife-pos needs a tagger", "name its model with --tag-pos");
    }
    return corpus;
  }

  /** Returns the model that tags parts of speech (--tag-pos MODEL), if one is named. */
  public Optional<Path> posModel() {
    return tagPos.model();
  }

  /** Whether parts of speech come from a tagger that knows their probabilities (--tag-pos). */
  public boolean makeProbableTags() throws IOException {
    return tagPos.isSet() && tagPos.tagger().isProbabilistic();
  }

  /**
   * A reader of the corpora of a task.
   *
   * @param task which labels are read, where a corpus has several
   * @param features returns the further columns that are needed, out of the available ones
   * @param others columns that documents have as annotations, and other files as columns
   * @throws ParameterException if the options contradict each other
   */
  public CorpusReader reader(
      String task, IOFunction<List<String>, List<String>> features, List<AnnotationColumn> others)
      throws IOException {
    return reader(task, () -> TextSegmenter.of(Languages.UNSPECIFIED), features, others);
  }

  /**
   * A reader of the corpora of a task.
   *
   * @param task which labels are read, where a corpus has several
   * @param segmenter finds the sentences and tokens of texts without any
   * @param features returns the further columns that are needed, out of the available ones
   * @param others columns that documents have as annotations, and other files as columns
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
      boolean chooses = commandLine().getCommandSpec().findOption("--annotated") != null;
      String what = chooses ? "--annotated" : "a command that has --annotated, such as train";
      checkNeeds("--done-type", isGiven("--annotated"), what);
      return CasCorpusReader.of(
          documents.opener(format),
          source(task),
          columns(features, AnnotationColumn.names(others)),
          others,
          new DocumentMarks(doneType, rejectedType));
    }
    refuse(NAMES, DocumentOptions.NEED);
    refuse(OF_MARKS, DocumentOptions.NEED);
    return ColumnReader.of(columns.of(format, task), task);
  }

  /** A reader of texts with spans. */
  private CorpusReader spanReader(
      String task,
      Supplier<TextSegmenter> segmenter,
      IOFunction<List<String>, List<String>> features,
      List<AnnotationColumn> others)
      throws IOException {
    SpanFormat spans = format.ofSpans();
    documents.checkNotUsed(format);
    refuse(OF_MARKS, DocumentOptions.NEED);
    if (!spans.hasTypes()) {
      refuse(OF_TYPES, " has no effect with --format " + format + ", whose spans have no types");
    }

    // Where the user names no type, files show which one there is.
    boolean isLayerGiven = annotationType != null;
    boolean usesDefault = !isLayerGiven && LabelSource.ofTask(task).isEmpty();
    LabelSource source =
        usesDefault
            ? new LabelSource(SegmentLayer.NAMED_ENTITY, subtypesAsLabels, Set.of())
            : source(task);
    SpanDocuments.Settings settings =
        new SpanDocuments.Settings(source.layer(), isLayerGiven, segmenter);
    return CasCorpusReader.of(
        SpanDocuments.opener(spans, settings),
        source,
        columns(features, AnnotationColumn.names(others)),
        others,
        DocumentMarks.NONE);
  }

  private List<String> columns(IOFunction<List<String>, List<String>> features, List<String> others)
      throws IOException {
    List<String> known = new ArrayList<>(CasCorpusReader.COLUMNS);
    known.addAll(others);
    List<String> required = features.apply(known);
    if (!known.containsAll(required)) {
      throw wrongUse(
          "the features need the columns %s, documents have %s: give the corpus as a file with"
                  .formatted(required, known)
              + " columns, or make columns of annotations (--column)");
    }
    return required;
  }

  private LabelSource source(String task) {
    LabelSource usual = LabelSource.ofTask(task).orElse(null);
    if (annotationType == null && usual == null) {
      throw wrongUse(
          "the task '"
              + task
              + "' has no annotation type of its own: give --annotation-type, and"
              + " --annotation-feature or --subtypes-as-labels");
    }
    String type = annotationType == null ? usual.layer().typeName() : annotationType;
    boolean isUsual = usual != null && type.equals(usual.layer().typeName());
    String usualFeature = isUsual ? usual.layer().valueFeature() : "";
    String feature = annotationFeature == null ? usualFeature : annotationFeature;
    if (feature.isEmpty() && !subtypesAsLabels) {
      throw wrongUse("--annotation-type needs --annotation-feature or --subtypes-as-labels");
    }
    return new LabelSource(
        new SegmentLayer(type, feature),
        subtypesAsLabels,
        usual == null ? Set.of() : usual.onlyTags());
  }

  /** A reader of what a model can be tested on, or learn more from. */
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
   * Reads the sentences of a file or of documents whose labels do not matter.
   *
   * @param task decides which columns a file has, where the options do not
   * @param language of texts without tokens
   * @param needed columns that sentences must have
   * @param annotations those of them that documents have as annotations
   */
  public List<TokenSequence> readTokens(
      String task,
      String language,
      List<String> needed,
      List<AnnotationColumn> annotations,
      Path file)
      throws IOException {
    if (format != null && format.ofSpans() != null) {
      return tokens(
          spanReader(task, () -> TextSegmenter.of(language), available -> needed, annotations),
          file);
    }
    if (documents.areRead(format)) {
      // Every annotation has a type, but perhaps no value yet.
      LabelSource any = new LabelSource(SegmentLayer.NAMED_ENTITY, true, Set.of());
      return tokens(
          CasCorpusReader.of(
              documents.opener(format),
              any,
              columns(available -> needed, AnnotationColumn.names(annotations)),
              annotations,
              DocumentMarks.NONE),
          file);
    }
    try (TokenFile in = new TokenFile(file, columns.ofTokens(format, task, needed))) {
      if (!in.columns().containsAll(needed)) {
        throw in.problem(
            "the columns " + needed + " are needed, there are " + in.columns(),
            "say with --columns what the columns of this file are");
      }
      List<TokenSequence> sentences =
          in.next(Integer.MAX_VALUE).stream()
              .map(TokenBlock::tokens)
              .filter(tokens -> tokens.length() > 0)
              .toList();
      in.notes().forEach(this::note);
      in.warnings().forEach(this::warn);
      return sentences;
    }
  }

  /** Reads the tokens of a corpus, which need not have a segment. */
  private static List<TokenSequence> tokens(CorpusReader reader, Path file) throws IOException {
    Corpus corpus = reader.withAnnotated(Annotated.MARKED).read(file);
    return corpus.sentences().stream().map(LabeledSequence::tokens).toList();
  }

  /** Whether lines of lists that cannot be read are left out. */
  public boolean skipsBadLines() {
    return badLines.areSkipped();
  }

  /** The encoding of files with columns. */
  public Charset encoding() {
    return columns.encoding();
  }

  /** The names that the user gives the columns of a file; empty for those of the format. */
  public List<String> columnNames() {
    return columns.names();
  }

  /** These options as they would be written again, for the next command; may be empty. */
  public String asArguments() {
    List<String> others =
        List.of("--label-key", "--label-map", BadLines.OPTION, "--tag-pos", EncodingOption.NAME);
    boolean isConllu = format == Format.CONLLU;

    List<String> layout = new ArrayList<>();
    if (columns.areGiven()) {
      layout.add("--columns");
    }
    if (!columns.areGiven() || isConllu) {
      layout.add("--format");
    }
    return asArguments(layout) + asArguments(NAMES) + asArguments(others);
  }

  /** An option that lets a tagger make the parts of speech. */
  public static final class TagPosOption {
    private static final String OPEN_NLP = "opennlp";

    @Option(
        names = "--tag-pos",
        paramLabel = "MODEL",
        arity = "0..1",
        fallbackValue = OPEN_NLP,
        description =
            "Fill the column pos by a tagger, replacing the corpus's own tags: a model trained"
                + " with --task pos, a file or the name of a shipped one; without MODEL: OpenNLP's"
                + " English tagger (Universal Dependencies). Train and use a model with the tags of"
                + " the same tagger; annotate does if it is shipped, or named with --model.")
    private Path tagPos;

    private PosTagger tagger;

    public boolean isSet() {
      return tagPos != null;
    }

    Optional<Path> model() {
      return isSet() && !tagPos.toString().equals(OPEN_NLP)
          ? Optional.of(tagPos)
          : Optional.empty();
    }

    public PosTagger tagger() throws IOException {
      if (tagger == null) {
        tagger = tagPos.toString().equals(OPEN_NLP) ? PosTagger.openNlp() : PosTagger.of(tagPos);
      }
      return tagger;
    }
  }
}
