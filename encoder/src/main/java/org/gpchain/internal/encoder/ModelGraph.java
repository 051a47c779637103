package org.gpchain.internal.encoder;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.core.vectors.EncoderException;

/**
 * The graph of an ONNX file, which can be cut: ONNX Runtime returns declared outputs only, and
 * computes every node, so the outputs of inner layers have to be declared, and the layers above
 * them removed. Reads the few fields of {@code onnx.proto3} that this takes and keeps the others as
 * they are.
 */
public final class ModelGraph {
  // Numbers of fields in onnx.proto3.
  private static final int MODEL_GRAPH = 7;
  private static final int GRAPH_NODE = 1;
  private static final int GRAPH_INITIALIZER = 5;
  private static final int GRAPH_INPUT = 11;
  private static final int GRAPH_OUTPUT = 12;
  private static final int GRAPH_VALUE_INFO = 13;
  private static final int NODE_INPUT = 1;
  private static final int NODE_OUTPUT = 2;
  private static final int NODE_ATTRIBUTE = 5;
  private static final int ATTRIBUTE_GRAPH = 6;
  private static final int ATTRIBUTE_GRAPHS = 11;
  private static final int TENSOR_NAME = 8;
  private static final int VALUE_NAME = 1;
  private static final int VALUE_TYPE = 2;
  private static final int TYPE_TENSOR = 1;
  private static final int TENSOR_TYPE_ELEMENT = 1;

  /** Names of the tensors in the output part of a layer, the last of which is its output. */
  private static final Pattern LAYER_OUTPUT =
      Pattern.compile("(?<layer>(.*/)?layer\\.\\d+)(?<end>(/output.*)?)");

  /** The number of the element type {@code FLOAT}. */
  private static final int FLOAT = 1;

  private final UnknownFieldSet model;
  private final UnknownFieldSet graph;

  private ModelGraph(UnknownFieldSet model, UnknownFieldSet graph) {
    this.model = model;
    this.graph = graph;
  }

  /**
   * Reads a graph.
   *
   * @param onnx bytes of an ONNX file; kept, not to be modified afterwards
   * @throws EncoderException if they aren't an ONNX file, or a node has a graph inside
   */
  public static ModelGraph read(byte[] onnx) {
    try {
      UnknownFieldSet model = fields(UnsafeByteOperations.unsafeWrap(onnx));
      List<ByteString> graphs = model.getField(MODEL_GRAPH).getLengthDelimitedList();
      if (graphs.size() != 1) {
        throw new EncoderException("The file is not an ONNX model: it has no graph.");
      }

      ModelGraph read = new ModelGraph(model, fields(graphs.get(0)));
      read.requireFlatGraph();
      return read;
    } catch (InvalidProtocolBufferException e) {
      throw new EncoderException("The file is not an ONNX model, or is damaged.", e);
    }
  }

  /** Returns the names of the declared outputs, in order. */
  public List<String> outputs() {
    return names(GRAPH_OUTPUT);
  }

  /**
   * Returns the names of the inputs, in order, without initializers that are declared as inputs.
   */
  public List<String> inputs() {
    List<String> inputs = new ArrayList<>(names(GRAPH_INPUT));
    Set<String> initializers = new HashSet<>();
    for (UnknownFieldSet tensor : messages(GRAPH_INITIALIZER)) {
      initializers.add(text(tensor, TENSOR_NAME));
    }
    inputs.removeAll(initializers);
    return inputs;
  }

  /**
   * Checks the names of the inputs.
   *
   * @param required name that must be among them
   * @param supported all names that may be among them
   * @throws EncoderException if an input is missing or isn't supported
   */
  void requireInputs(String required, List<String> supported) {
    List<String> inputs = inputs();
    if (!inputs.contains(required) || !supported.containsAll(inputs)) {
      throw new EncoderException(
          String.format(
              "The ONNX model has the inputs %s; expected %s, of which only %s is mandatory. Export an"
                  + " encoder of the BERT family.",
              inputs, supported, required));
    }
  }

  /**
   * Returns the bytes of an ONNX file with other outputs, without the nodes and weights that they
   * don't depend on.
   *
   * @param outputs names of float tensors that nodes compute, in the order of the new outputs
   * @throws EncoderException if no node computes one of them
   */
  public byte[] withOutputs(List<String> outputs) {
    List<UnknownFieldSet> nodes = messages(GRAPH_NODE);
    Set<String> needed = requiredTensors(nodes, outputs);

    UnknownFieldSet.Builder cut = graph.toBuilder();
    replace(cut, GRAPH_NODE, keep(GRAPH_NODE, node -> computesAny(node, needed)));
    replace(
        cut,
        GRAPH_INITIALIZER,
        keep(GRAPH_INITIALIZER, tensor -> needed.contains(text(tensor, TENSOR_NAME))));
    replace(cut, GRAPH_INPUT, keep(GRAPH_INPUT, value -> needed.contains(text(value, VALUE_NAME))));
    cut.clearField(GRAPH_VALUE_INFO);

    Field.Builder declared = Field.newBuilder();
    for (String output : outputs) {
      declared.addLengthDelimited(floatTensor(output));
    }
    replace(cut, GRAPH_OUTPUT, declared.build());

    Field newGraph = bytes(cut.build().toByteString());
    return model.toBuilder()
        .clearField(MODEL_GRAPH)
        .addField(MODEL_GRAPH, newGraph)
        .build()
        .toByteArray();
  }

  private static void replace(UnknownFieldSet.Builder builder, int number, Field field) {
    builder.clearField(number);
    if (!field.getLengthDelimitedList().isEmpty()) {
      builder.addField(number, field);
    }
  }

  /** Returns the names of all tensors that the outputs depend on, themselves included. */
  private static Set<String> requiredTensors(List<UnknownFieldSet> nodes, List<String> outputs) {
    Map<String, UnknownFieldSet> nodeByOutput = new HashMap<>();
    for (UnknownFieldSet node : nodes) {
      for (String output : texts(node, NODE_OUTPUT)) {
        nodeByOutput.put(output, node);
      }
    }
    for (String output : outputs) {
      if (!nodeByOutput.containsKey(output)) {
        throw new EncoderException(
            "The ONNX model computes no tensor named "
                + output
                + ". Correct 'layers' in encoder.properties."
                + suggestedLayers(nodes));
      }
    }

    Set<String> required = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(outputs);
    while (!open.isEmpty()) {
      String tensor = open.pop();
      if (required.add(tensor) && nodeByOutput.containsKey(tensor)) {
        open.addAll(texts(nodeByOutput.get(tensor), NODE_INPUT));
      }
    }
    return required;
  }

  /**
   * Returns a sentence with the names of the layers' outputs; nothing if the names of tensors don't
   * contain the numbers of layers. The output of the last layer is often named differently, and is
   * left out then.
   */
  private static String suggestedLayers(List<UnknownFieldSet> nodes) {
    Map<String, String> endByLayer = new LinkedHashMap<>();
    for (UnknownFieldSet node : nodes) {
      List<String> outputs = texts(node, NODE_OUTPUT);
      // Nodes with several outputs quantize the output of a layer for the next one.
      Matcher matcher = LAYER_OUTPUT.matcher(outputs.size() == 1 ? outputs.get(0) : "");
      if (matcher.matches()) {
        endByLayer.put(matcher.group("layer"), matcher.group("end"));
      }
    }

    List<String> layers = new ArrayList<>();
    String usualEnd = endByLayer.values().stream().findFirst().orElse("");
    for (Map.Entry<String, String> layer : endByLayer.entrySet()) {
      if (layer.getValue().equals(usualEnd)) {
        layers.add(layer.getKey() + usualEnd);
      }
    }
    if (layers.isEmpty()) {
      return "";
    }
    return " The outputs of its layers are " + String.join(", ", layers) + ".";
  }

  private static boolean computesAny(UnknownFieldSet node, Set<String> tensors) {
    return texts(node, NODE_OUTPUT).stream().anyMatch(tensors::contains);
  }

  /** Returns a repeated field of the graph with the messages that pass a test. */
  private Field keep(int number, Predicate<UnknownFieldSet> test) {
    Field.Builder kept = Field.newBuilder();
    for (ByteString bytes : graph.getField(number).getLengthDelimitedList()) {
      if (test.test(parse(bytes))) {
        kept.addLengthDelimited(bytes);
      }
    }
    return kept.build();
  }

  /** Returns a {@code ValueInfoProto} of a float tensor of any shape. */
  private static ByteString floatTensor(String name) {
    Field floatType = Field.newBuilder().addVarint(FLOAT).build();
    ByteString tensorType = message(TENSOR_TYPE_ELEMENT, floatType);
    ByteString type = message(TYPE_TENSOR, bytes(tensorType));

    return UnknownFieldSet.newBuilder()
        .addField(VALUE_NAME, bytes(ByteString.copyFromUtf8(name)))
        .addField(VALUE_TYPE, bytes(type))
        .build()
        .toByteString();
  }

  private static ByteString message(int number, Field field) {
    return UnknownFieldSet.newBuilder().addField(number, field).build().toByteString();
  }

  private static Field bytes(ByteString value) {
    return Field.newBuilder().addLengthDelimited(value).build();
  }

  /**
   * Refuses nodes such as {@code If} and {@code Loop}: their inner graphs use tensors of the outer
   * one.
   */
  private void requireFlatGraph() {
    for (UnknownFieldSet node : messages(GRAPH_NODE)) {
      for (ByteString bytes : node.getField(NODE_ATTRIBUTE).getLengthDelimitedList()) {
        UnknownFieldSet attribute = parse(bytes);
        if (attribute.hasField(ATTRIBUTE_GRAPH) || attribute.hasField(ATTRIBUTE_GRAPHS)) {
          throw new EncoderException(
              "The ONNX model has a node with a graph inside (If, Loop or Scan). Export it without"
                  + " control flow.");
        }
      }
    }
  }

  private List<String> names(int number) {
    List<String> names = new ArrayList<>();
    for (UnknownFieldSet value : messages(number)) {
      names.add(text(value, VALUE_NAME));
    }
    return names;
  }

  private List<UnknownFieldSet> messages(int number) {
    List<UnknownFieldSet> messages = new ArrayList<>();
    for (ByteString bytes : graph.getField(number).getLengthDelimitedList()) {
      messages.add(parse(bytes));
    }
    return messages;
  }

  private static UnknownFieldSet parse(ByteString bytes) {
    try {
      return fields(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new EncoderException("The file is not an ONNX model, or is damaged.", e);
    }
  }

  /** Returns the fields of a message, whose values refer to the bytes of the message. */
  private static UnknownFieldSet fields(ByteString bytes) throws InvalidProtocolBufferException {
    CodedInputStream in = bytes.newCodedInput();
    // Without copying the weights, 23 MB for the shipped encoder.
    in.enableAliasing(true);
    try {
      UnknownFieldSet fields = UnknownFieldSet.newBuilder().mergeFrom(in).build();
      in.checkLastTagWas(0);
      return fields;
    } catch (InvalidProtocolBufferException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory cannot be read", e);
    }
  }

  private static String text(UnknownFieldSet message, int number) {
    List<String> texts = texts(message, number);
    return texts.isEmpty() ? "" : texts.get(0);
  }

  private static List<String> texts(UnknownFieldSet message, int number) {
    List<String> texts = new ArrayList<>();
    for (ByteString bytes : message.getField(number).getLengthDelimitedList()) {
      texts.add(bytes.toStringUtf8());
    }
    return texts;
  }
}
