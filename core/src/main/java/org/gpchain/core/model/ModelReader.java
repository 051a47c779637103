package org.gpchain.core.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipException;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.gp.InducingProjection;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.math.Cholesky;
import org.gpchain.core.math.NotPositiveDefiniteException;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.model.Manifest.ArrayEntry;
import org.gpchain.core.model.ModelFormatException.Kind;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.posterior.InducingCovariance;
import org.gpchain.core.posterior.Posterior;
import org.gpchain.core.posterior.SampledPosterior;
import org.gpchain.core.posterior.WeightPrecision;
import org.gpchain.core.predict.Calibration;
import org.gpchain.core.predict.LatticeScaling;
import org.gpchain.core.predict.SegmentCalibration;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.words.WordResource;

/** Reads model files. */
public final class ModelReader {
  /** In whitened coordinates, in which the prior's is 1. */
  private static final double LARGEST_DEVIATION = 1e9;

  private static final double LARGEST_SCALE = 1e9;

  private static final int FIRST_WITH_TRANSITION_VARIANCE = 4;

  /** How much of a model to read. */
  public enum Contents {
    /** What tagging with the posterior mean needs. */
    DECODING,
    /** The posterior covariance too, for samples. */
    EVERYTHING
  }

  private final Contents wanted;
  private final WordResolver resolver;
  private final ReadArrays arrays = new ReadArrays();
  private Manifest manifest;
  private ModelForms forms;
  private TrainingRun run;

  private ModelReader(Contents wanted, WordResolver resolver) {
    this.wanted = wanted;
    this.resolver = resolver;
  }

  /**
   * Reads a model. If it refers to a word resource, that is looked for on the class path.
   *
   * @param in the file; not closed
   * @param wanted how much of it
   * @throws ModelFormatException if it is damaged, too old or too new
   * @throws MissingWordsException if the word resource is not there
   */
  public static Model read(InputStream in, Contents wanted) throws IOException {
    return read(in, wanted, WordLocations.ofClassPath());
  }

  /**
   * Reads a model.
   *
   * @param in the file; not closed
   * @param wanted how much of it
   * @param resolver finds the word resource that it may refer to
   * @throws ModelFormatException if it is damaged, too old or too new
   * @throws MissingWordsException if the word resource is not there
   */
  public static Model read(InputStream in, Contents wanted, WordResolver resolver)
      throws IOException {
    ModelReader reader = new ModelReader(wanted, resolver);
    try {
      reader.readEntries(new ArrayInput(in));
      return reader.model();
    } catch (JsonProcessingException e) {
      throw new ModelFormatException.Corrupt(ManifestJson.problem(e), e);
    } catch (ZipException | EOFException e) {
      throw new ModelFormatException.Corrupt(e.getMessage(), e);
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | NullPointerException
        | NotPositiveDefiniteException e) {
      // The parts are checked against each other by their own constructors.
      throw new ModelFormatException.Corrupt("its parts do not fit: " + e.getMessage(), e);
    }
  }

  private void readEntries(ArrayInput input) throws IOException {
    manifest = manifest(input.manifest());
    forms = new ModelForms(manifest);
    for (ArrayEntry array : manifest.arrays()) {
      boolean needed = wanted == Contents.EVERYTHING || neededForDecoding(array.name());
      arrays.put(array.name(), input.array(array, forms.next(array), needed));
    }
    input.checkHeap();
    byte[] json = input.rest(ModelWriter.RUN);
    run = json == null ? null : ManifestJson.value(json, TrainingRun.class);
  }

  private boolean neededForDecoding(String name) {
    if (manifest.sparse() != null) {
      return SparseReader.neededForDecoding(name);
    }
    return !name.equals(ModelArrays.INDUCING_STARTS)
        && !name.equals(ModelArrays.INDUCING_FEATURES)
        && !name.equals(ModelArrays.PRECISION)
        && !name.equals(ModelArrays.WEIGHT_PRECISION)
        && !name.equals(ModelArrays.PAIRWISE_PRECISION);
  }

  private static Manifest manifest(byte[] json) throws IOException {
    JsonNode tree = ManifestJson.tree(json);
    if (tree != null && WordResourceFile.FORMAT.equals(tree.path("format").asText())) {
      throw ModelFormatException.Corrupt.mistaken(
          Kind.WORDS, Kind.MODEL, "give a file that gpchain train wrote");
    }
    if (tree == null || !Manifest.FORMAT.equals(tree.path("format").asText())) {
      throw new ModelFormatException.Corrupt("its manifest is not that of a model", null);
    }
    int version = tree.path("formatVersion").asInt(0);
    if (version > Manifest.VERSION) {
      throw new ModelFormatException.TooNew(Kind.MODEL, version, Manifest.VERSION);
    }
    if (version < Manifest.OLDEST_VERSION) {
      throw new ModelFormatException.TooOld(version, Manifest.OLDEST_VERSION);
    }
    return ManifestJson.value(tree, Manifest.class);
  }

  private Model model() throws IOException {
    TemplateSet templates = forms.templates();
    Vocabulary vocabulary = vocabulary(templates);
    Prior prior =
        new Prior(arrays.doubles(ModelArrays.GROUP_VARIANCE), transitionVariance(templates));
    WordResource contained =
        manifest.words() == null ? null : WordArrays.read(manifest.words(), arrays);
    SharedWords shared =
        manifest.sharedWords() == null
            ? null
            : new SharedWords(manifest.sharedWords(), resolver.resolve(manifest.sharedWords()));
    return new Model(
        manifest.task(),
        manifest.language(),
        manifest.tagset(),
        TagScheme.valueOf(manifest.scheme()),
        forms.labels(),
        vocabulary,
        prior,
        posterior(vocabulary, prior),
        calibration(),
        manifest.provenance(),
        run,
        shared == null ? contained : shared.with(contained),
        manifest.softColumns() == null ? List.of() : manifest.softColumns(),
        shared);
  }

  private Calibration calibration() throws ModelFormatException {
    SegmentCalibration segments =
        manifest.calibration() == null ? SegmentCalibration.NONE : manifest.calibration();
    return manifest.scaling() == null
        ? Calibration.of(segments)
        : new Calibration(checked(manifest.scaling()), segments, arrays.heldOut());
  }

  private static LatticeScaling checked(LatticeScaling scaling) {
    if (!(Math.max(scaling.unary(), scaling.transitions()) < LARGEST_SCALE)) {
      throw new IllegalArgumentException(
          "scales of scores must be less than " + LARGEST_SCALE + ", were " + scaling);
    }
    return scaling;
  }

  /** Before version 4 it stood, if anywhere, among the settings of the provenance. */
  private double transitionVariance(TemplateSet templates) {
    if (manifest.transitionVariance() != null) {
      return manifest.transitionVariance();
    }
    if (manifest.formatVersion() >= FIRST_WITH_TRANSITION_VARIANCE) {
      throw new IllegalArgumentException("the manifest has no transitionVariance");
    }
    Map<String, String> settings = manifest.provenance().settings();
    String given = settings.getOrDefault("pairwiseVariance", "1");
    return templates.transitions()
        ? Double.parseDouble(settings.getOrDefault("learnedPairwiseVariance", given))
        : 0;
  }

  private Posterior posterior(Vocabulary vocabulary, Prior prior) throws ModelFormatException {
    boolean everything = wanted == Contents.EVERYTHING;
    if (manifest.sparse() != null) {
      return new SparseReader(manifest, arrays).read(everything);
    }
    int v = manifest.shape().labelCount();
    DecoupledPosterior decoupled =
        new DecoupledPosterior(
            v,
            arrays.floats(ModelArrays.WEIGHTS),
            arrays.doubles(ModelArrays.PAIRWISE_MEAN),
            arrays.doubles(ModelArrays.PAIRWISE_VARIANCE, 0, ReadArrays.LARGEST),
            everything && manifest.shape().inducingCount() > 0
                ? covariance(vocabulary, prior, v)
                : null,
            arrays.has(ModelArrays.WEIGHT_PRECISION)
                ? new WeightPrecision(
                    arrays.floats(ModelArrays.WEIGHT_PRECISION),
                    arrays.doubles(ModelArrays.PAIRWISE_PRECISION))
                : null);
    return arrays.has(ModelArrays.SAMPLE_PAIRWISE) ? samples(decoupled) : decoupled;
  }

  private Posterior samples(DecoupledPosterior mean) throws ModelFormatException {
    int size = mean.weights().length;
    int square = mean.pairwiseMean().length;
    double[] pairwise = arrays.doubles(ModelArrays.SAMPLE_PAIRWISE);
    float[] weights = arrays.floats(ModelArrays.SAMPLE_WEIGHTS);
    List<DecoupledPosterior> samples = new ArrayList<>();
    for (int s = 0; s < pairwise.length / square; s++) {
      samples.add(
          new DecoupledPosterior(
              mean.labelCount(),
              Arrays.copyOfRange(weights, s * size, (s + 1) * size),
              Arrays.copyOfRange(pairwise, s * square, (s + 1) * square),
              new double[square],
              null));
    }
    return new SampledPosterior(mean, samples);
  }

  private Vocabulary vocabulary(TemplateSet templates) throws ModelFormatException {
    List<String> symbols =
        ModelArrays.strings(
            arrays.bytes(ModelArrays.SYMBOL_TEXT), arrays.ints(ModelArrays.SYMBOL_ENDS));
    List<int[]> tuples = new ArrayList<>();
    for (int g = 0; g < manifest.shape().groupCount(); g++) {
      tuples.add(arrays.ints(ModelArrays.GROUP_PREFIX + g));
    }
    return Vocabulary.of(templates, symbols, tuples);
  }

  private InducingCovariance covariance(Vocabulary vocabulary, Prior prior, int labelCount)
      throws ModelFormatException {
    int m = manifest.shape().inducingCount();
    prior.checkForCovariance();
    SparseRows inducing = arrays.inducing(vocabulary.featureCount());
    InducingProjection projection =
        InducingProjection.of(prior.kernel(vocabulary.groupOfFeature()), inducing);
    float[] factors = arrays.floats(ModelArrays.PRECISION);
    List<Cholesky> precision = new ArrayList<>();
    int next = 0;
    for (int v = 0; v < labelCount; v++) {
      double[] lower = new double[m * m];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++) {
          lower[i * m + j] = factors[next++];
        }
      }
      precision.add(precision(lower, m));
    }
    return new InducingCovariance(projection, precision);
  }

  /** A factor by which samples become finite numbers, of which one is tried. */
  private static Cholesky precision(double[] lower, int m) throws ModelFormatException {
    Cholesky factor = Cholesky.ofFactor(lower, m);
    double[] sample = new double[m];
    for (int i = 0; i < m; i++) {
      sample[i] = Math.sin(i + 1.0);
    }
    factor.solveUpper(sample, 1);
    for (int i = 0; i < m; i++) {
      if (!(lower[i * m + i] > 0 && Math.abs(sample[i]) < LARGEST_DEVIATION)) {
        throw new ModelFormatException.Corrupt(
            "the array " + ModelArrays.PRECISION + " is no factor of a precision", null);
      }
    }
    return factor;
  }
}
