package org.gpchain.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions that calls throw exceptions with a given message. */
public final class Refusals {
  private Refusals() {}

  /**
   * Fails unless the call throws an {@link IllegalArgumentException} whose message contains all the
   * parts.
   */
  public static void assertRefused(ThrowingCallable call, String... parts) {
    assertFails(IllegalArgumentException.class, call, parts);
  }

  /**
   * Fails unless the call throws an exception of the given class whose message contains all the
   * parts.
   */
  public static void assertFails(
      Class<? extends Throwable> type, ThrowingCallable call, String... parts) {
    var thrown = assertThatThrownBy(call).isInstanceOf(type);
    for (String part : parts) {
      thrown.hasMessageContaining(part);
    }
  }
}
