package org.gpchain.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Checks of what is refused. */
public final class Refusals {
  private Refusals() {}

  /** The call throws an {@link IllegalArgumentException} whose message has all the parts. */
  public static void assertRefused(ThrowingCallable call, String... parts) {
    assertFails(IllegalArgumentException.class, call, parts);
  }

  /** The call throws an exception of a class, whose message has all the parts. */
  public static void assertFails(
      Class<? extends Throwable> type, ThrowingCallable call, String... parts) {
    var thrown = assertThatThrownBy(call).isInstanceOf(type);
    for (String part : parts) {
      thrown.hasMessageContaining(part);
    }
  }
}
