package org.gpchain.core.model;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.ZipOutputStream;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.posterior.InducingCovariance;
import org.gpchain.core.posterior.Posterior;
import org.gpchain.core.posterior.SampledPosterior;
import org.gpchain.core.posterior.SparseMean;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.core.predict.SegmentCalibration;
import org.gpchain.core.words.WordResource;

/**
 * Writes model files: a zip with a JSON manifest and raw little-endian arrays. The same model gives
 * the same bytes, but for the entry {@code run.json}.
 */
public final class ModelWriter {
  static final String RUN = "run.json";

  private final ArrayEntries arrays = new ArrayEntries();

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
    arrays.add(ModelArrays.GROUP_VARIANCE, model.prior().groupVariance());
    Manifest.Sparse sparse = addPosterior(model.posterior());
    if (model.calibration().scaling() != null) {
      arrays.addHeldOut(model.calibration().heldOut());
    }
    WordResource contained = model.containedWords();
    WordArrays.Entry words = contained == null ? null : WordArrays.add(contained, arrays);
    Manifest manifest = manifest(model, sparse, words);
    ZipOutputStream zip = new ZipOutputStream(out);
    ArrayFile.write(manifest, arrays, zip);
    if (model.run() != null) {
      ArrayFile.put(zip, RUN, ArrayFile.JSON.writeValueAsBytes(model.run()));
    }
    zip.finish();
    zip.flush();
  }

  private void addVocabulary(Vocabulary vocabulary) {
    int[] ends = new int[vocabulary.symbols().size()];
    byte[] text = ModelArrays.text(vocabulary.symbols(), ends);
    arrays.add(ModelArrays.SYMBOL_ENDS, ends);
    arrays.add(ModelArrays.SYMBOL_TEXT, text);
    List<int[]> tuples = vocabulary.tuples();
    for (int g = 0; g < tuples.size(); g++) {
      arrays.add(ModelArrays.GROUP_PREFIX + g, tuples.get(g));
    }
  }

  /** Returns the form of a sparse posterior; null for a decoupled one. */
  private Manifest.Sparse addPosterior(Posterior posterior) {
    if (posterior instanceof SparsePosterior sparse) {
      return new SparseWriter(arrays).write(sparse);
    }
    if (posterior instanceof SparseMean mean) {
      return new SparseWriter(arrays).write(mean);
    }
    if (posterior instanceof SampledPosterior sampled) {
      addSamples(sampled);
    } else {
      addDecoupled((DecoupledPosterior) posterior);
    }
    return null;
  }

  private void addSamples(SampledPosterior posterior) {
    addDecoupled(posterior.mean());
    List<DecoupledPosterior> samples = posterior.samples();
    int size = posterior.mean().weights().length;
    int square = posterior.mean().pairwiseMean().length;
    float[] weights = new float[Math.multiplyExact(samples.size(), size)];
    double[] pairwise = new double[samples.size() * square];
    for (int s = 0; s < samples.size(); s++) {
      System.arraycopy(samples.get(s).weights(), 0, weights, s * size, size);
      System.arraycopy(samples.get(s).pairwiseMean(), 0, pairwise, s * square, square);
    }
    arrays.add(ModelArrays.SAMPLE_PAIRWISE, pairwise);
    arrays.add(ModelArrays.SAMPLE_WEIGHTS, weights);
  }

  private void addDecoupled(DecoupledPosterior posterior) {
    arrays.add(ModelArrays.WEIGHTS, posterior.weights());
    arrays.add(ModelArrays.PAIRWISE_MEAN, posterior.pairwiseMean());
    arrays.add(ModelArrays.PAIRWISE_VARIANCE, posterior.pairwiseVariance());
    posterior.covariance().ifPresent(this::addCovariance);
    posterior
        .precision()
        .ifPresent(
            precision -> {
              arrays.add(ModelArrays.WEIGHT_PRECISION, precision.weights());
              arrays.add(ModelArrays.PAIRWISE_PRECISION, precision.transitions());
            });
  }

  private void addCovariance(InducingCovariance covariance) {
    int m = covariance.projection().size();
    arrays.addInducing(covariance.projection().inducing());
    float[] factors = new float[covariance.labelCount() * m * (m + 1) / 2];
    int next = 0;
    for (int v = 0; v < covariance.labelCount(); v++) {
      double[] lower = covariance.precision(v).lower();
      for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++) {
          factors[next++] = (float) lower[i * m + j];
        }
      }
    }
    arrays.add(ModelArrays.PRECISION, factors);
  }

  private static int inducingCount(Posterior posterior) {
    if (posterior instanceof SparsePosterior sparse) {
      return sparse.projection().size();
    }
    if (posterior instanceof SparseMean mean) {
      return mean.unary().inducing().rowCount();
    }
    return posterior instanceof DecoupledPosterior decoupled
        ? decoupled.covariance().map(c -> c.projection().size()).orElse(0)
        : 0;
  }

  /** The oldest version that has what the model has: older programs read it then. */
  private static int version(Model model) {
    if (model.posterior() instanceof SampledPosterior
        || (model.posterior() instanceof DecoupledPosterior posterior
            && posterior.precision().isPresent())) {
      return Manifest.VERSION;
    }
    return model.words() == null && model.softColumns().isEmpty()
        ? Manifest.WITHOUT_WORDS
        : Manifest.WITHOUT_PRECISION;
  }

  private Manifest manifest(Model model, Manifest.Sparse sparse, WordArrays.Entry words) {
    SegmentCalibration segments = model.calibration().segments();
    return new Manifest(
        Manifest.FORMAT,
        version(model),
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
            inducingCount(model.posterior())),
        sparse,
        model.prior().transitionVariance(),
        model.calibration().scaling(),
        segments.equals(SegmentCalibration.NONE) ? null : segments,
        words,
        model.shared() == null ? null : model.shared().reference(),
        model.softColumns().isEmpty() ? null : model.softColumns(),
        arrays.entries(),
        model.provenance());
  }
}
