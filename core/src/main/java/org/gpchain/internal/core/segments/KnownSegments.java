package org.gpchain.internal.core.segments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * What is certain of the segments of a sentence before a model looks at it: segments that are
 * there, tokens that are in none, and borders that none crosses. It travels with the sentence, as a
 * column, through both passes over a document; taggers give everything else its probability given
 * that, also where its words {@linkplain #spread come again}. A segment that the labels of a model
 * cannot express leaves its tokens outside for this model; models in the scheme IOB1, where a label
 * depends on the segment before, are told nothing.
 *
 * @param cells of each token {@code B-X}, {@code I-X}, {@code O}, a border before it, the type that
 *     is likely, or nothing
 * @param spans those of the cells, which the labels can express
 */
public record KnownSegments(
    List<String> cells, List<Span> spans, SpanCodec codec, LabelSet labels) {
  /** Name of the column; those that users name have no spaces. */
  private static final String COLUMN = "known segments";

  private static final String BORDER = "|";

  /** Stands before a type. */
  private static final String LIKELY = "~";

  /** How much larger scores are of what is likely: experiments/docs/constraints.md. */
  private static final double EVIDENCE = 3;

  /** Longer segments do not come again. */
  private static final int LONGEST = 10;

  private static final SpanCodec CELLS = SpanCodec.of(TagScheme.IOB2);

  public static final KnownSegments NOTHING = new KnownSegments(List.of(), List.of(), null, null);

  /** Cells of so many tokens of which nothing is known, to be filled. */
  public static List<String> nothing(int length) {
    return new ArrayList<>(Collections.nCopies(length, TokenSequence.NOTHING));
  }

  /** Adds a segment to cells, unless that disagrees with what they say; returns whether it did. */
  public static boolean keep(Span span, List<String> cells) {
    List<String> own = cells.subList(span.start(), span.end());
    List<String> written = CELLS.encode(List.of(span.shifted(-span.start())), own.size());
    boolean isFree =
        own.stream().allMatch(cell -> cell.isEmpty() || cell.equals(BORDER))
            && own.lastIndexOf(BORDER) <= 0;
    boolean agrees = (isFree || own.equals(written)) && addBorders(span, cells);
    if (agrees) {
      Collections.copy(own, written);
    }
    return agrees;
  }

  private static boolean isSegment(String cell) {
    return cell.startsWith("B") || cell.startsWith("I");
  }

  /** Adds to cells that tokens are in no segment, unless one is; returns whether it did. */
  public static boolean exclude(Span tokens, List<String> cells) {
    List<String> own = cells.subList(tokens.start(), tokens.end());
    boolean agrees = own.stream().noneMatch(KnownSegments::isSegment);
    if (agrees) {
      Collections.fill(own, SpanCodec.OUTSIDE);
    }
    return agrees;
  }

  /** Adds to cells that no segment crosses the borders of tokens; returns whether none does. */
  public static boolean addBorders(Span tokens, List<String> cells) {
    boolean agrees = true;
    for (int t : new int[] {tokens.start(), tokens.end()}) {
      if (t < cells.size()) {
        agrees &= !cells.get(t).startsWith("I");
        cells.set(t, cells.get(t).isEmpty() ? BORDER : cells.get(t));
      }
    }
    return agrees;
  }

  /** A sentence with what cells say of it. */
  public static TokenSequence mark(TokenSequence sentence, List<String> cells) {
    return cells.stream().allMatch(String::isEmpty) ? sentence : sentence.replace(COLUMN, cells);
  }

  /**
   * The sentences of a document, told of the segments that are there in others: where all words of
   * one come again, its type is likely, as by the long edges of a skip-chain conditional random
   * field (Sutton and McCallum 2004) whose one end is known. Only what has a capital, or letters
   * without case, and is always of one type is a name that comes again.
   *
   * @param document in order
   * @return as many; the same if no segment is there
   */
  public static List<TokenSequence> spread(List<TokenSequence> document) {
    if (!document.stream().allMatch(sentence -> sentence.has(TokenSequence.WORD))) {
      return document;
    }
    Map<List<String>, Set<String>> types = new HashMap<>();
    for (TokenSequence sentence : document) {
      for (Span span : spans(sentence)) {
        List<String> words = sentence.column(TokenSequence.WORD).subList(span.start(), span.end());
        if (words.size() <= LONGEST && words.stream().anyMatch(KnownSegments::isName)) {
          types.computeIfAbsent(words, same -> new TreeSet<>()).add(span.type());
        }
      }
    }
    types.values().removeIf(all -> all.size() > 1);
    return types.isEmpty() ? document : document.stream().map(one -> told(one, types)).toList();
  }

  private static boolean isName(String word) {
    return word.codePoints().anyMatch(c -> Character.isLetter(c) && !Character.isLowerCase(c));
  }

  /** A sentence with the types that are likely, the longest names first. */
  private static TokenSequence told(TokenSequence sentence, Map<List<String>, Set<String>> types) {
    List<String> words = sentence.column(TokenSequence.WORD);
    List<String> cells =
        new ArrayList<>(
            sentence.has(COLUMN) ? sentence.column(COLUMN) : nothing(sentence.length()));
    for (int length = LONGEST; length > 0; length--) {
      for (int t = 0; t + length <= cells.size(); t++) {
        List<String> own = cells.subList(t, t + length);
        Set<String> type = types.get(words.subList(t, t + length));
        if (type != null && own.stream().allMatch(String::isEmpty)) {
          Collections.fill(own, LIKELY + type.iterator().next());
        }
      }
    }
    return mark(sentence, cells);
  }

  /** The segments of a sentence that are there, in order. */
  public static List<Span> spans(TokenSequence sentence) {
    return sentence.has(COLUMN)
        ? CELLS.decode(
            sentence.column(COLUMN).stream()
                .map(cell -> isSegment(cell) ? cell : SpanCodec.OUTSIDE)
                .toList())
        : List.of();
  }

  /** What is known of a sentence, for a model. */
  public static KnownSegments of(TokenSequence sentence, SpanCodec codec, LabelSet labels) {
    if (!sentence.has(COLUMN) || codec.scheme() == TagScheme.IOB1) {
      return NOTHING;
    }
    List<String> cells = new ArrayList<>(sentence.column(COLUMN));
    List<Span> spans = new ArrayList<>(spans(sentence));
    for (Span span : spans) {
      if (!canExpress(span, codec, labels)) {
        Collections.fill(cells.subList(span.start(), span.end()), SpanCodec.OUTSIDE);
      }
    }
    spans.removeIf(span -> cells.get(span.start()).equals(SpanCodec.OUTSIDE));
    return new KnownSegments(cells, spans, codec, labels);
  }

  /** Whether labels can write a segment. */
  public static boolean canExpress(Span span, SpanCodec codec, LabelSet labels) {
    int length = span.end() - span.start();
    return codec.scheme() != TagScheme.IOB1
        && (codec.scheme() != TagScheme.TOKEN || length == 1)
        && codec.encode(List.of(span.shifted(-span.start())), length).stream()
            .allMatch(label -> labels.indexOf(label) >= 0);
  }

  /**
   * Adds what speaks for labels of types that are likely, and clamps.
   *
   * @param scores {@code [T×V]}, may be longer; modified
   * @return the scores
   */
  public double[] apply(double[] scores) {
    for (int t = 0; t < cells.size(); t++) {
      for (int v = 0; cells.get(t).startsWith(LIKELY) && v < labels.size(); v++) {
        Optional<String> likely = codec.typeOf(labels.label(v)).map(LIKELY::concat);
        scores[t * labels.size() + v] += likely.equals(Optional.of(cells.get(t))) ? EVIDENCE : 0;
      }
    }
    return clamp(scores);
  }

  /**
   * Leaves no other labels possible than those that fit; all, where labels cannot say what is
   * known.
   *
   * @param scores {@code [T×V]}, may be longer; modified
   * @return the scores
   */
  public double[] clamp(double[] scores) {
    if (cells.isEmpty()) {
      return scores;
    }
    int v = labels.size();
    List<String> written = codec.encode(spans, cells.size());
    for (int i = 0; i < cells.size() * v; i++) {
      String cell = cells.get(i / v);
      int label = labels.indexOf(written.get(i / v));
      boolean isPossible =
          cell.equals(BORDER)
              ? codec.isLegal(null, labels.label(i % v))
              : cell.isEmpty() || cell.startsWith(LIKELY) || label < 0 || label == i % v;
      scores[i] = isPossible ? scores[i] : Double.NEGATIVE_INFINITY;
    }
    return scores;
  }
}
