package org.gpchain.internal.server.annotations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Ascending;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.training.data.Annotated;

/**
 * The annotations of users in one document, as training data and as constraints on suggestions.
 *
 * <p>An annotation becomes a segment of the tokens (or sentences) that it touches. If segments
 * overlap, the longest is used. A sentence is incomplete if it has an annotation without a label,
 * with a label that {@linkplain LabelRules cannot be learned}, or that crosses its border. With
 * {@link Annotated#SEGMENTS}, models still learn the segments of incomplete sentences; otherwise
 * incomplete sentences are not used for training.
 *
 * @param annotations the annotations of the document
 * @param unit unit of text that gets labels
 * @param annotated which units without an annotation count as annotated. {@link Annotated#SEGMENTS}
 *     is replaced by {@link Annotated#SENTENCES} if annotations cover single units: it needs an
 *     estimate of how often annotators forget a label, and that estimate exists only for segments.
 */
public record Gold(List<UserAnnotation> annotations, Anchoring unit, Annotated annotated) {
  /**
   * An annotation that a user has made.
   *
   * @param begin offset of the first character in the document
   * @param end offset after the last character
   * @param label label; empty if the user has not chosen one yet
   */
  public record UserAnnotation(int begin, int end, String label) {}

  /** Copies the annotations. */
  public Gold {
    annotations = List.copyOf(annotations);
    if (unit.isSingle() && annotated == Annotated.SEGMENTS) {
      annotated = Annotated.SENTENCES;
    }
  }

  /**
   * Returns the sentences that models can learn from.
   *
   * @param passages passages of the document, in order
   * @param isDone whether a user has marked the whole document as annotated
   */
  public List<LabeledSequence> trainingSentences(List<Passage> passages, boolean isDone) {
    List<List<Span>> spans = new ArrayList<>();
    BitSet incomplete = addSpans(passages, spans);

    List<LabeledSequence> sentences = new ArrayList<>();
    for (int p = 0; p < passages.size(); p++) {
      WorkCheck.run();
      if (incomplete.get(p) && annotated != Annotated.SEGMENTS) {
        continue;
      }
      TokenSequence units = passages.get(p).units();
      LabeledSequence sequence = new LabeledSequence(units, longestDisjoint(spans.get(p)));
      Optional<LabeledSequence> known = annotated.of(sequence, isDone);
      if (known.isPresent()) {
        sentences.addAll(annotatedRuns(known.get()));
      }
    }
    return sentences;
  }

  /**
   * Returns why models cannot learn annotations that have a label: one reason for each such
   * annotation, which does not quote the label.
   */
  public List<String> unlearnable() {
    List<String> problems = new ArrayList<>();
    for (UserAnnotation annotation : annotations) {
      String problem = LabelRules.problem(annotation.label());
      if (!problem.isEmpty()) {
        problems.add(problem);
      }
    }
    return problems;
  }

  /**
   * Returns these annotations with other labels.
   *
   * @param newLabels new labels by label; other labels are kept
   */
  public Gold renamed(Map<String, String> newLabels) {
    List<UserAnnotation> renamed = new ArrayList<>();
    for (UserAnnotation annotation : annotations) {
      String label = newLabels.getOrDefault(annotation.label(), annotation.label());
      renamed.add(new UserAnnotation(annotation.begin(), annotation.end(), label));
    }
    return new Gold(renamed, unit, annotated);
  }

  /**
   * Returns the passages with the annotations of some types as {@linkplain KnownSegments known
   * segments}, which taggers must reproduce.
   *
   * @param passages passages of the document, in order
   * @param types types of the annotations to keep
   */
  public List<Passage> withKnownSegments(List<Passage> passages, List<String> types) {
    if (annotations.isEmpty()) {
      return passages;
    }
    Set<String> typesToKeep = Set.copyOf(types);
    List<List<Span>> spans = new ArrayList<>();
    addSpans(passages, spans);

    List<Passage> constrained = new ArrayList<>();
    for (int p = 0; p < passages.size(); p++) {
      WorkCheck.run();
      Passage passage = passages.get(p);
      TokenSequence units = passage.units();
      List<Span> known = spans.get(p);
      known.removeIf(span -> !typesToKeep.contains(span.type()));
      LabeledSequence sequence = new LabeledSequence(units, longestDisjoint(known));

      List<String> cells = KnownSegments.emptyCells(units.length());
      for (Span span : unit.withModelTypes(sequence).spans()) {
        KnownSegments.addSegment(span, cells);
      }
      constrained.add(passage.slice(KnownSegments.withCells(units, cells), 0, units.length()));
    }
    return constrained;
  }

  /**
   * Returns the suggestions that do not overlap an annotation.
   *
   * @param suggestions suggestions for the document
   * @param types types of the annotations to compare with
   */
  public List<Suggestion> withoutOverlaps(List<Suggestion> suggestions, List<String> types) {
    Set<String> typesToCompare = Set.copyOf(types);
    List<UserAnnotation> compared = new ArrayList<>();
    for (UserAnnotation annotation : annotations) {
      if (typesToCompare.contains(annotation.label())) {
        compared.add(annotation);
      }
    }
    compared.sort(Comparator.comparingInt(UserAnnotation::begin));

    // Offset that the first annotations reach. Annotations may overlap each other.
    int[] begins = new int[compared.size()];
    int[] reach = new int[compared.size()];
    for (int a = 0; a < begins.length; a++) {
      UserAnnotation annotation = compared.get(a);
      begins[a] = annotation.begin();
      reach[a] = a == 0 ? annotation.end() : Math.max(reach[a - 1], annotation.end());
    }

    List<Suggestion> free = new ArrayList<>();
    for (Suggestion suggestion : suggestions) {
      WorkCheck.run();
      int before = Ascending.first(suggestion.end(), begins, 0, begins.length);
      if (before == 0 || reach[before - 1] <= suggestion.begin()) {
        free.add(suggestion);
      }
    }
    return List.copyOf(free);
  }

  /**
   * Finds the units that annotations touch.
   *
   * @param spans receives, for each passage, a list of its segments in any order
   * @return indices of incomplete passages: those with an annotation that has no label or one that
   *     cannot be learned, or whose annotation is not a segment of a single passage
   */
  private BitSet addSpans(List<Passage> passages, List<List<Span>> spans) {
    // Number of units before each passage.
    int[] starts = new int[passages.size() + 1];
    for (int p = 0; p < passages.size(); p++) {
      starts[p + 1] = starts[p] + passages.get(p).units().length();
      spans.add(new ArrayList<>());
    }
    int[] begins = passages.stream().map(Passage::begins).flatMapToInt(Arrays::stream).toArray();
    int[] ends = passages.stream().map(Passage::ends).flatMapToInt(Arrays::stream).toArray();

    BitSet incomplete = new BitSet();
    for (UserAnnotation annotation : annotations) {
      WorkCheck.run();
      int firstUnit = Ascending.first(annotation.begin() + 1, ends, 0, ends.length);
      int endUnit = Ascending.first(annotation.end(), begins, 0, begins.length);
      if (firstUnit >= endUnit) {
        continue;
      }

      int passage = Ascending.first(firstUnit + 1, starts, 0, starts.length) - 1;
      String label = annotation.label();
      boolean isInPassage = endUnit <= starts[passage + 1];
      boolean hasValidLength = endUnit - firstUnit == 1 || !unit.isSingle();
      boolean isLearnable = !label.isEmpty() && LabelRules.problem(label).isEmpty();
      if (isInPassage && hasValidLength && isLearnable) {
        int offset = starts[passage];
        spans.get(passage).add(new Span(firstUnit - offset, endUnit - offset, label));
      } else if (unit != Anchoring.SENTENCES) {
        incomplete.set(passage, Ascending.first(endUnit, starts, 0, starts.length));
      }
    }
    return incomplete;
  }

  /**
   * Splits a sequence of sentences into the runs of annotated sentences, unless every sentence
   * counts as annotated. Sequences of tokens are returned unchanged.
   */
  private List<LabeledSequence> annotatedRuns(LabeledSequence sequence) {
    if (unit != Anchoring.SENTENCES || annotated == Annotated.ALL) {
      return List.of(sequence);
    }

    List<Span> spans = sequence.spans();
    List<LabeledSequence> runs = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= spans.size(); i++) {
      boolean endsRun = i == spans.size() || spans.get(i).start() > spans.get(i - 1).end();
      if (endsRun) {
        runs.add(run(sequence.tokens(), spans.subList(first, i)));
        first = i;
      }
    }
    return runs;
  }

  /** Returns the units from the first to the last of some adjacent segments. */
  private static LabeledSequence run(TokenSequence units, List<Span> spans) {
    int start = spans.get(0).start();
    int end = spans.get(spans.size() - 1).end();
    List<Span> shifted = spans.stream().map(span -> span.shifted(-start)).toList();
    return new LabeledSequence(units.slice(start, end), shifted);
  }

  /** Returns the segments that do not overlap a longer segment, in order. Sorts the list. */
  private static List<Span> longestDisjoint(List<Span> spans) {
    spans.sort(Comparator.comparingInt(span -> span.start() - span.end()));
    return Span.disjoint(spans);
  }
}
