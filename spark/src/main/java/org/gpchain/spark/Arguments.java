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
import java.util.stream.Stream;

/** Options that were given, and their values. */
final class Arguments {
  private final Map<String, List<String>> values = new LinkedHashMap<>();

  /**
   * @param options names of those that take a value
   * @param flags names of those that take none
   * @param arguments names and values, as {@code --name value} or {@code --name=value}
   */
  Arguments(List<String> options, Set<String> flags, List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      List<String> given = values.computeIfAbsent(name, first -> new ArrayList<>());
      if (options.contains(name)) {
        if (equals < 0 && ++i == arguments.size()) {
          throw new IllegalArgumentException(
              "Missing required parameter for option '" + name + "'");
        }
        given.add(equals < 0 ? arguments.get(i) : argument.substring(equals + 1));
      } else if (!flags.contains(argument)) {
        throw new IllegalArgumentException("Unknown option: '" + argument + "'");
      }
    }
  }

  void require(String... names) {
    for (String name : names) {
      if (!has(name)) {
        throw new IllegalArgumentException("Missing required option: '" + name + "'");
      }
    }
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** The value of an option; null if it was not given. */
  String one(String name) {
    List<String> all = all(name);
    if (all.size() > 1) {
      throw new IllegalArgumentException("option '" + name + "' should be specified only once");
    }
    return all.isEmpty() ? null : all.get(0);
  }

  /** The number that an option gives; the parser throws a {@link NumberFormatException}. */
  <N> N number(String name, Function<String, N> parser, N otherwise) {
    String value = one(name);
    try {
      return value == null ? otherwise : parser.apply(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Invalid value for option '" + name + "': '" + value + "' is not such a number", e);
    }
  }

  /** The share that an option gives; 0 if it was not given. */
  double share(String name) {
    double share = number(name, Double::valueOf, 0.0);
    if (has(name) && !(share > 0 && share < 1)) {
      throw new IllegalArgumentException(name + " must be above 0 and below 1, was " + share);
    }
    return share;
  }

  /** Choices with commas between them, in upper or lower case. */
  <E extends Enum<E>> Set<E> choices(String name, Class<E> type) {
    Set<E> chosen = EnumSet.noneOf(type);
    for (String value : all(name).stream().flatMap(v -> Arrays.stream(v.split(",", -1))).toList()) {
      try {
        chosen.add(Enum.valueOf(type, value.toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "Invalid value for option '%s': expected one of %s (case-insensitive) but was '%s'"
                .formatted(name, Arrays.toString(type.getEnumConstants()), value),
            e);
      }
    }
    return chosen;
  }

  /** Those of some options that were given: names and values, in turn. */
  List<String> given(List<String> options) {
    return options.stream()
        .flatMap(option -> all(option).stream().flatMap(value -> Stream.of(option, value)))
        .toList();
  }
}
