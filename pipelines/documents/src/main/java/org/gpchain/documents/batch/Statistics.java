package org.gpchain.documents.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.SharedModels;
import org.gpchain.documents.output.AnnotatedDocument;
import org.gpchain.documents.output.AnnotatedDocument.Layer;
import org.gpchain.documents.output.JsonWriter;

/**
 * What is known of all documents so far, in bounded memory. Documents are added in their order, so
 * that sums are the same whatever the threads did, and after any number of interruptions.
 */
final class Statistics {
  private static final int LEAST_CERTAIN = 50;
  private static final int REASONS = 50;
  private static final int TYPES = 2000;
  private static final String OTHER = "other";
  private static final ObjectMapper JSON = new ObjectMapper();

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

  /**
   * What is counted of a document.
   *
   * @param sentences number of them
   * @param tokens number of them
   * @param segments those of the models of this run
   * @param segmented whether it had no tokens
   * @param tagged number of its tokens that had no part of speech
   */
  record Figures(int sentences, int tokens, List<Found> segments, boolean segmented, int tagged) {
    /** A segment. */
    record Found(String model, String type, double probability) {}

    /**
     * The figures of a document.
     *
     * @param layers number of models of this run
     */
    static Figures of(AnnotatedResult result, int layers) {
      AnnotatedDocument copy = result.copy();
      return new Figures(
          copy.sentences().size(),
          copy.tokenCount(),
          copy.segments().stream()
              .filter(segment -> segment.layer() < layers)
              .map(
                  segment ->
                      new Found(
                          copy.layers().get(segment.layer()).model(),
                          segment.type(),
                          segment.probability()))
              .toList(),
          result.wasSegmented(),
          result.taggedTokens());
    }
  }

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

  long sentences() {
    return sentences;
  }

  long tokens() {
    return tokens;
  }

  long segments() {
    return segments;
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
   * @param id name of its output
   */
  void add(long number, String id, Figures document) {
    documents++;
    sentences += document.sentences();
    tokens += document.tokens();
    blank += document.sentences() == 0 ? 1 : 0;
    segmented += document.segmented() ? 1 : 0;
    tagged += document.tagged();
    double sum = 0;
    for (Figures.Found segment : document.segments()) {
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
      leastCertain.add(new Uncertain(sum / count, number, id, count));
      if (leastCertain.size() > LEAST_CERTAIN) {
        leastCertain.remove();
      }
    }
  }

  /** Adds a document that could not be annotated. */
  void addFailure(DocumentException failure) {
    failed++;
    // The problem without its cure; what differs from document to document are numbers and names.
    String problem = failure.getMessage().split("; ", 2)[0];
    String kind = problem.replaceAll("'[^']*'", "'…'").replaceAll("(?<= )-?[0-9]+", "…");
    String known = reasons.size() < REASONS || reasons.containsKey(kind) ? kind : OTHER;
    reasons.merge(known, 1L, Long::sum);
  }

  /** All of it, from which {@link #of} makes the same again. */
  void writeTo(ObjectNode out) {
    writeCounts(out).put("segmented", segmented).put("tagged", tagged);
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
    out.putPOJO("reasons", reasons);
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

  private ObjectNode writeCounts(ObjectNode out) {
    return out.put("documents", documents)
        .put("failed", failed)
        .put("withoutSentences", blank)
        .put("sentences", sentences)
        .put("tokens", tokens)
        .put("segments", segments);
  }

  /**
   * The figures for programs; they say nothing of time, so that they are the same again.
   *
   * @param layers the models
   */
  byte[] summary(List<Layer> layers) throws IOException {
    ObjectNode out = JSON.createObjectNode();
    ArrayNode models = out.putArray("models");
    for (Layer layer : layers) {
      models
          .addObject()
          .put("model", layer.model())
          .put("type", layer.type())
          .putPOJO("card", layer.card());
    }
    writeCounts(out);
    ArrayNode byType = out.putArray("types");
    types.forEach(
        (model, ofModel) ->
            ofModel.forEach(
                (type, sum) ->
                    byType
                        .addObject()
                        .put("model", model)
                        .put("value", type)
                        .put("segments", sum.count)
                        .put("meanProbability", JsonWriter.rounded(sum.mean()))));
    out.putPOJO("reasons", reasons);
    ArrayNode least = out.putArray("leastCertain");
    for (Uncertain document : leastCertain()) {
      least
          .addObject()
          .put("id", document.id())
          .put("meanProbability", JsonWriter.rounded(document.mean()))
          .put("segments", document.segments());
    }
    return (JsonWriter.indented().writeValueAsString(out) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** What the user should know of the run, in words. */
  List<String> notes(SharedModels models) throws IOException {
    List<String> notes = new ArrayList<>();
    if (blank > 0) {
      notes.add("documents without sentences: " + blank);
    }
    if (!models.readsRawText() && segmented > 0) {
      notes.add(
          "documents without tokens: "
              + segmented
              + "; their sentences and tokens were found by "
              + models.segmenterName());
    }
    if (!models.readsRawText() && tagged > 0) {
      notes.add(
          "tokens without a part of speech: " + tagged + "; tagged by " + models.taggerName());
    }
    return notes;
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
