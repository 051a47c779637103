package org.gpchain.internal.corpora;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gpchain.core.text.LabelNotation;
import org.gpchain.core.text.LabelNotation.Translation;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.corpora.Corpus.SentenceOrigin;
import org.gpchain.internal.corpora.SentenceParser.RawSentence;

/**
 * A reader of an annotated corpus in columns. It decodes labels to segments, and counts the labels
 * that break the scheme of the file.
 */
public final class ColumnReader {
  /** Mean length of sentences (tokens) above which blank lines seem to be missing. */
  private static final long LONG_SENTENCE = 200;

  /** Label that spaCy writes for a token without annotation. */
  private static final String NOT_ANNOTATED = "-";

  private static final Pattern DOUBLE_LABEL = Pattern.compile("[BIES]-.+[|+/,][BIESLUM]-.+");

  private final Path file;
  private final CorpusReader options;

  /** Type of the segments to keep, in addition to segments without a type; null to keep all. */
  private final String onlyType;

  private LabelNotation notation;
  private SpanCodec codec;
  private int repaired;
  private int firstRepairedLine;
  private int nested;
  private int firstNestedLine;
  private String doubleWarning = "";

  private ColumnReader(Path file, CorpusReader options, String onlyType) {
    this.file = file;
    this.options = options;
    this.onlyType = options.tokenLabels() ? null : onlyType;
  }

  /** Returns a reader of all segments. */
  public static CorpusReader of(ColumnFormat format) {
    return of(format, "");
  }

  /** Returns a reader of the segments of a task: noun phrases for {@code np}, otherwise all. */
  public static CorpusReader of(ColumnFormat format, String task) {
    String onlyType = task.equals(ColumnFormat.NOUN_PHRASE) ? "NP" : null;
    return CorpusReader.of(
        (file, options) -> new ColumnReader(file, options, onlyType).read(format));
  }

  private Corpus read(ColumnFormat format) throws IOException {
    try (TextLines lines = new TextLines(file, InputFiles.open(file), format.encoding())) {
      return read(new SentenceParser(file, lines, format));
    }
  }

  private Corpus read(SentenceParser parser) throws IOException {
    List<RawSentence> rawSentences = withMarks(parser.parse(options.limit()));
    if (options.annotated().mayBePartial()) {
      rawSentences = rawSentences.stream().map(RawSentence::withoutMarks).toList();
    }

    if (options.tokenLabels()) {
      notation = LabelNotation.of(TagScheme.TOKEN);
    } else {
      notation = detect(rawSentences);
    }
    codec = SpanCodec.of(notation.scheme());

    List<String> warnings = new ArrayList<>(parser.warnings());
    if (notation.scheme() == TagScheme.TOKEN) {
      warnings.addAll(tokenWarnings(rawSentences));
    }

    List<LabeledSequence> decoded = decode(rawSentences);
    boolean hasMarks = rawSentences.stream().anyMatch(RawSentence::hasUnknown);
    List<LabeledSequence> sentences = new ArrayList<>();
    List<SentenceOrigin> places = new ArrayList<>();
    for (int n = 0; n < rawSentences.size(); n++) {
      RawSentence raw = rawSentences.get(n);
      boolean isDone = hasMarks && !raw.hasUnknown();
      LabeledSequence marked = raw.mark(decoded.get(n));
      Optional<LabeledSequence> annotated = options.annotated().of(marked, isDone);
      if (annotated.isPresent()) {
        sentences.add(annotated.get());
        places.add(SentenceOrigin.ofLines(file, raw.lines(), raw.document()));
      }
    }
    if (sentences.isEmpty()) {
      throw new InputException(
          file,
          "no sentence in this file is annotated",
          "annotate some sentences, or learn from all of them with --annotated all");
    }

    warnings.addAll(labelWarnings());
    long tokens = sentences.stream().mapToLong(LabeledSequence::length).sum();
    if (tokens > LONG_SENTENCE * sentences.size()) {
      warnings.add(
          format(
              "%s: the sentences of this file have %s tokens on average; put a blank"
                  + " line after each sentence",
              file, tokens / sentences.size()));
    }

    List<String> notes = new ArrayList<>(parser.notes());
    if (!notation.isStandard()) {
      notes.add(format("%s: the labels are read as %s", file, notation));
    }
    return new Corpus(
        file, parser.columns(), sentences, places, notation, repaired, warnings, notes);
  }

  private static LabelNotation detect(List<RawSentence> sentences) {
    return LabelNotation.detect(sentences.stream().map(RawSentence::labels).toList());
  }

  /** Replaces the label {@code -} by the mark of an unknown token if other labels are segments'. */
  private List<RawSentence> withMarks(List<RawSentence> sentences) {
    boolean hasHyphen = sentences.stream().anyMatch(ColumnReader::hasHyphen);
    if (options.tokenLabels() || !hasHyphen || detect(sentences).scheme() != TagScheme.TOKEN) {
      return sentences;
    }

    List<RawSentence> marked = new ArrayList<>(sentences.size());
    for (RawSentence sentence : sentences) {
      marked.add(sentence.withLabel(NOT_ANNOTATED, UnknownToken.MARK));
    }
    LabelNotation others = detect(marked.stream().map(RawSentence::withoutMarks).toList());
    return others.scheme() == TagScheme.TOKEN ? sentences : marked;
  }

  private static boolean hasHyphen(RawSentence sentence) {
    return sentence.labels().contains(NOT_ANNOTATED);
  }

  private List<LabeledSequence> decode(List<RawSentence> sentences) throws InputException {
    List<LabeledSequence> decoded = new ArrayList<>(sentences.size());
    for (RawSentence sentence : sentences) {
      Translation translation = notation.translate(sentence.labels());
      checkTypes(sentence, translation.labels());
      findDoubles(sentence, translation.labels());
      countRepairs(sentence, translation);

      List<Span> spans = new ArrayList<>();
      for (Span span : codec.decode(translation.labels())) {
        if (isKept(span)) {
          // The codec creates a new string for each segment, but there are few different types.
          spans.add(new Span(span.start(), span.end(), span.type().intern()));
        }
      }
      decoded.add(new LabeledSequence(sentence.tokens(), spans));
    }

    if (onlyType != null && decoded.stream().allMatch(sentence -> sentence.spans().isEmpty())) {
      throw new InputException(
          file,
          "this file has no segment of the type " + onlyType,
          "use a file with such segments, or choose another task");
    }
    return decoded;
  }

  /** Checks that no label has a hyphen without a type after it, such as {@code B-}. */
  private void checkTypes(RawSentence sentence, List<String> translated) throws InputException {
    if (options.tokenLabels()) {
      return;
    }
    for (int t = 0; t < translated.size(); t++) {
      if (translated.get(t).matches("[BIES]-")) {
        throw new InputException(
            file,
            sentence.lines()[t],
            "the label '" + sentence.labels().get(t) + "' has no type",
            "write a type after the hyphen, or O for a token outside of segments");
      }
    }
  }

  /** Warns of labels such as {@code B-PER|B-LOC}, which are read as one type. */
  private void findDoubles(RawSentence sentence, List<String> translated) {
    for (int t = 0; doubleWarning.isEmpty() && t < translated.size(); t++) {
      if (DOUBLE_LABEL.matcher(translated.get(t)).matches()) {
        doubleWarning =
            InputException.place(file, sentence.lines()[t])
                + ": '"
                + sentence.labels().get(t)
                + "' looks like two labels, but is read as one (other such labels are"
                + " not reported); segments cannot be nested, so write one label for"
                + " each token";
      }
    }
  }

  private boolean isKept(Span span) {
    return onlyType == null || span.type().isEmpty() || span.type().equals(onlyType);
  }

  private void countRepairs(RawSentence sentence, Translation translation) {
    List<String> labels = translation.labels();
    // Null is the label before the first token and after the last one.
    String previous = null;
    for (int t = 0; t <= labels.size(); t++) {
      String next = t < labels.size() ? labels.get(t) : null;
      if (!codec.isLegal(previous, next)) {
        addRepair(sentence, Math.min(t, labels.size() - 1));
      }
      previous = next;
    }

    if (translation.firstUnbalanced() >= 0) {
      addRepair(sentence, translation.firstUnbalanced());
    }
    if (translation.nested() > 0) {
      if (nested == 0) {
        firstNestedLine = sentence.lines()[0];
      }
      nested += translation.nested();
    }
  }

  private void addRepair(RawSentence sentence, int token) {
    if (repaired == 0) {
      firstRepairedLine = sentence.lines()[token];
    }
    repaired++;
  }

  /** Returns warnings of labels that were repaired, left out, or look like two labels. */
  private List<String> labelWarnings() {
    List<String> warnings = new ArrayList<>();
    if (!doubleWarning.isEmpty()) {
      warnings.add(doubleWarning);
    }

    if (repaired > 0) {
      String labelsBreak = repaired == 1 ? " label breaks" : " labels break";
      warnings.add(
          format(
              "%s: %s%s the scheme %s of this file (this is the first one); they are"
                  + " read leniently, as in conlleval",
              InputException.place(file, firstRepairedLine), repaired, labelsBreak, notation));
    }

    if (nested > 0) {
      warnings.add(
          format(
              "%s: %s inside other segments skipped (the first in this sentence);"
                  + " only the outermost segments are read",
              InputException.place(file, firstNestedLine), plural(nested, "segment")));
    }
    return warnings;
  }

  /**
   * Returns a warning if labels of single tokens and labels of segments occur. A single typo, such
   * as {@code b-NP}, makes all labels of a file labels of single tokens.
   *
   * @throws InputException if the task needs segments, or if marks of unknown tokens are the only
   *     labels that are not those of segments
   */
  private List<String> tokenWarnings(List<RawSentence> sentences) throws InputException {
    if (options.tokenLabels()) {
      return List.of();
    }
    refuseMarks(sentences.stream().map(RawSentence::withoutMarks).toList());

    int firstLine = 0;
    String firstTokenLabel = "";
    boolean hasSegments = false;
    for (RawSentence sentence : sentences) {
      for (int t = 0; t < sentence.labels().size(); t++) {
        String label = sentence.labels().get(t);
        if (SpanCodec.detect(List.of(List.of(label))) != TagScheme.TOKEN) {
          hasSegments |= label.startsWith("B-") || label.startsWith("I-");
        } else if (firstLine == 0) {
          firstLine = sentence.lines()[t];
          firstTokenLabel = label;
        }
      }
    }

    String problem =
        "'" + firstTokenLabel + "' is not the label of a segment such as B-NP, I-NP or O";
    if (onlyType != null) {
      throw new InputException(
          file, firstLine, problem, "fix it, or specify the label column with --columns");
    }
    if (!hasSegments) {
      return List.of();
    }
    return List.of(
        format(
            "%s: %s, so all labels of this file are read as labels of tokens; fix it"
                + " if this is not intended",
            InputException.place(file, firstLine), problem));
  }

  /** Throws an exception if all labels but marks of unknown tokens are labels of segments. */
  private void refuseMarks(List<RawSentence> sentences) throws InputException {
    Optional<RawSentence> first = sentences.stream().filter(RawSentence::hasUnknown).findFirst();
    if (first.isEmpty() || detect(sentences).scheme() == TagScheme.TOKEN) {
      return;
    }

    UnknownToken mark = first.get().unknown().get(0);
    throw new InputException(
        file,
        first.get().lines()[mark.token()],
        "the label '" + mark.mark() + "' marks this token as not annotated",
        "use a completely annotated file; train reads such marks with --annotated marked");
  }
}
