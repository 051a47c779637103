package org.gpchain.corpora;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Numbers;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.corpora.Corpus.Place;
import org.gpchain.training.data.Annotated;

/**
 * Reads annotated corpora in columns. Immutable; reads any number of files.
 *
 * @param format what the columns mean
 * @param onlyType type of the segments to keep, beside those without a type; null for all
 * @param tokenLabels whether labels are those of tokens even if they look like those of segments
 * @param annotated what of it is annotated; if not all, labels may be marks of unknown tokens
 * @param limit number of sentences to read at most
 */
public record ColumnReader(
    ColumnFormat format, String onlyType, boolean tokenLabels, Annotated annotated, int limit)
    implements CorpusReader {
  public ColumnReader {
    Checks.atLeast("limit", limit, 1);
  }

  /** A reader of all sentences of a format, with all their segments. */
  public static ColumnReader of(ColumnFormat format) {
    return new ColumnReader(format, null, false, Annotated.ALL, Integer.MAX_VALUE);
  }

  /** A reader of what a task learns: noun phrases alone for {@code np}, all segments otherwise. */
  public static ColumnReader of(ColumnFormat format, String task) {
    String type = task.equals(ColumnFormat.NOUN_PHRASE) ? "NP" : null;
    return new ColumnReader(format, type, false, Annotated.ALL, Integer.MAX_VALUE);
  }

  @Override
  public ColumnReader withLimit(int sentences) {
    return new ColumnReader(format, onlyType, tokenLabels, annotated, sentences);
  }

  @Override
  public ColumnReader withTokenLabels(boolean asTheyAre) {
    return new ColumnReader(format, onlyType, asTheyAre, annotated, limit);
  }

  @Override
  public ColumnReader withAnnotated(Annotated what) {
    return new ColumnReader(format, onlyType, tokenLabels, what, limit);
  }

  @Override
  public Corpus read(Path file) throws IOException {
    SentenceParser parser = new SentenceParser(file, format);
    List<RawSentence> raw = parser.parse(limit);
    if (annotated.mayBePartial()) {
      raw = withoutMarks(raw);
    }
    TagScheme scheme =
        tokenLabels
            ? TagScheme.TOKEN
            : SpanCodec.detect(raw.stream().map(RawSentence::labels).toList());
    boolean ofTokens = scheme == TagScheme.TOKEN;
    List<String> tokenWarnings = ofTokens ? tokenWarnings(file, raw) : List.of();
    LabelDecoder decoder = new LabelDecoder(file, scheme, ofTokens ? null : onlyType);
    List<LabeledSequence> decoded = decoder.decode(raw);
    boolean hasMarks = raw.stream().anyMatch(RawSentence::hasUnknown);
    List<LabeledSequence> sentences = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    for (int n = 0; n < raw.size(); n++) {
      Place place = new Place(file, raw.get(n).line(), raw.get(n).document());
      boolean isDone = hasMarks && !raw.get(n).hasUnknown();
      annotated
          .of(raw.get(n).mark(decoded.get(n)), isDone)
          .ifPresent(
              sentence -> {
                sentences.add(sentence);
                places.add(place);
              });
    }
    if (sentences.isEmpty()) {
      throw new InputException(
          file, "no sentence of this file has an annotation", "annotate some, or learn from all");
    }
    return new Corpus(
        file,
        parser.columns(),
        sentences,
        places,
        scheme,
        decoder.repaired(),
        ofTokens ? tokenWarnings : decoder.warnings());
  }

  /**
   * A single typo, such as {@code b-NP}, turns a file of segments into one of token labels: warns
   * if both kinds of label occur. Marks of unknown tokens would do so, too, where they are not
   * read.
   */
  private List<String> tokenWarnings(Path file, List<RawSentence> sentences) throws InputException {
    if (tokenLabels) {
      return List.of();
    }
    refuseMarks(file, withoutMarks(sentences));
    int strangeLine = 0;
    String strange = "";
    boolean segments = false;
    for (RawSentence sentence : sentences) {
      for (int t = 0; t < sentence.labels().size(); t++) {
        String label = sentence.labels().get(t);
        if (SpanCodec.detect(List.of(List.of(label))) != TagScheme.TOKEN) {
          segments |= label.startsWith("B-") || label.startsWith("I-");
        } else if (strangeLine == 0) {
          strangeLine = sentence.line() + t;
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
            Numbers.format(
                "%s: %s, so all labels of this file are taken as labels of tokens; fix it if this"
                    + " is not intended",
                InputException.place(file, strangeLine), problem))
        : List.of();
  }

  private static List<RawSentence> withoutMarks(List<RawSentence> sentences) {
    return sentences.stream().map(RawSentence::withoutMarks).toList();
  }

  /** Labels that are all those of segments but for marks are not labels of tokens. */
  private static void refuseMarks(Path file, List<RawSentence> sentences) throws InputException {
    Optional<RawSentence> first = sentences.stream().filter(RawSentence::hasUnknown).findFirst();
    if (first.isEmpty()
        || SpanCodec.detect(sentences.stream().map(RawSentence::labels).toList())
            == TagScheme.TOKEN) {
      return;
    }
    UnknownToken mark = first.get().unknown().get(0);
    throw new InputException(
        file,
        first.get().line() + mark.token(),
        "the label '" + mark.mark() + "' says that this token is not annotated",
        "give a file that is annotated completely; train reads such marks with --annotated marked");
  }
}
