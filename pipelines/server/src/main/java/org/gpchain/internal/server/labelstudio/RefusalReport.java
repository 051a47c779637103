package org.gpchain.internal.server.labelstudio;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.gpchain.internal.server.http.Answer;

/**
 * The reasons why requests of Label Studio were refused or tasks got no suggestions. Label Studio
 * does not show them to its users, so they are written to the log, and the last one is part of the
 * answer to {@code /health}. Reasons never quote texts. Thread-safe.
 */
final class RefusalReport {
  private final Consumer<String> log;
  private long count;
  private Map<String, String> last = Map.of();

  /**
   * Creates a report without reasons.
   *
   * @param log receives a line for each reason
   */
  RefusalReport(Consumer<String> log) {
    this.log = log;
  }

  /**
   * Adds a reason.
   *
   * @param path path of the request below {@code /label-studio}, such as {@code /predict}
   * @param reason the reason; must not quote a text
   */
  synchronized void add(String path, String reason) {
    log.accept("label-studio" + path + ": " + reason);
    count++;
    String time = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    last = Map.of("path", path, "reason", reason, "time", time);
  }

  /** Answers {@code /health}. */
  synchronized Answer health() {
    Map<String, Object> health = new LinkedHashMap<>();
    health.put("status", "UP");
    if (count > 0) {
      health.put("problems", count);
      health.put("last_problem", last);
    }
    return Answer.json(health);
  }
}
