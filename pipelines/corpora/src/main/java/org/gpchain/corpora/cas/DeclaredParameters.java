package org.gpchain.corpora.cas;

import static org.gpchain.core.text.Numbers.format;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.uima.resource.ResourceCreationSpecifier;
import org.apache.uima.resource.metadata.ConfigurationParameter;
import org.apache.uima.resource.metadata.ConfigurationParameterSettings;

/** The parameters of a component, as a user writes them. */
public final class DeclaredParameters {
  private final ConfigurationParameter[] declared;
  private final ConfigurationParameterSettings settings;

  /** The parameters of a reader or an engine, which are set in its description. */
  public DeclaredParameters(ResourceCreationSpecifier component) {
    this.declared =
        component
            .getMetaData()
            .getConfigurationParameterDeclarations()
            .getConfigurationParameters();
    this.settings = component.getMetaData().getConfigurationParameterSettings();
  }

  boolean has(String name) {
    return Arrays.stream(declared).anyMatch(p -> p.getName().equals(name));
  }

  /**
   * Sets parameters, each value converted to the type that the component declares.
   *
   * @throws IllegalArgumentException if there is no such parameter, or a value does not fit it
   */
  public void set(Map<String, List<String>> values) {
    values.forEach(this::set);
  }

  private void set(String name, List<String> values) {
    ConfigurationParameter parameter =
        Arrays.stream(declared)
            .filter(p -> p.getName().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    if (values.size() > 1 && !parameter.isMultiValued()) {
      throw new IllegalArgumentException(
          "the parameter '" + name + "' takes one value, had " + values);
    }
    List<Object> converted = values.stream().map(value -> converted(parameter, value)).toList();
    settings.setParameterValue(
        name,
        parameter.isMultiValued()
            ? converted.toArray(
                (Object[]) Array.newInstance(converted.get(0).getClass(), converted.size()))
            : converted.get(0));
  }

  private String unknown(String name) {
    return "there is no parameter '"
        + name
        + "'; there are "
        + Arrays.stream(declared)
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
        case ConfigurationParameter.TYPE_BOOLEAN -> bool(value);
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

  private static Boolean bool(String value) {
    if (!value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException("neither true nor false");
    }
    return Boolean.valueOf(value);
  }
}
