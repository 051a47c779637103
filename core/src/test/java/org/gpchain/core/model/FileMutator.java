package org.gpchain.core.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;
import org.gpchain.core.text.Sha256;

/**
 * Mutates model files and word resources. It changes numbers in arrays and parts of the manifest,
 * and usually corrects the checksums and lengths afterwards, so that the changes are not detected
 * at once.
 */
public final class FileMutator implements Fuzz.Mutator {

  private static final List<Double> NUMBERS =
      Stream.of(
              "NaN Infinity -Infinity 0 -0 1 -1 1e-300 1e-45 1e-30 1e9 1e15 1e30 3e38 -1e30 1e300")
          .flatMap(numbers -> Stream.of(numbers.split(" ")))
          .map(Double::valueOf)
          .toList();

  private static final int[] INTS = {
    0, 1, -1, 2, 7, 255, 256, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 28
  };

  private final byte[] original;

  /** Creates a mutator of an intact file. */
  public FileMutator(byte[] original) {
    this.original = original;
  }

  @Override
  public byte[] mutant(Random random) {
    try {
      if (random.nextInt(20) == 0) {
        return Mutations.bytes(original, random);
      }
      ModelFile file = ModelFile.of(original);
      for (int times = 1 + random.nextInt(3); times > 0; times--) {
        damage(file, random);
      }
      if (random.nextInt(10) > 0) {
        repair(file);
      }
      return file.bytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void damage(ModelFile file, Random random) throws IOException {
    List<String> names = new ArrayList<>(file.entries().keySet());
    String name = Mutations.any(random, names);
    byte[] bytes = file.entries().get(name);
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        if (name.startsWith("arrays/")) {
          file.entries().put(name, numbers(bytes.clone(), random));
        } else {
          manifest(file, random);
        }
      }
      case 3, 4 -> manifest(file, random);
      case 5 ->
          file.entries().put(name, name.startsWith("arrays/") ? resized(bytes, random) : bytes);
      case 6 -> file.entries().put(name, Mutations.bytes(bytes, random));
      default -> text(file, random);
    }
  }

  /** Changes some elements of an array, or all of them. */
  private static byte[] numbers(byte[] bytes, Random random) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int size = Mutations.any(random, 1, 4, 4, 8);
    int kind = random.nextInt(3);
    double number = Mutations.any(random, NUMBERS);
    int integer = INTS[random.nextInt(INTS.length)];
    boolean changesAll = random.nextInt(4) == 0;
    int times = changesAll ? bytes.length / size : 1 + random.nextInt(3);
    for (int i = 0; i < times && bytes.length >= size; i++) {
      int place = size * (changesAll ? i : random.nextInt(bytes.length / size));
      switch (size) {
        case 1 -> buffer.put(place, (byte) integer);
        case 4 -> {
          if (kind == 0) {
            buffer.putInt(place, integer);
          } else {
            buffer.putFloat(place, (float) number);
          }
        }
        default -> buffer.putDouble(place, number);
      }
    }

    return bytes;
  }

  private static byte[] resized(byte[] bytes, Random random) {
    int size = Mutations.any(random, 0, 1, 4, 8, 12, bytes.length - 4, bytes.length + 4);
    if (random.nextInt(30) == 0) {
      size = 1 << 22;
    }
    return Arrays.copyOf(bytes, Math.max(0, size));
  }

  /** Changes a value in the manifest, or removes or repeats a part. */
  private static void manifest(ModelFile file, Random random) throws IOException {
    JsonNode node = intact(file);
    if (node == null) {
      return;
    }

    JsonNode root = node;
    while (true) {
      if (node instanceof ObjectNode object && !object.isEmpty()) {
        List<String> fields = new ArrayList<>();
        object.fieldNames().forEachRemaining(fields::add);
        String field = Mutations.any(random, fields);
        if (object.get(field).isContainerNode() && random.nextInt(8) > 0) {
          node = object.get(field);
          continue;
        }

        switch (random.nextInt(8)) {
          case 0 -> object.remove(field);
          case 1 -> object.putNull(field);
          case 2 -> object.set(field, object.get(Mutations.any(random, fields)));
          default -> object.set(field, value(object.get(field), random));
        }
      } else if (node instanceof ArrayNode array && !array.isEmpty()) {
        int i = random.nextInt(array.size());
        if (array.get(i).isContainerNode() && random.nextInt(8) > 0) {
          node = array.get(i);
          continue;
        }
        switch (random.nextInt(6)) {
          case 0 -> array.remove(i);
          case 1 -> array.insert(random.nextInt(array.size() + 1), array.get(i));
          case 2 -> array.insertNull(i);
          case 3 -> array.set(i, array.get(random.nextInt(array.size())));
          default -> array.set(i, value(array.get(i), random));
        }
      }

      break;
    }

    file.entries().put("manifest.json", ModelFile.JSON.writeValueAsBytes(root));
  }

  private static JsonNode value(JsonNode old, Random random) {
    String number = Mutations.any(random, Mutations.NUMBERS);
    try {
      JsonNode tree = ModelFile.JSON.readTree(number);
      if (random.nextInt(3) > 0 && tree != null && tree.isNumber()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      // The number is not valid in JSON, so it is used as a text.
    }
    String text = old.isTextual() ? Mutations.text(old.asText(), random) : number;
    return ModelFile.JSON
        .getNodeFactory()
        .textNode(random.nextBoolean() ? text : Mutations.any(random, Mutations.STRINGS));
  }

  private static void text(ModelFile file, Random random) {
    String json = new String(file.entries().get("manifest.json"), StandardCharsets.UTF_8);
    file.entries().put("manifest.json", Mutations.utf8(Mutations.text(json, random)));
  }

  private static void repair(ModelFile file) throws IOException {
    ObjectNode manifest = intact(file);
    if (manifest == null || !manifest.path("arrays").isArray()) {
      return;
    }

    for (JsonNode array : manifest.path("arrays")) {
      byte[] bytes = file.entries().get(array.path("name").asText());
      if (bytes != null && array instanceof ObjectNode object) {
        object.put("sha256", Sha256.hex(bytes));
        if (SIZES.containsKey(array.path("type").asText())) {
          object.put("length", bytes.length / SIZES.get(array.path("type").asText()));
        }
      }
    }

    file.entries().put("manifest.json", ModelFile.JSON.writeValueAsBytes(manifest));
  }

  /** Returns the manifest, or null if it can no longer be read. */
  private static ObjectNode intact(ModelFile file) throws IOException {
    try {
      return file.manifest();
    } catch (JsonProcessingException
        | CharConversionException
        | ClassCastException
        | IllegalArgumentException e) {
      return null;
    }
  }

  private static final Map<String, Integer> SIZES =
      Map.of("INT8", 1, "INT32", 4, "FLOAT32", 4, "FLOAT64", 8);
}
