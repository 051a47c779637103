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
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.jcas.cas.FSArray;
import org.gpchain.core.text.Span;
import org.gpchain.internal.annotator.cas.CoveredAnnotations;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.type.ScoredSegment;

/**
 * Copies the segments of a document out of the CAS. Those of earlier runs come from strangers: few
 * of them must not become endless columns, or copies of the text.
 */
final class SegmentReader {
  /** Of annotations of before GPChain wrote whose they are. */
  private static final String UNKNOWN = "unknown";

  private static final int MAX_LAYERS = 50;
  private static final int MAX_ALTERNATIVES = 100;

  /** How many times the length of the text all alternatives may be long. */
  private static final long MAX_COPIES = 1000;

  private final List<Layer> layers;
  private final int start;
  private long remaining;

  /**
   * Given known layers, to which others are added as they are found, the length of the text, and
   * what is added to all offsets.
   */
  SegmentReader(List<Layer> layers, int length, int start) {
    this.start = start;
    this.layers = new ArrayList<>(layers);
    this.remaining = MAX_COPIES * length;
  }

  /** A place in the text and among the tokens of a sentence. */
  private record Place(int character, int token) {
    static final Place START = new Place(0, 0);
  }

  List<Layer> layers() {
    return List.copyOf(layers);
  }

  /**
   * The segments of a sentence, layer by layer, in order; the scores are in the order of the text.
   *
   * @throws UnusableCasException if one is not what GPChain writes, or if they are beyond a limit
   */
  List<Segment> segments(List<Token> tokens, Collection<ScoredSegment> scores)
      throws UnusableCasException {
    List<Segment> segments = new ArrayList<>();
    Map<Integer, Place> ends = new HashMap<>();
    for (ScoredSegment scored : scores) {
      boolean known = layers.stream().anyMatch(l -> l.has(scored.getModel(), scored.getLayer()));
      if (known || !(scored.getAnnotation() instanceof POS)) {
        check(scored);
        Span span = span(tokens, scored);
        int layer = layer(scored, span, ends);
        ends.put(layer, new Place(scored.getEnd(), span.end()));
        segments.add(segment(scored, span, layer, alternatives(tokens, scored, layer)));
      }
    }
    segments.sort(Comparator.comparing(Segment::layer).thenComparing(Segment::begin));
    return segments;
  }

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

  /** Its layer, given where the last segment of each ends. */
  private int layer(ScoredSegment scored, Span span, Map<Integer, Place> ends)
      throws UnusableCasException {
    String model = scored.getModel() == null ? UNKNOWN : scored.getModel();
    String type = scored.getLayer() == null ? UNKNOWN : scored.getLayer();
    int layer = layer(model, type);
    // A document may have been annotated twice, by two models of one name.
    for (int again = 2; overlaps(scored, span, ends.getOrDefault(layer, Place.START)); again++) {
      layer = layer(model + " (" + again + ")", type);
    }
    return layer;
  }

  private static boolean overlaps(ScoredSegment scored, Span span, Place end) {
    return end.character() > scored.getBegin() || end.token() > span.start();
  }

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
              + " models, or as many that overlap (a limit); remove some of them");
    }
    layers.add(new Layer(model, type, null));
    return layers.size() - 1;
  }

  /** From the first token that does not begin before the segment to the one that ends it. */
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

  private List<Segment> alternatives(List<Token> tokens, ScoredSegment scored, int layer)
      throws UnusableCasException {
    List<Segment> alternatives = new ArrayList<>();
    FSArray<?> others = scored.getAlternatives();
    if (others != null) {
      for (FeatureStructure other : others) {
        if (alternatives.size() < MAX_ALTERNATIVES
            && other instanceof ScoredSegment alternative
            && alternative.getView() == scored.getView()) {
          check(alternative);
          checkLength(alternative);
          alternatives.add(segment(alternative, span(tokens, alternative), layer, List.of()));
        }
      }
    }
    return alternatives;
  }

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
