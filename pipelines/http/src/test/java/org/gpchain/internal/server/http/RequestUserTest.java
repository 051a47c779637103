package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests finding the user in the bytes of a request. */
class RequestUserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'document': {'xmi': '…', 'userId': 'ann'}}; ann",
        "{'document': {'xmi': '\\'userId\\': \\'eve\\'', 'userId' : 'ann'}}; ann",
        "{'userId': 3}; ``",
        "{'userId'; ``",
        "{'userId': 'ann; ann",
        "{}; ``",
        "``; ``"
      })
  void findsTheUser(String json, String user) {
    byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    assertThat(RequestUser.in(body)).isEqualTo(user);
  }

  @Test
  void cutsLongNames() {
    String json = "{\"userId\": \"" + "a".repeat(1000) + "\"}";
    assertThat(RequestUser.in(json.getBytes(StandardCharsets.UTF_8))).isEqualTo("a".repeat(100));
  }
}
