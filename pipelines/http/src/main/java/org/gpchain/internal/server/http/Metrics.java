package org.gpchain.internal.server.http;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/** Counts, durations and gauges of a server, in the text format of Prometheus. Thread-safe. */
public final class Metrics {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Upper bounds of the histogram's buckets (seconds). */
  private static final double[] BUCKETS = {0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30};

  /** Numbers of requests. The keys are labels with path and status, as Prometheus writes them. */
  private final ConcurrentMap<String, LongAdder> requests = new ConcurrentSkipListMap<>();

  /** Durations of requests by path. */
  private final ConcurrentMap<String, Histogram> durations = new ConcurrentSkipListMap<>();

  private final Map<String, Figure> figures = new TreeMap<>();

  /** A gauge or counter. */
  private record Figure(String help, String type, DoubleSupplier value) {}

  /** A histogram of durations. */
  private static final class Histogram {
    private final double[] counts = new double[BUCKETS.length + 1];
    private long totalNanos;

    synchronized void add(long nanos) {
      int bucket = 0;
      while (bucket < BUCKETS.length && nanos > BUCKETS[bucket] * NANOS_PER_SECOND) {
        bucket++;
      }
      counts[bucket]++;
      totalNanos += nanos;
    }

    synchronized void write(String path, StringBuilder text) {
      String label = "path=\"" + path + "\"";
      double cumulative = 0;
      for (int i = 0; i <= BUCKETS.length; i++) {
        cumulative += counts[i];
        String bound = i < BUCKETS.length ? Double.toString(BUCKETS[i]) : "+Inf";
        String labels = label + ",le=\"" + bound + "\"";
        line(text, "gpchain_request_seconds_bucket", labels, cumulative);
      }
      line(text, "gpchain_request_seconds_sum", label, totalNanos / NANOS_PER_SECOND);
      line(text, "gpchain_request_seconds_count", label, cumulative);
    }
  }

  /**
   * Adds a number that can increase and decrease.
   *
   * @param value returns the current number; called for each {@link #text}
   */
  public void gauge(String name, String help, DoubleSupplier value) {
    figures.put(name, new Figure(help, "gauge", value));
  }

  /**
   * Adds a number that never decreases.
   *
   * @param value returns the current number; called for each {@link #text}
   */
  public void counter(String name, String help, DoubleSupplier value) {
    figures.put(name, new Figure(help, "counter", value));
  }

  /**
   * Counts a request.
   *
   * @param path path of an endpoint, or {@code other}. Must not be an arbitrary path of a client:
   *     each path takes memory.
   * @param nanos duration (nanoseconds)
   */
  void count(String path, int status, long nanos) {
    String labels = "path=\"" + path + "\",status=\"" + status + "\"";
    requests.computeIfAbsent(labels, key -> new LongAdder()).increment();
    durations.computeIfAbsent(path, key -> new Histogram()).add(nanos);
  }

  /** Returns all numbers in the text format of Prometheus. */
  public String text() {
    StringBuilder text = new StringBuilder();
    head(text, "gpchain_requests_total", "Requests by path and status.", "counter");
    for (Map.Entry<String, LongAdder> request : requests.entrySet()) {
      double count = (double) request.getValue().sum();
      line(text, "gpchain_requests_total", request.getKey(), count);
    }

    head(text, "gpchain_request_seconds", "Durations of requests by path.", "histogram");
    for (Map.Entry<String, Histogram> histogram : durations.entrySet()) {
      histogram.getValue().write(histogram.getKey(), text);
    }

    for (Map.Entry<String, Figure> entry : figures.entrySet()) {
      String name = entry.getKey();
      Figure figure = entry.getValue();
      head(text, name, figure.help(), figure.type());
      line(text, name, "", figure.value().getAsDouble());
    }
    return text.toString();
  }

  private static void head(StringBuilder text, String name, String help, String type) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static void line(StringBuilder text, String name, String labels, double value) {
    text.append(name);
    if (!labels.isEmpty()) {
      text.append('{').append(labels).append('}');
    }
    boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
    String number = isWhole ? Long.toString((long) value) : Double.toString(value);
    text.append(' ').append(number).append('\n');
  }
}
