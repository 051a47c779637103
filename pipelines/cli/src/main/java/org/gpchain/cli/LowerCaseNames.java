package org.gpchain.cli;

import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/** Names of enum constants as the command line writes them. */
final class LowerCaseNames {
  private LowerCaseNames() {}

  /** An enum's constant by its name in lower case, in any locale. */
  static <E extends Enum<E>> E of(E[] constants, String name) {
    return Arrays.stream(constants)
        .filter(constant -> constant.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + name
                        + "' is none of "
                        + Arrays.toString(constants).toLowerCase(Locale.ROOT)));
  }
}
