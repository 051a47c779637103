package org.gpchain.server.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.gpchain.server.http.Answer;
import org.gpchain.server.http.Handler;

/** Files that the server gives as they are. */
public final class Resources {
  private Resources() {}

  /**
   * Answers with a file.
   *
   * @param name of a resource beside this class
   * @param type of it
   */
  public static Handler file(String name, String type) {
    Answer answer = Answer.of(type + "; charset=utf-8", read(name));
    return request -> answer;
  }

  private static byte[] read(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
