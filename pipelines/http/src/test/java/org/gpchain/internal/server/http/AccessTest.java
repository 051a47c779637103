package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the token and the protection against requests by web pages of other servers. */
class AccessTest {
  private static final Access TOKEN = new Access("s€cret", false);

  private static HttpFields.Mutable headers(String name, String value) {
    HttpFields.Mutable headers = HttpFields.build();
    return value == null ? headers : headers.put(name, value);
  }

  private static String basic(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "/predict, , false",
    "/predict, Bearer s€cret, true",
    "/predict, bearer   s€cret , true",
    "/predict, Bearer s\u00e2\u0082\u00accret, true",
    "/predict, Bearer s€cre, false",
    "/predict, Bearer, false",
    "/predict, Bear s€cret, false",
    "/predict, s€cret, false",
    "/token/s€cret/predict, , true",
    "/token/s€cret/, , true",
    "/token/s€cret, , false",
    "/token/secret/predict, , false",
    "/token//predict, , false",
    "/x/token/s€cret/predict, , false",
    "/token/other/predict, Bearer s€cret, true"
  })
  void acceptsATokenInTheHeaderOrThePath(String path, String header, boolean allowed) {
    assertThat(TOKEN.isAllowed(path, headers("Authorization", header))).isEqualTo(allowed);
    assertThat(new Access(null, true).isAllowed(path, headers("Authorization", header))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "user:s€cret, true",
    ":s€cret, true",
    "s€cret, false",
    "s€cret:, false",
    "a:b:s€cret, false"
  })
  void acceptsATokenAsThePasswordOfAnyUser(String credentials, boolean allowed) {
    String encoded = basic(credentials);
    for (String scheme : new String[] {"Basic ", "basic  "}) {
      assertThat(TOKEN.isAllowed("/", headers("Authorization", scheme + encoded)))
          .isEqualTo(allowed);
    }
    assertThat(TOKEN.isAllowed("/", headers("Authorization", "Basic " + encoded + "*"))).isFalse();
  }

  /** Characters that an encoding does not have must not match a question mark. */
  @ParameterizedTest
  @ValueSource(strings = {"s€cret", "s\u0100cret", "s\ud800cret", "s\ufffdcret"})
  void aQuestionMarkIsNoOtherCharacter(String given) {
    Access access = new Access("s?cret", false);
    assertThat(access.isAllowed("/token/s?cret/predict", headers("Authorization", null))).isTrue();
    assertThat(access.isAllowed("/token/" + given + "/predict", headers("Authorization", null)))
        .isFalse();
    assertThat(access.isAllowed("/predict", headers("Authorization", "Bearer " + given))).isFalse();
  }

  @Test
  void refusesInvalidTokens() {
    assertThatThrownBy(() -> new Access(" ", false)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "/predict, /predict",
    "/token/a/predict, /predict",
    "/token/a/, /",
    "/token/a, /token/a",
    "/token//x, /x",
    "/tokens/a/b, /tokens/a/b"
  })
  void removesTheTokenFromThePath(String path, String without) {
    assertThat(Access.withoutToken(path)).isEqualTo(without);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "LOCALHOST:8080", "127.0.0.1:1", "127.12.3.4", "[::1]", "[::1]:80"})
  void acceptsNamesOfThisMachine(String host) {
    assertThatCode(() -> new Access(null, true).checkPage(headers("Host", host)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost.evil.com", "evil.com", "127.0.0.1.evil.com", "[::2]", "localhost:x"})
  void refusesNamesOfOtherMachines(String host) {
    HttpFields headers = headers("Host", host);
    assertThatThrownBy(() -> new Access(null, true).checkPage(headers))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("under the name localhost");
    assertThatCode(() -> new Access(null, false).checkPage(headers)).doesNotThrowAnyException();
    assertThatCode(() -> new Access("t", true).checkPage(headers)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:80, localhost:80, true",
    "HTTPS://Some.org, sOme.org, true",
    "http://evil.com, some.org, false",
    "null, some.org, false",
    "http://some.org, , false",
    "xhttp://some.org, some.org, false",
    ", some.org, true"
  })
  void refusesPagesOfOtherServers(String origin, String host, boolean allowed) {
    HttpFields.Mutable headers = headers("Host", host);
    if (origin != null) {
      headers.put("Origin", origin);
    }
    Access open = new Access("t", false);
    if (allowed) {
      assertThatCode(() -> open.checkPage(headers)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> open.checkPage(headers))
          .hasMessageContaining("web pages of other servers");
    }
  }
}
