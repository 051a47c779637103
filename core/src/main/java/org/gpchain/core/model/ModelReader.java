package org.gpchain.core.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
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
import org.gpchain.core.predict.Calibration;
import org.gpchain.core.predict.SegmentCalibration;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.words.WordResource;

/** Reads model files. */
public final class ModelReader {
  private static final int FIRST_WITH_TRANSITION_VARIANCE = 4;

  private static final ObjectMapper JSON = new ObjectMapper();

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
      reader.readEntries(new ZipInputStream(in));
      return reader.model();
    } catch (ZipException | EOFException | JsonProcessingException e) {
      throw new ModelFormatException.Corrupt(e.getMessage(), e);
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | NullPointerException
        | NotPositiveDefiniteException e) {
      // The parts are checked against each other by their own constructors.
      throw new ModelFormatException.Corrupt("its parts do not fit: " + e.getMessage(), e);
    }
  }

  private void readEntries(ZipInputStream zip) throws IOException {
    manifest = manifest(ArrayFile.manifest(zip));
    for (ArrayEntry array : manifest.arrays()) {
      ArrayFile.enter(zip, array);
      if (wanted == Contents.EVERYTHING || neededForDecoding(array.name())) {
        arrays.put(array.name(), ArrayFile.array(zip, array, expectedLength(array)));
      }
    }
    ZipEntry last = zip.getNextEntry();
    if (last != null && last.getName().equals(ModelWriter.RUN)) {
      run = JSON.readValue(zip.readNBytes(ArrayFile.LARGEST_JSON), TrainingRun.class);
    }
  }

  private boolean neededForDecoding(String name) {
    if (manifest.sparse() != null) {
      return SparseReader.neededForDecoding(name);
    }
    return !name.equals(ModelArrays.INDUCING_STARTS)
        && !name.equals(ModelArrays.INDUCING_FEATURES)
        && !name.equals(ModelArrays.PRECISION);
  }

  private static Manifest manifest(byte[] json) throws IOException {
    JsonNode tree = JSON.readTree(json);
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
    return JSON.treeToValue(tree, Manifest.class);
  }

  /** The length that the shape of the model implies; the claimed one where it implies none. */
  private long expectedLength(ArrayEntry array) {
    Manifest.Shape shape = manifest.shape();
    long v = shape.labelCount();
    long m = shape.inducingCount();
    long k = manifest.sparse() == null ? 0 : manifest.sparse().components();
    return switch (array.name()) {
      case ModelArrays.WEIGHTS -> v * shape.featureCount();
      case ModelArrays.PAIRWISE_MEAN,
          ModelArrays.PAIRWISE_VARIANCE,
          ModelArrays.PAIRWISE_DEVIATIONS ->
          v * v;
      case ModelArrays.PAIRWISE_FACTOR -> v * v * (v * v + 1) / 2;
      case ModelArrays.GROUP_VARIANCE -> shape.groupCount();
      case ModelArrays.INDUCING_STARTS -> m + 1;
      case ModelArrays.PRECISION -> v * m * (m + 1) / 2;
      case ModelArrays.MEAN_COEFFICIENTS -> m * v;
      case ModelArrays.INDUCING_AXES -> m * m;
      case ModelArrays.COMPONENT_WEIGHTS -> k;
      case ModelArrays.COMPONENT_MEANS, ModelArrays.COMPONENT_DEVIATIONS -> k * v * m;
      case ModelArrays.COMPONENT_FACTORS -> k * v * m * (m + 1) / 2;
      default -> Math.max(0, array.length());
    };
  }

  private Model model() throws IOException {
    TemplateSet templates =
        TemplateSet.parse(String.join("\n", manifest.templates()), manifest.requiredColumns());
    Vocabulary vocabulary = vocabulary(templates);
    LabelSet labels = LabelSet.of(manifest.labels());
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
        labels,
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
        : new Calibration(manifest.scaling(), segments, arrays.heldOut());
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
    return new DecoupledPosterior(
        v,
        arrays.floats(ModelArrays.WEIGHTS),
        arrays.doubles(ModelArrays.PAIRWISE_MEAN),
        arrays.doubles(ModelArrays.PAIRWISE_VARIANCE),
        everything && manifest.shape().inducingCount() > 0
            ? covariance(vocabulary, prior, v)
            : null);
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
      precision.add(Cholesky.ofFactor(lower, m));
    }
    return new InducingCovariance(projection, precision);
  }
}
