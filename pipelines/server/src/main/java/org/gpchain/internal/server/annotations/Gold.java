package org.gpchain.internal.server.annotations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Ascending;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.training.data.Annotated;

/**
 * What can be learned from the annotations of people in one document. Annotations become segments
 * of the tokens (or sentences) that they touch; of those that overlap, the longest counts. Of a
 * sentence with an annotation that has no label yet, or crosses its border, no more is learned than
 * its segments, if segments are learned from one by one, and otherwise nothing.
 *
 * @param unit what gets labels
 * @param annotated what of it is annotated; {@link Annotated#SEGMENTS} is for segments alone: how
 *     likely it is that a label of a single unit was forgotten, nothing tells
 */
public record Gold(List<Given> given, Anchoring unit, Annotated annotated) {
  /**
   * An annotation of a person.
   *
   * @param label empty if it has none yet
   */
  public record Given(int begin, int end, String label) {}

  public Gold {
    given = List.copyOf(given);
    annotated =
        unit.isSingle() && annotated == Annotated.SEGMENTS ? Annotated.SENTENCES : annotated;
  }

  /**
   * The sentences that can be learned from.
   *
   * @param passages of the document, in order
   * @param isDone whether somebody says that all of the document is annotated
   */
  public List<LabeledSequence> of(List<Passage> passages, boolean isDone) {
    List<List<Span>> spans = new ArrayList<>();
    BitSet undone = addSpans(passages, spans);
    List<LabeledSequence> learned = new ArrayList<>();
    for (int p = 0; p < passages.size(); p++) {
      if (!undone.get(p) || annotated == Annotated.SEGMENTS) {
        LabeledSequence read = new LabeledSequence(passages.get(p).units(), disjoint(spans.get(p)));
        annotated.of(read, isDone).map(this::complete).ifPresent(learned::addAll);
      }
    }
    return learned;
  }

  /** Passages of the document whose segments of some types are certain for who tags them. */
  public List<Passage> kept(List<Passage> passages, List<String> types) {
    if (given.isEmpty()) {
      return passages;
    }
    List<List<Span>> spans = new ArrayList<>();
    addSpans(passages, spans);
    List<Passage> kept = new ArrayList<>();
    for (Passage passage : passages) {
      TokenSequence units = passage.units();
      List<Span> own = spans.get(kept.size());
      own.removeIf(span -> !types.contains(span.type()));
      LabeledSequence read = new LabeledSequence(units, disjoint(own));
      List<String> cells = KnownSegments.nothing(units.length());
      unit.learned(read).spans().forEach(span -> KnownSegments.keep(span, cells));
      kept.add(passage.slice(KnownSegments.mark(units, cells), 0, units.length()));
    }
    return kept;
  }

  /** What is suggested beside the annotations of some types. */
  public List<Suggestion> beside(List<Suggestion> suggestions, List<String> types) {
    List<Given> kept = given.stream().filter(one -> types.contains(one.label())).toList();
    return suggestions.stream()
        .filter(one -> kept.stream().noneMatch(k -> k.begin() < one.end() && one.begin() < k.end()))
        .toList();
  }

  /**
   * Finds the units that annotations touch.
   *
   * @param spans gets for each passage its segments, in any order
   * @return the passages with an annotation that has no label yet, or is no segment of one passage
   */
  private BitSet addSpans(List<Passage> passages, List<List<Span>> spans) {
    int[] starts = new int[passages.size() + 1];
    for (int p = 0; p < passages.size(); p++) {
      starts[p + 1] = starts[p] + passages.get(p).units().length();
      spans.add(new ArrayList<>());
    }
    int[] begins = passages.stream().flatMapToInt(p -> Arrays.stream(p.begins())).toArray();
    int[] ends = passages.stream().flatMapToInt(p -> Arrays.stream(p.ends())).toArray();
    BitSet undone = new BitSet();
    for (Given annotation : given) {
      int first = Ascending.first(annotation.begin() + 1, ends, 0, ends.length);
      int behind = Ascending.first(annotation.end(), begins, 0, begins.length);
      if (first >= behind) {
        continue;
      }
      int passage = Ascending.first(first + 1, starts, 0, starts.length) - 1;
      String label = annotation.label();
      boolean fits = behind <= starts[passage + 1] && (behind - first == 1 || !unit.isSingle());
      if (fits && !label.isEmpty()) {
        spans.get(passage).add(new Span(first - starts[passage], behind - starts[passage], label));
      } else if (unit != Anchoring.SENTENCES) {
        undone.set(passage, Ascending.first(behind, starts, 0, starts.length));
      }
    }
    return undone;
  }

  /**
   * Of a document whose sentences are labelled, only in part perhaps, the runs of those that are.
   */
  private List<LabeledSequence> complete(LabeledSequence sentence) {
    if (unit != Anchoring.SENTENCES || annotated == Annotated.ALL) {
      return List.of(sentence);
    }
    List<Span> spans = sentence.spans();
    List<LabeledSequence> runs = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= spans.size(); i++) {
      if (i == spans.size() || spans.get(i).start() > spans.get(i - 1).end()) {
        int from = spans.get(first).start();
        int to = spans.get(i - 1).end();
        runs.add(
            new LabeledSequence(
                sentence.tokens().slice(from, to),
                spans.subList(first, i).stream().map(span -> span.shifted(-from)).toList()));
        first = i;
      }
    }
    return runs;
  }

  /** Those that no longer one overlaps, in order. */
  private static List<Span> disjoint(List<Span> spans) {
    spans.sort(Comparator.comparingInt(span -> span.start() - span.end()));
    return Span.disjoint(spans);
  }
}
