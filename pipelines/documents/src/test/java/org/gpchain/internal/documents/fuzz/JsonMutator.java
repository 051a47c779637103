package org.gpchain.internal.documents.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;

/** Damages JSON: changes types of values, removes or renames members, repeats elements. */
public final class JsonMutator implements Fuzz.Mutator {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final byte[] sound;

  public JsonMutator(byte[] sound) {
    this.sound = sound;
  }

  @Override
  public byte[] mutant(Random random) {
    try {
      if (random.nextInt(6) == 0) {
        return Mutations.utf8(Mutations.text(MAPPER.readTree(sound).toPrettyString(), random));
      }
      JsonNode root = MAPPER.readTree(sound);
      for (int times = 1 + random.nextInt(3); times > 0; times--) {
        List<ContainerNode<?>> containers = new ArrayList<>();
        collect(root, containers);
        // Outer nodes are few and would rarely be chosen.
        int range = random.nextBoolean() ? Math.min(4, containers.size()) : containers.size();
        ContainerNode<?> container = containers.get(random.nextInt(range));
        if (container instanceof ObjectNode object) {
          damage(object, random);
        } else {
          damage((ArrayNode) container, random);
        }
      }
      return MAPPER.writeValueAsBytes(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void collect(JsonNode node, List<ContainerNode<?>> found) {
    List<JsonNode> level = new ArrayList<>(List.of(node));
    while (!level.isEmpty()) {
      List<JsonNode> next = new ArrayList<>();
      for (JsonNode each : level) {
        if (each instanceof ContainerNode<?> container) {
          found.add(container);
          container.forEach(next::add);
        }
      }
      level = next;
    }
  }

  private static void damage(ObjectNode object, Random random) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    String name = names.isEmpty() ? "x" : Mutations.any(random, names);
    switch (random.nextInt(5)) {
      case 0 -> object.remove(name);
      case 1, 2 -> object.set(name, value(object.get(name), random));
      case 3 -> {
        JsonNode value = object.remove(name);
        object.set(otherName(name, random), value == null ? NODES.nullNode() : value);
      }
      default -> object.set(Mutations.any(random, Mutations.STRINGS), value(null, random));
    }
  }

  private static String otherName(String name, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Mutations.any(random, "@", "#", "^", "%") + name;
      case 1 ->
          Mutations.any(
              random, "%ID", "%TYPE", "%ELEMENTS", "%TYPES", "%VIEWS", "%FEATURE_STRUCTURES");
      default -> name + "[]";
    };
  }

  private static void damage(ArrayNode array, Random random) {
    if (array.isEmpty()) {
      array.add(value(null, random));
      return;
    }
    int a = random.nextInt(array.size());
    int b = random.nextInt(array.size());
    switch (random.nextInt(4)) {
      case 0 -> array.remove(a);
      case 1 -> array.set(a, value(array.get(a), random));
      case 2 -> array.set(a, array.get(b).deepCopy());
      default -> array.add(array.get(a).deepCopy());
    }
  }

  private static JsonNode value(JsonNode old, Random random) {
    return switch (random.nextInt(9)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.objectNode();
      case 3 -> NODES.arrayNode().add(1);
      case 4 -> NODES.textNode(Mutations.any(random, Mutations.STRINGS));
      case 5 -> NODES.textNode(Mutations.any(random, Mutations.NUMBERS));
      case 6 -> old == null ? NODES.numberNode(0.5) : NODES.arrayNode().add(old);
      case 7 -> NODES.numberNode(random.nextInt(40));
      default ->
          NODES.numberNode(
              Mutations.any(
                  random, -1L, 1L << 20, (1L << 31) - 1, -(1L << 31), 1L << 31, 1L << 62));
    };
  }
}
