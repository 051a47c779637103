package org.gpchain.internal.server.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;

/**
 * The memory of requests and answers, which all clients share. A part of it is reserved for small
 * holdings, so that large ones never make a small request fail.
 *
 * <p>If memory is short, requests that are still arriving, and answers that are still being taken,
 * are given up. The client that holds the most comes first, and of its holdings the one with the
 * largest product of size and age, which is both large and slow. Thread-safe.
 */
final class HeldMemory {
  /** Maximum size of a small request or answer (bytes). */
  static final int SMALL = 1 << 20;

  /** Inverse of the share of the memory that is reserved for small holdings. */
  private static final int RESERVED = 8;

  private final long capacity;
  private final LongSupplier nanoTime;
  private final Set<Holding> holdings = new LinkedHashSet<>();
  private long total;

  /**
   * Creates an empty memory.
   *
   * @param capacity maximum size of all holdings (bytes)
   * @param nanoTime clock, as {@link System#nanoTime}
   */
  HeldMemory(long capacity, LongSupplier nanoTime) {
    this.capacity = capacity;
    this.nanoTime = nanoTime;
  }

  /** Returns the size of all holdings (bytes). */
  synchronized long bytes() {
    return total;
  }

  /**
   * Opens an empty holding.
   *
   * @param client address of the client
   * @param giveUp ends the transfer of the holding's bytes; called at most once
   */
  synchronized Holding open(String client, Runnable giveUp) {
    Holding holding = new Holding(client, giveUp, nanoTime.getAsLong());
    holdings.add(holding);
    return holding;
  }

  /** The memory of a request or of an answer. */
  final class Holding {
    private final String client;
    private final Runnable giveUp;
    private final long begun;
    private long bytes;
    private boolean isTransferring = true;
    private boolean isReleased;

    private Holding(String client, Runnable giveUp, long begun) {
      this.client = client;
      this.giveUp = giveUp;
      this.begun = begun;
    }

    /**
     * Adds bytes to the holding. May give up other holdings to make room.
     *
     * @throws CompletionException with a {@link Refusal} if there is no room, or if the holding has
     *     been given up
     */
    void add(long count) {
      List<Holding> victims = new ArrayList<>();
      boolean hasRoom = tryAdd(this, count, victims);
      for (Holding victim : victims) {
        victim.giveUp.run();
      }
      if (!hasRoom) {
        throw new CompletionException(full());
      }
    }

    /** Marks the transfer as complete, so that the holding is never given up. */
    void keep() {
      synchronized (HeldMemory.this) {
        isTransferring = false;
      }
    }

    /** Releases the bytes. Has no effect if they have been released before. */
    void release() {
      synchronized (HeldMemory.this) {
        if (!isReleased) {
          isReleased = true;
          total -= bytes;
          holdings.remove(this);
        }
      }
    }

    /** Returns the product of size and age. */
    private double burden() {
      return (double) bytes * (nanoTime.getAsLong() - begun + 1);
    }
  }

  /** The refusal of a request for which there is no memory. */
  static Refusal full() {
    return Refusal.busy(
        "the server has no memory left for this request; try again in a few seconds");
  }

  private synchronized boolean tryAdd(Holding holding, long count, List<Holding> victims) {
    if (holding.isReleased) {
      return false;
    }
    long limit = capacity;
    if (holding.bytes + count > SMALL) {
      limit -= capacity / RESERVED;
    }

    while (total + count > limit) {
      Holding victim = heaviest(holding);
      if (victim == holding) {
        return false;
      }
      victim.release();
      victims.add(victim);
    }
    holding.bytes += count;
    total += count;
    return true;
  }

  /**
   * Returns the holding to give up: the heaviest one of the client that holds the most, among
   * holdings in transfer that are heavier than a holding that needs room. If there is none, returns
   * that holding.
   */
  private Holding heaviest(Holding holding) {
    Map<String, Long> bytesByClient = new HashMap<>();
    for (Holding other : holdings) {
      bytesByClient.merge(other.client, other.bytes, Long::sum);
    }

    Holding heaviest = holding;
    for (Holding other : holdings) {
      if (other.isTransferring && other.bytes > 0 && isHeavier(other, heaviest, bytesByClient)) {
        heaviest = other;
      }
    }
    return heaviest;
  }

  private static boolean isHeavier(Holding holding, Holding than, Map<String, Long> bytesByClient) {
    long ofClient = bytesByClient.get(holding.client);
    long ofOtherClient = bytesByClient.get(than.client);
    if (ofClient != ofOtherClient) {
      return ofClient > ofOtherClient;
    }
    return holding.burden() > than.burden();
  }
}
