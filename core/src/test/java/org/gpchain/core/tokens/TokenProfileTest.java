package org.gpchain.core.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpchain.core.tokens.TokenProfile.Convention;
import org.junit.jupiter.api.Test;

class TokenProfileTest {
  private static final TokenProfile ENGLISH =
      new TokenProfile(Convention.SPLIT, Convention.WHOLE, Convention.UNKNOWN, Convention.UNKNOWN);

  @Test
  void takesUnknownConventionsFromAnother() {
    TokenProfile other =
        new TokenProfile(Convention.WHOLE, Convention.SPLIT, Convention.SPLIT, Convention.UNKNOWN);
    assertThat(ENGLISH.or(other))
        .isEqualTo(
            new TokenProfile(
                Convention.SPLIT, Convention.WHOLE, Convention.SPLIT, Convention.UNKNOWN));
  }

  @Test
  void inWords() {
    assertThat(ENGLISH.inWords())
        .isEqualTo("clitics split (Peter | 's), hyphenated words whole (well-known)");
    assertThat(TokenProfile.UNKNOWN.inWords()).isEqualTo("no convention recorded");
  }
}
