package org.gpchain.internal.server.http;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.gpchain.internal.core.math.Parallel;

/**
 * A fixed number of threads that work on tasks. The clients take turns, and so do the users of a
 * client, so that many tasks of one do not delay those of others. Thread-safe.
 */
final class FairWorkers {
  private final ThreadPoolExecutor threads;
  private final int maxWaiting;

  /** Waiting tasks by client and user. The client, and the user, whose turn is next come first. */
  private final Map<String, Map<String, Deque<Task>>> waitingByClient = new LinkedHashMap<>();

  private int waiting;
  private int running;

  /**
   * A task of a user.
   *
   * @param client address of the client
   * @param user name of the user; empty if it is unknown
   * @param work the work
   * @param refuse called instead of the work if other tasks displace this one
   */
  record Task(String client, String user, Runnable work, Runnable refuse) {}

  /**
   * Creates workers.
   *
   * @param name name of the threads
   * @param count number of threads
   * @param maxWaiting maximum number of tasks that wait for a thread
   */
  FairWorkers(String name, int count, int maxWaiting) {
    this.maxWaiting = maxWaiting;
    this.threads =
        new ThreadPoolExecutor(
            count, count, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), Parallel.daemons(name));
  }

  /** Returns the number of tasks that are being worked on. */
  synchronized int running() {
    return running;
  }

  /** Returns the number of tasks that wait. */
  synchronized int waiting() {
    return waiting;
  }

  /** Ends the threads. Tasks that wait are dropped. */
  void shutdownNow() {
    threads.shutdownNow();
  }

  /**
   * Works on a task when it is its turn. If too many tasks wait, refuses the newest task of the
   * client with the most waiting tasks.
   */
  void execute(Task task) {
    Optional<Task> displaced = add(task);
    displaced.ifPresent(other -> other.refuse().run());
  }

  private synchronized Optional<Task> add(Task task) {
    Map<String, Deque<Task>> ofClient =
        waitingByClient.computeIfAbsent(task.client(), client -> new LinkedHashMap<>());
    ofClient.computeIfAbsent(task.user(), user -> new ArrayDeque<>()).add(task);
    waiting++;

    Optional<Task> displaced = Optional.empty();
    if (waiting + running > threads.getCorePoolSize() + maxWaiting) {
      displaced = Optional.of(newestOfBusiest());
      remove(displaced.get());
    }
    if (displaced.isEmpty() || !displaced.get().equals(task)) {
      // Each call works on the task whose turn it is then, or on none if one was removed.
      threads.execute(this::workOnNext);
    }
    return displaced;
  }

  /** Returns the newest task of the user with the most tasks, of the client with the most tasks. */
  private Task newestOfBusiest() {
    Map<String, Deque<Task>> busiestClient = Map.of();
    int most = 0;
    for (Map<String, Deque<Task>> ofClient : waitingByClient.values()) {
      int tasks = 0;
      for (Deque<Task> ofUser : ofClient.values()) {
        tasks += ofUser.size();
      }
      if (tasks >= most) {
        most = tasks;
        busiestClient = ofClient;
      }
    }

    Deque<Task> busiestUser = new ArrayDeque<>();
    for (Deque<Task> ofUser : busiestClient.values()) {
      if (ofUser.size() >= busiestUser.size()) {
        busiestUser = ofUser;
      }
    }
    return busiestUser.getLast();
  }

  /** Removes a task. Returns whether it was still waiting. */
  synchronized boolean remove(Task task) {
    Map<String, Deque<Task>> ofClient = waitingByClient.getOrDefault(task.client(), Map.of());
    Deque<Task> ofUser = ofClient.getOrDefault(task.user(), new ArrayDeque<>());
    boolean isWaiting = ofUser.remove(task);
    if (isWaiting) {
      waiting--;
      if (ofUser.isEmpty()) {
        ofClient.remove(task.user());
      }
      if (ofClient.isEmpty()) {
        waitingByClient.remove(task.client());
      }
    }
    return isWaiting;
  }

  private void workOnNext() {
    Task task = take();
    if (task == null) {
      return;
    }
    try {
      task.work().run();
    } finally {
      end();
    }
  }

  private synchronized void end() {
    running--;
  }

  /** Takes the task whose turn it is, or null if none waits. Its client and user go to the end. */
  private synchronized Task take() {
    if (waiting == 0) {
      return null;
    }
    String client = first(waitingByClient);
    Map<String, Deque<Task>> ofClient = waitingByClient.remove(client);
    String user = first(ofClient);
    Deque<Task> ofUser = ofClient.remove(user);

    Task task = ofUser.remove();
    if (!ofUser.isEmpty()) {
      ofClient.put(user, ofUser);
    }
    if (!ofClient.isEmpty()) {
      waitingByClient.put(client, ofClient);
    }
    waiting--;
    running++;
    return task;
  }

  private static String first(Map<String, ?> map) {
    Iterator<String> keys = map.keySet().iterator();
    return keys.next();
  }
}
