package org.gpchain.internal.server.labelstudio;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.gpchain.internal.server.annotations.LabelRules;
import org.gpchain.internal.server.http.Refusal;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Collects the elements of a labeling configuration while it is parsed, and pairs each {@code
 * <Labels>} with its {@code <Text>}. The time is linear in the length of the configuration.
 */
final class ConfigElements extends DefaultHandler {
  /** Maximum number of elements of a labeling configuration. */
  static final int MAX_ELEMENTS = 10_000;

  /** Maximum number of different labels of a {@code <Labels>}. */
  static final int MAX_LABELS = 100;

  /** Maximum number of {@code <Labels>} for texts. There is one model for each of them. */
  static final int MAX_TEXTS = 10;

  /** A single member of a task's data, such as {@code $text}. */
  private static final Pattern MEMBER = Pattern.compile("\\$[\\p{L}\\p{M}\\p{N}_]+");

  /** Elements other than {@code <Text>} that show texts. */
  private static final Set<String> TAGS_OF_OTHER_TEXTS = Set.of("HyperText", "Paragraphs");

  private final Map<String, TextElement> textsByName = new HashMap<>();

  /** Tags of the elements other than {@code <Text>} that show texts. */
  private final List<String> otherTexts = new ArrayList<>();

  private final List<LabelsElement> controls = new ArrayList<>();

  /** Elements {@code <Labels>} that have begun and not ended; the innermost is the first. */
  private final Deque<LabelsElement> open = new ArrayDeque<>();

  private int elementCount;
  private int repeaterDepth;

  /** An element {@code <Text>}. */
  private record TextElement(String name, String value, String valueType, boolean isRepeated) {}

  /**
   * An element {@code <Labels>}.
   *
   * @param labels its labels so far, at most {@link #MAX_LABELS} + 1
   */
  private record LabelsElement(
      String name, String toName, boolean isRepeated, Set<String> labels) {}

  /** An exception for a labeling configuration with too many elements. */
  static final class TooMany extends SAXException {
    private static final long serialVersionUID = 1L;

    TooMany() {
      super("a labeling configuration may have at most " + MAX_ELEMENTS + " elements");
    }
  }

  @Override
  public void startElement(String uri, String localName, String tag, Attributes attributes)
      throws TooMany {
    elementCount++;
    if (elementCount > MAX_ELEMENTS) {
      throw new TooMany();
    }

    String name = value(attributes, "name");
    switch (tag) {
      case "Repeater" -> repeaterDepth++;
      case "Text" -> {
        String valueType = value(attributes, "valueType");
        TextElement text =
            new TextElement(name, value(attributes, "value"), valueType, repeaterDepth > 0);
        textsByName.putIfAbsent(name, text);
      }
      case "Labels" -> {
        String toName = value(attributes, "toName");
        LabelsElement control =
            new LabelsElement(name, toName, repeaterDepth > 0, new LinkedHashSet<>());
        controls.add(control);
        open.push(control);
      }
      case "Label" -> addLabel(attributes);
      default -> {
        if (TAGS_OF_OTHER_TEXTS.contains(tag)) {
          otherTexts.add(tag);
        }
      }
    }
  }

  /** Adds a label, or its alias, which annotations contain instead, to the open control. */
  private void addLabel(Attributes attributes) {
    if (open.isEmpty()) {
      return;
    }
    String label = attributes.getValue("alias");
    if (label == null) {
      label = value(attributes, "value");
    }
    Set<String> labels = open.peek().labels();
    if (!label.isEmpty() && labels.size() <= MAX_LABELS) {
      labels.add(label);
    }
  }

  private static String value(Attributes attributes, String name) {
    String value = attributes.getValue(name);
    return value == null ? "" : value;
  }

  @Override
  public void endElement(String uri, String localName, String tag) {
    if (tag.equals("Repeater")) {
      repeaterDepth--;
    } else if (tag.equals("Labels")) {
      open.pop();
    }
  }

  /**
   * Returns the pairs of {@code <Labels>} and {@code <Text>} of the configuration, after it has
   * been parsed.
   *
   * @throws Refusal if there is none, if there are too many, or if one of them is not supported
   */
  List<LabeledText> texts() throws Refusal {
    List<LabeledText> texts = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (LabelsElement control : controls) {
      TextElement text = textsByName.get(control.toName());
      if (text == null) {
        continue;
      }
      if (texts.size() == MAX_TEXTS) {
        throw Refusal.unusable(
            "the labeling configuration may have at most " + MAX_TEXTS + " <Labels> for texts");
      }
      if (!names.add(control.name())) {
        throw Refusal.unusable("two <Labels> of the labeling configuration have the same name");
      }
      texts.add(pair(control, text));
    }

    if (texts.isEmpty()) {
      throw Refusal.unusable(reasonForNone());
    }
    return texts;
  }

  /** Returns the number of {@code <Labels>}. */
  int controlCount() {
    return controls.size();
  }

  private String reasonForNone() {
    if (!otherTexts.isEmpty()) {
      return "the labeling configuration has labels for <"
          + otherTexts.get(0)
          + ">, which is not supported; show the text with <Text>, and label it with <Labels>";
    }
    return "the labeling configuration has no <Labels> whose toName is the name of a <Text>";
  }

  private static LabeledText pair(LabelsElement control, TextElement text) throws Refusal {
    if (control.isRepeated() || text.isRepeated()) {
      throw Refusal.unusable("<Labels> and <Text> in a <Repeater> are not supported");
    }
    String field = field(text);
    checkLabels(control.labels());
    boolean isLiteral = text.valueType().equals("text");
    return new LabeledText(control.name(), text.name(), field, isLiteral, control.labels());
  }

  /** Returns the member of a task's data that a {@code <Text>} shows. */
  private static String field(TextElement text) throws Refusal {
    if (!MEMBER.matcher(text.value()).matches()) {
      throw Refusal.unusable(
          "the value of <Text> must be a member of the data, such as $text; parts of a member ($doc.body) and"
              + " several members ($title - $text) are not supported");
    }
    if (text.valueType().equals("url")) {
      throw Refusal.unusable("tasks must hold their text: valueType=\"url\" is not supported");
    }
    return text.value().substring(1);
  }

  private static void checkLabels(Set<String> labels) throws Refusal {
    if (labels.isEmpty() || labels.size() > MAX_LABELS) {
      throw Refusal.unusable("<Labels> must have 1 to " + MAX_LABELS + " elements <Label value>");
    }
    for (String label : labels) {
      String problem = LabelRules.problem(label);
      if (!problem.isEmpty()) {
        throw Refusal.unusable("<Label>: " + problem);
      }
    }
  }
}
