package org.gpchain.internal.core.file;

import java.util.List;
import org.gpchain.internal.core.math.Checks;

/**
 * Checks of the parts of a manifest. Each throws an IllegalArgumentException that names the part.
 */
public final class ManifestChecks {
  /** Maximum length of a name (characters). */
  public static final int LONGEST_NAME = 1_000;

  private ManifestChecks() {}

  /** Returns a value that must not be null. */
  public static <T> T needed(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException("the manifest has no " + name);
    }
    return value;
  }

  /** Checks that a name is not too long and has no control characters. */
  public static void plain(String name, String value) {
    Checks.plain(name, value, LONGEST_NAME);
  }

  /**
   * Checks that a list is there, and each of its strings.
   *
   * @param longest maximum length of a string (characters)
   */
  public static void each(String name, List<String> values, int longest) {
    for (String value : needed(name, values)) {
      Checks.plain("one of the " + name, needed("name in " + name, value), longest);
    }
  }

  /** Checks that nothing is missing in the list of arrays. */
  public static void arrays(List<ArrayEntry> arrays) {
    for (ArrayEntry array : needed("arrays", arrays)) {
      plain("name of an array", needed("name of an array", needed("array", array).name()));
      needed("type of " + array.name(), array.type());
      needed("sha256 of " + array.name(), array.sha256());
    }
  }
}
