package org.gpchain.pipelines.annotate.output;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.pipelines.annotate.output.AnnotatedDocument.Segment;
import org.gpchain.type.ScoredSegment;

/** Copies the segments of a sentence out of the CAS. */
final class SegmentReader {
  /** Of annotations of before GPChain wrote whose they are. */
  private static final String UNKNOWN = "unknown";

  private final List<Token> tokens;
  private final List<Layer> layers;

  /**
   * @param tokens of the sentence
   * @param layers those that are known; others are added as they are found
   */
  SegmentReader(List<Token> tokens, List<Layer> layers) {
    this.tokens = tokens;
    this.layers = layers;
  }

  /**
   * The segments, layer by layer, in order.
   *
   * @param scores in the order of the text
   */
  List<Segment> segments(Collection<ScoredSegment> scores) {
    List<Segment> segments = new ArrayList<>();
    for (ScoredSegment scored : scores) {
      if (!(scored.getAnnotation() instanceof POS)) {
        segments.add(segment(scored, layer(scored, segments)));
      }
    }
    segments.sort(Comparator.comparing(Segment::layer).thenComparing(Segment::begin));
    return segments;
  }

  private int layer(ScoredSegment scored, List<Segment> before) {
    String model = scored.getModel() == null ? UNKNOWN : scored.getModel();
    String type = scored.getLayer() == null ? UNKNOWN : scored.getLayer();
    int layer = layer(model, type);
    // A document may have been annotated twice, by two models of one name.
    for (int again = 2; overlaps(before, layer, scored.getBegin()); again++) {
      layer = layer(model + " (" + again + ")", type);
    }
    return layer;
  }

  private int layer(String model, String type) {
    for (int l = 0; l < layers.size(); l++) {
      if (layers.get(l).has(model, type)) {
        return l;
      }
    }
    layers.add(Layer.earlier(model, type));
    return layers.size() - 1;
  }

  private static boolean overlaps(List<Segment> before, int layer, int begin) {
    return before.stream().anyMatch(s -> s.layer() == layer && s.end() > begin);
  }

  private Segment segment(ScoredSegment scored, int layer) {
    int last = tokens.size() - 1;
    int first = 0;
    while (first < last && tokens.get(first).getBegin() < scored.getBegin()) {
      first++;
    }
    int end = first;
    while (end < last && tokens.get(end).getEnd() < scored.getEnd()) {
      end++;
    }
    List<Segment> alternatives = new ArrayList<>();
    if (scored.getAlternatives() != null) {
      scored.getAlternatives().forEach(other -> alternatives.add(segment(other, layer)));
    }
    return new Segment(
        layer,
        scored.getBegin(),
        scored.getEnd(),
        new Span(first, end + 1, scored.getValue()),
        scored.getValue_score(),
        alternatives);
  }
}
