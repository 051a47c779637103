package org.gpchain.training.uima;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
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
import org.gpchain.internal.annotator.cas.TokenCheck;
import org.gpchain.internal.annotator.cas.TokenReader;
import org.gpchain.internal.annotator.cas.TrimmedRange;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.training.data.Annotated;

/**
 * A corpus of labeled sentences, read from the annotations of documents.
 *
 * <ul>
 *   <li>If segments overlap, only the longest is kept, since a token has one label.
 *   <li>White space at the borders of an annotation does not belong to the segment.
 *   <li>Annotations that do not begin and end with tokens of one sentence are ignored, since labels
 *       cannot express them.
 *   <li>Sentences with an annotation that has no value are left out, since their labels are
 *       unknown.
 * </ul>
 *
 * <p>All of these cases are counted and reported by {@link #warnings}.
 *
 * <p>In the scheme {@link TagScheme#TOKEN}, every token needs an annotation, whose tag is the label
 * of the token. Annotations of several tokens are ignored.
 */
public final class CasCorpus {
  /** The document separator of CoNLL-2003, which DKPro's reader represents as a sentence. */
  private static final String DOCUMENT_START = "-DOCSTART-";

  /** Problem of annotations without a value, for messages. */
  private static final String NO_VALUE = "have no value";

  private final LabelSource source;
  private final TokenReader reader;
  private final TagScheme scheme;
  private final Annotated annotated;
  private final DocumentMarks marks;

  /** Number of annotations by the full names of their types. */
  private final Map<String, Integer> typeCounts = new TreeMap<>();

  private final List<LabeledSequence> sentences = new ArrayList<>();

  /** Offsets of the tokens of the sentences that the last document has added. */
  private final List<int[]> tokenBorders = new ArrayList<>();

  private final Occurrences overlapping = new Occurrences();
  private final Occurrences misaligned = new Occurrences();
  private final Occurrences trimmed = new Occurrences();
  private final Occurrences empty = new Occurrences();
  private final Occurrences withoutValue = new Occurrences();
  private final TokenCheck tokenCheck = new TokenCheck();
  private int documentCount;
  private int readSentences;

  /** Number of sentences that are left out because an annotation in them has no value. */
  private int unlabeledSentences;

  /**
   * Creates an empty corpus. Unless the documents are completely annotated, tokens may lack an
   * annotation even in the scheme {@link TagScheme#TOKEN}, and the tokens of a rejected suggestion
   * do not belong to a segment with its label.
   *
   * @param source annotations that are learned
   * @param reader reader of the columns of tokens
   * @param scheme scheme of the model that is learned
   * @param annotated part of the documents that is annotated
   * @param marks annotations that mark the progress of annotators
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

  /** Returns an empty corpus with the same settings. */
  CasCorpus empty() {
    return new CasCorpus(source, reader, scheme, annotated, marks);
  }

  /**
   * An annotation that is learned.
   *
   * @param annotation the annotation
   * @param range range of the annotation without white space at its borders
   * @param tag label, or null if the annotation has no value
   */
  private record Segment(Annotation annotation, TrimmedRange range, String tag) {
    boolean isUsable() {
      return tag != null && !range.isEmpty();
    }

    boolean isTrimmed() {
      return !range.isAt(annotation.getBegin(), annotation.getEnd());
    }

    int negativeLength() {
      return range.begin() - range.end();
    }

    String description() {
      return TrimmedRange.describe(annotation);
    }
  }

  /**
   * Copies the sentences of a document.
   *
   * @throws UnusableCasException as {@link #add(JCas, String)}
   */
  public void add(JCas document) throws UnusableCasException {
    add(document, CasSentences.nameOf(document));
  }

  /**
   * Copies the sentences of a document.
   *
   * @param document the document
   * @param place name of the document, for warnings
   * @throws UnusableCasException if required annotations are missing, such as tokens, a part of
   *     speech, or the label of a token; no sentence of the document is added in this case
   */
  public void add(JCas document, String place) throws UnusableCasException {
    countTypes(document);
    tokenBorders.clear();
    List<TokenizedSentence> tokenized = CasSentences.tokenized(document);
    List<List<Token>> tokens = new ArrayList<>(tokenized.size());
    for (TokenizedSentence sentence : tokenized) {
      if (!isDocumentStart(sentence.tokens())) {
        tokens.add(sentence.tokens());
      }
    }

    List<Segment> segments = segments(document, source);
    List<Segment> usable = segments.stream().filter(Segment::isUsable).toList();
    BitSet aligned = new BitSet(usable.size());
    List<List<Span>> spans = spans(tokens, usable, aligned);
    List<List<Span>> rejected = rejected(document, tokens);
    NavigableMap<Integer, Integer> completed = marks.completedRegions(document);
    List<TokenSequence> sequences = reader.read(document, tokens);
    BitSet unlabeled = unlabeled(tokens, segments);

    List<LabeledSequence> added = new ArrayList<>(tokens.size());
    List<String> overlapped = new ArrayList<>();
    for (int s = 0; s < tokens.size(); s++) {
      if (unlabeled.get(s)) {
        continue;
      }
      List<Token> sentenceTokens = tokens.get(s);
      List<Span> disjoint = Span.disjoint(spans.get(s));
      if (scheme == TagScheme.TOKEN && annotated == Annotated.ALL) {
        checkEachHasALabel(sentenceTokens, disjoint);
      }
      overlapped.addAll(overlapped(spans.get(s), disjoint, sentenceTokens));

      List<UnknownToken> unknown = unknown(disjoint, rejected.get(s), sentenceTokens.size());
      LabeledSequence sentence =
          new LabeledSequence(sequences.get(s), disjoint, unknown, documentCount);
      Optional<LabeledSequence> labeled =
          annotated.of(sentence, isCompleted(sentenceTokens, completed));
      if (labeled.isPresent()) {
        added.add(labeled.get());
        tokenBorders.add(borders(sentenceTokens));
      }
    }

    // No exception is thrown from here on, so that all or nothing of the document is added.
    tokenCheck.add(document, tokenized, place);
    documentCount++;
    readSentences += tokens.size();
    unlabeledSentences += unlabeled.cardinality();
    sentences.addAll(added);
    for (String description : overlapped) {
      overlapping.add(description, place);
    }
    for (int i = aligned.nextClearBit(0); i < usable.size(); i = aligned.nextClearBit(i + 1)) {
      misaligned.add(usable.get(i).description(), place);
    }
    for (Segment segment : segments) {
      count(segment, place);
    }
  }

  private static boolean isDocumentStart(List<Token> tokens) {
    return tokens.size() == 1 && tokens.get(0).getText().equals(DOCUMENT_START);
  }

  /** Returns whether a sentence lies within a region that annotators have completed. */
  private static boolean isCompleted(
      List<Token> tokens, NavigableMap<Integer, Integer> completedRegions) {
    int begin = tokens.get(0).getBegin();
    int end = tokens.get(tokens.size() - 1).getEnd();
    Map.Entry<Integer, Integer> region = completedRegions.floorEntry(begin);
    return region != null && region.getValue() >= end;
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
   * Returns the indices of the sentences that are left out because an annotation in them has no
   * value. If only single segments are learned, no sentence is left out.
   */
  private BitSet unlabeled(List<List<Token>> sentences, List<Segment> segments) {
    BitSet unlabeled = new BitSet(sentences.size());
    if (annotated == Annotated.SEGMENTS) {
      return unlabeled;
    }

    List<TrimmedRange> rangesWithoutValue = new ArrayList<>();
    for (Segment segment : segments) {
      if (segment.tag() == null && !segment.range().isEmpty()) {
        rangesWithoutValue.add(segment.range());
      }
    }
    if (rangesWithoutValue.isEmpty()) {
      return unlabeled;
    }

    for (int s = 0; s < sentences.size(); s++) {
      List<Token> tokens = sentences.get(s);
      int begin = tokens.get(0).getBegin();
      int end = tokens.get(tokens.size() - 1).getEnd();
      for (TrimmedRange range : rangesWithoutValue) {
        if (range.begin() < end && begin < range.end()) {
          unlabeled.set(s);
        }
      }
    }
    return unlabeled;
  }

  /**
   * Returns descriptions of the segments of a sentence that are not kept because they overlap
   * longer segments.
   *
   * @param spans all segments of the sentence
   * @param disjoint segments that are kept
   */
  private static List<String> overlapped(
      List<Span> spans, List<Span> disjoint, List<Token> tokens) {
    List<String> descriptions = new ArrayList<>();
    List<Span> kept = new ArrayList<>(disjoint);
    String text = tokens.get(0).getCAS().getDocumentText();
    for (Span span : spans) {
      if (!kept.remove(span)) {
        int begin = tokens.get(span.start()).getBegin();
        int end = tokens.get(span.end() - 1).getEnd();
        descriptions.add(TrimmedRange.describe(text, begin, end));
      }
    }
    return descriptions;
  }

  /** Returns the begin and end offsets of tokens, {@code [2 * tokens]}. */
  private static int[] borders(List<Token> tokens) {
    int[] borders = new int[2 * tokens.size()];
    for (int t = 0; t < tokens.size(); t++) {
      borders[2 * t] = tokens.get(t).getBegin();
      borders[2 * t + 1] = tokens.get(t).getEnd();
    }
    return borders;
  }

  private void countTypes(JCas document) {
    TypeSystem types = document.getTypeSystem();
    Type documentType = types.getType(CAS.TYPE_NAME_DOCUMENT_ANNOTATION);
    for (Annotation annotation : document.getAnnotationIndex()) {
      if (!types.subsumes(documentType, annotation.getType())) {
        typeCounts.merge(annotation.getType().getName(), 1, Integer::sum);
      }
    }
  }

  /** Returns the numbers of annotations by type, for messages. */
  private String available() {
    if (typeCounts.isEmpty()) {
      return "there are no annotations at all";
    }
    StringJoiner types = new StringJoiner(", ", "the available annotations: ", "");
    typeCounts.forEach((type, count) -> types.add(type + " (" + count + ")"));
    return types.toString();
  }

  /** Returns the rejected suggestions of each sentence. */
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

  /**
   * Returns the tokens of a sentence whose labels are not fully known: tokens of rejected
   * suggestions, which have any other label, and in the scheme {@link TagScheme#TOKEN} all tokens
   * without an annotation.
   *
   * @param segments segments of the sentence, whose tokens are known
   * @param rejected rejected suggestions
   * @param length number of tokens
   */
  private List<UnknownToken> unknown(List<Span> segments, List<Span> rejected, int length) {
    if (annotated == Annotated.ALL) {
      return List.of();
    }
    BitSet known = new BitSet(length);
    for (Span span : segments) {
      known.set(span.start(), span.end());
    }

    List<UnknownToken> unknown = new ArrayList<>();
    for (int t = 0; t < length; t++) {
      if (known.get(t)) {
        continue;
      }
      Set<String> rejectedTypes = new HashSet<>();
      for (Span span : rejected) {
        if (span.start() <= t && t < span.end()) {
          rejectedTypes.add(span.type());
        }
      }
      if (scheme == TagScheme.TOKEN || !rejectedTypes.isEmpty()) {
        unknown.add(new UnknownToken(t, rejectedTypes));
      }
    }
    return unknown;
  }

  private String typeName() {
    return source.layer().shortTypeName();
  }

  /** Returns the annotations of a source, the longest first. */
  private List<Segment> segments(JCas document, LabelSource labelSource)
      throws UnusableCasException {
    Type type = typeIn(document, labelSource);
    List<Segment> segments = new ArrayList<>();
    for (Annotation annotation : document.getCas().<Annotation>select(type)) {
      String tag = labelSource.tagOf(annotation).orElse(null);
      boolean isLearned = tag == null || labelSource.isLearned(tag);
      boolean isExcluded = labelSource.equals(source) && marks.isRejected(annotation);
      if (isLearned && !isExcluded) {
        segments.add(new Segment(annotation, TrimmedRange.of(annotation), tag));
      }
    }
    segments.sort(Comparator.comparingInt(Segment::negativeLength));
    return segments;
  }

  private Type typeIn(JCas document, LabelSource labelSource) throws UnusableCasException {
    try {
      return labelSource.typeIn(document);
    } catch (UnusableCasException e) {
      throw new UnusableCasException(e.getMessage() + "; " + available(), e);
    }
  }

  /**
   * Returns, for each sentence, the segments that begin and end with its tokens, in the order of
   * the segments.
   *
   * @param aligned receives the indices of the segments that belong to any sentence
   */
  private List<List<Span>> spans(
      List<List<Token>> sentences, List<Segment> segments, BitSet aligned) {
    // Sentences may overlap, so several of them can have a token at the same offset. The keys are
    // the begin (or end) offset of a token and the index of the sentence. The values are the index
    // of the first token with this begin (or the last with this end).
    Map<Integer, Map<Integer, Integer>> firstTokens = new HashMap<>();
    Map<Integer, Map<Integer, Integer>> lastTokens = new HashMap<>();
    List<List<Span>> spans = new ArrayList<>(sentences.size());
    for (int s = 0; s < sentences.size(); s++) {
      List<Token> tokens = sentences.get(s);
      for (int t = 0; t < tokens.size(); t++) {
        Token token = tokens.get(t);
        firstTokens.computeIfAbsent(token.getBegin(), begin -> new TreeMap<>()).putIfAbsent(s, t);
        lastTokens.computeIfAbsent(token.getEnd(), end -> new TreeMap<>()).put(s, t);
      }
      spans.add(new ArrayList<>());
    }

    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      Map<Integer, Integer> starts = firstTokens.getOrDefault(segment.range().begin(), Map.of());
      Map<Integer, Integer> lasts = lastTokens.getOrDefault(segment.range().end(), Map.of());
      for (Map.Entry<Integer, Integer> startInSentence : starts.entrySet()) {
        int sentence = startInSentence.getKey();
        int start = startInSentence.getValue();
        int end = lasts.getOrDefault(sentence, -1) + 1;
        if (canExpress(start, end)) {
          spans.get(sentence).add(new Span(start, end, segment.tag()));
          aligned.set(i);
        }
      }
    }
    return spans;
  }

  /** Returns whether labels can express a segment from one token index to another, exclusive. */
  private boolean canExpress(int start, int end) {
    return scheme == TagScheme.TOKEN ? end == start + 1 : end > start;
  }

  private void checkEachHasALabel(List<Token> tokens, List<Span> spans)
      throws UnusableCasException {
    BitSet labeled = new BitSet(tokens.size());
    for (Span span : spans) {
      labeled.set(span.start());
    }

    int missing = labeled.nextClearBit(0);
    if (missing < tokens.size()) {
      throw new UnusableCasException(
          format(
              "the token '%s' at offset %s has no %s annotation, but in the scheme"
                  + " TOKEN each needs one; annotate it, or use the scheme IOB2, in which"
                  + " tokens may be outside of segments",
              tokens.get(missing).getText(), tokens.get(missing).getBegin(), typeName()));
    }
  }

  /**
   * Checks that the corpus has a segment, and an annotation for each column that is made of
   * annotations.
   *
   * @throws UnusableCasException if it has not; the message lists the available annotations
   */
  public void checkSegments() throws UnusableCasException {
    if (sentences.stream().allMatch(sentence -> sentence.spans().isEmpty())) {
      throw new UnusableCasException(noSegmentMessage());
    }
    for (AnnotationColumn column : reader.annotationColumns()) {
      if (isOutsideEverywhere(column)) {
        throw new UnusableCasException(
            format(
                "in %s no token lies within an annotation for the column %s (%s); check the name of"
                    + " the type, and that the engine that writes them comes first",
                plural(readSentences, "sentence"), column, available()));
      }
    }
  }

  private String noSegmentMessage() {
    String tags = String.join(" or ", new TreeSet<>(source.onlyTags()));
    String withTags = tags.isEmpty() ? "" : " with the value " + tags;
    String unusable = "";
    if (!withoutValue.isEmpty()) {
      unusable = "; " + withoutValue.warning(typeName(), NO_VALUE);
    }
    return format(
        "in %s there was no %s annotation%s to learn (%s%s); check the name of the type, and that"
            + " the reader reads them",
        plural(readSentences, "sentence"), typeName(), withTags, available(), unusable);
  }

  private boolean isOutsideEverywhere(AnnotationColumn column) {
    for (LabeledSequence sentence : sentences) {
      List<String> cells = sentence.tokens().column(column.name());
      if (!cells.stream().allMatch(Lexicon.OUTSIDE::equals)) {
        return false;
      }
    }
    return true;
  }

  /** Returns warnings about sentences and annotations that are not learned as they are. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    int unannotated = readSentences - unlabeledSentences - sentences.size();
    if (unannotated > 0) {
      warnings.add(
          format(
              "%s of %s sentences have no annotation, and are not used for training",
              unannotated, readSentences));
    }

    String leftOut =
        ", so that their sentences are skipped (" + plural(unlabeledSentences, "sentence") + ")";
    addWarning(withoutValue, NO_VALUE + leftOut, warnings);
    addWarning(empty, "have no text, and were skipped", warnings);
    addWarning(trimmed, "have white space at their boundaries, which was removed", warnings);
    addWarning(
        overlapping, "overlap one that is at least as long, which was used instead", warnings);
    if (scheme == TagScheme.TOKEN) {
      addWarning(misaligned, "do not cover exactly one token, and were skipped", warnings);
    } else {
      String problem =
          "do not begin and end with tokens of one sentence, so their tokens were treated as"
              + " outside";
      addWarning(misaligned, problem, warnings);
    }
    warnings.addAll(tokenCheck.warnings());
    return warnings;
  }

  private void addWarning(Occurrences occurrences, String problem, List<String> warnings) {
    if (!occurrences.isEmpty()) {
      warnings.add(occurrences.warning(typeName(), problem));
    }
  }

  /** Returns whether a document's type system declares the type of the learned annotations. */
  public boolean declaresSegments(JCas document) {
    return document.getTypeSystem().getType(source.layer().typeName()) != null;
  }

  /** Returns the sentences in the order in which they were added. Not a copy. */
  public List<LabeledSequence> sentences() {
    return sentences;
  }

  /**
   * Returns the offsets of the sentences that the last document has added: for each sentence, the
   * begin and end offsets of its tokens, {@code [2 * tokens]}. Not a copy.
   */
  public List<int[]> tokenBorders() {
    return tokenBorders;
  }

  /** Returns the number of sentences that were read, even if nothing is learned from them. */
  public int read() {
    return readSentences;
  }
}
