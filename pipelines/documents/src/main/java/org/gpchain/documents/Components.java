package org.gpchain.documents;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** UIMA components that a user names. */
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
}
