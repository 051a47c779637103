package org.gpchain.internal.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.NanoTime;

/**
 * Closes connections that hold a place without sending requests. Each request head must arrive
 * within a time limit, also the later heads of a connection that is kept alive: Jetty's idle
 * timeout does not close a connection over which a client sends single bytes. If there are too many
 * connections, the one whose last request ended first is closed. Thread-safe.
 */
final class ConnectionWatch implements Connection.Listener {
  private final int maxConnections;
  private final long headNanos;

  /** Connections that wait for a request head. The one that has waited longest comes first. */
  private final Map<Connection, Waiting> waiting = new LinkedHashMap<>();

  /** The request of each connection that is not waiting. */
  private final Map<Connection, Object> busy = new LinkedHashMap<>();

  /** A connection that waits for a request head. */
  private static final class Waiting {
    /** Number of bytes that had arrived when the wait began. */
    private final long bytesBefore;

    private boolean hasBegun;

    /** Time at which the head began to arrive, if it has. */
    private long begun;

    Waiting(long bytesBefore) {
      this.bytesBefore = bytesBefore;
    }

    void begin() {
      hasBegun = true;
      begun = NanoTime.now();
    }
  }

  /**
   * Creates a watch.
   *
   * @param maxConnections maximum number of connections
   * @param headMillis time within which a request head must arrive (milliseconds)
   */
  ConnectionWatch(int maxConnections, long headMillis) {
    this.maxConnections = maxConnections;
    this.headNanos = headMillis * 1_000_000;
  }

  /** Adds a connection, whose first head must arrive within the time limit. */
  @Override
  public void onOpened(Connection connection) {
    Waiting first = new Waiting(0);
    first.begin();
    Connection idlest = null;
    synchronized (this) {
      waiting.put(connection, first);
      if (waiting.size() + busy.size() > maxConnections) {
        idlest = waiting.keySet().iterator().next();
        waiting.remove(idlest);
      }
    }
    if (idlest != null) {
      idlest.getEndPoint().close();
    }
  }

  @Override
  public synchronized void onClosed(Connection connection) {
    waiting.remove(connection);
    busy.remove(connection);
  }

  /** Records that the head of a request has arrived. */
  synchronized void begin(Connection connection, Object request) {
    if (waiting.remove(connection) != null || busy.containsKey(connection)) {
      busy.put(connection, request);
    }
  }

  /** Records that a request has been answered, unless the next one has begun already. */
  synchronized void end(Connection connection, Object request) {
    if (busy.remove(connection, request)) {
      waiting.put(connection, new Waiting(connection.getBytesIn()));
    }
  }

  /** Closes the connections whose request head has not arrived in time. */
  void closeLate() {
    List<Connection> late = new ArrayList<>();
    synchronized (this) {
      for (Map.Entry<Connection, Waiting> entry : waiting.entrySet()) {
        Waiting head = entry.getValue();
        if (!head.hasBegun && entry.getKey().getBytesIn() > head.bytesBefore) {
          head.begin();
        }
        if (head.hasBegun && NanoTime.since(head.begun) > headNanos) {
          late.add(entry.getKey());
        }
      }
    }
    for (Connection connection : late) {
      connection.getEndPoint().close();
    }
  }
}
