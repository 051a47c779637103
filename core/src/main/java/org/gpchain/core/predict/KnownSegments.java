package org.gpchain.core.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * What is certain of the segments of a sentence before a model looks at it: segments that are
 * there, tokens that are in none, and borders that none crosses. It travels with the sentence, as a
 * column, through both passes over a document; taggers give everything else its probability given
 * that. A segment that the labels of a model cannot express leaves its tokens outside for this
 * model.
 */
public final class KnownSegments {
  /** Name of the column; those that users name have no spaces. */
  private static final String COLUMN = "known segments";

  private static final String BORDER = "|";

  private static final SpanCodec CELLS = SpanCodec.of(TagScheme.IOB2);

  /** Nothing is known. */
  static final KnownSegments NOTHING = new KnownSegments(List.of(), List.of(), null, null);

  /** Of each token: {@code B-X}, {@code I-X}, {@code O}, a border before it, or nothing. */
  private final List<String> cells;

  private final List<Span> spans;
  private final SpanCodec codec;
  private final LabelSet labels;

  private KnownSegments(List<String> cells, List<Span> spans, SpanCodec codec, LabelSet labels) {
    this.cells = cells;
    this.spans = spans;
    this.codec = codec;
    this.labels = labels;
  }

  /**
   * A sentence of which something is known.
   *
   * @param spans segments that are there, in any order, without overlaps
   * @param outside tokens that are in no segment; those of {@code spans} do not count
   * @param borders tokens that no segment shares with the token before; not inside of {@code spans}
   * @return the sentence itself if nothing is known
   */
  public static TokenSequence mark(
      TokenSequence sentence, List<Span> spans, BitSet outside, BitSet borders) {
    if (spans.isEmpty() && outside.isEmpty() && borders.isEmpty()) {
      return sentence;
    }
    List<String> written = CELLS.encode(spans, sentence.length());
    List<String> cells = new ArrayList<>(written);
    for (int t = 0; t < cells.size(); t++) {
      if (written.get(t).equals(SpanCodec.OUTSIDE) && !outside.get(t)) {
        cells.set(t, borders.get(t) ? BORDER : TokenSequence.NOTHING);
      }
    }
    return sentence.with(COLUMN, cells);
  }

  /** A sentence of which nothing is known any more. */
  public static TokenSequence forget(TokenSequence sentence) {
    return sentence.has(COLUMN)
        ? sentence.replace(COLUMN, Collections.nCopies(sentence.length(), TokenSequence.NOTHING))
        : sentence;
  }

  /** The segments of a sentence that are there, in order. */
  public static List<Span> spans(TokenSequence sentence) {
    return sentence.has(COLUMN) ? decode(sentence.column(COLUMN)) : List.of();
  }

  private static List<Span> decode(List<String> cells) {
    return CELLS.decode(
        cells.stream().map(cell -> cell.equals(BORDER) ? SpanCodec.OUTSIDE : cell).toList());
  }

  /** What is known of a sentence, for a model. */
  static KnownSegments of(TokenSequence sentence, SpanCodec codec, LabelSet labels) {
    if (!sentence.has(COLUMN)) {
      return NOTHING;
    }
    List<String> cells = new ArrayList<>(sentence.column(COLUMN));
    List<Span> spans = new ArrayList<>();
    for (Span span : decode(cells)) {
      if (canExpress(span, codec, labels)) {
        spans.add(span);
      } else {
        Collections.fill(cells.subList(span.start(), span.end()), SpanCodec.OUTSIDE);
      }
    }
    return cells.stream().allMatch(String::isEmpty)
        ? NOTHING
        : new KnownSegments(cells, spans, codec, labels);
  }

  /** Whether labels can write a segment, also beside another one of its type. */
  static boolean canExpress(Span span, SpanCodec codec, LabelSet labels) {
    int length = span.end() - span.start();
    Span first = new Span(0, length, span.type());
    return (codec.scheme() != TagScheme.TOKEN || length == 1)
        && codec.encode(List.of(first, first.shifted(length)), 2 * length).stream()
            .allMatch(label -> labels.indexOf(label) >= 0);
  }

  /** Those that the labels can express. */
  List<Span> spans() {
    return spans;
  }

  /** Of some sequences of the sentence those that fit. */
  LabelConstraints on(LabelConstraints some) {
    int v = labels.size();
    List<String> written = codec.encode(spans, cells.size());
    boolean[] start = some.start().clone();
    boolean[][] into = new boolean[cells.size()][];
    for (int t = 0; t < into.length; t++) {
      boolean[] possible = possible(t, written.get(t));
      if (t == 0) {
        for (int to = 0; to < v; to++) {
          start[to] &= possible[to];
        }
      } else {
        boolean isBorder = isBorder(t);
        into[t] = some.transition().clone();
        for (int pair = 0; pair < v * v; pair++) {
          into[t][pair] &=
              possible[pair % v]
                  && !(isBorder && codec.continues(labels.label(pair / v), labels.label(pair % v)));
        }
      }
    }
    return new LabelConstraints(start, some.transition(), some.end(), into);
  }

  /** The labels that a token may have: all, if what is known cannot be said in labels. */
  private boolean[] possible(int token, String written) {
    boolean[] possible = new boolean[labels.size()];
    String cell = cells.get(token);
    int label = labels.indexOf(written);
    if (cell.isEmpty() || cell.equals(BORDER) || label < 0) {
      Arrays.fill(possible, true);
    } else {
      possible[label] = true;
      if (codec.scheme() == TagScheme.IOB1 && cell.startsWith("B")) {
        // The segment begins with either, as the token before it has it.
        possible[labels.indexOf("B" + written.substring(1))] = true;
        possible[labels.indexOf("I" + written.substring(1))] = true;
      }
    }
    return possible;
  }

  /** Whether no segment goes on from the token before. */
  private boolean isBorder(int token) {
    String cell = cells.get(token);
    return cell.isEmpty() ? !isOpen(cells.get(token - 1)) : !cell.startsWith("I");
  }

  private static boolean isOpen(String cell) {
    return cell.isEmpty() || cell.equals(BORDER);
  }
}
