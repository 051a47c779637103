package org.gpchain.internal.training.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.UnknownToken;

/**
 * A map from the segment types of a corpus to the types of the model, so that a model can learn
 * from several corpora with different type names. If two types are given the same name, adjacent
 * segments of these types remain separate segments.
 *
 * <p>The text form has one line per type with two columns, separated by a TAB: the type in the
 * corpus, and the type of the model, or {@code -} if segments of that type are left out. Lines that
 * begin with {@code #} are comments.
 */
public final class TypeNames {
  private static final String LEFT_OUT = "-";

  private final Map<String, String> names = new HashMap<>();

  /**
   * Adds a line of the text form. Blank lines and comments are ignored.
   *
   * @return an error message if the line does not have two columns, or if the type already has a
   *     line; null if the line is correct
   */
  public String add(String line) {
    if (line.isBlank() || line.startsWith("#")) {
      return null;
    }

    String[] cells = line.split("\t", -1);
    if (cells.length != 2 || cells[0].isBlank() || cells[1].isBlank()) {
      return "a line of a label map has two columns, separated by one TAB: type of the"
          + " corpus, type of the model; fix the line; - in the second column ignores"
          + " segments of that type";
    }
    if (names.putIfAbsent(cells[0], cells[1]) != null) {
      return "the type " + cells[0] + " already has a line; remove one of them";
    }
    return null;
  }

  /** Returns the first segment whose type has no line. Segments without a type need no line. */
  public Optional<Span> firstUnlisted(List<Span> spans) {
    for (Span span : spans) {
      if (!span.type().isEmpty() && !names.containsKey(span.type())) {
        return Optional.of(span);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a sentence with the new types of its segments and of its unknown tokens. Types of
   * segments must be listed. Rejected types of unknown tokens are dropped if they have no new type.
   */
  public LabeledSequence apply(LabeledSequence sentence) {
    List<Span> spans = new ArrayList<>();
    for (Span span : sentence.spans()) {
      String type = span.type().isEmpty() ? "" : names.get(span.type());
      if (!type.equals(LEFT_OUT)) {
        spans.add(new Span(span.start(), span.end(), type));
      }
    }

    List<UnknownToken> unknown = sentence.unknown().stream().map(this::renamed).toList();
    return new LabeledSequence(sentence.tokens(), spans, unknown, sentence.document());
  }

  private UnknownToken renamed(UnknownToken unknown) {
    Set<String> rejected = new TreeSet<>();
    for (String type : unknown.rejected()) {
      String name = names.getOrDefault(type, LEFT_OUT);
      if (!name.equals(LEFT_OUT)) {
        rejected.add(name);
      }
    }

    SortedMap<String, Double> weights = new TreeMap<>();
    for (Map.Entry<String, Double> weight : unknown.weights().entrySet()) {
      weights.merge(renamed(weight.getKey()), weight.getValue(), TypeNames::sumOfProbabilities);
    }
    return new UnknownToken(unknown.token(), rejected, weights);
  }

  /** Returns the sum of two probabilities, which rounding must not raise above 1. */
  private static double sumOfProbabilities(double first, double second) {
    return Math.min(1, first + second);
  }

  /**
   * Returns a label of the scheme IOB2 with the new type, or O if the type is left out or not
   * listed.
   */
  private String renamed(String label) {
    if (!label.contains("-")) {
      return label;
    }
    String type = names.getOrDefault(label.substring(2), LEFT_OUT);
    if (type.equals(LEFT_OUT)) {
      return SpanCodec.OUTSIDE;
    }
    return label.substring(0, 2) + type;
  }
}
