package org.gpchain.internal.core.segments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * Constraints on the segments of a sentence that are known before a model tags it: segments that
 * the sentence has, tokens outside of all segments, and borders that no segment crosses.
 *
 * <p>The constraints are stored in a column of the sentence, one cell per token, so that they are
 * available in both passes over a document. Taggers compute probabilities conditional on the
 * constraints. If the words of a known segment {@linkplain #markRepeatedNames occur again} in the
 * document, its type becomes more likely there.
 *
 * <p>If the labels of a model cannot express a known segment, its tokens are outside of segments
 * for this model. Models in the scheme IOB1, whose labels depend on the segment before, ignore all
 * constraints.
 *
 * @param cells one cell per token: {@code B-X} or {@code I-X} in a known segment of type X, {@code
 *     O} outside of segments, {@code |} after a border, {@code ~X} where type X is likely, or an
 *     empty string. Empty list if there are no constraints.
 * @param spans the known segments that the labels can express, in order
 * @param codec codec of the model's labels; null if there are no constraints
 * @param labels the model's labels; null if there are no constraints
 */
public record KnownSegments(
    List<String> cells, List<Span> spans, SpanCodec codec, LabelSet labels) {
  /** Name of the column. It has a space, unlike the names that users can choose. */
  private static final String COLUMN = "known segments";

  /** Cell of a token before which there is a border. */
  private static final String BORDER = "|";

  /** Prefix of the cells of tokens with a likely type. */
  private static final String LIKELY = "~";

  /**
   * Amount that is added to the latent scores of labels with a likely type, before scaling. The
   * choice of the value is explained in experiments/docs/constraints.md.
   */
  private static final double EVIDENCE = 3;

  /** Maximum length of a segment that makes its type likely elsewhere (tokens). */
  private static final int LONGEST = 10;

  private static final SpanCodec CELL_CODEC = SpanCodec.of(TagScheme.IOB2);

  /** No constraints. */
  public static final KnownSegments NOTHING = new KnownSegments(List.of(), List.of(), null, null);

  /** Returns a modifiable list of empty cells for a sentence of {@code length} tokens. */
  public static List<String> emptyCells(int length) {
    return new ArrayList<>(Collections.nCopies(length, TokenSequence.NOTHING));
  }

  /**
   * Adds a known segment to cells, unless it contradicts them.
   *
   * @param cells one cell per token; modified
   * @return whether the segment was added or was there before
   */
  public static boolean addSegment(Span span, List<String> cells) {
    List<String> spanCells = cells.subList(span.start(), span.end());
    List<String> labels = CELL_CODEC.encode(List.of(span.shifted(-span.start())), spanCells.size());
    if (!isFree(spanCells) && !spanCells.equals(labels)) {
      return false;
    }
    if (!addBorders(span, cells)) {
      return false;
    }
    Collections.copy(spanCells, labels);
    return true;
  }

  /** Returns whether cells have no constraints, apart from a border before the first token. */
  private static boolean isFree(List<String> cells) {
    for (int t = 0; t < cells.size(); t++) {
      String cell = cells.get(t);
      boolean isFirstBorder = t == 0 && cell.equals(BORDER);
      if (!cell.isEmpty() && !isFirstBorder) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSegment(String cell) {
    return cell.startsWith("B") || cell.startsWith("I");
  }

  /**
   * Excludes tokens from all segments, unless a known segment has one of them.
   *
   * @param tokens the excluded tokens; the type is ignored
   * @param cells one cell per token; modified
   * @return whether the tokens were excluded
   */
  public static boolean exclude(Span tokens, List<String> cells) {
    List<String> excluded = cells.subList(tokens.start(), tokens.end());
    for (String cell : excluded) {
      if (isSegment(cell)) {
        return false;
      }
    }
    Collections.fill(excluded, SpanCodec.OUTSIDE);
    return true;
  }

  /**
   * Adds borders before and after some tokens.
   *
   * @param tokens the tokens between the borders; the type is ignored
   * @param cells one cell per token; modified
   * @return whether no known segment crosses the borders
   */
  public static boolean addBorders(Span tokens, List<String> cells) {
    boolean agrees = true;
    for (int t : new int[] {tokens.start(), tokens.end()}) {
      if (t < cells.size()) {
        agrees &= !cells.get(t).startsWith("I");
        if (cells.get(t).isEmpty()) {
          cells.set(t, BORDER);
        }
      }
    }
    return agrees;
  }

  /** Returns a sentence with the constraints in cells. */
  public static TokenSequence withCells(TokenSequence sentence, List<String> cells) {
    if (cells.stream().allMatch(String::isEmpty)) {
      return sentence;
    }
    return sentence.replace(COLUMN, cells);
  }

  /**
   * Marks the types of known segments as likely wherever their words occur again in the document.
   * This corresponds to the long edges of a skip-chain conditional random field (Sutton and
   * McCallum 2004) with one known end. Only segments that look like names (with a capital letter or
   * a letter without case) and always have the same type are considered.
   *
   * @param document sentences of one document, in order
   * @return a sentence for each; the same list if there are no such segments
   */
  public static List<TokenSequence> markRepeatedNames(List<TokenSequence> document) {
    if (!document.stream().allMatch(sentence -> sentence.has(TokenSequence.WORD))) {
      return document;
    }

    Map<List<String>, String> types = nameTypes(document);
    if (types.isEmpty()) {
      return document;
    }

    List<TokenSequence> marked = new ArrayList<>(document.size());
    for (TokenSequence sentence : document) {
      marked.add(markLikely(sentence, types));
    }
    return marked;
  }

  /** Returns the types of known segments by their words, for names with a single type. */
  private static Map<List<String>, String> nameTypes(List<TokenSequence> document) {
    Map<List<String>, Set<String>> typesOfName = new HashMap<>();
    for (TokenSequence sentence : document) {
      for (Span span : spans(sentence)) {
        List<String> words = sentence.column(TokenSequence.WORD).subList(span.start(), span.end());
        if (words.size() <= LONGEST && words.stream().anyMatch(KnownSegments::isName)) {
          typesOfName.computeIfAbsent(words, name -> new HashSet<>()).add(span.type());
        }
      }
    }

    Map<List<String>, String> types = new HashMap<>();
    for (Map.Entry<List<String>, Set<String>> name : typesOfName.entrySet()) {
      if (name.getValue().size() == 1) {
        types.put(name.getKey(), name.getValue().iterator().next());
      }
    }
    return types;
  }

  private static boolean isName(String word) {
    return word.codePoints().anyMatch(c -> Character.isLetter(c) && !Character.isLowerCase(c));
  }

  /** Marks the types of names as likely, the longest names first. */
  private static TokenSequence markLikely(TokenSequence sentence, Map<List<String>, String> types) {
    List<String> words = sentence.column(TokenSequence.WORD);
    List<String> cells = emptyCells(sentence.length());
    if (sentence.has(COLUMN)) {
      Collections.copy(cells, sentence.column(COLUMN));
    }

    for (int length = LONGEST; length > 0; length--) {
      for (int t = 0; t + length <= cells.size(); t++) {
        List<String> nameCells = cells.subList(t, t + length);
        String type = types.get(words.subList(t, t + length));
        if (type != null && nameCells.stream().allMatch(String::isEmpty)) {
          Collections.fill(nameCells, LIKELY + type);
        }
      }
    }
    return withCells(sentence, cells);
  }

  /** Returns the known segments of a sentence, in order. */
  public static List<Span> spans(TokenSequence sentence) {
    if (!sentence.has(COLUMN)) {
      return List.of();
    }

    List<String> labels = new ArrayList<>(sentence.length());
    for (String cell : sentence.column(COLUMN)) {
      labels.add(isSegment(cell) ? cell : SpanCodec.OUTSIDE);
    }
    return CELL_CODEC.decode(labels);
  }

  /** Returns the constraints of a sentence for a model. */
  public static KnownSegments of(TokenSequence sentence, SpanCodec codec, LabelSet labels) {
    if (!sentence.has(COLUMN) || codec.scheme() == TagScheme.IOB1) {
      return NOTHING;
    }

    List<String> cells = new ArrayList<>(sentence.column(COLUMN));
    List<Span> spans = new ArrayList<>();
    for (Span span : spans(sentence)) {
      if (canExpress(span, codec, labels)) {
        spans.add(span);
      } else {
        Collections.fill(cells.subList(span.start(), span.end()), SpanCodec.OUTSIDE);
      }
    }
    return new KnownSegments(cells, spans, codec, labels);
  }

  /** Returns whether the labels of a model can express a segment. */
  public static boolean canExpress(Span span, SpanCodec codec, LabelSet labels) {
    int length = span.end() - span.start();
    if (codec.scheme() == TagScheme.IOB1 || (codec.scheme() == TagScheme.TOKEN && length > 1)) {
      return false;
    }
    List<String> spanLabels = codec.encode(List.of(span.shifted(-span.start())), length);
    return spanLabels.stream().allMatch(label -> labels.indexOf(label) >= 0);
  }

  /**
   * Adds evidence for likely types to scores, and excludes labels that contradict the constraints.
   *
   * @param scores {@code [T×V]}, may be longer; modified
   * @return the scores
   */
  public double[] apply(double[] scores) {
    for (int t = 0; t < cells.size(); t++) {
      if (cells.get(t).startsWith(LIKELY)) {
        String type = cells.get(t).substring(LIKELY.length());
        addEvidence(type, t, scores);
      }
    }
    return clamp(scores);
  }

  private void addEvidence(String type, int token, double[] scores) {
    for (int v = 0; v < labels.size(); v++) {
      Optional<String> labelType = codec.typeOf(labels.label(v));
      if (labelType.isPresent() && labelType.get().equals(type)) {
        scores[token * labels.size() + v] += EVIDENCE;
      }
    }
  }

  /**
   * Sets the scores of labels that contradict the constraints to minus infinity. If the labels
   * cannot express a constraint, all labels of its tokens stay possible.
   *
   * @param scores {@code [T×V]}, may be longer; modified
   * @return the scores
   */
  public double[] clamp(double[] scores) {
    if (cells.isEmpty()) {
      return scores;
    }

    int v = labels.size();
    List<String> knownLabels = codec.encode(spans, cells.size());
    for (int t = 0; t < cells.size(); t++) {
      int knownLabel = labels.indexOf(knownLabels.get(t));
      for (int label = 0; label < v; label++) {
        if (!isPossible(cells.get(t), knownLabel, label)) {
          scores[t * v + label] = Double.NEGATIVE_INFINITY;
        }
      }
    }
    return scores;
  }

  /**
   * Returns whether a token may have a label.
   *
   * @param cell constraints on the token
   * @param knownLabel label of the token if the cell is B, I or O; -1 if there is no such label
   */
  private boolean isPossible(String cell, int knownLabel, int label) {
    if (cell.equals(BORDER)) {
      return codec.isLegal(null, labels.label(label));
    }
    boolean isConstrained = !cell.isEmpty() && !cell.startsWith(LIKELY);
    return !isConstrained || knownLabel < 0 || knownLabel == label;
  }
}
