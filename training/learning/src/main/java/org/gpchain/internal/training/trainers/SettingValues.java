package org.gpchain.internal.training.trainers;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The values of the settings that a user has given. Each value has the type of its setting. */
public final class SettingValues {
  private final Map<Setting<?>, Object> values = new LinkedHashMap<>();

  /**
   * Sets a value, which replaces an earlier value of the setting.
   *
   * @param value the value; if it is null, nothing changes
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

  /** Returns the value of a setting, or the default if the user has not given the setting. */
  public <T> T get(Setting<T> setting) {
    return get(setting, setting.usual());
  }

  /**
   * Returns the value of a setting, or another value if the user has not given the setting.
   *
   * @param defaultValue value to return if the user has not given the setting
   */
  @SuppressWarnings("unchecked") // put accepts only values of the setting's type
  public <T> T get(Setting<T> setting, T defaultValue) {
    return (T) values.getOrDefault(setting, defaultValue);
  }

  /** Returns the settings that the user has given, in the order in which they were first set. */
  public Set<Setting<?>> given() {
    return values.keySet();
  }
}
