package org.gpchain.experiments.peers;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The process of a peer has failed. The message has its exit code and the end of its output. */
final class PeerFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private static final int LINES_AT_THE_END = 12;

  /** How Java writes what has ended a process. */
  private static final Pattern CAUSE =
      Pattern.compile("(?:Exception in thread \"[^\"]*\"|Caused by:|Terminating due to) (.+)");

  private final PeerName peer;
  private final String reason;

  /**
   * A failure.
   *
   * @param exitCode of its process
   * @param output lines that it wrote
   */
  PeerFailure(PeerName peer, int exitCode, List<String> output) {
    super(
        peer
            + " failed with exit code "
            + exitCode
            + ":\n"
            + String.join(
                "\n",
                output.subList(Math.max(0, output.size() - LINES_AT_THE_END), output.size())));
    this.peer = peer;
    this.reason =
        output.stream()
            .map(CAUSE::matcher)
            .filter(Matcher::matches)
            .map(line -> line.group(1))
            .reduce("exit code " + exitCode, (outer, inner) -> inner);
  }

  /** Which peer. */
  PeerName peer() {
    return peer;
  }

  /** The innermost exception in a line, such as an OutOfMemoryError; else the exit code. */
  String reason() {
    return reason;
  }
}
