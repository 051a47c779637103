package org.gpchain.internal.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies of requests, and the methods and names of endpoints. */
class ClientRequestTest {
  private static ClientRequest request(byte[] body, boolean abandoned) {
    return new ClientRequest("", "", body, () -> abandoned);
  }

  private static ClientRequest request(String body) {
    return request(body.getBytes(StandardCharsets.UTF_8), false);
  }

  @Test
  void requiresAJsonObject() throws Exception {
    assertThat(request("{\"a\": [1]}").json().at("/a/0").asInt()).isEqualTo(1);
    for (String other : new String[] {"[1]", "", "1", "null"}) {
      assertThatThrownBy(() -> request(other).json())
          .isInstanceOf(Refusal.class)
          .hasMessage("the request is not a JSON object");
    }

    assertThatThrownBy(() -> request("{\n \"a\": }").json())
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("this is not JSON: line 2, column ");
    assertThatThrownBy(() -> request("{} {}").json())
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("this is not JSON: line 1, column ");
    assertThatThrownBy(() -> request("{\"a\":" + "[".repeat(99)).json())
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("this JSON is nested too deeply");
    assertThatThrownBy(() -> request("\0{\0\"a\"").json())
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("this is not JSON");

    byte[] cut = "{\"a\": \"ü\"}".getBytes(StandardCharsets.UTF_8);
    cut[8] = 'x';
    assertThatThrownBy(() -> request(cut, false).json())
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("this is not JSON");
  }

  @Test
  void returnsAStringMember() throws Exception {
    var object = request("{\"a\": \"x\", \"b\": 1}").json();
    assertThat(ClientRequest.text(object, "a", "it")).isEqualTo("x");
    for (String name : new String[] {"b", "c"}) {
      assertThatThrownBy(() -> ClientRequest.text(object, name, "it"))
          .isInstanceOf(Refusal.class)
          .hasMessage("it has no string '" + name + "'");
    }
  }

  @Test
  void stopsWorkOnAbandonedRequests() {
    assertThatCode(() -> request(new byte[0], false).checkWanted()).doesNotThrowAnyException();
    assertThatThrownBy(() -> request(new byte[0], true).checkWanted())
        .isInstanceOf(CancellationException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "/a, GET, GET, true, false",
    "/a, GET, HEAD, true, false",
    "/a, GET, POST, false, false",
    "/a, POST, POST, true, true",
    "/a, POST, HEAD, false, true",
    "/a/{id}, GET, GET, true, true"
  })
  void endpointAcceptsItsMethod(
      String path, String method, String asked, boolean takes, boolean isWork) {
    Endpoint endpoint = new Endpoint(path, method, false, request -> null);
    assertThat(endpoint.takes(asked)).isEqualTo(takes);
    assertThat(endpoint.isWork()).isEqualTo(isWork);
  }

  @Test
  void endpointExtractsTheNameFromThePath() {
    assertThat(Endpoint.withAnyName("/a/b")).isEqualTo("/a/{id}");
    assertThat(Endpoint.withAnyName("/a")).isEqualTo("/{id}");
    assertThat(Endpoint.get("/a/{id}", request -> null).nameIn("/a/b")).isEqualTo("b");
    assertThat(Endpoint.get("/a/b", request -> null).nameIn("/a/b")).isEmpty();
    assertThat(Endpoint.post("/a", request -> null).method()).isEqualTo("POST");
    assertThat(Endpoint.get("/a", request -> null).open()).isFalse();
  }
}
