package org.gpchain.internal.documents.output;

import static org.gpchain.core.text.Numbers.format;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.jcas.cas.FSArray;
import org.gpchain.core.text.Span;
import org.gpchain.internal.annotator.cas.CoveredAnnotations;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.type.ScoredSegment;

/**
 * Copies the segments of a document out of the CAS. Annotations of earlier runs are not trusted:
 * the numbers of layers and alternatives are limited, so that a few annotations cannot produce a
 * huge output.
 */
final class SegmentReader {
  /** Model or layer of annotations by early versions of GPChain, which did not record them. */
  private static final String UNKNOWN = "unknown";

  /** Maximum number of layers of a document. */
  private static final int MAX_LAYERS = 50;

  /** Maximum number of alternatives of a segment; others are ignored. */
  private static final int MAX_ALTERNATIVES = 100;

  /** Maximum total length of all alternatives as a multiple of the length of the text. */
  private static final long MAX_COPIES = 1000;

  private final List<Layer> layers;
  private final int start;

  /** Remaining total length of alternatives (UTF-16 code units). */
  private long remaining;

  /**
   * Creates a reader.
   *
   * @param layers layers of the models of this run; layers of earlier runs are added
   * @param length length of the text (UTF-16 code units)
   * @param start number that is added to all offsets
   */
  SegmentReader(List<Layer> layers, int length, int start) {
    this.start = start;
    this.layers = new ArrayList<>(layers);
    this.remaining = MAX_COPIES * length;
  }

  /** The end of a segment in the text and among the tokens of the sentence. */
  private record SegmentEnd(int character, int token) {
    static final SegmentEnd NONE = new SegmentEnd(0, 0);
  }

  /** Returns the layers of this run and the layers that have been found. */
  List<Layer> layers() {
    return List.copyOf(layers);
  }

  /**
   * Returns the segments of a sentence, layer by layer, in order.
   *
   * @param scores scored segments in the order of the text
   * @throws UnusableCasException if a segment is invalid, or if a limit is exceeded
   */
  List<Segment> segments(List<Token> tokens, Collection<ScoredSegment> scores)
      throws UnusableCasException {
    List<Segment> segments = new ArrayList<>();
    // End of the last segment of each layer.
    Map<Integer, SegmentEnd> ends = new HashMap<>();
    for (ScoredSegment scored : scores) {
      // Parts of speech are copied only if they belong to a layer.
      if (scored.getAnnotation() instanceof POS && !isOfLayer(scored)) {
        continue;
      }
      check(scored);
      Span span = span(tokens, scored);
      int layer = layer(scored, span, ends);
      ends.put(layer, new SegmentEnd(scored.getEnd(), span.end()));
      segments.add(segment(scored, span, layer, alternatives(tokens, scored, layer)));
    }
    segments.sort(Comparator.comparing(Segment::layer).thenComparing(Segment::begin));
    return segments;
  }

  private boolean isOfLayer(ScoredSegment scored) {
    return layers.stream().anyMatch(layer -> layer.has(scored.getModel(), scored.getLayer()));
  }

  /** Checks the value and the probability of a segment. */
  private static void check(ScoredSegment scored) throws UnusableCasException {
    double probability = scored.getValue_score();
    if (scored.getValue() == null || !(probability >= 0 && probability <= 1)) {
      throw new UnusableCasException(
          format(
              "the ScoredSegment at %s to %s has the value '%s' and the probability %s; remove it,"
                  + " or give it a value and a probability from 0 to 1",
              scored.getBegin(), scored.getEnd(), scored.getValue(), probability));
    }
  }

  /**
   * Returns the layer of a segment.
   *
   * @param ends end of the last segment of each layer
   */
  private int layer(ScoredSegment scored, Span span, Map<Integer, SegmentEnd> ends)
      throws UnusableCasException {
    String model = Objects.requireNonNullElse(scored.getModel(), UNKNOWN);
    String type = Objects.requireNonNullElse(scored.getLayer(), UNKNOWN);
    int layer = layer(model, type);
    // If two models with the same name have annotated the document, their segments can overlap.
    int number = 2;
    while (overlaps(scored, span, ends.getOrDefault(layer, SegmentEnd.NONE))) {
      layer = layer(model + " (" + number + ")", type);
      number++;
    }
    return layer;
  }

  private static boolean overlaps(ScoredSegment scored, Span span, SegmentEnd end) {
    return end.character() > scored.getBegin() || end.token() > span.start();
  }

  /** Returns the index of a layer, which is added if it is new. */
  private int layer(String model, String type) throws UnusableCasException {
    for (int l = 0; l < layers.size(); l++) {
      if (layers.get(l).has(model, type)) {
        return l;
      }
    }
    if (layers.size() >= MAX_LAYERS) {
      throw new UnusableCasException(
          "there are annotations (ScoredSegment) of more than "
              + MAX_LAYERS
              + " models, or as many overlapping ones (a limit); remove some of them");
    }
    layers.add(new Layer(model, type, null));
    return layers.size() - 1;
  }

  /** Returns the tokens of a segment: the first that begins in it to the one where it ends. */
  private static Span span(List<Token> tokens, ScoredSegment scored) {
    int first =
        Math.min(CoveredAnnotations.firstFrom(scored.getBegin(), tokens), tokens.size() - 1);
    int end = first;
    while (end < tokens.size() - 1 && tokens.get(end).getEnd() < scored.getEnd()) {
      end++;
    }
    return new Span(first, end + 1, scored.getValue());
  }

  private Segment segment(ScoredSegment scored, Span span, int layer, List<Segment> alternatives) {
    return new Segment(
        layer,
        start + scored.getBegin(),
        start + scored.getEnd(),
        span,
        scored.getValue_score(),
        alternatives);
  }

  /** Returns the valid alternatives of a segment. */
  private List<Segment> alternatives(List<Token> tokens, ScoredSegment scored, int layer)
      throws UnusableCasException {
    List<Segment> alternatives = new ArrayList<>();
    FSArray<?> others = scored.getAlternatives();
    if (others == null) {
      return alternatives;
    }
    for (FeatureStructure other : others) {
      if (alternatives.size() < MAX_ALTERNATIVES
          && other instanceof ScoredSegment alternative
          && alternative.getView() == scored.getView()) {
        check(alternative);
        checkLength(alternative);
        alternatives.add(segment(alternative, span(tokens, alternative), layer, List.of()));
      }
    }
    return alternatives;
  }

  /** Subtracts the length of an alternative from the limit, and checks the limit. */
  private void checkLength(ScoredSegment alternative) throws UnusableCasException {
    remaining -= alternative.getEnd() - alternative.getBegin();
    if (remaining < 0) {
      throw new UnusableCasException(
          "the alternatives of annotations (ScoredSegment) are more than "
              + MAX_COPIES
              + " times as long as the text (a limit); remove them");
    }
  }
}
