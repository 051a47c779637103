package org.gpchain.internal.documents.batch.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.promise.PromiseCheck.Level;
import org.gpchain.core.promise.PromiseCheck.Status;
import org.gpchain.core.text.Span;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.AnnotatedResult.Additions;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.TestModel;
import org.gpchain.internal.documents.TestOptions;
import org.gpchain.internal.documents.batch.sink.Statistics.Figures;
import org.gpchain.internal.documents.batch.sink.Statistics.FoundSegment;
import org.gpchain.internal.documents.batch.sink.Statistics.Sum;
import org.gpchain.internal.documents.batch.sink.Statistics.Uncertain;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedToken;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.CasReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatisticsTest {
  private final Statistics statistics = new Statistics();

  private static Additions with(String segmentedBy, int tagged) {
    return new Additions(segmentedBy, tagged, List.of(), List.of(), List.of());
  }

  static Figures figures(FoundSegment... segments) {
    return figures(2, 10, with(null, 0), segments);
  }

  static Figures figures(int sentences, int tokens, Additions additions, FoundSegment... segments) {
    return new Figures(sentences, tokens, List.of(segments), additions, Map.of());
  }

  static FoundSegment found(String type, double probability) {
    return new FoundSegment("names", type, probability);
  }

  /** Returns a segment of one token and one character. */
  private static Segment segment(int layer, int begin, String type, double probability) {
    Span span = new Span(begin, begin + 1, type);
    return new Segment(layer, begin, begin + 1, span, probability, List.of());
  }

  private JsonNode summary(Map<Path, Status> promises) throws IOException {
    byte[] json =
        statistics.summary(List.of(new Layer("names", "T", null)), new TreeMap<>(promises));
    assertThat(json).endsWith('}', '\n');
    return new ObjectMapper().readTree(json);
  }

  @Test
  void addsUpDocuments() throws IOException {
    statistics.add(0, "a", figures(found("PER", 0.5), found("LOC", 0.75), found("PER", 1)));
    statistics.add(1, "b", figures(0, 0, with(null, 0)));
    statistics.add(2, "c", figures(new FoundSegment("chunks", "NP", 0.25)));

    assertThat(summary(Map.of()))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"models": [{"model": "names", "type": "T"}],
                     "documents": 3, "failed": 0, "withoutSentences": 1,
                     "sentences": 4, "tokens": 20, "segments": 4,
                     "types": [
                       {"model": "chunks", "value": "NP", "segments": 1, "meanProbability": 0.25},
                       {"model": "names", "value": "LOC", "segments": 1, "meanProbability": 0.75},
                       {"model": "names", "value": "PER", "segments": 2, "meanProbability": 0.75}],
                     "leastCertain": [
                       {"id": "c", "meanProbability": 0.25, "segments": 1},
                       {"id": "a", "meanProbability": 0.75, "segments": 3}],
                     "reasons": {}, "promises": [], "novelty": []}
                    """));
  }

  @Test
  void writesTheStatusOfPromises() throws IOException {
    JsonNode promises =
        summary(Map.of(Path.of("far", "m.gpchain"), new Status(Level.DOUBTFUL, "so it seems")))
            .get("promises");
    assertThat(promises.toString())
        .isEqualTo("[{'model':'m','level':'DOUBTFUL','reason':'so it seems'}]".replace('\'', '"'));
  }

  @Test
  void addsUpNovelSentences() throws IOException {
    List<NoveltyCount> novelty = List.of(new NoveltyCount(4, 1), NoveltyCount.NONE);
    Additions additions = new Additions(null, 0, List.of(), List.of(), novelty);
    statistics.add(0, "a", figures(4, 9, additions));
    statistics.add(1, "b", figures(4, 9, additions));
    assertThat(summary(Map.of()).get("novelty").toString())
        .isEqualTo("[{'model':'names','sentences':8,'unlike':2}]".replace('\'', '"'));
  }

  @Test
  void keepsTheLeastCertainDocuments() {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      order.add(i);
    }
    Collections.reverse(order);
    order.forEach(i -> statistics.add(i, "d" + i, figures(found("PER", 0.01 * i))));
    assertThat(statistics.leastCertain).hasSize(50).first().isEqualTo(new Uncertain(0, 0, "d0", 1));
    assertThat(statistics.leastCertain.last().id()).isEqualTo("d49");
  }

  /** The mean probabilities are equal. */
  @Test
  void keepsTheFirstOfEquallyCertainDocuments() {
    for (int i = 59; i >= 0; i--) {
      statistics.add(i, "d" + i, figures(found("PER", 0.5)));
    }
    assertThat(statistics.leastCertain).extracting(Uncertain::number).startsWith(0L, 1L);
    assertThat(statistics.leastCertain.last().number()).isEqualTo(49);
  }

  @Test
  void limitsTypesAndReasons() {
    for (int i = 0; i < 2001; i++) {
      statistics.add(i, "d", figures(found("t" + i, 1), found("t0", 1)));
    }
    assertThat(statistics.types.get("names")).hasSize(2001).containsEntry("other", new Sum(1, 1));
    assertThat(statistics.types.get("names")).containsEntry("t0", new Sum(2002, 2002));
    assertThat(statistics.types.get("names")).containsEntry("t1999", new Sum(1, 1));

    for (int i = 0; i < 52; i++) {
      statistics.addFailure(new DocumentException(0, "x".repeat(i + 1), null));
      statistics.addFailure(new DocumentException(0, "x", null));
    }
    assertThat(statistics.failed()).isEqualTo(104);
    assertThat(statistics.reasons)
        .hasSize(51)
        .containsEntry("x", 53L)
        .containsEntry("x".repeat(50), 1L)
        .containsEntry("other", 2L);
  }

  @Test
  void groupsReasonsThatDifferInNumbersAndNames() {
    statistics.addFailure(new DocumentException(3, "no 'a' at 12, -7; do this", null));
    statistics.addFailure(new DocumentException(0, "no 'b c' at 3, 44; do that", null));
    assertThat(statistics.reasons).containsExactly(Map.entry("no '…' at …, …", 2L));
  }

  @Test
  void countsOnlySegmentsOfThisRun() {
    List<AnnotatedToken> tokens =
        List.of(new AnnotatedToken(0, 1, "a", null), new AnnotatedToken(1, 2, "b", null));
    List<Segment> segments = List.of(segment(0, 0, "PER", 0.5), segment(1, 1, "NP", 0.25));
    List<Layer> layers = List.of(new Layer("names", "T", null), new Layer("chunks", "T", null));
    AnnotatedDocument copy =
        new AnnotatedDocument(
            "d", "en", "ab", List.of(new AnnotatedSentence(tokens, segments)), layers);
    AnnotatedResult result = new AnnotatedResult(null, null, copy, with("rules", 7), Map.of());
    assertThat(Figures.of(result, layers.subList(0, 1)))
        .isEqualTo(new Figures(1, 2, List.of(found("PER", 0.5)), with("rules", 7), Map.of()));
    assertThat(Figures.of(result, layers).segments())
        .containsExactly(found("PER", 0.5), new FoundSegment("chunks", "NP", 0.25));
  }

  @Test
  void notesDescribeAddedAnnotations(@TempDir Path directory) throws IOException {
    Path model = TestModel.write("chunk", directory.resolve("m.gpchain"));
    AnnotateOptions text = TestOptions.ofText(model);
    AnnotateOptions xmi =
        AnnotateOptions.of(
            model, InputFormat.of(CasFormat.XMI, CasReading.DEFAULT), Segmenter.DEFAULT);

    try (SharedModels raw = SharedModels.load(text, 1);
        SharedModels cas = SharedModels.load(xmi, 1)) {
      statistics.add(0, "a", figures());
      assertThat(statistics.notes(cas)).isEmpty();
      statistics.add(1, "b", figures(0, 0, with("rules", 3)));
      statistics.add(2, "c", figures(1, 9, with("rules", 4)));
      assertThat(statistics.notes(raw)).containsExactly("documents without sentences: 1");
      assertThat(statistics.notes(cas))
          .containsExactly(
              "documents without sentences: 1",
              "documents without tokens: 2; their sentences and tokens were found by rules",
              "tokens without a part of speech: 7; tagged by " + cas.taggerName());
    }
  }
}
