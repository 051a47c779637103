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
import org.gpchain.core.decode.NoveltyCount;
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
 * Figures of all documents so far, with bounded memory. Documents are added in their order, so the
 * sums do not depend on threads or interruptions. The journal contains all fields.
 */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public final class Statistics {
  /** Maximum number of documents in the list of least certain documents. */
  private static final int MAX_LEAST_CERTAIN = 50;

  /** Maximum number of different reasons for failures. */
  private static final int MAX_REASONS = 50;

  /** Maximum number of different types of a model. */
  private static final int MAX_TYPES = 2000;

  /** Maximum number of different remarks on how documents were read. */
  private static final int MAX_REMARKS = 50;

  private static final String OTHER = "other";
  private static final String OTHER_REMARKS = "other remarks on how documents were read";

  private long documents;
  private long failed;
  private long withoutSentences;
  private long sentences;
  private long tokens;
  private long segments;

  /** Number of tokens that had no part of speech and received one. */
  private long tagged;

  /** Figures of segments by model and type. */
  SortedMap<String, SortedMap<String, Sum>> types = new TreeMap<>();

  /** Numbers of documents by the segmenter that found their sentences and tokens. */
  private SortedMap<String, Long> segmentedBy = new TreeMap<>();

  /** Numbers of failures by reason. */
  SortedMap<String, Long> reasons = new TreeMap<>();

  /** Notes for the user on how documents were read, each with its number of occurrences. */
  private SortedMap<String, Long> remarks = new TreeMap<>();

  TreeSet<Uncertain> leastCertain = new TreeSet<>();

  /** Evidence of each model for the check of its promise; null for a model without one. */
  private List<long[]> evidence = List.of();

  /** Number of sentences that are unlike the training text, for each model in order. */
  private List<NoveltyCount> novelty = List.of();

  /**
   * The figures of a document.
   *
   * @param sentences number of sentences
   * @param tokens number of tokens
   * @param segments segments of the models of this run
   * @param additions annotations that were added for the models
   * @param remarks notes on how the document was read, each with its number of occurrences
   */
  public record Figures(
      int sentences,
      int tokens,
      List<FoundSegment> segments,
      Additions additions,
      Map<String, Integer> remarks) {
    /**
     * Returns the figures of a document.
     *
     * @param layers layers of the models of this run
     */
    public static Figures of(AnnotatedResult result, List<Layer> layers) {
      AnnotatedDocument copy = result.copy();
      List<FoundSegment> segments = new ArrayList<>();
      for (AnnotatedSentence sentence : copy.sentences()) {
        for (Segment segment : sentence.segments()) {
          if (segment.layer() < layers.size()) {
            String model = layers.get(segment.layer()).model();
            segments.add(new FoundSegment(model, segment.type(), segment.probability()));
          }
        }
      }
      return new Figures(
          copy.sentences().size(),
          copy.tokenCount(),
          segments,
          result.additions(),
          result.remarks());
    }
  }

  /**
   * A segment that a model of this run has found.
   *
   * @param model name of the model
   * @param type type of the segment
   * @param probability probability that exactly this segment is correct
   */
  public record FoundSegment(String model, String type, double probability) {}

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
   * A document with the mean probability of its segments. Documents with the smallest mean come
   * first.
   */
  record Uncertain(double mean, long number, String id, int segments)
      implements Comparable<Uncertain> {
    @Override
    public int compareTo(Uncertain other) {
      int order = Double.compare(mean, other.mean);
      if (order == 0) {
        order = Long.compare(number, other.number);
      }
      return order;
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

  /**
   * Returns the evidence of each model for the check of its promise; null for models without one.
   */
  public List<long[]> evidence() {
    return evidence;
  }

  /**
   * Adds an annotated document.
   *
   * @param number index of the document among all inputs, from 0, including documents that failed
   * @param id name of the document's output
   */
  public void add(long number, String id, Figures document) {
    documents++;
    sentences += document.sentences();
    tokens += document.tokens();
    if (document.sentences() == 0) {
      withoutSentences++;
    }

    Additions additions = document.additions();
    if (additions.segmentedBy() != null) {
      segmentedBy.merge(additions.segmentedBy(), 1L, Long::sum);
    }
    tagged += additions.tagged();
    evidence = Additions.sum(evidence, additions.evidence());
    novelty = Additions.sumOfNovelty(novelty, additions.novelty());
    document.remarks().forEach(this::addRemark);

    double sum = 0;
    for (FoundSegment segment : document.segments()) {
      addSegment(segment);
      sum += segment.probability();
    }
    int count = document.segments().size();
    segments += count;
    if (count > 0) {
      leastCertain.add(new Uncertain(sum / count, number, id, count));
      if (leastCertain.size() > MAX_LEAST_CERTAIN) {
        leastCertain.pollLast();
      }
    }
  }

  private void addSegment(FoundSegment segment) {
    Map<String, Sum> ofModel = types.computeIfAbsent(segment.model(), name -> new TreeMap<>());
    String type = segment.type();
    if (ofModel.size() >= MAX_TYPES && !ofModel.containsKey(type)) {
      type = OTHER;
    }
    ofModel.merge(type, new Sum(1, segment.probability()), Sum::plus);
  }

  private void addRemark(String remark, int count) {
    boolean mayBeAdded = remarks.size() < MAX_REMARKS || remarks.containsKey(remark);
    remarks.merge(mayBeAdded ? remark : OTHER_REMARKS, (long) count, Long::sum);
  }

  /** Adds a document that failed. */
  public void addFailure(DocumentException failure) {
    failed++;
    // The remedy is removed, and so are names and numbers, which differ between documents.
    String problem = failure.getMessage().split("; ", 2)[0];
    String reason = problem.replaceAll("'[^']*'", "'…'").replaceAll("(?<= )-?[0-9]+", "…");
    if (reasons.size() >= MAX_REASONS && !reasons.containsKey(reason)) {
      reason = OTHER;
    }
    reasons.merge(reason, 1L, Long::sum);
  }

  private record TypeSummary(String model, String value, long segments, double meanProbability) {}

  private record DocumentSummary(String id, double meanProbability, int segments) {}

  private record PromiseSummary(String model, PromiseCheck.Level level, String reason) {}

  private record NoveltySummary(String model, long sentences, long unlike) {}

  /**
   * Returns the figures as JSON. They contain no times, so they are reproducible.
   *
   * @param layers layers of the models of this run
   * @param promises status of the models' promises for all documents, by the file of the model
   */
  byte[] summary(List<Layer> layers, SortedMap<Path, PromiseCheck.Status> promises)
      throws IOException {
    List<TypeSummary> typeSummaries = new ArrayList<>();
    for (Map.Entry<String, SortedMap<String, Sum>> model : types.entrySet()) {
      for (Map.Entry<String, Sum> type : model.getValue().entrySet()) {
        Sum sum = type.getValue();
        double mean = JsonWriter.rounded(sum.mean());
        typeSummaries.add(new TypeSummary(model.getKey(), type.getKey(), sum.count(), mean));
      }
    }
    List<DocumentSummary> documentSummaries = new ArrayList<>();
    for (Uncertain document : leastCertain) {
      double mean = JsonWriter.rounded(document.mean());
      documentSummaries.add(new DocumentSummary(document.id(), mean, document.segments()));
    }
    List<PromiseSummary> promiseSummaries = new ArrayList<>();
    for (Map.Entry<Path, PromiseCheck.Status> promise : promises.entrySet()) {
      String model = BoundModel.nameOf(promise.getKey().toString());
      PromiseCheck.Status status = promise.getValue();
      promiseSummaries.add(new PromiseSummary(model, status.level(), status.reason()));
    }
    List<NoveltySummary> noveltySummaries = new ArrayList<>();
    for (Map.Entry<String, NoveltyCount> model : novelty(layers).entrySet()) {
      NoveltyCount count = model.getValue();
      noveltySummaries.add(new NoveltySummary(model.getKey(), count.sentences(), count.unlike()));
    }

    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("models", layers);
    summary.put("documents", documents);
    summary.put("failed", failed);
    summary.put("withoutSentences", withoutSentences);
    summary.put("sentences", sentences);
    summary.put("tokens", tokens);
    summary.put("segments", segments);
    summary.put("types", typeSummaries);
    summary.put("reasons", reasons);
    summary.put("promises", promiseSummaries);
    summary.put("novelty", noveltySummaries);
    summary.put("leastCertain", documentSummaries);
    return ArrayUtils.add(JsonWriter.indented(summary), (byte) '\n');
  }

  /**
   * Returns the numbers of sentences that are unlike the training text, by the name of the model.
   * Models that do not measure it are left out.
   *
   * @param layers layers of the models of this run
   */
  Map<String, NoveltyCount> novelty(List<Layer> layers) {
    Map<String, NoveltyCount> counts = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(layers.size(), novelty.size()); i++) {
      if (novelty.get(i).sentences() > 0) {
        counts.put(layers.get(i).model(), novelty.get(i));
      }
    }
    return counts;
  }

  /** Returns notes for the user on all documents. */
  public List<String> notes(SharedModels models) throws IOException {
    List<String> notes = new ArrayList<>();
    if (withoutSentences > 0) {
      notes.add("documents without sentences: " + withoutSentences);
    }
    notes.addAll(ParsedDocument.warnings(remarks));
    notes.addAll(models.noveltyNotes(novelty));
    models.segmenterNote().ifPresent(notes::add);
    if (models.readsRawText()) {
      return notes;
    }

    for (Map.Entry<String, Long> segmenter : segmentedBy.entrySet()) {
      notes.add(
          format(
              "documents without tokens: %s; their sentences and tokens were found by %s",
              segmenter.getValue(), segmenter.getKey()));
    }
    if (tagged > 0) {
      notes.add(
          "tokens without a part of speech: " + tagged + "; tagged by " + models.taggerName());
    }
    return notes;
  }
}
