package org.gpchain.core.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.model.Features.SharedWords;
import org.gpchain.core.model.Manifest.ArrayEntry;
import org.gpchain.core.model.ModelFormatException.Kind;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.words.WordResource;

/** Reads model files. */
public final class ModelReader {
  private static final int FIRST_WITH_TRANSITION_VARIANCE = 4;

  /** The part of a model to read. */
  public enum Contents {
    /** All that tagging with the posterior mean needs. */
    DECODING,
    /** The posterior covariance too, for samples. */
    EVERYTHING
  }

  private final Contents wanted;
  private final WordReference.Resolver resolver;
  private final ReadArrays arrays = new ReadArrays();
  private Manifest manifest;
  private ModelForms forms;
  private TrainingRun run;

  private ModelReader(Contents wanted, WordReference.Resolver resolver) {
    this.wanted = wanted;
    this.resolver = resolver;
  }

  /** Reads a model. If it refers to a word resource, that is looked for on the class path. */
  public static Model read(InputStream in, Contents wanted) throws IOException {
    return read(in, wanted, WordLocations.ofClassPath());
  }

  /**
   * Reads a model.
   *
   * @param in the file; not closed
   * @param resolver finds the word resource that it may refer to
   * @throws ModelFormatException if it is damaged, too old or too new
   * @throws WordReference.MissingException if the word resource is not there
   */
  public static Model read(InputStream in, Contents wanted, WordReference.Resolver resolver)
      throws IOException {
    ModelReader reader = new ModelReader(wanted, resolver);
    return ModelFormatException.reading(
        Kind.MODEL,
        () -> {
          reader.readEntries(new ArrayInput(in));
          return reader.model();
        });
  }

  private void readEntries(ArrayInput input) throws IOException {
    manifest = manifest(input.manifest());
    forms = new ModelForms(manifest);
    for (ArrayEntry array : manifest.arrays()) {
      boolean needed =
          wanted == Contents.EVERYTHING
              || (manifest.sparse() == null
                  ? DecoupledCodec.neededForDecoding(array.name())
                  : SparseCodec.neededForDecoding(array.name()));
      arrays.put(array.name(), input.array(array, forms.next(array), needed));
    }
    input.checkHeap();
    byte[] json = input.rest(ModelWriter.RUN);
    run = json == null ? null : ManifestJson.value(json, TrainingRun.class);
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
        new Prior(arrays.doubles(ModelWriter.GROUP_VARIANCE), transitionVariance(templates));
    WordResource contained =
        manifest.words() == null ? null : WordArrays.read(manifest.words(), arrays);
    SharedWords shared =
        manifest.sharedWords() == null
            ? null
            : new SharedWords(manifest.sharedWords(), resolver.resolve(manifest.sharedWords()));
    boolean everything = wanted == Contents.EVERYTHING;
    return new Model(
        new ModelTask(
            manifest.task(),
            manifest.language(),
            TagScheme.valueOf(manifest.scheme()),
            forms.labels()),
        new Features(
            vocabulary,
            prior,
            manifest.tagset(),
            shared == null ? contained : shared.with(contained),
            manifest.softColumns() == null ? List.of() : manifest.softColumns(),
            shared),
        manifest.sparse() == null
            ? DecoupledCodec.read(manifest.shape(), vocabulary, prior, arrays, everything)
            : SparseCodec.read(manifest, arrays, everything),
        CalibrationCodec.read(manifest, arrays),
        manifest.provenance(),
        run);
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

  private Vocabulary vocabulary(TemplateSet templates) throws ModelFormatException {
    List<String> symbols =
        ArrayBytes.strings(
            arrays.bytes(ModelWriter.SYMBOL_TEXT), arrays.ints(ModelWriter.SYMBOL_ENDS));
    List<int[]> tuples = new ArrayList<>();
    for (int g = 0; g < manifest.shape().groupCount(); g++) {
      tuples.add(arrays.ints(ModelWriter.GROUP_PREFIX + g));
    }
    return Vocabulary.of(templates, symbols, tuples);
  }
}
