package org.gpchain.documents.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * What is known of all documents so far, in bounded memory. Documents are added in their order, so
 * that sums are the same whatever the threads did, and after any number of interruptions.
 */
final class Statistics {
  private static final int LEAST_CERTAIN = 50;
  private static final int REASONS = 50;
  private static final int TYPES = 2000;
  private static final String OTHER = "other";

  private long documents;
  private long failed;
  private long blank;
  private long sentences;
  private long tokens;
  private long segments;
  private long segmented;
  private long tagged;
  private final Map<String, Map<String, Sum>> types = new TreeMap<>();
  private final Map<String, Long> reasons = new TreeMap<>();

  /** The most certain one first. */
  private final PriorityQueue<Uncertain> leastCertain =
      new PriorityQueue<>(Comparator.reverseOrder());

  /** Segments of one type. */
  static final class Sum {
    private long count;
    private double probability;

    long count() {
      return count;
    }

    /** Mean probability. */
    double mean() {
      return probability / count;
    }
  }

  /**
   * A document of which the models are not sure.
   *
   * @param mean probability of its segments
   * @param number of the document in its order
   * @param id name of its output
   * @param segments how many
   */
  record Uncertain(double mean, long number, String id, int segments)
      implements Comparable<Uncertain> {
    @Override
    public int compareTo(Uncertain other) {
      int byMean = Double.compare(mean, other.mean);
      return byMean != 0 ? byMean : Long.compare(number, other.number);
    }
  }

  long documents() {
    return documents;
  }

  long failed() {
    return failed;
  }

  long blank() {
    return blank;
  }

  long sentences() {
    return sentences;
  }

  long tokens() {
    return tokens;
  }

  long segments() {
    return segments;
  }

  long segmented() {
    return segmented;
  }

  long tagged() {
    return tagged;
  }

  /** Segments by model and type. */
  Map<String, Map<String, Sum>> types() {
    return types;
  }

  /** Failures by reason. */
  Map<String, Long> reasons() {
    return reasons;
  }

  /** The documents whose segments have the smallest mean probability, the smallest first. */
  List<Uncertain> leastCertain() {
    return leastCertain.stream().sorted().toList();
  }

  /**
   * Adds a document.
   *
   * @param number of it in its order
   */
  void add(long number, Annotated document) {
    documents++;
    sentences += document.sentences();
    tokens += document.tokens();
    blank += document.sentences() == 0 ? 1 : 0;
    segmented += document.segmented() ? 1 : 0;
    tagged += document.tagged();
    double sum = 0;
    for (Annotated.Found segment : document.segments()) {
      Map<String, Sum> ofModel = types.computeIfAbsent(segment.model(), m -> new TreeMap<>());
      String type =
          ofModel.size() < TYPES || ofModel.containsKey(segment.type()) ? segment.type() : OTHER;
      Sum ofType = ofModel.computeIfAbsent(type, t -> new Sum());
      ofType.count++;
      ofType.probability += segment.probability();
      sum += segment.probability();
    }
    int count = document.segments().size();
    segments += count;
    if (count > 0) {
      leastCertain.add(new Uncertain(sum / count, number, document.id(), count));
      if (leastCertain.size() > LEAST_CERTAIN) {
        leastCertain.remove();
      }
    }
  }

  /** Adds a document that could not be annotated. */
  void addFailure(String reason) {
    failed++;
    // The problem without its cure; what differs from document to document are numbers and names.
    String problem = reason.split("; ", 2)[0];
    String kind = problem.replaceAll("'[^']*'", "'…'").replaceAll("(?<= )-?[0-9]+", "…");
    String known = reasons.size() < REASONS || reasons.containsKey(kind) ? kind : OTHER;
    reasons.merge(known, 1L, Long::sum);
  }

  /** All of it, from which {@link #of} makes the same again. */
  void writeTo(ObjectNode out) {
    out.put("documents", documents)
        .put("failed", failed)
        .put("withoutSentences", blank)
        .put("sentences", sentences)
        .put("tokens", tokens)
        .put("segments", segments)
        .put("segmented", segmented)
        .put("tagged", tagged);
    ArrayNode byType = out.putArray("types");
    types.forEach(
        (model, ofModel) ->
            ofModel.forEach(
                (type, sum) ->
                    byType
                        .addObject()
                        .put("model", model)
                        .put("type", type)
                        .put("count", sum.count)
                        .put("probability", sum.probability)));
    ObjectNode byReason = out.putObject("reasons");
    reasons.forEach(byReason::put);
    ArrayNode least = out.putArray("leastCertain");
    for (Uncertain document : leastCertain()) {
      least
          .addObject()
          .put("id", document.id())
          .put("number", document.number())
          .put("mean", document.mean())
          .put("segments", document.segments());
    }
  }

  /** What was written. */
  static Statistics of(JsonNode in) {
    Statistics read = new Statistics();
    read.documents = in.path("documents").asLong();
    read.failed = in.path("failed").asLong();
    read.blank = in.path("withoutSentences").asLong();
    read.sentences = in.path("sentences").asLong();
    read.tokens = in.path("tokens").asLong();
    read.segments = in.path("segments").asLong();
    read.segmented = in.path("segmented").asLong();
    read.tagged = in.path("tagged").asLong();
    for (JsonNode type : in.path("types")) {
      Sum sum = new Sum();
      sum.count = type.path("count").asLong();
      sum.probability = type.path("probability").asDouble();
      read.types
          .computeIfAbsent(type.path("model").asText(), model -> new TreeMap<>())
          .put(type.path("type").asText(), sum);
    }
    in.path("reasons")
        .properties()
        .forEach(reason -> read.reasons.put(reason.getKey(), reason.getValue().asLong()));
    List<Uncertain> least = new ArrayList<>();
    for (JsonNode document : in.path("leastCertain")) {
      least.add(
          new Uncertain(
              document.path("mean").asDouble(),
              document.path("number").asLong(),
              document.path("id").asText(),
              document.path("segments").asInt()));
    }
    read.leastCertain.addAll(least);
    return read;
  }
}
