package org.gpchain.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Checks of arguments that are refused. */
public final class Refusals {
  private Refusals() {}

  /** The call throws an {@link IllegalArgumentException} whose message has all the parts. */
  public static void assertRefused(ThrowingCallable call, String... parts) {
    var thrown = assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
    for (String part : parts) {
      thrown.hasMessageContaining(part);
    }
  }
}
