package org.gpchain.internal.server.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gpchain.internal.server.models.TrainingQueue.Phase;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base class of tests that use a model store and a training queue. */
public abstract class StoreCase {
  @TempDir protected Path directory;
  protected ShippedModel shipped;
  protected ModelStore store;
  protected TrainingQueue queue;

  /** Lines that the store and the queue log. */
  protected final List<String> storeLog = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  protected final void open() throws IOException {
    shipped = ToyNames.shipped(directory);
    open(9, null);
  }

  /**
   * Opens a store in the test's directory and a queue that trains models for it.
   *
   * @param models maximum number of models in the store
   * @param cold learns from voices, or null
   */
  protected final void open(int models, ColdStart cold) throws IOException {
    Path folder = directory.resolve("s");
    store = ModelStore.open(folder, models, 1 << 26, List.of(shipped), storeLog::add);
    queue =
        new TrainingQueue(
            store,
            new TrainingResources(cold, null),
            1 << 20,
            Duration.ofMinutes(1),
            storeLog::add);
  }

  @AfterEach
  protected final void close() throws IOException {
    queue.close();
    store.close();
  }

  /** Waits until a number of trainings have ended and none waits. Fails if one has failed. */
  protected final void await(int ended) throws InterruptedException {
    while (queue.count(Phase.DONE) + queue.count(Phase.FAILED) < ended
        || queue.count(Phase.WAITING) + queue.count(Phase.RUNNING) > 0) {
      Thread.sleep(2);
    }
    assertThat(queue.count(Phase.FAILED)).isZero();
  }
}
