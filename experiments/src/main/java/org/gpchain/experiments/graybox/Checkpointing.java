package org.gpchain.experiments.graybox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.gpchain.core.math.Checks;
import org.gpchain.training.graybox.GrayBoxState;

/** Saves a checkpoint between phases, at most once per interval. */
final class Checkpointing implements Consumer<GrayBoxState> {
  private final Checkpoint checkpoint;
  private final double interval;
  private final LongSupplier clock;
  private long last;

  /**
   * @param checkpoint where to save
   * @param interval seconds between two checkpoints at least
   * @param clock nanoseconds, from any origin
   */
  public Checkpointing(Checkpoint checkpoint, double interval, LongSupplier clock) {
    this.checkpoint = checkpoint;
    this.interval = Checks.positive("seconds between checkpoints", interval);
    this.clock = clock;
    this.last = clock.getAsLong();
  }

  /**
   * {@inheritDoc}
   *
   * @throws UncheckedIOException if the checkpoint cannot be written
   */
  @Override
  public void accept(GrayBoxState state) {
    long now = clock.getAsLong();
    if (now - last < interval * 1e9) {
      return;
    }
    try {
      checkpoint.save(state);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    last = now;
  }
}
