package org.gpchain.cli.words;

import java.nio.file.Path;

/** What a resource is called. */
final class ResourceName {
  private ResourceName() {}

  /** The file's name without its ending, so that models that refer to it find it by that. */
  static String of(Path file) {
    String name = file.getFileName().toString().replaceAll("[\\\\:]", "_");
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
