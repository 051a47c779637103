package org.gpchain.annotator;

import java.net.URI;

/** The name by which annotations say which model wrote them. */
public final class ModelName {
  private ModelName() {}

  /**
   * The last part of a location, without its extension: {@code ner-en-demo} of {@code
   * classpath:/org/gpchain/annotator/lib/ner-en-demo.gpchain}.
   *
   * @param location of a model that has been read: a file, a URL or a {@code classpath:} location
   */
  public static String of(String location) {
    // In a URL of a file, and nowhere else, a space is written %20.
    String path =
        location.startsWith("file:") ? URI.create(location).getSchemeSpecificPart() : location;
    String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }
}
