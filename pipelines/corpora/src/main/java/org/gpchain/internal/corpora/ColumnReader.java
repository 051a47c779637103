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
import org.gpchain.internal.corpora.Corpus.Place;
import org.gpchain.internal.corpora.SentenceParser.RawSentence;

/**
 * Reads annotated corpora in columns; decodes their labels as segments, and counts those that break
 * the scheme of the file.
 */
public final class ColumnReader {
  /** Mean length of sentences, in tokens, at which they are more than that. */
  private static final long LONG_SENTENCE = 200;

  /** What spaCy writes for the label of a token that is not annotated. */
  private static final String NOT_ANNOTATED = "-";

  private static final Pattern DOUBLE = Pattern.compile("[BIES]-.+[|+/,][BIESLUM]-.+");

  private final Path file;
  private final CorpusReader how;

  /** Type of the segments to keep, beside those without a type; null for all. */
  private final String onlyType;

  private LabelNotation notation;
  private SpanCodec codec;
  private int repaired;
  private int firstRepairedLine;
  private int nested;
  private int firstNestedLine;
  private String doubleWarning = "";

  private ColumnReader(Path file, CorpusReader how, String onlyType) {
    this.file = file;
    this.how = how;
    this.onlyType = how.tokenLabels() ? null : onlyType;
  }

  /** A reader of all segments. */
  public static CorpusReader of(ColumnFormat format) {
    return of(format, "");
  }

  /** A reader of what a task learns: noun phrases alone for {@code np}, all segments otherwise. */
  public static CorpusReader of(ColumnFormat format, String task) {
    String onlyType = task.equals(ColumnFormat.NOUN_PHRASE) ? "NP" : null;
    return CorpusReader.of((file, how) -> new ColumnReader(file, how, onlyType).read(format));
  }

  private Corpus read(ColumnFormat format) throws IOException {
    try (TextLines lines = new TextLines(file, InputFiles.open(file), format.encoding())) {
      return read(new SentenceParser(file, lines, format));
    }
  }

  private Corpus read(SentenceParser parser) throws IOException {
    List<RawSentence> raw = withMarks(parser.parse(how.limit()));
    if (how.annotated().mayBePartial()) {
      raw = raw.stream().map(RawSentence::withoutMarks).toList();
    }
    notation = how.tokenLabels() ? LabelNotation.of(TagScheme.TOKEN) : detect(raw);
    codec = SpanCodec.of(notation.scheme());
    List<String> warnings = new ArrayList<>(parser.warnings());
    if (notation.scheme() == TagScheme.TOKEN) {
      warnings.addAll(tokenWarnings(raw));
    }

    List<LabeledSequence> decoded = decode(raw);
    boolean hasMarks = raw.stream().anyMatch(RawSentence::hasUnknown);
    List<LabeledSequence> sentences = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    for (int n = 0; n < raw.size(); n++) {
      RawSentence one = raw.get(n);
      boolean isDone = hasMarks && !one.hasUnknown();
      Optional<LabeledSequence> kept = how.annotated().of(one.mark(decoded.get(n)), isDone);
      if (kept.isPresent()) {
        sentences.add(kept.get());
        places.add(Place.ofLines(file, one.lines(), one.document()));
      }
    }
    if (sentences.isEmpty()) {
      throw new InputException(
          file, "no sentence of this file has an annotation", "annotate some, or learn from all");
    }

    warnings.addAll(labelWarnings());
    long tokens = sentences.stream().mapToLong(LabeledSequence::length).sum();
    if (tokens > LONG_SENTENCE * sentences.size()) {
      warnings.add(
          format(
              "%s: a sentence of this file has %s tokens on average; put a blank line after each",
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

  /** Among labels of segments a hyphen stands for a token that is not annotated, as in spaCy. */
  private List<RawSentence> withMarks(List<RawSentence> raw) {
    boolean hasHyphen = raw.stream().anyMatch(one -> one.labels().contains(NOT_ANNOTATED));
    if (how.tokenLabels() || !hasHyphen || detect(raw).scheme() != TagScheme.TOKEN) {
      return raw;
    }
    List<RawSentence> marked =
        raw.stream().map(one -> one.withLabel(NOT_ANNOTATED, UnknownToken.MARK)).toList();
    LabelNotation others = detect(marked.stream().map(RawSentence::withoutMarks).toList());
    return others.scheme() == TagScheme.TOKEN ? raw : marked;
  }

  private List<LabeledSequence> decode(List<RawSentence> sentences) throws InputException {
    List<LabeledSequence> decoded = new ArrayList<>(sentences.size());
    for (RawSentence sentence : sentences) {
      Translation translation = notation.translate(sentence.labels());
      checkTypes(sentence, translation.labels());
      findDoubles(sentence, translation.labels());
      countRepairs(sentence, translation);
      // The codec creates a new string for each segment; few of them differ.
      List<Span> spans =
          codec.decode(translation.labels()).stream()
              .filter(this::isWanted)
              .map(span -> new Span(span.start(), span.end(), span.type().intern()))
              .toList();
      decoded.add(new LabeledSequence(sentence.tokens(), spans));
    }
    if (onlyType != null && decoded.stream().allMatch(sentence -> sentence.spans().isEmpty())) {
      throw new InputException(
          file,
          "this file has no segment of the type " + onlyType,
          "give a file that has, or choose another task");
    }
    return decoded;
  }

  /** Labels without any type are fine, but {@code B-} has lost one. */
  private void checkTypes(RawSentence sentence, List<String> translated) throws InputException {
    for (int t = 0; !how.tokenLabels() && t < translated.size(); t++) {
      if (translated.get(t).matches("[BIES]-")) {
        throw new InputException(
            file,
            sentence.lines()[t],
            "the label '" + sentence.labels().get(t) + "' has no type",
            "write one after the hyphen, or O for a token outside of segments");
      }
    }
  }

  /** A label such as {@code B-PER|B-LOC} is read as one type, and hardly meant so. */
  private void findDoubles(RawSentence sentence, List<String> translated) {
    for (int t = 0; doubleWarning.isEmpty() && t < translated.size(); t++) {
      if (DOUBLE.matcher(translated.get(t)).matches()) {
        doubleWarning =
            InputException.place(file, sentence.lines()[t])
                + ": '"
                + sentence.labels().get(t)
                + "' looks like two labels (this is the first), and is read as one; segments"
                + " cannot be nested, so write one label for each token";
      }
    }
  }

  private boolean isWanted(Span span) {
    return onlyType == null || span.type().isEmpty() || span.type().equals(onlyType);
  }

  private void countRepairs(RawSentence sentence, Translation translation) {
    List<String> labels = translation.labels();
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
      firstNestedLine = nested == 0 ? sentence.lines()[0] : firstNestedLine;
      nested += translation.nested();
    }
  }

  private void addRepair(RawSentence sentence, int token) {
    if (repaired == 0) {
      firstRepairedLine = sentence.lines()[token];
    }
    repaired++;
  }

  /** Warnings of labels that were not read as they are written. */
  private List<String> labelWarnings() {
    List<String> warnings = new ArrayList<>();
    if (!doubleWarning.isEmpty()) {
      warnings.add(doubleWarning);
    }
    if (repaired > 0) {
      warnings.add(
          format(
              "%s: %s%s the scheme %s of this file (this is the first); read leniently, as"
                  + " conlleval does",
              InputException.place(file, firstRepairedLine),
              repaired,
              repaired == 1 ? " label breaks" : " labels break",
              notation));
    }
    if (nested > 0) {
      warnings.add(
          format(
              "%s: %s inside of others (the first in this sentence) left out; the outermost are"
                  + " read",
              InputException.place(file, firstNestedLine), plural(nested, "segment")));
    }
    return warnings;
  }

  /**
   * A single typo, such as {@code b-NP}, turns a file of segments into one of token labels: warns
   * if both kinds of label occur. Marks of unknown tokens would do so, too, where they are not
   * read.
   */
  private List<String> tokenWarnings(List<RawSentence> sentences) throws InputException {
    if (how.tokenLabels()) {
      return List.of();
    }
    refuseMarks(sentences.stream().map(RawSentence::withoutMarks).toList());
    int strangeLine = 0;
    String strange = "";
    boolean segments = false;
    for (RawSentence sentence : sentences) {
      for (int t = 0; t < sentence.labels().size(); t++) {
        String label = sentence.labels().get(t);
        if (SpanCodec.detect(List.of(List.of(label))) != TagScheme.TOKEN) {
          segments |= label.startsWith("B-") || label.startsWith("I-");
        } else if (strangeLine == 0) {
          strangeLine = sentence.lines()[t];
          strange = label;
        }
      }
    }
    String problem = "'" + strange + "' is not the label of a segment such as B-NP, I-NP or O";
    if (onlyType != null) {
      throw new InputException(
          file, strangeLine, problem, "fix it, or say with --columns where the labels are");
    }
    return segments
        ? List.of(
            format(
                "%s: %s, so all labels of this file are taken as labels of tokens; fix it if this"
                    + " is not intended",
                InputException.place(file, strangeLine), problem))
        : List.of();
  }

  /** Labels that are all those of segments but for marks are not labels of tokens. */
  private void refuseMarks(List<RawSentence> sentences) throws InputException {
    Optional<RawSentence> first = sentences.stream().filter(RawSentence::hasUnknown).findFirst();
    if (first.isEmpty() || detect(sentences).scheme() == TagScheme.TOKEN) {
      return;
    }
    UnknownToken mark = first.get().unknown().get(0);
    throw new InputException(
        file,
        first.get().lines()[mark.token()],
        "the label '" + mark.mark() + "' says that this token is not annotated",
        "give a file that is annotated completely; train reads such marks with --annotated marked");
  }
}
