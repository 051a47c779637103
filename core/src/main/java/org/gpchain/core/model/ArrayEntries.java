package org.gpchain.core.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.model.Manifest.ArrayEntry;
import org.gpchain.core.model.Manifest.ElementType;
import org.gpchain.core.predict.HeldOutSegments;

/** The arrays of a model file that is being written, in their order. */
final class ArrayEntries {
  private final Map<String, byte[]> contents = new LinkedHashMap<>();
  private final List<ArrayEntry> entries = new ArrayList<>();

  private void add(String name, ElementType type, byte[] bytes) {
    contents.put(name, bytes);
    entries.add(new ArrayEntry(name, type, bytes.length / type.bytes(), ModelArrays.sha256(bytes)));
  }

  void add(String name, byte[] values) {
    add(name, ElementType.INT8, values);
  }

  void add(String name, int[] values) {
    add(name, ElementType.INT32, ModelArrays.bytes(values));
  }

  void add(String name, float[] values) {
    add(name, ElementType.FLOAT32, ModelArrays.bytes(values));
  }

  void add(String name, double[] values) {
    add(name, ElementType.FLOAT64, ModelArrays.bytes(values));
  }

  /** Adds texts, as two arrays. */
  void addTexts(String name, List<String> texts) {
    int[] ends = new int[texts.size()];
    byte[] bytes = ModelArrays.text(texts, ends);
    add(WordArrays.endsOf(name), ends);
    add(name, bytes);
  }

  /** Adds inducing points, which are rows of counts. */
  void addInducing(SparseRows inducing) {
    if (inducing.isWeighted()) {
      throw new IllegalArgumentException("model files keep inducing points without values");
    }
    int[] starts = new int[inducing.rowCount() + 1];
    int[] features = new int[inducing.entryCount()];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = inducing.start(i);
    }
    for (int i = 0; i < features.length; i++) {
      features[i] = inducing.column(i);
    }
    add(ModelArrays.INDUCING_STARTS, starts);
    add(ModelArrays.INDUCING_FEATURES, features);
  }

  /** Adds what a calibration was learned from. */
  void addHeldOut(HeldOutSegments heldOut) {
    int[] sentences = new int[3 * heldOut.sentenceCount()];
    for (int s = 0; s < heldOut.sentenceCount(); s++) {
      sentences[3 * s] = heldOut.block()[s];
      sentences[3 * s + 1] = heldOut.gold()[s];
      sentences[3 * s + 2] = heldOut.candidates()[s];
    }
    int[] segments = new int[3 * heldOut.start().length];
    for (int c = 0; c < heldOut.start().length; c++) {
      segments[3 * c] = heldOut.start()[c];
      segments[3 * c + 1] = heldOut.end()[c];
      segments[3 * c + 2] = heldOut.right()[c] ? 1 : 0;
    }
    add(ModelArrays.HELD_OUT_SENTENCES, sentences);
    add(ModelArrays.HELD_OUT_SEGMENTS, segments);
    add(ModelArrays.HELD_OUT_PROBABILITIES, heldOut.probability());
  }

  /** Their entries in the manifest. */
  List<ArrayEntry> entries() {
    return entries;
  }

  /** Their bytes by name. */
  Map<String, byte[]> contents() {
    return contents;
  }
}
