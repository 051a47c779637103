package org.gpchain.internal.formats.cas;

import static org.gpchain.core.text.Numbers.format;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.BooleanUtils;
import org.apache.uima.resource.ResourceCreationSpecifier;
import org.apache.uima.resource.metadata.ConfigurationParameter;

/** UIMA components that a user names, and their parameters as a user writes them. */
public final class Components {
  private Components() {}

  /**
   * The class of a full name, which must be of a type.
   *
   * @param what it must be, in words
   * @throws IllegalArgumentException if there is no such class, with a message for the user
   */
  public static <T> Class<? extends T> find(String name, Class<T> type, String what) {
    try {
      return Class.forName(name).asSubclass(type);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new IllegalArgumentException(
          format(
              "there is no class %s on the class path (%s): give its full name, and put its jar and"
                  + " those that it needs into the environment variable GPCHAIN_CLASSPATH",
              name, e),
          e);
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          name + " is not a UIMA " + what + ": give a subclass of " + type.getSimpleName(), e);
    }
  }

  /**
   * Values by their names, in the order of the command line, of parameters {@code NAME=VALUE}.
   *
   * @param option that gave them
   * @throws IllegalArgumentException if one is not written so, with a message for the user
   */
  public static Map<String, List<String>> parameters(String option, List<String> given) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String parameter : given) {
      int equals = parameter.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(option + " must be NAME=VALUE, was '" + parameter + "'");
      }
      values
          .computeIfAbsent(parameter.substring(0, equals), name -> new ArrayList<>())
          .add(parameter.substring(equals + 1));
    }
    return values;
  }

  private static Stream<ConfigurationParameter> declared(ResourceCreationSpecifier component) {
    return Arrays.stream(
        component
            .getMetaData()
            .getConfigurationParameterDeclarations()
            .getConfigurationParameters());
  }

  static boolean has(ResourceCreationSpecifier component, String name) {
    return declared(component).anyMatch(p -> p.getName().equals(name));
  }

  /**
   * Sets parameters in the description of a reader or an engine, each value converted to the type
   * that the component declares.
   *
   * @throws IllegalArgumentException if there is no such parameter, or a value does not fit it
   */
  public static void set(ResourceCreationSpecifier component, Map<String, List<String>> values) {
    values.forEach((name, given) -> set(component, name, given));
  }

  private static void set(ResourceCreationSpecifier component, String name, List<String> values) {
    ConfigurationParameter parameter =
        declared(component)
            .filter(p -> p.getName().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(unknown(component, name)));
    if (values.size() > 1 && !parameter.isMultiValued()) {
      throw new IllegalArgumentException(
          "the parameter '" + name + "' takes one value, had " + values);
    }
    List<Object> converted = values.stream().map(value -> converted(parameter, value)).toList();
    component
        .getMetaData()
        .getConfigurationParameterSettings()
        .setParameterValue(
            name,
            parameter.isMultiValued()
                ? converted.toArray(
                    (Object[]) Array.newInstance(converted.get(0).getClass(), converted.size()))
                : converted.get(0));
  }

  private static String unknown(ResourceCreationSpecifier component, String name) {
    return "there is no parameter '"
        + name
        + "'; there are "
        + declared(component)
            .map(ConfigurationParameter::getName)
            .sorted()
            .collect(Collectors.joining(", ", "[", "]"));
  }

  private static Object converted(ConfigurationParameter parameter, String value) {
    try {
      return switch (parameter.getType()) {
        case ConfigurationParameter.TYPE_INTEGER -> Integer.valueOf(value);
        case ConfigurationParameter.TYPE_LONG -> Long.valueOf(value);
        case ConfigurationParameter.TYPE_FLOAT -> Float.valueOf(value);
        case ConfigurationParameter.TYPE_DOUBLE -> Double.valueOf(value);
        case ConfigurationParameter.TYPE_BOOLEAN -> BooleanUtils.toBoolean(value, "true", "false");
        default -> value;
      };
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          format(
              "the parameter '%s' takes a value of the type %s, had '%s'",
              parameter.getName(), parameter.getType(), value),
          e);
    }
  }
}
