package org.gpchain.server.inception;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.server.models.Anchoring;
import org.gpchain.server.models.Passage;
import org.gpchain.training.data.Annotated;

/**
 * What can be learned from the annotations of people in one document. Annotations become segments
 * of the tokens (or sentences) that they touch; of those that overlap, the longest counts. Of a
 * sentence with an annotation that has no label yet, no more is learned than its segments, if
 * segments are learned from one by one, and otherwise nothing.
 */
final class Gold {
  private final LayerView layer;
  private final Anchoring unit;
  private final Annotated annotated;

  /**
   * @param unit what gets labels
   * @param annotated what of it is annotated; {@link Annotated#SEGMENTS} is for segments alone: how
   *     likely it is that a label of a single unit was forgotten, nothing tells
   */
  Gold(LayerView layer, Anchoring unit, Annotated annotated) {
    this.layer = layer;
    this.unit = unit;
    this.annotated =
        unit.isSingle() && annotated == Annotated.SEGMENTS ? Annotated.SENTENCES : annotated;
  }

  /**
   * The sentences that can be learned from.
   *
   * @param passages of the document, in order
   */
  List<LabeledSequence> of(List<Passage> passages) {
    int[] begins = passages.stream().flatMapToInt(p -> Arrays.stream(p.begins())).toArray();
    int[] ends = passages.stream().flatMapToInt(p -> Arrays.stream(p.ends())).toArray();
    int[] starts = new int[passages.size() + 1];
    for (int p = 0; p < passages.size(); p++) {
      starts[p + 1] = starts[p] + passages.get(p).units().length();
    }
    Document document = new Document(begins, ends, starts);
    List<LabeledSequence> learned = new ArrayList<>();
    List<List<Span>> spans = document.spans();
    for (int p = 0; p < passages.size(); p++) {
      if (!document.undone[p] || annotated == Annotated.SEGMENTS) {
        LabeledSequence read =
            new LabeledSequence(
                passages.get(p).units(), disjoint(spans.get(p), starts[p + 1] - starts[p]));
        annotated.of(read, false).map(this::complete).ifPresent(learned::addAll);
      }
    }
    return learned;
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

  /** The units of a document, and the annotations that touch them. */
  private final class Document {
    private final int[] begins;
    private final int[] ends;

    /** The first unit of each passage. */
    private final int[] starts;

    /** Passages with an annotation that has no label yet. */
    private final boolean[] undone;

    Document(int[] begins, int[] ends, int[] starts) {
      this.begins = begins;
      this.ends = ends;
      this.starts = starts;
      this.undone = new boolean[starts.length - 1];
    }

    /** For each passage its segments, in any order. */
    List<List<Span>> spans() {
      List<List<Span>> spans = new ArrayList<>();
      for (int p = 0; p < undone.length; p++) {
        spans.add(new ArrayList<>());
      }
      for (Annotation annotation : layer.given()) {
        int first = firstEndingBehind(annotation.getBegin());
        int behind = firstBeginningAt(annotation.getEnd());
        if (first >= behind) {
          continue;
        }
        int passage = passageOf(first);
        String label = layer.labelOf(annotation);
        int start = first - starts[passage];
        int end = behind - starts[passage];
        if (label.isEmpty()) {
          undone[passage] = unit != Anchoring.SENTENCES;
        } else if (behind <= starts[passage + 1] && (end - start == 1 || !unit.isSingle())) {
          spans.get(passage).add(new Span(start, end, label));
        }
      }
      return spans;
    }

    private int passageOf(int unit) {
      int found = Arrays.binarySearch(starts, unit);
      return found >= 0 ? found : -found - 2;
    }

    private int firstEndingBehind(int offset) {
      return first(ends, offset + 1);
    }

    private int firstBeginningAt(int offset) {
      return first(begins, offset);
    }
  }

  /** The first of some numbers in ascending order that is at least so large. */
  private static int first(int[] ascending, int least) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Those that no longer one overlaps, in order. */
  private static List<Span> disjoint(List<Span> spans, int length) {
    boolean[] taken = new boolean[length];
    List<Span> kept = new ArrayList<>();
    List<Span> longestFirst = new ArrayList<>(spans);
    longestFirst.sort(Comparator.comparingInt(span -> span.start() - span.end()));
    for (Span span : longestFirst) {
      boolean free = true;
      for (int t = span.start(); t < span.end(); t++) {
        free &= !taken[t];
      }
      if (free) {
        kept.add(span);
        Arrays.fill(taken, span.start(), span.end(), true);
      }
    }
    kept.sort(Comparator.comparingInt(Span::start));
    return kept;
  }
}
