package org.gpchain.internal.server.http;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/** Counts what the server does, and tells it in Prometheus' text format. */
public final class Metrics {
  private static final double NANOS = 1e9;

  private static final double[] LIMITS = {0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30};

  /** Numbers of requests by path and status, as labels. */
  private final ConcurrentMap<String, LongAdder> requests = new ConcurrentSkipListMap<>();

  private final ConcurrentMap<String, Durations> durations = new ConcurrentSkipListMap<>();
  private final Map<String, Figure> figures = new TreeMap<>();

  private record Figure(String help, String type, DoubleSupplier value) {}

  private static final class Durations {
    private final double[] classes = new double[LIMITS.length + 1];
    private long nanos;

    synchronized void add(long duration) {
      int i = 0;
      while (i < LIMITS.length && duration > LIMITS[i] * NANOS) {
        i++;
      }
      classes[i]++;
      nanos += duration;
    }

    synchronized void tell(String path, StringBuilder text) {
      String label = "path=\"" + path + "\"";
      double count = 0;
      for (int i = 0; i <= LIMITS.length; i++) {
        count += classes[i];
        String limit = i < LIMITS.length ? Double.toString(LIMITS[i]) : "+Inf";
        line(text, "gpchain_request_seconds_bucket", label + ",le=\"" + limit + "\"", count);
      }
      line(text, "gpchain_request_seconds_sum", label, nanos / NANOS);
      line(text, "gpchain_request_seconds_count", label, count);
    }
  }

  /** Adds a number that goes up and down; it is asked for when it is told. */
  public void gauge(String name, String help, DoubleSupplier value) {
    figures.put(name, new Figure(help, "gauge", value));
  }

  /** Adds a number that only grows. */
  public void counter(String name, String help, DoubleSupplier value) {
    figures.put(name, new Figure(help, "counter", value));
  }

  /**
   * Counts a request.
   *
   * @param path that is known, or {@code other}
   */
  void count(String path, int status, long nanos) {
    String labels = "path=\"" + path + "\",status=\"" + status + "\"";
    requests.computeIfAbsent(labels, key -> new LongAdder()).increment();
    durations.computeIfAbsent(path, key -> new Durations()).add(nanos);
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    head(text, "gpchain_requests_total", "Requests by path and status.", "counter");
    requests.forEach(
        (labels, count) -> line(text, "gpchain_requests_total", labels, (double) count.sum()));
    head(text, "gpchain_request_seconds", "Durations of requests by path.", "histogram");
    durations.forEach((path, all) -> all.tell(path, text));
    figures.forEach(
        (name, figure) -> {
          head(text, name, figure.help(), figure.type());
          line(text, name, "", figure.value().getAsDouble());
        });
    return text.toString();
  }

  private static void head(StringBuilder text, String name, String help, String type) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static void line(StringBuilder text, String name, String labels, double value) {
    text.append(name).append(labels.isEmpty() ? "" : "{" + labels + "}").append(' ');
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    text.append(whole ? Long.toString((long) value) : Double.toString(value)).append('\n');
  }
}
