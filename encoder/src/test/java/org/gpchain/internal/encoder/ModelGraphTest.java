package org.gpchain.internal.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.vectors.EncoderException;
import org.junit.jupiter.api.Test;

final class ModelGraphTest {
  @Test
  void readsInputsAndOutputs() {
    ModelGraph graph = ModelGraph.read(TinyEncoder.onnx());

    assertThat(graph.inputs()).containsExactly("input_ids", "attention_mask", "token_type_ids");
    assertThat(graph.outputs()).containsExactly("last");
  }

  @Test
  void withOutputsDropsUnusedLayersInputsAndWeights() {
    byte[] cut = ModelGraph.read(TinyEncoder.onnx()).withOutputs(List.of("layer.1", "layer.0"));

    ModelGraph graph = ModelGraph.read(cut);
    assertThat(graph.outputs()).containsExactly("layer.1", "layer.0");
    assertThat(graph.inputs()).containsExactly("input_ids");
    assertThat(new String(cut, StandardCharsets.ISO_8859_1))
        .contains("table", "layer.1")
        .doesNotContain("Neg", "last", "unused");
  }

  @Test
  void cuttingTwiceGivesTheSameBytes() {
    byte[] once = ModelGraph.read(TinyEncoder.onnx()).withOutputs(List.of("layer.1"));

    assertThat(ModelGraph.read(once).withOutputs(List.of("layer.1"))).isEqualTo(once);
  }

  @Test
  void refusesTensorsThatNoNodeComputes() {
    ModelGraph graph = ModelGraph.read(TinyEncoder.onnx());

    for (String missing : List.of("layer.7", "input_ids", "table")) {
      assertThatThrownBy(() -> graph.withOutputs(List.of("layer.0", missing)))
          .isInstanceOf(EncoderException.class)
          .hasMessageContaining("no tensor named " + missing)
          .hasMessageContaining("The outputs of its layers are layer.0, layer.1.");
    }
  }

  @Test
  void refusesOtherFiles() {
    for (byte[] file : List.of(new byte[0], "not a model".getBytes(StandardCharsets.UTF_8))) {
      assertThatThrownBy(() -> ModelGraph.read(file))
          .isInstanceOf(EncoderException.class)
          .hasMessageContaining("not an ONNX model");
    }
  }

  @Test
  void refusesTruncatedFilesWithAMessage() {
    byte[] whole = TinyEncoder.onnx();
    for (int length = 0; length < whole.length; length++) {
      byte[] truncated = Arrays.copyOf(whole, length);
      try {
        ModelGraph.read(truncated).withOutputs(List.of("layer.1"));
      } catch (EncoderException expected) {
        assertThat(expected).hasMessageContaining("ONNX model");
      }
    }
  }
}
