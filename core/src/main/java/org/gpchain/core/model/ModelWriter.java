package org.gpchain.core.model;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.model.Manifest.ArrayEntry;
import org.gpchain.core.model.Manifest.ElementType;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.posterior.InducingCovariance;

/**
 * Writes model files: a zip with a JSON manifest and raw little-endian arrays. The same model gives
 * the same bytes, but for the entry {@code run.json}.
 */
public final class ModelWriter {
  static final String MANIFEST = "manifest.json";
  static final String RUN = "run.json";

  /** JSON that a person can read and that is the same on every machine, line ends included. */
  private static final ObjectWriter JSON =
      new ObjectMapper()
          .writer(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

  private final Map<String, byte[]> contents = new LinkedHashMap<>();
  private final List<ArrayEntry> entries = new ArrayList<>();

  private ModelWriter() {}

  /**
   * Writes a model.
   *
   * @param model what to write
   * @param out where to; not closed
   */
  public static void write(Model model, OutputStream out) throws IOException {
    new ModelWriter().writeAll(model, out);
  }

  private void writeAll(Model model, OutputStream out) throws IOException {
    addVocabulary(model.vocabulary());
    add(ModelArrays.GROUP_VARIANCE, ElementType.FLOAT64, ModelArrays.bytes(model.groupVariance()));
    addPosterior(model.posterior());
    ZipOutputStream zip = new ZipOutputStream(out);
    put(zip, MANIFEST, JSON.writeValueAsBytes(manifest(model)));
    for (Map.Entry<String, byte[]> entry : contents.entrySet()) {
      put(zip, entry.getKey(), entry.getValue());
    }
    if (model.run() != null) {
      put(zip, RUN, JSON.writeValueAsBytes(model.run()));
    }
    zip.finish();
    zip.flush();
  }

  private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    // A fixed time stamp (the zip format's epoch, without a time zone) for reproducible bytes.
    entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  private void add(String name, ElementType type, byte[] bytes) {
    contents.put(name, bytes);
    entries.add(new ArrayEntry(name, type, bytes.length / type.bytes(), ModelArrays.sha256(bytes)));
  }

  private void addVocabulary(Vocabulary vocabulary) {
    int[] ends = new int[vocabulary.symbols().size()];
    byte[] text = ModelArrays.text(vocabulary.symbols(), ends);
    add(ModelArrays.SYMBOL_ENDS, ElementType.INT32, ModelArrays.bytes(ends));
    add(ModelArrays.SYMBOL_TEXT, ElementType.INT8, text);
    List<int[]> tuples = vocabulary.tuples();
    for (int g = 0; g < tuples.size(); g++) {
      add(ModelArrays.GROUP_PREFIX + g, ElementType.INT32, ModelArrays.bytes(tuples.get(g)));
    }
  }

  private void addPosterior(DecoupledPosterior posterior) {
    add(ModelArrays.WEIGHTS, ElementType.FLOAT32, ModelArrays.bytes(posterior.weights()));
    add(
        ModelArrays.PAIRWISE_MEAN,
        ElementType.FLOAT64,
        ModelArrays.bytes(posterior.pairwiseMean()));
    add(
        ModelArrays.PAIRWISE_VARIANCE,
        ElementType.FLOAT64,
        ModelArrays.bytes(posterior.pairwiseVariance()));
    posterior.covariance().ifPresent(covariance -> addCovariance(covariance, posterior));
  }

  private void addCovariance(InducingCovariance covariance, DecoupledPosterior posterior) {
    SparseRows inducing = covariance.projection().inducing();
    int m = inducing.rowCount();
    int[] starts = new int[m + 1];
    int[] features = new int[inducing.entryCount()];
    for (int i = 0; i <= m; i++) {
      starts[i] = inducing.start(i);
    }
    for (int i = 0; i < features.length; i++) {
      features[i] = inducing.column(i);
    }
    add(ModelArrays.INDUCING_STARTS, ElementType.INT32, ModelArrays.bytes(starts));
    add(ModelArrays.INDUCING_FEATURES, ElementType.INT32, ModelArrays.bytes(features));
    float[] factors = new float[posterior.labelCount() * m * (m + 1) / 2];
    int next = 0;
    for (int v = 0; v < posterior.labelCount(); v++) {
      double[] lower = covariance.precision(v).lower();
      for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++) {
          factors[next++] = (float) lower[i * m + j];
        }
      }
    }
    add(ModelArrays.PRECISION, ElementType.FLOAT32, ModelArrays.bytes(factors));
  }

  private Manifest manifest(Model model) {
    return new Manifest(
        Manifest.FORMAT,
        Manifest.VERSION,
        model.task(),
        model.language(),
        model.vocabulary().templates().requiredColumns(),
        model.tagset(),
        model.scheme().name(),
        model.labels().labels(),
        model.vocabulary().templates().lines(),
        new Manifest.Shape(
            model.labels().size(),
            model.vocabulary().featureCount(),
            model.vocabulary().groupCount(),
            model.posterior().covariance().map(c -> c.projection().size()).orElse(0)),
        entries,
        model.provenance());
  }
}
