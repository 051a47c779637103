package org.gpchain.annotator;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Parameters of components that name a constant, in upper or lower case. */
public final class EnumParameter {
  private EnumParameter() {}

  /**
   * The constant of a name.
   *
   * @throws IllegalArgumentException if there is no such constant; it lists those that there are
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
