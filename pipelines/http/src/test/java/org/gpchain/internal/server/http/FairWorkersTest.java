package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the order of tasks of several clients and users, with one thread. */
class FairWorkersTest {
  private final ConcurrentLinkedQueue<String> done = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> refused = new ConcurrentLinkedQueue<>();
  private final CountDownLatch begin = new CountDownLatch(1);
  private final CountDownLatch begun = new CountDownLatch(1);
  private FairWorkers workers;

  /** Occupies the thread until the test lets it begin. */
  @BeforeEach
  void start() throws InterruptedException {
    workers = new FairWorkers("test", 1, 6);
    workers.execute(new FairWorkers.Task("first", "", this::block, () -> {}));
    begun.await();
    assertThat(workers.running()).isEqualTo(1);
  }

  @AfterEach
  void stop() {
    begin.countDown();
    workers.shutdownNow();
  }

  private void block() {
    begun.countDown();
    try {
      begin.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private FairWorkers.Task add(String client, String user, String name) {
    FairWorkers.Task task =
        new FairWorkers.Task(client, user, () -> done.add(name), () -> refused.add(name));
    workers.execute(task);
    return task;
  }

  private List<String> order() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    begin.countDown();
    while (workers.waiting() > 0) {
      Thread.sleep(1);
    }
    workers.execute(new FairWorkers.Task("last", "", end::countDown, () -> {}));
    end.await();
    return List.copyOf(done);
  }

  @Test
  void clientsAndTheirUsersTakeTurns() throws InterruptedException {
    add("a", "u", "a u 1");
    add("a", "u", "a u 2");
    add("a", "u", "a u 3");
    add("a", "v", "a v 1");
    add("b", "", "b 1");
    add("b", "", "b 2");
    assertThat(order()).containsExactly("a u 1", "b 1", "a v 1", "b 2", "a u 2", "a u 3");
  }

  @Test
  void refusesTheNewestTaskOfTheBusiestUser() throws InterruptedException {
    for (int n = 1; n <= 4; n++) {
      add("a", "u", "a u " + n);
    }
    add("a", "v", "a v");
    add("b", "", "b");
    assertThat(refused).isEmpty();
    add("c", "", "c");
    assertThat(refused).containsExactly("a u 4");
    assertThat(workers.waiting()).isEqualTo(6);
    add("a", "u", "a u 5");
    assertThat(refused).containsExactly("a u 4", "a u 5");
    assertThat(order()).containsExactly("a u 1", "b", "c", "a v", "a u 2", "a u 3");
  }

  @Test
  void removesWaitingTasks() throws InterruptedException {
    add("a", "", "first");
    FairWorkers.Task second = add("a", "", "second");
    assertThat(workers.remove(second)).isTrue();
    assertThat(workers.remove(second)).isFalse();
    assertThat(order()).containsExactly("first");
  }
}
