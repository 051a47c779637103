package org.gpchain.core.model;

import java.util.List;
import org.gpchain.core.math.Checks;

/**
 * A word resource that a model, or anything else, means without containing it.
 *
 * @param name of the resource, the name of its file without {@code .words}
 * @param language ISO 639 code
 * @param formatVersion of the resource's file
 * @param sha256 of what the resource holds, hexadecimal: of the names, types, lengths and checksums
 *     of its arrays in the order of the file, and of how its lexicons compare letters. Its name,
 *     language and origin do not count, nor does how it was compressed
 * @param columns that the model takes from it
 */
public record WordReference(
    String name, String language, int formatVersion, String sha256, List<String> columns) {
  /** Checks that the name is a file's name, and copies the columns. */
  public WordReference {
    if (name.isEmpty() || name.chars().anyMatch(c -> c == '/' || c == '\\' || c == ':')) {
      throw new IllegalArgumentException("a word resource cannot be called '" + name + "'");
    }
    Checks.atLeast("the format version of a word resource", formatVersion, 1);
    columns = List.copyOf(columns);
  }

  /** This reference, for other columns. */
  WordReference withColumns(List<String> others) {
    return new WordReference(name, language, formatVersion, sha256, others);
  }
}
