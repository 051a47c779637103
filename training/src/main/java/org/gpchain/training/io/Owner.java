package org.gpchain.training.io;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that a temporary file belongs to, as the file's name tells it.
 *
 * @param pid process id
 * @param start when the process started, in milliseconds since 1970; 0 if unknown
 */
record Owner(long pid, long start) {
  /** This process. */
  static final Owner SELF = of(ProcessHandle.current());

  private static final Pattern NAME = Pattern.compile("\\.gpchain-(\\d{1,18})-(\\d{1,18})-.+");

  /** Starts are told in the time of day, whose clock may have been set since. */
  private static final Duration TOLERANCE = Duration.ofSeconds(10);

  private static Owner of(ProcessHandle process) {
    return new Owner(
        process.pid(), process.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
  }

  /** The owner of a file or directory; empty if it is none of our temporary ones. */
  static Optional<Owner> of(Path temporary) {
    Matcher name = NAME.matcher(temporary.getFileName().toString());
    return name.matches()
        ? Optional.of(new Owner(Long.parseLong(name.group(1)), Long.parseLong(name.group(2))))
        : Optional.empty();
  }

  /** How the names of its temporary files begin. */
  String prefix() {
    return ".gpchain-" + pid + "-" + start + "-";
  }

  /** Whether a process runs here that may be this one. */
  boolean mayBeAlive() {
    if (pid == SELF.pid) {
      // In containers all processes have the same id, one after the other.
      return start == SELF.start;
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(Owner::of)
        .filter(other -> Math.abs(other.start - start) <= TOLERANCE.toMillis())
        .isPresent();
  }
}
