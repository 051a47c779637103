package org.gpchain.corpora.words;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where the state of learning is kept, so that the same call goes on after an interruption.
 *
 * @param file is read if it is there, written after each pass, and not deleted
 * @param interval it is written within a pass, too, whenever so much time has gone by
 */
public record Checkpoints(Path file, Duration interval) {
  private static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(5);

  /** Checkpoints after each pass, and after every five minutes of it. */
  public static Checkpoints in(Path file) {
    return new Checkpoints(file, DEFAULT_INTERVAL);
  }
}
