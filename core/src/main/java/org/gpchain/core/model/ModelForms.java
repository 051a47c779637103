package org.gpchain.core.model;

import static org.gpchain.core.model.Manifest.ElementType.FLOAT32;
import static org.gpchain.core.model.Manifest.ElementType.FLOAT64;
import static org.gpchain.core.model.Manifest.ElementType.INT32;
import static org.gpchain.core.model.Manifest.ElementType.INT8;

import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.gp.InducingProjection;
import org.gpchain.core.math.Checks;
import org.gpchain.core.model.ArrayInput.Form;
import org.gpchain.core.model.Manifest.ArrayEntry;
import org.gpchain.core.text.LabelSet;

/** The forms that the arrays of a model must have by its manifest, which is checked first. */
final class ModelForms {
  private static final int LONGEST_LINE = 10_000;
  private static final int LONGEST_NAME = 1_000;

  private final Manifest manifest;
  private final long v;
  private final long d;
  private final long m;
  private final long k;

  /** Features of the groups that have been met. */
  private long features;

  private int groupsMet;

  /** Number of samples S, once their first array has been met. */
  private long samples;

  private final TemplateSet templates;
  private final LabelSet labels;

  /**
   * Checks a manifest.
   *
   * @throws IllegalArgumentException if something is missing, or out of range
   */
  ModelForms(Manifest manifest) {
    this.manifest = manifest;
    needed("shape", manifest.shape());
    checkNames();
    this.v = manifest.shape().labelCount();
    this.d = Checks.atLeast("featureCount", manifest.shape().featureCount(), 0);
    this.m = Checks.atLeast("inducingCount", manifest.shape().inducingCount(), 0);
    this.k =
        manifest.sparse() == null
            ? 0
            : Checks.atLeast("components", manifest.sparse().components(), 0);
    if (m > 0 && (manifest.sparse() == null || k > 0)) {
      InducingProjection.checkSize((int) m);
    }
    templates =
        TemplateSet.parse(String.join("\n", manifest.templates()), manifest.requiredColumns());
    labels = LabelSet.of(manifest.labels());
    Checks.length("labels", labels.size(), v, "[labelCount]");
    Checks.length("labels", manifest.labels().size(), v, "[labelCount]");
  }

  private void checkNames() {
    plain("task", needed("task", manifest.task()));
    plain("language", needed("language", manifest.language()));
    plain("scheme", needed("scheme", manifest.scheme()));
    needed("provenance", manifest.provenance());
    each("requiredColumns", manifest.requiredColumns(), LONGEST_NAME);
    each("templates", manifest.templates(), LONGEST_LINE);
    each("labels", manifest.labels(), LONGEST_NAME);
    if (manifest.softColumns() != null) {
      each("softColumns", manifest.softColumns(), LONGEST_NAME);
    }
    if (manifest.words() != null) {
      WordArrays.check(manifest.words());
    }
    checkArrays(manifest.arrays());
  }

  /** Checks that nothing of the list of arrays is missing. */
  static void checkArrays(List<ArrayEntry> arrays) {
    for (ArrayEntry array : needed("arrays", arrays)) {
      plain("name of an array", needed("name of an array", needed("array", array).name()));
      needed("type of " + array.name(), array.type());
      needed("sha256 of " + array.name(), array.sha256());
    }
  }

  static <T> T needed(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException("the manifest has no " + name);
    }
    return value;
  }

  static void plain(String name, String value) {
    Checks.plain(name, value, LONGEST_NAME);
  }

  static void each(String name, List<String> values) {
    each(name, values, LONGEST_NAME);
  }

  private static void each(String name, List<String> values, int longest) {
    for (String value : needed(name, values)) {
      Checks.plain("one of the " + name, needed("name in " + name, value), longest);
    }
  }

  TemplateSet templates() {
    return templates;
  }

  LabelSet labels() {
    return labels;
  }

  /**
   * The form that the next array must have.
   *
   * @throws ModelFormatException if a model has no such array
   */
  Form next(ArrayEntry array) throws ModelFormatException {
    String name = array.name();
    return switch (name) {
      case ModelWriter.SYMBOL_ENDS, DecoupledCodec.INDUCING_FEATURES -> Form.any(INT32);
      case ModelWriter.SYMBOL_TEXT -> Form.any(INT8);
      case ModelWriter.GROUP_VARIANCE -> Form.of(FLOAT64, manifest.shape().groupCount());
      case DecoupledCodec.WEIGHTS, DecoupledCodec.WEIGHT_PRECISION -> weights(name);
      case DecoupledCodec.PAIRWISE_MEAN,
          DecoupledCodec.PAIRWISE_VARIANCE,
          DecoupledCodec.PAIRWISE_PRECISION,
          SparseCodec.PAIRWISE_DEVIATIONS ->
          Form.of(FLOAT64, v * v);
      case SparseCodec.PAIRWISE_FACTOR -> Form.of(FLOAT64, v * v * (v * v + 1) / 2);
      case DecoupledCodec.SAMPLE_PAIRWISE -> samples(array);
      case DecoupledCodec.SAMPLE_WEIGHTS -> Form.of(FLOAT32, times(samples, v * d));
      case DecoupledCodec.INDUCING_STARTS -> Form.of(INT32, m + 1);
      case DecoupledCodec.PRECISION -> Form.of(FLOAT32, times(v, m * (m + 1) / 2));
      case SparseCodec.MEAN_COEFFICIENTS -> Form.of(FLOAT64, m * v);
      case SparseCodec.INDUCING_AXES -> Form.of(FLOAT64, m * m);
      case SparseCodec.COMPONENT_WEIGHTS -> Form.of(FLOAT64, k);
      case SparseCodec.COMPONENT_MEANS, SparseCodec.COMPONENT_DEVIATIONS ->
          Form.of(FLOAT64, times(k * v, m));
      case SparseCodec.COMPONENT_FACTORS -> Form.of(FLOAT64, times(k * v, m * (m + 1) / 2));
      case CalibrationCodec.SENTENCES, CalibrationCodec.SEGMENTS -> Form.any(INT32);
      case CalibrationCodec.PROBABILITIES -> Form.any(FLOAT32);
      default -> other(array);
    };
  }

  /** A product that is too large for any array if it is too large for its type. */
  private static long times(long a, long b) {
    return Math.multiplyHigh(a, b) == 0 && a * b >= 0 ? a * b : Long.MAX_VALUE;
  }

  /** A number for each weight of the features that have been met: all that there are. */
  private Form weights(String name) throws ModelFormatException {
    if (groupsMet < manifest.shape().groupCount() || features != d) {
      throw new ModelFormatException.Corrupt(
          "the array " + name + " is for " + d + " features, but those before it have " + features,
          null);
    }
    return new Form(FLOAT32, v * d, true);
  }

  /** The first array of samples says how many there are. */
  private Form samples(ArrayEntry array) {
    samples = array.length() / (v * v);
    return Form.of(FLOAT64, samples * v * v);
  }

  private Form other(ArrayEntry array) throws ModelFormatException {
    String name = array.name();
    if (name.equals(ModelWriter.GROUP_PREFIX + groupsMet)
        && groupsMet < manifest.shape().groupCount()) {
      features += Vocabulary.featuresOf(templates, groupsMet, array.length());
      groupsMet++;
      return Form.any(INT32);
    }
    if (manifest.sparse() != null && name.startsWith(KernelCodec.ARRAYS)) {
      // Numbers of all features, or vectors of words.
      return array.type() == INT32 ? Form.of(INT32, d) : Form.any(FLOAT32);
    }
    Form ofWords = manifest.words() == null ? null : WordArrays.form(manifest.words(), name);
    if (ofWords == null) {
      throw new ModelFormatException.Corrupt("no model has an array '" + name + "'", null);
    }
    return ofWords;
  }
}
