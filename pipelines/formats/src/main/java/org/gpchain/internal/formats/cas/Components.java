package org.gpchain.internal.formats.cas;

import static org.gpchain.core.text.Numbers.format;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.lang3.BooleanUtils;
import org.apache.uima.resource.ResourceCreationSpecifier;
import org.apache.uima.resource.metadata.ConfigurationParameter;

/** Functions for UIMA components whose class names and parameters a user gives as text. */
public final class Components {
  private Components() {}

  /**
   * Returns the class with a name.
   *
   * @param name fully qualified class name
   * @param type required superclass or interface
   * @param kind kind of component in messages, such as {@code reader}
   * @throws IllegalArgumentException if there is no such class; its message is for the user
   */
  public static <T> Class<? extends T> find(String name, Class<T> type, String kind) {
    try {
      return Class.forName(name).asSubclass(type);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new IllegalArgumentException(
          format(
              "there is no class %s on the class path (%s): specify its full name,"
                  + " and add its JAR and those that it needs to the environment variable"
                  + " GPCHAIN_CLASSPATH",
              name, e),
          e);
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          name + " is not a UIMA " + kind + ": specify a subclass of " + type.getSimpleName(), e);
    }
  }

  /**
   * Returns the values of each parameter by its name, in the order of the command line.
   *
   * @param option command-line option in messages
   * @param given values of the option, {@code NAME=VALUE}
   * @throws IllegalArgumentException if a value does not have this form; its message is for the
   *     user
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

  private static ConfigurationParameter[] declared(ResourceCreationSpecifier component) {
    return component
        .getMetaData()
        .getConfigurationParameterDeclarations()
        .getConfigurationParameters();
  }

  /** Returns the declaration of a parameter, or empty if the component has no such parameter. */
  private static Optional<ConfigurationParameter> find(
      ResourceCreationSpecifier component, String name) {
    for (ConfigurationParameter parameter : declared(component)) {
      if (parameter.getName().equals(name)) {
        return Optional.of(parameter);
      }
    }
    return Optional.empty();
  }

  /** Returns whether a component declares a parameter. */
  static boolean has(ResourceCreationSpecifier component, String name) {
    return find(component, name).isPresent();
  }

  /**
   * Sets parameters in the description of a reader or an engine. Values are converted to the type
   * that the component declares.
   *
   * @param values values of each parameter by its name
   * @throws IllegalArgumentException if there is no such parameter, or a value has another type
   */
  public static void set(ResourceCreationSpecifier component, Map<String, List<String>> values) {
    for (Map.Entry<String, List<String>> parameter : values.entrySet()) {
      set(component, parameter.getKey(), parameter.getValue());
    }
  }

  private static void set(ResourceCreationSpecifier component, String name, List<String> values) {
    Optional<ConfigurationParameter> declaration = find(component, name);
    if (declaration.isEmpty()) {
      throw new IllegalArgumentException(unknown(component, name));
    }
    ConfigurationParameter parameter = declaration.get();
    if (values.size() > 1 && !parameter.isMultiValued()) {
      throw new IllegalArgumentException(
          "the parameter '" + name + "' takes one value, had " + values);
    }

    List<Object> converted = values.stream().map(value -> converted(parameter, value)).toList();
    Object setting = converted.get(0);
    if (parameter.isMultiValued()) {
      Class<?> elementType = setting.getClass();
      Object[] array = (Object[]) Array.newInstance(elementType, converted.size());
      setting = converted.toArray(array);
    }
    component.getMetaData().getConfigurationParameterSettings().setParameterValue(name, setting);
  }

  private static String unknown(ResourceCreationSpecifier component, String name) {
    String names =
        Arrays.stream(declared(component))
            .map(ConfigurationParameter::getName)
            .sorted()
            .collect(Collectors.joining(", ", "[", "]"));
    return "there is no parameter '" + name + "'; the parameters are " + names;
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
