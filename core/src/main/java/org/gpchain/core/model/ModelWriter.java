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
 * Writes model files: a zip with a JSON manifest and raw little-endian arrays. The same model gives
 * the same bytes, but for the entry {@code run.json}.
 */
public final class ModelWriter {
  static final String RUN = "run.json";
  static final String SYMBOL_ENDS = ArrayBytes.PREFIX + "symbol-ends";
  static final String SYMBOL_TEXT = ArrayBytes.PREFIX + "symbol-text";
  static final String GROUP_PREFIX = ArrayBytes.PREFIX + "features-of-group-";
  static final String GROUP_VARIANCE = ArrayBytes.PREFIX + "group-variance";

  static final String FIRST_PASS = ArrayBytes.PREFIX + "first-pass";
  static final String BASE = ArrayBytes.PREFIX + "base";

  private final ArrayOutput arrays = new ArrayOutput();

  private ModelWriter() {}

  /** Writes a model; {@code out} stays open. */
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
    addModel(FIRST_PASS, model.features().firstPass());
    addModel(BASE, model.features().base());
    Manifest manifest = manifest(model, posterior, words);
    ZipOutputStream zip = new ZipOutputStream(out);
    arrays.write(manifest, zip);
    if (model.run() != null) {
      ArrayOutput.put(zip, RUN, RecordJson.bytes(model.run(), ArrayOutput.LINES));
    }
    zip.finish();
    zip.flush();
  }

  /**
   * Adds a model file in the file, if there is a model: its arrays have the names of the others.
   */
  private void addModel(String name, Model inner) throws IOException {
    if (inner != null) {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      write(inner, file);
      arrays.add(name, file.toByteArray());
    }
  }

  private void addVocabulary(Vocabulary vocabulary) {
    arrays.addTexts(SYMBOL_ENDS, SYMBOL_TEXT, vocabulary.symbols());
    List<int[]> tuples = vocabulary.tuples();
    for (int g = 0; g < tuples.size(); g++) {
      arrays.add(GROUP_PREFIX + g, tuples.get(g));
    }
  }

  private Manifest manifest(Model model, PosteriorCodec.Entry posterior, WordArrays.Entry words) {
    Features features = model.features();
    WordReference shared = features.shared() == null ? null : features.shared().reference();
    ModelShape shape =
        new ModelShape(
            model.labels().size(),
            model.vocabulary().featureCount(),
            model.vocabulary().groupCount(),
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
    Manifest.Columns columns =
        new Manifest.Columns(words, shared, features.softColumns(), features.annotationColumns());
    return new Manifest(
        Kind.MODEL.format,
        Kind.VERSION,
        task,
        scoring,
        columns,
        arrays.entries(),
        model.provenance());
  }
}
