package org.gpchain.training.uima;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.annotator.cas.SegmentLayer;
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.predict.Span;
import org.gpchain.core.predict.SpanCodec;
import org.gpchain.core.predict.TagScheme;
import org.gpchain.core.text.LabeledSequence;

/**
 * Labelled sentences from the annotations of documents, labels in IOB2. A token has one label: of
 * segments that overlap, the longest is kept. Segments that do not begin and end with tokens of one
 * sentence cannot be expressed in labels. Both are counted, so that nothing is lost unnoticed.
 */
public final class CasCorpus {
  /** What DKPro's reader of CoNLL-2003 takes for a sentence, and is the border of a document. */
  private static final String DOCUMENT_START = "-DOCSTART-";

  private static final SpanCodec CODEC = SpanCodec.of(TagScheme.IOB2);

  private final SegmentLayer layer;
  private final TokenReader reader;
  private final Predicate<String> wanted;
  private final List<LabeledSequence> sentences = new ArrayList<>();
  private int segments;
  private int overlapping;
  private int misaligned;

  /**
   * An empty corpus.
   *
   * @param layer the annotations that are segments
   * @param reader reads the columns of the tokens
   * @param wanted says of a tag whether its segments are taken; the others count for nothing
   */
  public CasCorpus(SegmentLayer layer, TokenReader reader, Predicate<String> wanted) {
    this.layer = layer;
    this.reader = reader;
    this.wanted = wanted;
  }

  /** A token's place in its document. */
  private record Place(int sentence, int token) {}

  /**
   * Copies the sentences of a document.
   *
   * @throws UnusableCasException if tokens, sentences, a part of speech that is needed, or the tag
   *     of a segment are missing; then nothing of the document is kept
   */
  public void add(JCas document) throws UnusableCasException {
    List<List<Token>> tokens = CasSentences.of(document);
    List<Annotation> annotations = annotations(document);
    List<List<Span>> spans = spans(tokens, annotations);
    List<LabeledSequence> added = new ArrayList<>(tokens.size());
    int aligned = 0;
    int kept = 0;
    for (int s = 0; s < tokens.size(); s++) {
      int length = tokens.get(s).size();
      if (length > 1 || !tokens.get(s).get(0).getText().equals(DOCUMENT_START)) {
        List<Span> disjoint = disjoint(spans.get(s), length);
        aligned += spans.get(s).size();
        kept += disjoint.size();
        added.add(new LabeledSequence(reader.read(tokens.get(s)), CODEC.encode(disjoint, length)));
      }
    }
    sentences.addAll(added);
    segments += kept;
    overlapping += aligned - kept;
    misaligned += annotations.size() - aligned;
  }

  /** The annotations that are wanted, the longest first. */
  private List<Annotation> annotations(JCas document) throws UnusableCasException {
    List<Annotation> annotations = new ArrayList<>();
    for (Annotation annotation : document.getCas().<Annotation>select(layer.typeIn(document))) {
      if (wanted.test(tagOf(annotation))) {
        annotations.add(annotation);
      }
    }
    annotations.sort(Comparator.comparingInt(a -> a.getBegin() - a.getEnd()));
    return annotations;
  }

  private String tagOf(Annotation annotation) throws UnusableCasException {
    String tag = layer.valueOf(annotation);
    if (tag == null || tag.isEmpty()) {
      throw new UnusableCasException(
          "the annotation '"
              + annotation.getCoveredText()
              + "' at offset "
              + annotation.getBegin()
              + " ("
              + annotation.getType().getShortName()
              + ") has no value to learn; set it, or remove the annotation");
    }
    return tag;
  }

  /** For each sentence the annotations that begin and end with tokens of it, in the order given. */
  private List<List<Span>> spans(List<List<Token>> sentences, List<Annotation> annotations) {
    Map<Integer, Place> firsts = new HashMap<>();
    Map<Integer, Place> lasts = new HashMap<>();
    List<List<Span>> spans = new ArrayList<>(sentences.size());
    for (int s = 0; s < sentences.size(); s++) {
      List<Token> tokens = sentences.get(s);
      for (int t = 0; t < tokens.size(); t++) {
        firsts.put(tokens.get(t).getBegin(), new Place(s, t));
        lasts.put(tokens.get(t).getEnd(), new Place(s, t));
      }
      spans.add(new ArrayList<>());
    }
    for (Annotation annotation : annotations) {
      Place first = firsts.get(annotation.getBegin());
      Place last = lasts.get(annotation.getEnd());
      if (first != null
          && last != null
          && first.sentence() == last.sentence()
          && first.token() <= last.token()) {
        spans
            .get(first.sentence())
            .add(new Span(first.token(), last.token() + 1, layer.valueOf(annotation)));
      }
    }
    return spans;
  }

  /** Those spans that no earlier one overlaps. */
  private static List<Span> disjoint(List<Span> spans, int length) {
    boolean[] taken = new boolean[length];
    List<Span> kept = new ArrayList<>();
    for (Span span : spans) {
      boolean free = true;
      for (int t = span.start(); t < span.end(); t++) {
        free &= !taken[t];
      }
      if (free) {
        kept.add(span);
        Arrays.fill(taken, span.start(), span.end(), true);
      }
    }
    return kept;
  }

  /** The sentences so far, in the order in which they were added; not a copy. */
  public List<LabeledSequence> sentences() {
    return sentences;
  }

  /** Number of segments in the labels of all sentences. */
  public int segments() {
    return segments;
  }

  /** Number of segments left out because a longer one covers some of their tokens. */
  public int overlapping() {
    return overlapping;
  }

  /** Number of segments left out because they do not begin and end with tokens of one sentence. */
  public int misaligned() {
    return misaligned;
  }
}
