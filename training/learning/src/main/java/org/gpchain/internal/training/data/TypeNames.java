package org.gpchain.internal.training.data;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.UnknownToken;

/**
 * Other names for the types of segments, so that corpora which name them differently can be learned
 * from together. Types that merge do not make segments merge.
 *
 * <p>As text it has two columns, separated by a TAB: the type of the corpus, and the type of the
 * model, or {@code -} for segments that are left out. Lines that begin with {@code #} are comments.
 */
public final class TypeNames {
  private static final String NONE = "-";

  private final Map<String, String> names = new HashMap<>();

  /**
   * Reads one line.
   *
   * @return what is wrong with it, and the remedy: it has not two columns, or gives a type a second
   *     time; null if nothing is
   */
  public String add(String line) {
    if (line.isBlank() || line.startsWith("#")) {
      return null;
    }
    String[] cells = line.split("\t", -1);
    if (cells.length != 2 || cells[0].isBlank() || cells[1].isBlank()) {
      return "a line of a label map has two columns, separated by one TAB: type of the corpus, type"
          + " of the model; fix the line; - as the second column leaves segments of that type out";
    }
    return names.putIfAbsent(cells[0], cells[1]) == null
        ? null
        : "the type " + cells[0] + " has a line already; remove one";
  }

  /** The first segment whose type is not listed. Segments without a type need no line. */
  public Optional<Span> firstUnlisted(List<Span> spans) {
    return spans.stream()
        .filter(span -> !span.type().isEmpty() && !names.containsKey(span.type()))
        .findFirst();
  }

  /**
   * A sentence with the new types of its segments, which are listed, and of those that were
   * rejected. Where types have no new one, that they were rejected says nothing.
   */
  public LabeledSequence apply(LabeledSequence sentence) {
    return new LabeledSequence(
        sentence.tokens(),
        sentence.spans().stream().map(this::renamed).flatMap(Optional::stream).toList(),
        sentence.unknown().stream().map(this::renamed).toList(),
        sentence.document());
  }

  private UnknownToken renamed(UnknownToken unknown) {
    return new UnknownToken(
        unknown.token(),
        unknown.rejected().stream()
            .map(type -> names.getOrDefault(type, NONE))
            .filter(type -> !type.equals(NONE))
            .collect(Collectors.toSet()),
        unknown.weights().entrySet().stream()
            .collect(
                Collectors.toMap(
                    label -> renamed(label.getKey()),
                    Map.Entry::getValue,
                    (one, other) -> Math.min(1, one + other),
                    TreeMap::new)));
  }

  /** A label of the scheme IOB2; outside if its type is left out or has no new one. */
  private String renamed(String label) {
    if (!label.contains("-")) {
      return label;
    }
    String type = names.getOrDefault(label.substring(2), NONE);
    return type.equals(NONE) ? SpanCodec.OUTSIDE : label.substring(0, 2) + type;
  }

  private Optional<Span> renamed(Span span) {
    String type = span.type().isEmpty() ? "" : names.get(span.type());
    return type.equals(NONE)
        ? Optional.empty()
        : Optional.of(new Span(span.start(), span.end(), type));
  }
}
