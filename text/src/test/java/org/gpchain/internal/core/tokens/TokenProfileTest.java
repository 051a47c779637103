package org.gpchain.internal.core.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.gpchain.internal.core.tokens.TokenProfile.Convention;
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
  void wordsThatOneProfileKeepsWholeAreWhole() {
    TokenProfile other =
        new TokenProfile(Convention.WHOLE, Convention.SPLIT, Convention.SPLIT, Convention.UNKNOWN);
    TokenProfile expected =
        new TokenProfile(Convention.WHOLE, Convention.WHOLE, Convention.SPLIT, Convention.UNKNOWN);
    assertThat(ENGLISH.coarsest(other)).isEqualTo(expected);
    assertThat(other.coarsest(ENGLISH)).isEqualTo(expected);
  }

  @Test
  void contradictionsIgnoreUnknownConventions() {
    TokenProfile other = TokenProfile.parse("clitics=WHOLE hyphens=WHOLE elisions=SPLIT");
    assertThat(ENGLISH.contradictions(other)).isEqualTo(TokenProfile.parse("clitics=WHOLE"));
    assertThat(other.contradictions(ENGLISH)).isEqualTo(TokenProfile.parse("clitics=SPLIT"));
    assertThat(ENGLISH.contradictions(ENGLISH)).isEqualTo(TokenProfile.UNKNOWN);
  }

  @Test
  void textCanBeParsedAgain() {
    String text = ENGLISH.toString();
    assertThat(text).isEqualTo("clitics=SPLIT hyphens=WHOLE elisions=UNKNOWN han=UNKNOWN");
    assertThat(TokenProfile.parse(text)).isEqualTo(ENGLISH);
    assertThat(TokenProfile.parse("han=SPLIT").han()).isEqualTo(Convention.SPLIT);
    assertThatThrownBy(() -> TokenProfile.parse("hyphen=SPLIT"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("clitics, hyphens, elisions, han");
    assertThatThrownBy(() -> TokenProfile.parse("han=NEVER"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SPLIT");
  }

  @Test
  void inWordsDescribesKnownConventions() {
    assertThat(ENGLISH.inWords())
        .isEqualTo("clitics split (Peter | 's), hyphenated words whole (well-known)");
    assertThat(TokenProfile.UNKNOWN.inWords()).isEqualTo("no convention recorded");
  }
}
