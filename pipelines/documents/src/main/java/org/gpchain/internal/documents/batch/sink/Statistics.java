package org.gpchain.internal.documents.batch.sink;

import static org.gpchain.core.text.Numbers.format;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.lang3.ArrayUtils;
import org.gpchain.annotator.BoundModel;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.AnnotatedResult.Additions;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.internal.documents.output.JsonWriter;
import org.gpchain.internal.formats.cas.ParsedDocument;

/**
 * Figures of all documents so far, in bounded memory. Documents are added in their order, so that
 * sums are the same whatever the threads did, and after any number of interruptions. The journal
 * has all fields.
 */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public final class Statistics {
  private static final int LEAST_CERTAIN = 50;
  private static final int REASONS = 50;
  private static final int TYPES = 2000;

  /** Maximum number of different remarks on how documents were read. */
  private static final int REMARKS = 50;

  private static final String OTHER = "other";
  private static final String OTHER_REMARKS = "other remarks on how documents were read";

  private long documents;
  private long failed;
  private long withoutSentences;
  private long sentences;
  private long tokens;
  private long segments;
  private long tagged;
  SortedMap<String, SortedMap<String, Sum>> types = new TreeMap<>();
  private SortedMap<String, Long> segmentedBy = new TreeMap<>();
  SortedMap<String, Long> reasons = new TreeMap<>();

  /** What the user should know of how documents were read, each with the number of times. */
  private SortedMap<String, Long> remarks = new TreeMap<>();

  TreeSet<Uncertain> leastCertain = new TreeSet<>();

  /** Evidence of each model for the check of its promise; null for none. */
  private List<long[]> evidence = List.of();

  /**
   * The figures of a document.
   *
   * @param sentences number of sentences
   * @param tokens number of tokens
   * @param segments segments of the models of this run
   * @param models names of the models of this run, by layer
   * @param additions what the document was given besides
   * @param remarks what the user should know of how it was read, each with the number of times
   */
  public record Figures(
      int sentences,
      int tokens,
      List<Segment> segments,
      List<String> models,
      Additions additions,
      Map<String, Integer> remarks) {
    /** Returns the figures of a document, given the layers of the models of this run. */
    public static Figures of(AnnotatedResult result, List<Layer> layers) {
      AnnotatedDocument copy = result.copy();
      List<Segment> segments = new ArrayList<>();
      for (AnnotatedSentence sentence : copy.sentences()) {
        for (Segment segment : sentence.segments()) {
          if (segment.layer() < layers.size()) {
            segments.add(segment);
          }
        }
      }
      return new Figures(
          copy.sentences().size(),
          copy.tokenCount(),
          segments,
          layers.stream().map(Layer::model).toList(),
          result.additions(),
          result.remarks());
    }
  }

  /** The number of segments of one type, and the sum of their probabilities. */
  record Sum(long count, double probability) {
    private Sum plus(Sum other) {
      return new Sum(count + other.count, probability + other.probability);
    }

    double mean() {
      return probability / count;
    }
  }

  /**
   * A document of which the models are not sure, by the mean probability of its segments; those
   * with the smallest come first.
   */
  record Uncertain(double mean, long number, String id, int segments)
      implements Comparable<Uncertain> {
    @Override
    public int compareTo(Uncertain other) {
      int byMean = Double.compare(mean, other.mean);
      return byMean != 0 ? byMean : Long.compare(number, other.number);
    }
  }

  /** Returns the number of documents that were annotated. */
  public long documents() {
    return documents;
  }

  /** Returns the number of documents that failed. */
  public long failed() {
    return failed;
  }

  /** Returns the number of sentences. */
  public long sentences() {
    return sentences;
  }

  /** Returns the number of tokens. */
  public long tokens() {
    return tokens;
  }

  /** Returns the number of segments. */
  public long segments() {
    return segments;
  }

  /** Returns the evidence of each model for the check of its promise; null for none. */
  public List<long[]> evidence() {
    return evidence;
  }

  /**
   * Adds a document that was annotated.
   *
   * @param number index of the document among all inputs, from 0; documents that failed are counted
   */
  public void add(long number, String id, Figures document) {
    documents++;
    sentences += document.sentences();
    tokens += document.tokens();
    withoutSentences += document.sentences() == 0 ? 1 : 0;
    Additions additions = document.additions();
    if (additions.segmentedBy() != null) {
      segmentedBy.merge(additions.segmentedBy(), 1L, Long::sum);
    }
    tagged += additions.tagged();
    evidence = Additions.sum(evidence, additions.evidence());
    document.remarks().forEach(this::addRemark);
    double sum = 0;
    for (Segment segment : document.segments()) {
      String model = document.models().get(segment.layer());
      Map<String, Sum> ofModel = types.computeIfAbsent(model, name -> new TreeMap<>());
      String type =
          ofModel.size() < TYPES || ofModel.containsKey(segment.type()) ? segment.type() : OTHER;
      ofModel.merge(type, new Sum(1, segment.probability()), Sum::plus);
      sum += segment.probability();
    }
    int count = document.segments().size();
    segments += count;
    if (count > 0) {
      leastCertain.add(new Uncertain(sum / count, number, id, count));
      if (leastCertain.size() > LEAST_CERTAIN) {
        leastCertain.pollLast();
      }
    }
  }

  private void addRemark(String remark, int count) {
    boolean mayBeAdded = remarks.size() < REMARKS || remarks.containsKey(remark);
    remarks.merge(mayBeAdded ? remark : OTHER_REMARKS, (long) count, Long::sum);
  }

  /** Adds a document that failed. */
  public void addFailure(DocumentException failure) {
    failed++;
    // The problem without its cure; what differs from document to document are numbers and names.
    String problem = failure.getMessage().split("; ", 2)[0];
    String kind = problem.replaceAll("'[^']*'", "'…'").replaceAll("(?<= )-?[0-9]+", "…");
    String known = reasons.size() < REASONS || reasons.containsKey(kind) ? kind : OTHER;
    reasons.merge(known, 1L, Long::sum);
  }

  private record TypeSummary(String model, String value, long segments, double meanProbability) {}

  private record DocumentSummary(String id, double meanProbability, int segments) {}

  private record PromiseSummary(String model, PromiseCheck.Level level, String reason) {}

  /** Returns the figures in JSON. Without times, so that the same run gives the same figures. */
  byte[] summary(List<Layer> layers, SortedMap<Path, PromiseCheck.Status> promises)
      throws IOException {
    List<TypeSummary> byType = new ArrayList<>();
    types.forEach(
        (model, ofModel) ->
            ofModel.forEach(
                (type, sum) ->
                    byType.add(
                        new TypeSummary(
                            model, type, sum.count(), JsonWriter.rounded(sum.mean())))));
    List<DocumentSummary> least =
        leastCertain.stream()
            .map(d -> new DocumentSummary(d.id(), JsonWriter.rounded(d.mean()), d.segments()))
            .toList();
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("models", layers);
    summary.put("documents", documents);
    summary.put("failed", failed);
    summary.put("withoutSentences", withoutSentences);
    summary.put("sentences", sentences);
    summary.put("tokens", tokens);
    summary.put("segments", segments);
    summary.put("types", byType);
    summary.put("reasons", reasons);
    summary.put(
        "promises",
        promises.entrySet().stream()
            .map(
                e ->
                    new PromiseSummary(
                        BoundModel.nameOf(e.getKey().toString()),
                        e.getValue().level(),
                        e.getValue().reason()))
            .toList());
    summary.put("leastCertain", least);
    return ArrayUtils.add(JsonWriter.indented(summary), (byte) '\n');
  }

  /** Returns what the user should know of the run, in words. */
  public List<String> notes(SharedModels models) throws IOException {
    List<String> notes = new ArrayList<>();
    if (withoutSentences > 0) {
      notes.add("documents without sentences: " + withoutSentences);
    }
    notes.addAll(ParsedDocument.warnings(remarks));
    models.segmenterNote().ifPresent(notes::add);
    if (!models.readsRawText()) {
      segmentedBy.forEach(
          (name, count) ->
              notes.add(
                  format(
                      "documents without tokens: %s; their sentences and tokens were found by %s",
                      count, name)));
    }
    if (!models.readsRawText() && tagged > 0) {
      notes.add(
          "tokens without a part of speech: " + tagged + "; tagged by " + models.taggerName());
    }
    return notes;
  }
}
