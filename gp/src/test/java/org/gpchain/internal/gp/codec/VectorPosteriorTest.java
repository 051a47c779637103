package org.gpchain.internal.gp.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelCase;
import org.gpchain.core.model.ModelFile;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.VectorModels;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.VectorKernel;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.InducingPoints;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.kernel.ComposedKernel;
import org.gpchain.internal.gp.kernel.Rbf;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.gpchain.internal.gp.posterior.Components;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.gpchain.internal.gp.posterior.SampledPosterior;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files of models that read vectors and have a posterior of this module. */
class VectorPosteriorTest {
  private static final DecodingOptions SAMPLED = new DecodingOptions(Decoding.MARGINAL, 6, true, 1);

  private static final Model MODEL = VectorModels.of(VectorModels.ENCODER);

  enum Form {
    LINEAR,
    SUM,
    COVARIANCE,
    SAMPLES
  }

  private static SparseRows points() {
    List<TokenSequence> sentences = List.of(TaggerCase.sentence(new Draws(3), 4));
    SparseRows sparse = new SequenceEncoder(MODEL.vocabulary()).encode(sentences);
    SparseRows rows = MODEL.features().vectors().addTo(sparse, sentences);
    return InducingPoints.of(rows, IntStream.range(0, rows.rowCount()).toArray());
  }

  private static AdditiveLinearKernel linear(SparseRows rows) {
    int[] ofVocabulary = MODEL.vocabulary().groupOfFeature();
    int[] groups = Arrays.copyOf(ofVocabulary, rows.columnCount());
    for (int c = 0; c < rows.denseCount(); c++) {
      groups[rows.sparseCount() + c] = MODEL.vocabulary().groupCount() + c % 2;
    }
    return MODEL.prior().kernel(groups);
  }

  private static Kernel sum() {
    VectorKernel vectors = new VectorKernel(new double[] {0.8, 0.9});
    AdditiveLinearKernel templates =
        new AdditiveLinearKernel(MODEL.vocabulary().groupOfFeature(), new double[] {0.5, 0.3, 0.1});
    return new SumKernel(templates, vectors, new ComposedKernel(vectors, 0.6, new Rbf(1.2)));
  }

  private static Posterior sparse(Kernel kernel) {
    int v = MODEL.labels().size();
    SparseRows points = points();
    Draws draws = new Draws(4);
    return new SparsePosterior(
        v,
        InducingProjection.of(kernel, points),
        new double[] {1},
        List.of(Components.of(draws, v, points.rowCount(), true)),
        Components.of(draws, 1, v * v, false));
  }

  private static Posterior covariance() {
    DecoupledPosterior mean = (DecoupledPosterior) MODEL.posterior();
    SparseRows points = points();
    int m = points.rowCount();
    Draws draws = new Draws(5);
    List<Cholesky> precision =
        IntStream.range(0, mean.labelCount())
            .mapToObj(v -> Cholesky.ofFactor(draws.factor(m, 0.5, 1, 2), m))
            .toList();
    return new DecoupledPosterior(
        mean.labelCount(),
        mean.weights(),
        mean.pairwiseMean(),
        mean.pairwiseVariance(),
        new InducingCovariance(InducingProjection.of(linear(points), points), precision));
  }

  private static Posterior samples() {
    DecoupledPosterior mean = (DecoupledPosterior) MODEL.posterior();
    float[] other = new Draws(6).floats(mean.weights().length, 1);
    return SampledPosterior.of(
        mean.labelCount(),
        List.of(mean.weights(), other),
        List.of(mean.pairwiseMean(), mean.pairwiseMean()));
  }

  private static Model model(Form form) {
    return MODEL.with(
        switch (form) {
          case LINEAR -> sparse(linear(points()));
          case SUM -> sparse(sum());
          case COVARIANCE -> covariance();
          case SAMPLES -> samples();
        });
  }

  @ParameterizedTest
  @EnumSource
  void modelsComeBackFromTheirFiles(Form form) throws IOException {
    Model model = model(form);
    byte[] file = ModelCase.write(model);
    Model again = ModelCase.readAll(file);
    ModelCase.assertSamePredictions(again, model, DecodingOptions.DEFAULT);
    if (form != Form.COVARIANCE) {
      // Precisions are stored in single precision.
      ModelCase.assertSamePredictions(again, model, SAMPLED);
    }
    assertThat(ModelCase.write(again)).isEqualTo(file);
    Model decoding = ModelCase.read(file, Contents.DECODING);
    ModelCase.assertSamePredictions(decoding, model, DecodingOptions.DEFAULT);
  }

  @Test
  void vectorsOfMoreThanEightBitsAreNotWritten() {
    DenseColumns columns = points().dense();
    float[] fine = columns.vectors().clone();
    fine[0] *= 1.001f;
    int[] blocks = new int[2 * columns.rowCount()];
    DenseColumns fineColumns = new DenseColumns(columns.dimension(), 2, fine, blocks);
    assertRefused(
        () -> InducingRows.write(points().withDense(fineColumns), new ArrayOutput()), "8-bit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inducing-vectors", "inducing-exponents", "inducing-blocks"})
  void missingShortAndInvalidArraysAreRefused(String name) throws IOException {
    for (Form form : List.of(Form.SUM, Form.COVARIANCE)) {
      byte[] file = ModelCase.write(model(form));
      ModelFile missing = ModelFile.of(file);
      missing.entries().remove("arrays/" + name);
      ModelCase.assertCorrupt(missing.bytes(), Contents.EVERYTHING);
      byte[] empty = ModelFile.of(file).withArray(name, new byte[0]).bytes();
      ModelCase.assertCorrupt(empty, Contents.EVERYTHING);
      if (!name.equals("inducing-vectors")) {
        byte[] large = {127, 127, 127, 127};
        byte[] invalid = ModelFile.of(file).withArray(name, bytes -> bytes.put(large)).bytes();
        ModelCase.assertCorrupt(invalid, Contents.EVERYTHING);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void kernelsOfVectorsNeedAVarianceForEachBlock(int count) throws IOException {
    byte[] damaged =
        ModelFile.of(ModelCase.write(model(Form.SUM)))
            .withManifest(
                manifest -> {
                  ObjectNode part = (ObjectNode) manifest.at("/sparse/kernel/parts/1");
                  ArrayNode variances = part.putArray("variances");
                  for (int b = 0; b < count; b++) {
                    variances.add(1);
                  }
                })
            .bytes();
    ModelCase.assertCorrupt(damaged, Contents.EVERYTHING, "a variance for each of 2 blocks");
  }
}
