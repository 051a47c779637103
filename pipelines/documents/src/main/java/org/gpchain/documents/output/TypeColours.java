package org.gpchain.documents.output;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.documents.output.AnnotatedDocument.Segment;
import org.gpchain.documents.output.Palette.Colour;

/**
 * A colour for each type of segment. Those of the models come first, so that a type looks the same
 * in all documents; a type that several layers have looks the same in all of them.
 */
final class TypeColours {
  /** The number of each type. */
  private final Map<String, Integer> types;

  private TypeColours(Map<String, Integer> types) {
    this.types = types;
  }

  static TypeColours of(AnnotatedDocument document) {
    Map<String, Integer> types = new HashMap<>();
    for (Layer layer : document.layers()) {
      if (layer.card() != null) {
        layer.card().types().forEach(type -> types.putIfAbsent(type, types.size()));
      }
    }
    document.segments().stream()
        .map(Segment::type)
        .forEach(type -> types.putIfAbsent(type, types.size()));
    return new TypeColours(types);
  }

  /** The CSS class of a type. */
  String of(String type) {
    return "t" + types.get(type);
  }

  /** The style sheet of these classes: each sets the variable {@code --c}. */
  String css() {
    List<Colour> colours = Palette.of(types.size());
    StringBuilder light = new StringBuilder();
    StringBuilder dark = new StringBuilder("@media (prefers-color-scheme: dark) {\n");
    for (int i = 0; i < colours.size(); i++) {
      append(i, colours.get(i).light(), light);
      append(i, colours.get(i).dark(), dark);
    }
    return light.append(dark).append("}\n").toString();
  }

  private static void append(int type, List<Integer> channels, StringBuilder out) {
    out.append(".t").append(type).append(" { --c: ").append(Colour.css(channels)).append("; }\n");
  }
}
