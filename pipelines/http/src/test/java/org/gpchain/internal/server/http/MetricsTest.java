package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the text format of Prometheus. */
class MetricsTest {
  private static final long MILLI = 1_000_000;

  private final Metrics metrics = new Metrics();

  @Test
  void countsRequestsByPathAndStatus() {
    metrics.count("/b", 200, 10 * MILLI);
    metrics.count("/b", 200, 10 * MILLI + 1);
    metrics.count("/b", 503, 40_000 * MILLI);
    metrics.count("/a", 404, 500 * MILLI);

    assertThat(metrics.text())
        .startsWith(
            """
            # HELP gpchain_requests_total Requests by path and status.
            # TYPE gpchain_requests_total counter
            gpchain_requests_total{path="/a",status="404"} 1
            gpchain_requests_total{path="/b",status="200"} 2
            gpchain_requests_total{path="/b",status="503"} 1
            # HELP gpchain_request_seconds Durations of requests by path.
            # TYPE gpchain_request_seconds histogram
            gpchain_request_seconds_bucket{path="/a",le="0.01"} 0
            """)
        .endsWith(
            """
            gpchain_request_seconds_bucket{path="/a",le="+Inf"} 1
            gpchain_request_seconds_sum{path="/a"} 0.5
            gpchain_request_seconds_count{path="/a"} 1
            gpchain_request_seconds_bucket{path="/b",le="0.01"} 1
            gpchain_request_seconds_bucket{path="/b",le="0.03"} 2
            gpchain_request_seconds_bucket{path="/b",le="0.1"} 2
            gpchain_request_seconds_bucket{path="/b",le="0.3"} 2
            gpchain_request_seconds_bucket{path="/b",le="1.0"} 2
            gpchain_request_seconds_bucket{path="/b",le="3.0"} 2
            gpchain_request_seconds_bucket{path="/b",le="10.0"} 2
            gpchain_request_seconds_bucket{path="/b",le="30.0"} 2
            gpchain_request_seconds_bucket{path="/b",le="+Inf"} 3
            gpchain_request_seconds_sum{path="/b"} 40.020000001
            gpchain_request_seconds_count{path="/b"} 3
            """);
  }

  @Test
  void readsGaugesWhenTheTextIsWritten() {
    double[] value = {3};
    metrics.gauge("two", "Now.", () -> value[0]);
    metrics.counter("one", "Ever.", () -> -1e15);
    value[0] = 0.25;

    assertThat(metrics.text())
        .endsWith(
            """
            # HELP one Ever.
            # TYPE one counter
            one -1.0E15
            # HELP two Now.
            # TYPE two gauge
            two 0.25
            """);
  }
}
