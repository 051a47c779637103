package org.gpchain.internal.gp.codec;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.decode.Outcome;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelKinds;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.model.VectorModels;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.InducingPoints;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.kernel.ComposedKernel;
import org.gpchain.internal.gp.kernel.CosinePolynomial;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.gp.kernel.Rbf;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.gpchain.internal.gp.posterior.GaussianComponent;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.gpchain.internal.gp.posterior.SampledPosterior;
import org.gpchain.internal.gp.posterior.SparsePosterior;

/**
 * Writes the golden model files of the format version, and prints the values that GoldenModelTest,
 * GoldenVectorModelTest and {@link GoldenCovarianceTest} expect; see the README in the folder of
 * the files. Also makes small models with the posteriors of this module. All numbers are computed
 * by a rule instead of a random generator.
 */
final class GoldenModelMaker {
  private GoldenModelMaker() {}

  /** Returns the model of the golden file. */
  static Model goldenModel() {
    return withCovariance(ModelKinds.overABase(), inducing());
  }

  /** Returns the model of the golden file with an encoder. */
  static Model goldenVectorModel() {
    return withCovariance(VectorModels.golden(), ModelKinds.corpus().subList(1, 3));
  }

  /** Returns a model whose covariance has the tokens of two sentences as inducing points. */
  static Model covarianceModel() {
    return withCovariance(ModelKinds.model(), ModelKinds.corpus().subList(1, 3));
  }

  private static Model withCovariance(Model model, List<TokenSequence> points) {
    DecoupledPosterior mean = (DecoupledPosterior) model.posterior();
    int v = model.labels().size();
    return model.with(
        new DecoupledPosterior(
            v,
            mean.weights(),
            mean.pairwiseMean(),
            mean.pairwiseVariance(),
            covariance(model, points)));
  }

  /** Returns the covariance of a model. */
  static InducingCovariance covariance(Model model) {
    return (InducingCovariance) ((DecoupledPosterior) model.posterior()).covariance();
  }

  /** Returns a model with a sparse posterior. */
  static Model sparseModel() {
    Model model = ModelKinds.model();
    Vocabulary vocabulary = model.vocabulary();
    int v = model.labels().size();
    SparseRows inducing =
        new SequenceEncoder(vocabulary)
            .encode(
                List.of(ModelKinds.sentence("The/DT dog/NN saw/VB"), ModelKinds.sentence("4/CD")));
    int m = inducing.rowCount();
    double[] factor = new double[v * v * v * v];

    for (int i = 0; i < v * v; i++) {
      for (int j = 0; j < i; j++) {
        factor[i * v * v + j] = ModelKinds.quarter(i + j) / 8;
      }
      factor[i * v * v + i] = 0.5;
    }
    return model.with(
        new SparsePosterior(
            v,
            InducingProjection.of(kernel(vocabulary, model.prior()), inducing).rotated(reversal(m)),
            new double[] {1},
            List.of(
                GaussianComponent.diagonal(
                    ModelKinds.quarters(v * m, 1), ModelKinds.sixteenths(v * m))),
            GaussianComponent.full(model.posterior().pairwiseMean(), new double[][] {factor})));
  }

  /** Returns a model without calibration whose posterior consists of three samples. */
  static Model sampledModel() {
    Model model = ModelKinds.calibratedModel();
    DecoupledPosterior mean = (DecoupledPosterior) model.posterior();
    List<float[]> weights = new ArrayList<>();
    List<double[]> transitions = new ArrayList<>();
    for (int s = 0; s < 3; s++) {
      weights.add(ModelKinds.floats(mean.weights().length, 5 * s, 0));
      transitions.add(ModelKinds.quarters(mean.pairwiseMean().length, 7 * s));
    }
    return model.with(SampledPosterior.of(mean.labelCount(), weights, transitions));
  }

  /** Returns sentences for inducing points, whose columns have one value per token. */
  private static List<TokenSequence> inducing() {
    TokenSequence name =
        TokenSequence.ofWords(List.of("in", "Port", "Ansel"))
            .with("base", List.of("O", "B-LOC", "I-LOC"))
            .with("cluster4", List.of("2", "", ""));
    TokenSequence noName =
        TokenSequence.ofWords(List.of("cat"))
            .with("base", List.of("O"))
            .with("cluster4", List.of("1"));
    return List.of(name, noName);
  }

  private static Kernel kernel(Vocabulary vocabulary, Prior prior) {
    AdditiveLinearKernel linear = prior.kernel(vocabulary.groupOfFeature());
    int[] vectorOf = new int[vocabulary.featureCount()];
    Arrays.setAll(vectorOf, d -> d % 4 - 1);
    EmbeddingKernel words =
        new EmbeddingKernel(vectorOf, new float[] {0.5f, -1, 0.25f, 2, -0.125f, 0.75f}, 2, 0.5);
    return new SumKernel(
        linear,
        new ComposedKernel(linear, 0.75, new CosinePolynomial(0.5, 2)),
        new ComposedKernel(words, 1.5, new Rbf(1.25)));
  }

  /** Returns an orthonormal matrix whose entries are exact in every format. */
  private static double[] reversal(int m) {
    double[] axes = new double[m * m];
    for (int i = 0; i < m; i++) {
      axes[i * m + m - 1 - i] = 1;
    }
    return axes;
  }

  private static InducingCovariance covariance(Model model, List<TokenSequence> points) {
    Vocabulary vocabulary = model.vocabulary();
    VectorFeatures vectors = model.features().vectors();
    SparseRows rows = vectors.addTo(new SequenceEncoder(vocabulary).encode(points), points);
    int m = rows.rowCount();
    SparseRows inducing = InducingPoints.of(rows, IntStream.range(0, m).toArray());
    int[] groups = vocabulary.groupOfFeature(vectors.columnCount(), vectors.blockCount());
    List<Cholesky> precision = new ArrayList<>();

    for (int label = 0; label < model.labels().size(); label++) {
      double[] lower = new double[m * m];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < i; j++) {
          lower[i * m + j] = ModelKinds.quarter(label + i * 5 + j);
        }
        lower[i * m + i] = 1 + label / 4.0;
      }
      precision.add(Cholesky.ofFactor(lower, m));
    }
    return new InducingCovariance(
        InducingProjection.of(model.prior().kernel(groups), inducing), precision);
  }

  /** Writes the golden files that are missing in the folder that the argument names. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Model model = goldenModel();
    write(model, ModelKinds.twice(model), folder.resolve("golden-v1.gpchain"));
    Model withVectors = goldenVectorModel();
    Prediction prediction = withVectors.tagger().tag(ModelKinds.SENTENCE);
    write(withVectors, prediction, folder.resolve("golden-encoder-v1.gpchain"));
  }

  /** Writes a model, and prints what is expected of it, unless the file exists. */
  @SuppressWarnings("SystemOut")
  private static void write(Model model, Prediction prediction, Path file) throws IOException {
    if (Files.exists(file)) {
      return;
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      ModelWriter.write(model, out);
    }

    System.out.println(file.getFileName());
    Outcome outcome = Outcome.of(prediction);
    System.out.println("labels     " + outcome.labels());
    System.out.println("marginals  " + Arrays.toString(TaggerCase.marginals(prediction)));
    System.out.println("numbers    " + outcome.numbers());
    System.out.println("spans      " + outcome.spans());
    System.out.println("divergence " + covariance(model).divergence());
    System.out.println("features   " + model.vocabulary().featureCount());

    System.out.println("symbols    " + model.vocabulary().symbols());
  }
}
