package org.gpchain.internal.training.trainers;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Values of the settings that a user has given, each of its setting's type. */
public final class SettingValues {
  private final Map<Setting<?>, Object> values = new LinkedHashMap<>();

  /**
   * Sets a value; the last one counts.
   *
   * @param value the value; null leaves the setting as it is
   */
  public <T> void put(Setting<T> setting, T value) {
    if (value != null) {
      values.put(setting, value);
    }
  }

  /** Returns whether the user has given a setting. */
  public boolean has(Setting<?> setting) {
    return values.containsKey(setting);
  }

  /** Returns the value of a setting, or its default if the user has not given it. */
  public <T> T get(Setting<T> setting) {
    return get(setting, setting.usual());
  }

  /**
   * Returns the value of a setting.
   *
   * @param other the value if the user has not given the setting
   */
  @SuppressWarnings("unchecked") // put takes no other type
  public <T> T get(Setting<T> setting, T other) {
    return (T) values.getOrDefault(setting, other);
  }

  /** Returns the settings that the user has given, in the order in which they were first put. */
  public Set<Setting<?>> given() {
    return values.keySet();
  }
}
