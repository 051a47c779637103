package org.gpchain.core.model;

import java.util.List;

/**
 * The manifest of a model file, as it stands in its JSON.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the container
 * @param task see {@link Model}
 * @param language see {@link Model}
 * @param requiredColumns what a sentence must bring along
 * @param tagset see {@link Model}
 * @param scheme name of the tag scheme
 * @param labels V labels
 * @param templates template lines, columns by name
 * @param shape sizes of the model
 * @param arrays what follows in the file, in that order
 * @param provenance where it comes from
 */
record Manifest(
    String format,
    int formatVersion,
    String task,
    String language,
    List<String> requiredColumns,
    Tagset tagset,
    String scheme,
    List<String> labels,
    List<String> templates,
    Shape shape,
    List<ArrayEntry> arrays,
    Provenance provenance) {
  static final String FORMAT = "gpchain-model";
  static final int VERSION = 1;
  static final int OLDEST_VERSION = 1;

  /**
   * Sizes of a model.
   *
   * @param labelCount V
   * @param featureCount D
   * @param groupCount G
   * @param inducingCount M, 0 for a plug-in posterior
   */
  record Shape(int labelCount, int featureCount, int groupCount, int inducingCount) {}

  /**
   * One array of the file.
   *
   * @param name of the entry
   * @param type of its elements
   * @param length number of elements
   * @param sha256 of its bytes, hexadecimal
   */
  record ArrayEntry(String name, ElementType type, int length, String sha256) {}

  /** Types of elements, all little-endian. */
  enum ElementType {
    INT8(1),
    INT32(4),
    FLOAT32(4),
    FLOAT64(8);

    private final int bytes;

    ElementType(int bytes) {
      this.bytes = bytes;
    }

    int bytes() {
      return bytes;
    }
  }
}
