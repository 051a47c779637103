package org.gpchain.annotator;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A parser for parameters of components whose values are the names of enum constants. */
public final class EnumParameter {
  private EnumParameter() {}

  /**
   * Returns the constant with a name. Case is ignored.
   *
   * @param type class of the constants
   * @param parameter name of the parameter, for the message
   * @param value value of the parameter
   * @throws IllegalArgumentException if there is no such constant; the message lists the constants
   */
  public static <E extends Enum<E>> E parse(Class<E> type, String parameter, String value) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(value) || constant.toString().equalsIgnoreCase(value)) {
        return constant;
      }
    }

    String names =
        Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", "));
    throw new IllegalArgumentException(parameter + " must be one of " + names + ", was " + value);
  }
}
