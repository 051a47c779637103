package org.gpchain.annotator;

import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.text.TagScheme;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the parameters for promises, with a model that contains held-out segments. */
class PromiseParametersTest {
  private static final String TEXT = "The old cat sat on a mat .\nThe unknown mat sat .";
  private static final String PROMISE = "org.gpchain.type.PromiseStatus";

  /** Number of blocks of held-out sentences. */
  private static final int BLOCKS = 40;

  /** Number of candidates in each block: one for each percent of probability. */
  private static final int PER_BLOCK = 100;

  @TempDir private Path directory;
  private Calibration calibration;
  private Path file;

  /** Returns calibrated candidates: with a probability of p %, about p % of them are right. */
  private static HeldOutSegments heldOut() {
    int count = BLOCKS * PER_BLOCK;
    int[] gold = new int[BLOCKS];
    int[] candidates = new int[BLOCKS];
    Arrays.fill(candidates, PER_BLOCK);
    int[] start = IntStream.range(0, count).map(c -> c % PER_BLOCK).toArray();
    int[] end = IntStream.of(start).map(s -> s + 1).toArray();
    float[] probability = new float[count];
    boolean[] right = new boolean[count];

    for (int c = 0; c < count; c++) {
      // Each block has every probability. Which candidates are right differs between blocks.
      int percent = c % PER_BLOCK;
      probability[c] = (percent + 0.5f) / PER_BLOCK;
      right[c] = (c / PER_BLOCK * 37 + percent * 61) % PER_BLOCK < percent;
      gold[c / PER_BLOCK] += right[c] ? 1 : 0;
    }

    return new HeldOutSegments(
        IntStream.range(0, BLOCKS).toArray(), gold, candidates, start, end, probability, right);
  }

  @BeforeEach
  void writeModel() throws Exception {
    // The labels can express every segment, as promises require.
    Model plain =
        TestModels.model(
            "chunk",
            "en",
            TagScheme.IOB2,
            "The/B-NP old/I-NP cat/I-NP mat/I-NP a/B-NP sat/B-VP up/I-VP on/O ./O");

    Calibration learned = Calibration.of(LatticeScaling.LEGAL, heldOut());
    // In each block: 200 tokens, 20 nats, 40 segments, doubt 4, and 20 segments of each type.
    List<Integer> evidence =
        Stream.generate(() -> List.of(200, 20_000, 40, 4_000, 20, 20))
            .limit(BLOCKS)
            .flatMap(List::stream)
            .toList();
    calibration =
        new Calibration(learned.scaling(), learned.threshold(), learned.heldOut(), evidence);

    file =
        TestModels.write(
            plain.with(calibration, new Provenance(Map.of(), 1, "", 1, 1, "test")),
            directory.resolve("promising.gpchain"));
  }

  private AnalysisEngine chunker(Object... parameters) throws UIMAException {
    return TestEngines.engine(GpChunker.class, file, parameters);
  }

  private static List<Double> probabilities(AnalysisEngine chunker) throws UIMAException {
    JCas document = TestDocuments.tokens("en", TEXT);
    chunker.process(document);
    return select(document, ScoredSegment.class).stream()
        .map(ScoredSegment::getValue_score)
        .toList();
  }

  @Test
  void maxErrorLeavesOutTheLeastProbableSegments() throws Exception {
    double threshold = calibration.threshold(Promise.maxError(0.2), 1);
    List<Double> withoutPromise = probabilities(chunker());
    List<Double> kept = probabilities(chunker(GpChunker.PARAM_MAX_ERROR, 0.2));
    assertThat(kept)
        .isEqualTo(withoutPromise.stream().filter(p -> p >= threshold).toList())
        .isNotEmpty()
        .hasSizeLessThan(withoutPromise.size());

    double confidentThreshold = calibration.threshold(Promise.maxError(0.2).withConfidence(0.9), 1);
    assertThat(confidentThreshold).isGreaterThanOrEqualTo(threshold);
    assertThat(
            probabilities(chunker(GpChunker.PARAM_MAX_ERROR, 0.2, GpChunker.PARAM_CONFIDENCE, 0.9)))
        .isEqualTo(withoutPromise.stream().filter(p -> p >= confidentThreshold).toList());
  }

  /** The status of a promise says whether it applies to the document. */
  @Test
  void writesOnePromiseStatusForEachDocument() throws Exception {
    AnalysisEngine chunker =
        chunker(GpChunker.PARAM_MAX_ERROR, 0.2, GpChunker.PARAM_REPLACE_EXISTING, true);
    Type type = TestDocuments.tokens("en", TEXT).getTypeSystem().getType(PROMISE);

    for (Map.Entry<String, String> expected :
        Map.of(TEXT, "UNKNOWN", (TEXT + "\n").repeat(50).strip(), "WITHDRAWN").entrySet()) {
      JCas document = TestDocuments.tokens("en", expected.getKey());
      chunker.process(document);
      chunker.process(document);

      Annotation status = document.<Annotation>select(type).single();
      assertThat(status.getCoveredText()).isEqualTo(document.getDocumentText());
      assertThat(status.getStringValue(type.getFeatureByBaseName("level")))
          .isEqualTo(expected.getValue());
      assertThat(status.getStringValue(type.getFeatureByBaseName("reason"))).isNotEmpty();
      assertThat(status.getStringValue(type.getFeatureByBaseName("model"))).isEqualTo("promising");
    }

    JCas document = TestDocuments.tokens("en", TEXT);
    chunker(GpChunker.PARAM_MIN_RECALL, 0.9).process(document);
    assertThat(document.<Annotation>select(type).asList()).isEmpty();
  }

  @Test
  void minRecallWritesMoreSegments() throws Exception {
    List<Double> withoutPromise = probabilities(chunker());
    List<Double> withMinRecall = probabilities(chunker(GpChunker.PARAM_MIN_RECALL, 0.995));
    assertThat(withMinRecall).hasSizeGreaterThanOrEqualTo(withoutPromise.size());
    JCas document = TestDocuments.tokens("en", TEXT);
    chunker(GpChunker.PARAM_MIN_RECALL, 0.995).process(document);
    assertThat(select(document, ScoredSegment.class))
        .anyMatch(score -> score.getAlternatives() != null);
  }

  @Test
  void impossiblePromisesAreRefused() throws Exception {
    AnalysisEngine strict = chunker(GpChunker.PARAM_MAX_ERROR, 0.001);
    // A refusal must not leave a state in which the second attempt succeeds.
    for (int attempt = 0; attempt < 2; attempt++) {
      JCas document = TestDocuments.tokens("en", TEXT);
      assertThatThrownBy(() -> strict.process(document))
          .hasMessageContaining("the model cannot guarantee an error rate of at most 0.1 %")
          .hasMessageContaining("it can guarantee")
          .hasCauseInstanceOf(Promise.RefusedException.class);
      assertThat(select(document, Chunk.class)).isEmpty();
    }

    TestModels.write(TestModels.chunks(), file);
    JCas document = TestDocuments.tokens("en", TEXT);
    AnalysisEngine uncalibrated = chunker(GpChunker.PARAM_MIN_RECALL, 0.9);
    assertThatThrownBy(() -> uncalibrated.process(document))
        .hasMessageContaining("has no held-out segments");
  }

  @Test
  void contradictoryOrInvalidPromisesAreRefused() {
    assertThatThrownBy(
            () -> chunker(GpChunker.PARAM_MAX_ERROR, 0.1, GpChunker.PARAM_MIN_RECALL, 0.9))
        .rootCause()
        .hasMessageContaining("cannot be combined");
    assertThatThrownBy(
            () -> chunker(GpChunker.PARAM_MAX_ERROR, 0.1, GpChunker.PARAM_CONFIDENCE, 1.0))
        .rootCause()
        .hasMessageContaining("confidence");
  }
}
