package org.gpchain.training.uima;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.words.Lexicon;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.annotator.cas.TokenCheck;
import org.gpchain.internal.annotator.cas.TokenReader;
import org.gpchain.internal.annotator.cas.TrimmedRange;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.training.data.Annotated;

/**
 * Labelled sentences from the annotations of documents. A token has one label: of segments that
 * overlap, the longest is kept. White space at the borders of annotations is not part of segments.
 * Segments that do not begin and end with tokens of one sentence cannot be expressed in labels. A
 * sentence with an annotation that has no value is left out, since its labels are not known. All
 * this is counted, so that nothing is lost unnoticed.
 *
 * <p>In the scheme {@link TagScheme#TOKEN} every token needs an annotation, whose tag is its label,
 * and annotations of several tokens cannot be expressed.
 */
public final class CasCorpus {
  /** What DKPro's reader of CoNLL-2003 takes for a sentence, and is the border of a document. */
  private static final String DOCUMENT_START = "-DOCSTART-";

  private static final String NO_VALUE = "have no value";

  private final LabelSource source;
  private final TokenReader reader;
  private final TagScheme scheme;
  private final Annotated annotated;
  private final DocumentMarks marks;

  private final Map<String, Integer> typeCounts = new TreeMap<>();

  private final List<LabeledSequence> sentences = new ArrayList<>();
  private final List<int[]> tokenBorders = new ArrayList<>();
  private final Occurrences overlapping = new Occurrences();
  private final Occurrences misaligned = new Occurrences();
  private final Occurrences trimmed = new Occurrences();
  private final Occurrences empty = new Occurrences();
  private final Occurrences withoutValue = new Occurrences();
  private final TokenCheck tokenCheck = new TokenCheck();
  private int documents;
  private int read;

  /** Number of sentences that are not learned from, since an annotation in them has no value. */
  private int unlabeled;

  /**
   * An empty corpus. Unless all of it is annotated, tokens may be without an annotation in the
   * scheme {@link TagScheme#TOKEN}, too, and tokens of rejected suggestions do not belong to a
   * segment of their type.
   *
   * @param scheme of the model that is to be learned
   * @param marks what the documents say of it
   */
  public CasCorpus(
      LabelSource source,
      TokenReader reader,
      TagScheme scheme,
      Annotated annotated,
      DocumentMarks marks) {
    this.source = source;
    this.reader = reader;
    this.scheme = scheme;
    this.annotated = annotated;
    this.marks = marks;
  }

  /** An empty corpus of the same kind. */
  CasCorpus empty() {
    return new CasCorpus(source, reader, scheme, annotated, marks);
  }

  /** An annotation of a document, and its tag; null if the annotation has no value. */
  private record Segment(Annotation annotation, TrimmedRange range, String tag) {
    boolean isUsable() {
      return tag != null && !range.isEmpty();
    }

    boolean isTrimmed() {
      return !range.isAt(annotation.getBegin(), annotation.getEnd());
    }

    String description() {
      return TrimmedRange.describe(annotation);
    }
  }

  /** Copies the sentences of a document, as {@link #add(JCas, String)} does. */
  public void add(JCas document) throws UnusableCasException {
    add(document, CasSentences.nameOf(document));
  }

  /**
   * Copies the sentences of a document.
   *
   * @param place of the document, for warnings
   * @throws UnusableCasException if anything needed is missing, such as tokens, a part of speech,
   *     or the label of a token; then nothing of the document is kept
   */
  public void add(JCas document, String place) throws UnusableCasException {
    countTypes(document);
    tokenBorders.clear();
    List<TokenizedSentence> tokenized = CasSentences.tokenized(document);
    List<List<Token>> tokens =
        tokenized.stream()
            .map(TokenizedSentence::tokens)
            .filter(own -> own.size() > 1 || !own.get(0).getText().equals(DOCUMENT_START))
            .toList();
    List<Segment> found = segments(document, source);
    List<Segment> tagged = found.stream().filter(Segment::isUsable).toList();
    BitSet aligned = new BitSet(tagged.size());
    List<List<Span>> spans = spans(tokens, tagged, aligned);
    List<List<Span>> rejected = rejected(document, tokens);
    NavigableMap<Integer, Integer> completed = marks.completedRegions(document);
    List<TokenSequence> sequences = reader.read(document, tokens);
    BitSet undecided = undecided(tokens, found);

    List<LabeledSequence> added = new ArrayList<>(tokens.size());
    List<String> overlapped = new ArrayList<>();
    for (int s = 0; s < tokens.size(); s++) {
      List<Token> own = tokens.get(s);
      List<Span> disjoint = Span.disjoint(spans.get(s));
      if (undecided.get(s)) {
        continue;
      }
      if (scheme == TagScheme.TOKEN && annotated == Annotated.ALL) {
        checkEachHasALabel(own, disjoint);
      }
      overlapped.addAll(left(spans.get(s), disjoint, own));
      LabeledSequence sentence =
          new LabeledSequence(
              sequences.get(s),
              disjoint,
              unknown(disjoint, rejected.get(s), own.size()),
              documents);
      Map.Entry<Integer, Integer> region = completed.floorEntry(own.get(0).getBegin());
      boolean isDone = region != null && region.getValue() >= own.get(own.size() - 1).getEnd();
      annotated
          .of(sentence, isDone)
          .ifPresent(
              labeled -> {
                added.add(labeled);
                tokenBorders.add(borders(own));
              });
    }

    tokenCheck.add(document, tokenized, place);
    documents++;
    read += tokens.size();
    unlabeled += undecided.cardinality();
    sentences.addAll(added);
    overlapped.forEach(description -> overlapping.add(description, place));
    for (int i = aligned.nextClearBit(0); i < tagged.size(); i = aligned.nextClearBit(i + 1)) {
      misaligned.add(tagged.get(i).description(), place);
    }
    found.forEach(segment -> count(segment, place));
  }

  private void count(Segment segment, String place) {
    if (segment.range().isEmpty()) {
      empty.add(segment.description(), place);
    } else if (segment.tag() == null) {
      withoutValue.add(segment.description(), place);
    } else if (segment.isTrimmed()) {
      trimmed.add(segment.description(), place);
    }
  }

  /**
   * Returns the sentences that are not learned from, since an annotation in them has no value. If
   * segments are learned from one by one, there are none.
   */
  private BitSet undecided(List<List<Token>> sentences, List<Segment> segments) {
    BitSet undecided = new BitSet(sentences.size());
    if (annotated == Annotated.SEGMENTS) {
      return undecided;
    }
    List<TrimmedRange> without =
        segments.stream()
            .filter(segment -> segment.tag() == null && !segment.range().isEmpty())
            .map(Segment::range)
            .toList();
    for (int s = 0; s < sentences.size() && !without.isEmpty(); s++) {
      List<Token> tokens = sentences.get(s);
      int begin = tokens.get(0).getBegin();
      int end = tokens.get(tokens.size() - 1).getEnd();
      undecided.set(
          s, without.stream().anyMatch(range -> range.begin() < end && begin < range.end()));
    }
    return undecided;
  }

  /** Returns descriptions of the segments of a sentence that overlap longer ones. */
  private static List<String> left(List<Span> all, List<Span> disjoint, List<Token> tokens) {
    List<String> left = new ArrayList<>();
    List<Span> unseen = new ArrayList<>(disjoint);
    String text = tokens.get(0).getCAS().getDocumentText();
    for (Span span : all) {
      if (!unseen.remove(span)) {
        int begin = tokens.get(span.start()).getBegin();
        int end = tokens.get(span.end() - 1).getEnd();
        left.add(TrimmedRange.describe(text, begin, end));
      }
    }
    return left;
  }

  private static int[] borders(List<Token> tokens) {
    return tokens.stream().flatMapToInt(t -> IntStream.of(t.getBegin(), t.getEnd())).toArray();
  }

  private void countTypes(JCas document) {
    TypeSystem types = document.getTypeSystem();
    Type whole = types.getType(CAS.TYPE_NAME_DOCUMENT_ANNOTATION);
    for (Annotation annotation : document.getAnnotationIndex()) {
      if (!types.subsumes(whole, annotation.getType())) {
        typeCounts.merge(annotation.getType().getName(), 1, Integer::sum);
      }
    }
  }

  private String available() {
    return typeCounts.isEmpty()
        ? "there are no annotations at all"
        : typeCounts.entrySet().stream()
            .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
            .collect(Collectors.joining(", ", "the available annotations: ", ""));
  }

  private List<List<Span>> rejected(JCas document, List<List<Token>> tokens)
      throws UnusableCasException {
    if (marks.rejectedType() == null) {
      return Collections.nCopies(tokens.size(), List.of());
    }
    LabelSource suggestions = source.ofType(marks.rejectedType());
    List<Segment> rejected = segments(document, suggestions);
    for (Segment segment : rejected) {
      if (segment.tag() == null) {
        throw new UnusableCasException(
            suggestions.layer().shortTypeName()
                + " "
                + segment.description()
                + " has no value, so that it does not say what was rejected; set it, or remove the"
                + " annotation");
      }
    }
    return spans(tokens, rejected, new BitSet());
  }

  /** The tokens that are not known, of which rejected suggestions say something. */
  private List<UnknownToken> unknown(List<Span> segments, List<Span> rejected, int length) {
    if (annotated == Annotated.ALL) {
      return List.of();
    }
    BitSet known = new BitSet(length);
    segments.forEach(span -> known.set(span.start(), span.end()));
    List<UnknownToken> unknown = new ArrayList<>();
    for (int t = 0; t < length; t++) {
      int token = t;
      Set<String> types =
          rejected.stream()
              .filter(span -> span.start() <= token && token < span.end())
              .map(Span::type)
              .collect(Collectors.toSet());
      if (!known.get(t) && (scheme == TagScheme.TOKEN || !types.isEmpty())) {
        unknown.add(new UnknownToken(t, types));
      }
    }
    return unknown;
  }

  private String typeName() {
    return source.layer().shortTypeName();
  }

  /** The longest first. */
  private List<Segment> segments(JCas document, LabelSource from) throws UnusableCasException {
    List<Segment> found = new ArrayList<>();
    for (Annotation annotation : document.getCas().<Annotation>select(typeIn(document, from))) {
      String tag = from.tagOf(annotation).orElse(null);
      boolean isWanted = tag == null || from.isWanted(tag);
      if (isWanted && (!from.equals(source) || !marks.isRejected(annotation))) {
        found.add(new Segment(annotation, TrimmedRange.of(annotation), tag));
      }
    }
    found.sort(Comparator.comparingInt(segment -> segment.range().begin() - segment.range().end()));
    return found;
  }

  private Type typeIn(JCas document, LabelSource from) throws UnusableCasException {
    try {
      return from.typeIn(document);
    } catch (UnusableCasException e) {
      throw new UnusableCasException(e.getMessage() + "; " + available(), e);
    }
  }

  /**
   * Returns for each sentence the segments that begin and end with tokens of it, in the order
   * given.
   *
   * @param aligned gets the numbers of the segments that are in any sentence
   */
  private List<List<Span>> spans(
      List<List<Token>> sentences, List<Segment> segments, BitSet aligned) {
    // By offset, since sentences may overlap: in each of them the first and the last token there.
    Map<Integer, Map<Integer, Integer>> firsts = new HashMap<>();
    Map<Integer, Map<Integer, Integer>> lasts = new HashMap<>();
    List<List<Span>> spans = new ArrayList<>(sentences.size());
    for (int s = 0; s < sentences.size(); s++) {
      List<Token> tokens = sentences.get(s);
      for (int t = 0; t < tokens.size(); t++) {
        firsts.computeIfAbsent(tokens.get(t).getBegin(), b -> new TreeMap<>()).putIfAbsent(s, t);
        lasts.computeIfAbsent(tokens.get(t).getEnd(), e -> new TreeMap<>()).put(s, t);
      }
      spans.add(new ArrayList<>());
    }
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      Map<Integer, Integer> last = lasts.getOrDefault(segment.range().end(), Map.of());
      Map<Integer, Integer> first = firsts.getOrDefault(segment.range().begin(), Map.of());
      for (Map.Entry<Integer, Integer> inSentence : first.entrySet()) {
        int start = inSentence.getValue();
        int end = last.getOrDefault(inSentence.getKey(), -1) + 1;
        if (scheme == TagScheme.TOKEN ? end == start + 1 : end > start) {
          spans.get(inSentence.getKey()).add(new Span(start, end, segment.tag()));
          aligned.set(i);
        }
      }
    }
    return spans;
  }

  private void checkEachHasALabel(List<Token> tokens, List<Span> spans)
      throws UnusableCasException {
    BitSet labeled = new BitSet(tokens.size());
    spans.forEach(span -> labeled.set(span.start()));
    int missing = labeled.nextClearBit(0);
    if (missing < tokens.size()) {
      throw new UnusableCasException(
          format(
              "the token '%s' at offset %s has no %s annotation, but in the scheme TOKEN each needs"
                  + " one; annotate it, or learn in the scheme IOB2, where tokens may be outside",
              tokens.get(missing).getText(), tokens.get(missing).getBegin(), typeName()));
    }
  }

  /**
   * Checks that there was at least one segment, and an annotation for each column of them.
   *
   * @throws UnusableCasException if not; it says what other annotations there were
   */
  public void checkSegments() throws UnusableCasException {
    if (sentences.stream().allMatch(sentence -> sentence.spans().isEmpty())) {
      String tags = String.join(" or ", new TreeSet<>(source.onlyTags()));
      String withTags = tags.isEmpty() ? "" : " with the value " + tags;
      String unusable =
          withoutValue.isEmpty() ? "" : "; " + withoutValue.warning(typeName(), NO_VALUE);
      throw new UnusableCasException(
          format(
              "in %s there was no %s annotation%s to learn (%s%s); check the name of the type, and"
                  + " that the reader reads them",
              plural(read, "sentence"), typeName(), withTags, available(), unusable));
    }
    for (AnnotationColumn column : reader.annotationColumns()) {
      if (sentences.stream()
          .flatMap(sentence -> sentence.tokens().column(column.name()).stream())
          .allMatch(Lexicon.OUTSIDE::equals)) {
        throw new UnusableCasException(
            format(
                "in %s no token lies within an annotation for the column %s (%s); check the name of"
                    + " the type, and that the engine that writes them comes first",
                plural(read, "sentence"), column, available()));
      }
    }
  }

  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    int decided = read - unlabeled;
    if (decided > sentences.size()) {
      warnings.add(
          format(
              "%s of %s sentences have no annotation, and nothing is learned of them",
              decided - sentences.size(), read));
    }
    addWarning(
        withoutValue,
        NO_VALUE + ", and whose sentences are left out (" + plural(unlabeled, "sentence") + ")",
        warnings);
    addWarning(empty, "have no text, and were left out", warnings);
    addWarning(trimmed, "have white space at their borders, which was cut off", warnings);
    addWarning(overlapping, "overlap one at least as long, which was taken instead", warnings);
    addWarning(
        misaligned,
        scheme == TagScheme.TOKEN
            ? "do not stand on one token, and were left out"
            : "do not begin and end with tokens of one sentence, so that their tokens were taken as"
                + " outside",
        warnings);
    warnings.addAll(tokenCheck.warnings());
    return warnings;
  }

  private void addWarning(Occurrences found, String problem, List<String> warnings) {
    if (!found.isEmpty()) {
      warnings.add(found.warning(typeName(), problem));
    }
  }

  /** Returns whether a document's type system declares the type of the learned annotations. */
  public boolean declaresSegments(JCas document) {
    return document.getTypeSystem().getType(source.layer().typeName()) != null;
  }

  /** In the order in which they were added; not a copy. */
  public List<LabeledSequence> sentences() {
    return sentences;
  }

  /**
   * Returns the places of the sentences that the last document has added: for each, begin and end
   * offsets of its tokens, {@code [2 * tokens]}. Not a copy.
   */
  public List<int[]> tokenBorders() {
    return tokenBorders;
  }

  /** Whether anything is learned of them or not. */
  public int read() {
    return read;
  }

  /**
   * Annotations of documents that say how far annotators have got.
   *
   * @param doneType full name of an annotation type: sentences within an annotation of it are done;
   *     null for none
   * @param rejectedType full name of an annotation type: rejected suggestions, whose labels are
   *     read as those of the segments that are learned; null for none
   */
  public record DocumentMarks(String doneType, String rejectedType) {
    /** Documents say nothing. */
    public static final DocumentMarks NONE = new DocumentMarks(null, null);

    /** Whether this is a rejected suggestion: its type may be a sub-type of what is learned. */
    boolean isRejected(Annotation annotation) {
      TypeSystem types = annotation.getCAS().getTypeSystem();
      Type rejected = rejectedType == null ? null : types.getType(rejectedType);
      return rejected != null && types.subsumes(rejected, annotation.getType());
    }

    /**
     * The regions that annotators have completed: by where regions begin, the largest end of these
     * and of all before.
     *
     * @throws UnusableCasException if their type is no annotation type
     */
    NavigableMap<Integer, Integer> completedRegions(JCas document) throws UnusableCasException {
      TreeMap<Integer, Integer> ends = new TreeMap<>();
      if (doneType != null) {
        int largest = 0;
        Type type = SegmentLayer.annotationType(document, doneType);
        for (Annotation region : document.getCas().<Annotation>select(type)) {
          largest = Math.max(largest, region.getEnd());
          ends.put(region.getBegin(), largest);
        }
      }
      return ends;
    }
  }
}
