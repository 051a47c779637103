package org.gpchain.annotator;

import java.lang.reflect.Field;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.resource.ResourceInitializationException;

/** The parameters of a component that need not be set. */
final class OptionalParameters {
  private OptionalParameters() {}

  /**
   * Sets them to null. UIMA initialises a component anew when its parameters have changed, and
   * uimaFIT leaves the field of a parameter that is not set any more as it was.
   */
  static void clear(Object component) throws ResourceInitializationException {
    for (Class<?> type = component.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        ConfigurationParameter parameter = field.getAnnotation(ConfigurationParameter.class);
        if (parameter != null && !parameter.mandatory()) {
          clear(field, component);
        }
      }
    }
  }

  private static void clear(Field field, Object component) throws ResourceInitializationException {
    try {
      field.setAccessible(true);
      field.set(component, null);
    } catch (IllegalAccessException e) {
      throw new ResourceInitializationException(e);
    }
  }
}
