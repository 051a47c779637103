package org.gpchain.core.model;

import static org.gpchain.internal.core.file.DamagedFileException.check;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.model.Features.SharedWords;
import org.gpchain.core.model.ModelFormatException.Kind;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.DecoupledCodec;
import org.gpchain.internal.core.file.ManifestJson;
import org.gpchain.internal.core.file.ModelShape;
import org.gpchain.internal.core.file.PosteriorCodec;
import org.gpchain.internal.core.file.PosteriorCodecs;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.posterior.Posterior;

/** Reads model files that {@link ModelWriter} has written. */
public final class ModelReader {
  /** The part of a model to read. */
  public enum Contents {
    /** Everything that is needed to tag with the posterior mean. */
    DECODING,
    /** The whole model, with the posterior covariance for samples. */
    EVERYTHING
  }

  private final ArrayInput arrays;
  private final boolean everything;
  private final WordReference.Resolver resolver;

  /** Name of the array that holds this model inside another model file; null for none. */
  private String place;

  private ModelReader(InputStream in, Contents wanted, WordReference.Resolver resolver) {
    this.everything = wanted == Contents.EVERYTHING;
    this.arrays = new ArrayInput(in, everything);
    this.resolver = resolver;
  }

  /**
   * Reads a model. If it refers to a word resource, the resource is searched for on the class path.
   *
   * @param in the file; not closed
   * @param wanted part of the model to read
   * @throws ModelFormatException if the file is damaged or has another format version
   * @throws WordReference.MissingException if the word resource is not found
   */
  public static Model read(InputStream in, Contents wanted) throws IOException {
    return read(in, wanted, WordLocations.ofClassPath());
  }

  /**
   * Reads a model.
   *
   * @param in the file; not closed
   * @param wanted part of the model to read
   * @param resolver finds the word resource to which the model may refer
   * @throws ModelFormatException if the file is damaged or has another format version
   * @throws WordReference.MissingException if the word resource is not found
   */
  public static Model read(InputStream in, Contents wanted, WordReference.Resolver resolver)
      throws IOException {
    ModelReader reader = new ModelReader(in, wanted, resolver);
    return ModelFormatException.reading(Kind.MODEL, reader::model);
  }

  /**
   * What the manifest of a file says about its model.
   *
   * @param task task of the model, with its labels
   * @param provenance origin of the model
   * @param encoderId id of the encoder to which the model refers; empty if it reads no vectors
   */
  public record Description(ModelTask task, Provenance provenance, Optional<String> encoderId) {}

  /**
   * Reads the description of a model from the manifest of its file. Does not read the arrays.
   *
   * @param in the file; not closed
   * @throws ModelFormatException if the file does not begin with the manifest of a model
   */
  public static Description description(InputStream in) throws IOException {
    ModelReader reader = new ModelReader(in, Contents.DECODING, WordLocations.ofClassPath());
    return ModelFormatException.reading(Kind.MODEL, reader::description);
  }

  private Description description() throws IOException {
    Manifest manifest = manifest();
    Optional<String> encoderId =
        Optional.ofNullable(manifest.columns().vectors()).map(VectorArrays.Entry::encoder);
    return new Description(task(manifest), manifest.provenance(), encoderId);
  }

  /** Reads and checks the manifest. */
  private Manifest manifest() throws IOException {
    Manifest manifest = ManifestJson.value(Kind.MODEL.manifest(arrays.manifest()), Manifest.class);
    manifest.check();
    return manifest;
  }

  /** Reads the arrays of the file in their order. */
  private Model model() throws IOException {
    Manifest manifest = manifest();
    arrays.begin(manifest.arrays());
    ModelTask task = task(manifest);

    Vocabulary vocabulary = vocabulary(manifest);
    Prior prior = prior(manifest);
    Posterior posterior = posterior(manifest, vocabulary, prior);
    Calibration calibration = CalibrationCodec.read(manifest, arrays);

    WordResource contained = containedWords(manifest);
    VectorFeatures vectors = VectorArrays.read(manifest.columns().vectors(), arrays);
    Model firstPass = inner(ModelWriter.FIRST_PASS);
    Model base = inner(ModelWriter.BASE);
    arrays.end("model");
    TrainingRun run = run();

    SharedWords shared = sharedWords(manifest);
    WordResource words = shared == null ? contained : shared.with(contained);
    List<String> soft = manifest.columns().softColumns();
    ColumnSources sources = new ColumnSources(words, shared, soft, List.of(), firstPass, base);
    Features features =
        new Features(vocabulary, prior, manifest.task().tagset(), sources, vectors)
            .reading(manifest.columns().annotationColumns());

    return new Model(task, features, posterior, calibration, manifest.provenance(), run);
  }

  private static ModelTask task(Manifest manifest) {
    LabelSet labels = LabelSet.of(manifest.task().labels());
    int labelCount = manifest.scoring().shape().labelCount();
    Checks.length("labels", labels.size(), labelCount, "[labelCount]");
    return new ModelTask(
        manifest.task().task(),
        manifest.task().language(),
        TagScheme.valueOf(manifest.task().scheme()),
        labels,
        manifest.task().tokenProfile());
  }

  private Prior prior(Manifest manifest) throws IOException {
    int groupCount = manifest.scoring().shape().groupCount();
    double[] groupVariance = arrays.doubles(ModelWriter.GROUP_VARIANCE, groupCount);
    return new Prior(groupVariance, manifest.scoring().transitionVariance());
  }

  private Posterior posterior(Manifest manifest, Vocabulary vocabulary, Prior prior)
      throws IOException {
    Manifest.Scoring scoring = manifest.scoring();
    return PosteriorCodecs.read(
        new PosteriorCodec.Source(
            scoring.shape(), scoring.sparse(), vocabulary, prior, arrays, everything));
  }

  /** Returns the words that the file contains; null for none. */
  private WordResource containedWords(Manifest manifest) throws IOException {
    WordArrays.Entry entry = manifest.columns().words();
    if (entry == null) {
      return null;
    }
    return WordArrays.read(entry, arrays);
  }

  /** Returns the word resource that the file refers to; null for none. */
  private SharedWords sharedWords(Manifest manifest) throws IOException {
    WordReference reference = manifest.columns().sharedWords();
    if (reference == null) {
      return null;
    }
    return new SharedWords(reference, resolver.resolve(reference));
  }

  /** Returns the description of the training run; null if the file has none. */
  private TrainingRun run() throws IOException {
    byte[] run = arrays.rest(ModelWriter.RUN);
    if (run == null) {
      return null;
    }
    return ManifestJson.value(ManifestJson.tree(run), TrainingRun.class);
  }

  /**
   * Reads a model inside this model, if the next array is one. Only a base may have a first pass,
   * so that the nesting of models is limited.
   *
   * @param name name of the array
   * @return the model; null if the next array has another name
   */
  private Model inner(String name) throws IOException {
    if (!arrays.isNext(name)) {
      return null;
    }

    boolean isAllowed =
        place == null || (place.equals(ModelWriter.BASE) && name.equals(ModelWriter.FIRST_PASS));
    check(isAllowed, "the model inside a model has the array %s", name);
    ModelReader reader =
        new ModelReader(new ByteArrayInputStream(arrays.bytes(name)), Contents.DECODING, resolver);
    reader.place = name;
    return reader.model();
  }

  /** Reads the vocabulary and checks its size. */
  private Vocabulary vocabulary(Manifest manifest) throws IOException {
    ModelShape shape = manifest.scoring().shape();
    String lines = String.join("\n", manifest.scoring().templates());
    TemplateSet templates = TemplateSet.parse(lines, manifest.task().requiredColumns());

    List<String> symbols = arrays.texts(ModelWriter.SYMBOL_ENDS, ModelWriter.SYMBOL_TEXT);
    List<int[]> tuples = new ArrayList<>();
    VectorArrays.Entry vectors = manifest.columns().vectors();
    int blockCount = vectors == null ? 0 : vectors.offsets().size();
    int denseCount = vectors == null ? 0 : vectors.dimension() * blockCount;
    for (int g = 0; g < shape.groupCount() - blockCount; g++) {
      tuples.add(arrays.ints(ModelWriter.GROUP_PREFIX + g, ArrayInput.ANY));
    }

    Vocabulary vocabulary = Vocabulary.of(templates, symbols, tuples);
    int featureCount = vocabulary.featureCount() + denseCount;
    check(
        featureCount == shape.featureCount(),
        "the array %s is for %s features, but those before it have %s",
        DecoupledCodec.WEIGHTS,
        shape.featureCount(),
        featureCount);
    return vocabulary;
  }
}
