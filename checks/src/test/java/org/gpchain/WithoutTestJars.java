package org.gpchain;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/**
 * Leaves out the jars in which a module lends its test helpers to others: once modules are packaged
 * these stand on the class path in place of the folders that {@code DoNotIncludeTests} knows.
 */
final class WithoutTestJars implements ImportOption {
  @Override
  public boolean includes(Location location) {
    return !location.contains("-tests.jar");
  }
}
