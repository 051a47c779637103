package org.gpchain.internal.encoder;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/**
 * A small ONNX model with the inputs of a BERT encoder and three layers. {@code layer.0} is the
 * vector of each piece from a table with two columns, {@code layer.1} is {@code layer.0} times 2,
 * and {@code last} is the negative of {@code layer.1}. As in 8-bit models, {@code layer.1} is also
 * quantized. Only {@code last} is a declared output. The tensor {@code mean} has one number for the
 * whole sentence, and {@code huge} needs terabytes.
 */
final class TinyEncoder {
  static final List<String> PIECES = List.of("[UNK]", "[CLS]", "[SEP]", "ab", "##c", "d", "'");

  /** Vectors of the pieces, row-major. The vector of piece i is (i, 10 + i). */
  static final float[] TABLE = {0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15, 6, 16};

  private static final int FLOAT = 1;
  private static final int INT64 = 7;

  private TinyEncoder() {}

  static byte[] onnx() {
    return onnx(TABLE);
  }

  static byte[] onnx(float[] table) {
    return onnx(table, "input_ids", "attention_mask", "token_type_ids");
  }

  /** Returns a model with other vectors of pieces, or with other inputs. */
  static byte[] onnx(float[] table, String... inputs) {
    UnknownFieldSet.Builder graph = UnknownFieldSet.newBuilder();
    graph.addField(
        1,
        messages(
            node("Gather", List.of("table", "input_ids"), "layer.0"),
            node("Add", List.of("layer.0", "layer.0"), "layer.1"),
            node(
                "DynamicQuantizeLinear",
                List.of("layer.1"),
                "layer.1/output",
                "layer.1/output_scale",
                "layer.1/output_zero_point"),
            node("Neg", List.of("layer.1"), "last"),
            node("ReduceMean", List.of("layer.1"), "mean"),
            node("Tile", List.of("layer.0", "repeats"), "huge")));
    graph.addField(2, text("tiny"));
    graph.addField(
        5,
        messages(
            tensor("table", table),
            tensor("unused", new float[] {0, 0}),
            integers("repeats", 1, 1, 1L << 40)));
    Field.Builder declaredInputs = Field.newBuilder();
    for (String input : inputs) {
      declaredInputs.addLengthDelimited(value(input, INT64).toByteString());
    }
    graph.addField(11, declaredInputs.build());
    graph.addField(12, messages(value("last", FLOAT)));

    UnknownFieldSet opset = UnknownFieldSet.newBuilder().addField(2, number(11)).build();
    return UnknownFieldSet.newBuilder()
        .addField(1, number(6))
        .addField(7, messages(graph.build()))
        .addField(8, messages(opset))
        .build()
        .toByteArray();
  }

  static EncoderFiles files(String... layers) {
    return files(settings(layers), onnx());
  }

  static EncoderFiles files(EncoderSettings settings, byte[] onnx) {
    return new EncoderFiles(settings, PieceVocabulary.ofLines(PIECES), onnx);
  }

  static EncoderSettings settings(String... layers) {
    return new EncoderSettings(
        "tiny", List.of(layers), EncoderSettings.Pooling.MEAN, true, Optional.empty());
  }

  private static UnknownFieldSet node(String operator, List<String> inputs, String... outputs) {
    return UnknownFieldSet.newBuilder()
        .addField(1, texts(inputs))
        .addField(2, texts(List.of(outputs)))
        .addField(4, text(operator))
        .build();
  }

  private static Field texts(List<String> values) {
    Field.Builder field = Field.newBuilder();
    values.forEach(value -> field.addLengthDelimited(ByteString.copyFromUtf8(value)));
    return field.build();
  }

  private static UnknownFieldSet tensor(String name, float[] rowsOfTwo) {
    ByteBuffer raw = ByteBuffer.allocate(4 * rowsOfTwo.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : rowsOfTwo) {
      raw.putFloat(value);
    }
    return UnknownFieldSet.newBuilder()
        .addField(1, Field.newBuilder().addVarint(rowsOfTwo.length / 2).addVarint(2).build())
        .addField(2, number(FLOAT))
        .addField(8, text(name))
        .addField(
            9, Field.newBuilder().addLengthDelimited(ByteString.copyFrom(raw.array())).build())
        .build();
  }

  private static UnknownFieldSet integers(String name, long... values) {
    ByteBuffer raw = ByteBuffer.allocate(Long.BYTES * values.length);
    raw.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(values);
    return UnknownFieldSet.newBuilder()
        .addField(1, number(values.length))
        .addField(2, number(INT64))
        .addField(8, text(name))
        .addField(
            9, Field.newBuilder().addLengthDelimited(ByteString.copyFrom(raw.array())).build())
        .build();
  }

  private static UnknownFieldSet value(String name, int elementType) {
    UnknownFieldSet dimension = UnknownFieldSet.newBuilder().addField(2, text("n")).build();
    UnknownFieldSet shape =
        UnknownFieldSet.newBuilder().addField(1, messages(dimension, dimension)).build();
    UnknownFieldSet.Builder tensor = UnknownFieldSet.newBuilder().addField(1, number(elementType));
    if (elementType == INT64) {
      tensor.addField(2, messages(shape));
    }
    UnknownFieldSet type =
        UnknownFieldSet.newBuilder().addField(1, messages(tensor.build())).build();
    return UnknownFieldSet.newBuilder().addField(1, text(name)).addField(2, messages(type)).build();
  }

  private static Field messages(UnknownFieldSet... messages) {
    Field.Builder field = Field.newBuilder();
    for (UnknownFieldSet message : messages) {
      field.addLengthDelimited(message.toByteString());
    }
    return field.build();
  }

  private static Field text(String value) {
    return Field.newBuilder().addLengthDelimited(ByteString.copyFromUtf8(value)).build();
  }

  private static Field number(long value) {
    return Field.newBuilder().addVarint(value).build();
  }
}
