package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Tests which holdings are given up when memory is short. */
class HeldMemoryTest {
  private static final int MB = 1 << 20;

  private final List<String> givenUp = new ArrayList<>();
  private long now;
  private final HeldMemory memory = new HeldMemory(64L * MB, () -> now);

  private HeldMemory.Holding open(String client, String name, int megabytes) {
    HeldMemory.Holding holding = memory.open(client, () -> givenUp.add(name));
    holding.add((long) megabytes * MB);
    return holding;
  }

  /** A client with several large holdings gives up its own, not those of others. */
  @Test
  void givesUpTheOldestOfTheClientThatHoldsTheMost() {
    open("a", "first of a", 20);
    now = 10;
    open("a", "second of a", 20);
    open("b", "b", 14);
    open("c", "c", 10);
    assertThat(givenUp).containsExactly("first of a");
    assertThat(memory.bytes()).isEqualTo(44L * MB);
  }

  @Test
  void refusesAHoldingThatIsHeavierThanAllOthers() {
    open("a", "a", 10);
    HeldMemory.Holding large = open("b", "b", 40);
    now = 10;
    assertThatThrownBy(() -> large.add(10L * MB))
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("has no memory left");
    assertThat(givenUp).isEmpty();
    assertThat(memory.bytes()).isEqualTo(50L * MB);
  }

  /** An eighth is reserved: 64 small holdings fit beside large ones that never end. */
  @Test
  void reservesMemoryForSmallHoldings() {
    open("a", "large", 56).keep();
    HeldMemory.Holding second = memory.open("a", () -> givenUp.add("second"));
    assertThatThrownBy(() -> second.add(2L * MB)).isInstanceOf(CompletionException.class);
    for (int n = 0; n < 8; n++) {
      open("b" + n, "small", 1);
    }
    assertThat(memory.bytes()).isEqualTo(64L * MB);
    assertThat(givenUp).isEmpty();
  }

  @Test
  void neverGivesUpWhatHasArrived() {
    HeldMemory.Holding first = open("a", "first", 50);
    first.keep();
    HeldMemory.Holding second = memory.open("b", () -> givenUp.add("second"));
    assertThatThrownBy(() -> second.add(10L * MB)).isInstanceOf(CompletionException.class);
    first.release();
    first.release();
    second.add(10L * MB);
    second.release();
    assertThat(givenUp).isEmpty();
    assertThat(memory.bytes()).isZero();
  }

  @Test
  void rejectsBytesOfAHoldingThatWasGivenUp() {
    HeldMemory.Holding first = open("a", "first", 50);
    now = 10;
    open("b", "second", 50);
    assertThat(givenUp).containsExactly("first");
    assertThatThrownBy(() -> first.add(1)).isInstanceOf(CompletionException.class);
    first.release();
    assertThat(memory.bytes()).isEqualTo(50L * MB);
  }
}
