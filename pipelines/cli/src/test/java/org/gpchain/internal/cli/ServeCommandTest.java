package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Tests of wrong use of {@code gpchain serve}. */
class ServeCommandTest extends CommandTest {
  @ParameterizedTest
  @CsvSource({
    "--annotated, marked, --annotated",
    "--annotated, some, --annotated",
    "--threads, 0, must be at least 1",
    "--max-body, 0, a body may have 1 to",
    "--max-body, 4000, a body may have 1 to",
    "--port, 70000, port out of range",
    "--timeout, 0, 'must be at least 1 s, were PT0S'",
    "--max-work, 0, 'must be at least 1 s, were PT30S'",
    "--max-training, 0, must be at least 1",
    "--host, 0.0.0.0, 'add --token WORD or --insecure'",
    "--max-models, 0, must be at least 1",
    "--token, ' ', must not be empty"
  })
  void invalidOptionsFail(String option, String value, String problem) {
    assertThat(CommandLineRun.of("serve", option, value).fails(2, problem).err())
        .startsWith("gpchain: ")
        .hasLineCount(1);
  }

  /** The model of a layer has the name of the layer in front of it. */
  @ParameterizedTest
  @ValueSource(strings = {"x=nothing", "webanno.custom.Place=nothing", "my.Place:kind=nothing"})
  void theModelOfALayerOrLanguageIsNamedAfterTheEqualsSign(String model) {
    String file = model.startsWith("x=") ? model : "nothing";
    gpchain("serve --model {} --store {}", model, path("store"))
        .fails(1, "gpchain: " + file + ": there is no such file");
  }

  @Test
  void aReplayWithoutDocumentsFails() {
    gpchain("serve --replay {} --store {} --port 0", path("none"), path("store"))
        .fails(1, "none: this is not a folder; specify a folder with XMI files");
  }

  @ParameterizedTest
  @CsvSource({"MISC", "=OTH"})
  void labelsNeedAnEqualsSign(String value) {
    assertThat(CommandLineRun.of("serve", "--labels", value).fails(2, "--labels").err())
        .startsWith("gpchain: ");
  }

  @Test
  void anEncoderThatDoesNotExistFails() {
    gpchain("serve --encoder nowhere --store {}", path("store"))
        .fails(1, "nowhere: the encoder cannot be used: there is no toy encoder of this name");
    assertThat(path("store")).doesNotExist();
  }

  /** Jetty's warnings quote data from requests. */
  @Test
  void warningsOfJettyAreNotLogged() {
    assertThat(LoggerFactory.getLogger("org.eclipse.jetty.util.HostPort").isWarnEnabled())
        .isFalse();
    assertThat(LoggerFactory.getLogger("org.eclipse.jetty").isErrorEnabled()).isTrue();
    assertThat(LoggerFactory.getLogger("org.other").isWarnEnabled()).isTrue();
  }
}
