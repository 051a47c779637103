package org.gpchain.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Parsed command-line options and their values. */
final class Arguments {
  private final Map<String, List<String>> values = new LinkedHashMap<>();

  /**
   * Parses options.
   *
   * @param options names of options that take a value
   * @param flags names of options without a value
   * @param arguments names and values, as {@code --name value} or {@code --name=value}
   * @throws IllegalArgumentException if an option is unknown or its value is missing
   */
  Arguments(List<String> options, Set<String> flags, List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      List<String> valuesOfOption = values.computeIfAbsent(name, first -> new ArrayList<>());

      if (options.contains(name)) {
        if (equals >= 0) {
          valuesOfOption.add(argument.substring(equals + 1));
          continue;
        }
        i++;
        if (i == arguments.size()) {
          throw new IllegalArgumentException(
              "Missing required parameter for option '" + name + "'");
        }
        valuesOfOption.add(arguments.get(i));
      } else if (!flags.contains(argument)) {
        throw new IllegalArgumentException("Unknown option: '" + argument + "'");
      }
    }
  }

  /**
   * Checks that options were given.
   *
   * @throws IllegalArgumentException if one of them is missing
   */
  void require(String... names) {
    for (String name : names) {
      if (!has(name)) {
        throw new IllegalArgumentException("Missing required option: '" + name + "'");
      }
    }
  }

  /** Returns whether an option was given. */
  boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns the values of an option in their order; empty if it was not given. */
  List<String> values(String name) {
    return values.getOrDefault(name, List.of());
  }

  /**
   * Returns the value of an option that may not be repeated, or null if it was not given.
   *
   * @throws IllegalArgumentException if the option was repeated
   */
  String value(String name) {
    List<String> valuesOfOption = values(name);
    if (valuesOfOption.size() > 1) {
      throw new IllegalArgumentException("option '" + name + "' should be specified only once");
    }
    if (valuesOfOption.isEmpty()) {
      return null;
    }
    return valuesOfOption.get(0);
  }

  /**
   * Returns the number that an option gives.
   *
   * @param parser throws a {@link NumberFormatException} for anything else
   * @param defaultValue returned if the option was not given
   * @throws IllegalArgumentException if the value is not such a number
   */
  <N> N number(String name, Function<String, N> parser, N defaultValue) {
    String value = value(name);
    if (value == null) {
      return defaultValue;
    }
    try {
      return parser.apply(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Invalid value for option '" + name + "': '" + value + "' is not such a number", e);
    }
  }

  /**
   * Returns the share that an option gives, above 0 and below 1; or 0 if it was not given.
   *
   * @throws IllegalArgumentException if the value is outside this range
   */
  double share(String name) {
    double share = number(name, Double::valueOf, 0.0);
    if (has(name) && !(share > 0 && share < 1)) {
      throw new IllegalArgumentException(name + " must be above 0 and below 1, was " + share);
    }
    return share;
  }

  /**
   * Returns the constants that an option lists, separated by commas and in upper or lower case.
   *
   * @throws IllegalArgumentException if there is no constant of such a name
   */
  <E extends Enum<E>> Set<E> choices(String name, Class<E> type) {
    Set<E> choices = EnumSet.noneOf(type);
    for (String value : values(name)) {
      for (String constant : value.split(",", -1)) {
        choices.add(choice(name, type, constant));
      }
    }
    return choices;
  }

  private static <E extends Enum<E>> E choice(String name, Class<E> type, String constant) {
    try {
      return Enum.valueOf(type, constant.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Invalid value for option '%s': expected one of %s (case-insensitive) but was '%s'"
              .formatted(name, Arrays.toString(type.getEnumConstants()), constant),
          e);
    }
  }

  /** Returns the names and values, in turn, of the given ones of some options. */
  List<String> only(List<String> options) {
    List<String> namesAndValues = new ArrayList<>();
    for (String option : options) {
      for (String value : values(option)) {
        namesAndValues.add(option);
        namesAndValues.add(value);
      }
    }
    return namesAndValues;
  }
}
