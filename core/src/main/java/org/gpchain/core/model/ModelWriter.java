package org.gpchain.core.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.ZipOutputStream;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.model.ModelFormatException.Kind;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.file.ArrayBytes;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.file.ModelShape;
import org.gpchain.internal.core.file.PosteriorCodec;
import org.gpchain.internal.core.file.PosteriorCodecs;
import org.gpchain.internal.core.file.RecordJson;

/**
 * Writes model files: a zip with a JSON manifest and raw little-endian arrays. The same model
 * always gives the same bytes, except for the entry {@code run.json}.
 */
public final class ModelWriter {
  /** Entry of the training run. */
  static final String RUN = "run.json";

  /** End of each symbol of the vocabulary in its text. */
  static final String SYMBOL_ENDS = ArrayBytes.PREFIX + "symbol-ends";

  /** Symbols of the vocabulary. */
  static final String SYMBOL_TEXT = ArrayBytes.PREFIX + "symbol-text";

  /** Start of the names of the arrays with the features of each group. */
  static final String GROUP_PREFIX = ArrayBytes.PREFIX + "features-of-group-";

  /** Prior variance of each feature group. */
  static final String GROUP_VARIANCE = ArrayBytes.PREFIX + "group-variance";

  /** Array with the model file of the first pass. */
  static final String FIRST_PASS = ArrayBytes.PREFIX + "first-pass";

  /** Array with the model file of the base. */
  static final String BASE = ArrayBytes.PREFIX + "base";

  private final ArrayOutput arrays = new ArrayOutput();

  private ModelWriter() {}

  /**
   * Writes a model.
   *
   * @param out receives the file; not closed
   * @throws IllegalArgumentException if the reader would refuse a name, label or template, for
   *     example because of a control character
   */
  public static void write(Model model, OutputStream out) throws IOException {
    new ModelWriter().writeAll(model, out);
  }

  private void writeAll(Model model, OutputStream out) throws IOException {
    addVocabulary(model.vocabulary());
    arrays.add(GROUP_VARIANCE, model.prior().groupVariance());
    PosteriorCodec.Entry posterior = PosteriorCodecs.write(model.posterior(), arrays);
    CalibrationCodec.write(model.calibration(), arrays);

    WordResource contained = model.features().containedWords();
    WordArrays.Entry words = contained == null ? null : WordArrays.add(contained, arrays);
    VectorArrays.Entry vectors = VectorArrays.add(model.features().vectors(), arrays);
    addModel(FIRST_PASS, model.features().firstPass());
    addModel(BASE, model.features().base());

    Manifest.Columns columns = columns(model.features(), words, vectors);
    Manifest manifest = manifest(model, posterior, columns);
    ZipOutputStream zip = new ZipOutputStream(out);
    arrays.write(manifest, zip);
    if (model.run() != null) {
      ArrayOutput.put(zip, RUN, RecordJson.bytes(model.run(), ArrayOutput.LINES));
    }
    zip.finish();
    zip.flush();
  }

  /**
   * Adds another model as an array that holds a whole model file. The arrays of the other model may
   * thus have the same names.
   *
   * @param name name of the array
   * @param inner the other model; null for none
   */
  private void addModel(String name, Model inner) throws IOException {
    if (inner != null) {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      write(inner, file);
      arrays.add(name, file.toByteArray());
    }
  }

  /** Adds the symbols of a vocabulary, and the features of each group. */
  private void addVocabulary(Vocabulary vocabulary) {
    arrays.addTexts(SYMBOL_ENDS, SYMBOL_TEXT, vocabulary.symbols());
    List<int[]> tuples = vocabulary.tuples();
    for (int g = 0; g < tuples.size(); g++) {
      arrays.add(GROUP_PREFIX + g, tuples.get(g));
    }
  }

  private static Manifest.Columns columns(
      Features features, WordArrays.Entry words, VectorArrays.Entry vectors) {
    WordReference shared = features.shared() == null ? null : features.shared().reference();
    return new Manifest.Columns(
        words, shared, features.softColumns(), features.annotationColumns(), vectors);
  }

  private Manifest manifest(Model model, PosteriorCodec.Entry posterior, Manifest.Columns columns) {
    Features features = model.features();
    ModelShape shape =
        new ModelShape(
            model.labels().size(),
            features.featureCount(),
            features.prior().groupCount(),
            posterior.inducingCount());

    Manifest.Task task =
        new Manifest.Task(
            model.task().name(),
            model.language(),
            model.tokenProfile(),
            model.vocabulary().templates().requiredColumns(),
            features.tagset(),
            model.scheme().name(),
            model.labels().labels());
    Manifest.Scoring scoring =
        new Manifest.Scoring(
            model.vocabulary().templates().lines(),
            shape,
            posterior.sparse(),
            model.prior().transitionVariance(),
            model.calibration().scaling(),
            model.calibration().threshold());
    Manifest manifest =
        new Manifest(
            Kind.MODEL.format,
            Kind.VERSION,
            task,
            scoring,
            columns,
            arrays.entries(),
            model.provenance());
    // The reader makes the same check, so what is written can be read.
    manifest.check();
    return manifest;
  }
}
