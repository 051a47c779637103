package org.gpchain.internal.documents.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;

/** Damages XML documents: their elements, attributes, entities and nesting. */
public final class XmlMutator implements Fuzz.Mutator {
  private static final Pattern ELEMENT = Pattern.compile("<[\\w:]+(?: [^<>]*)?/>");
  private static final Pattern ATTRIBUTE = Pattern.compile(" [\\w:]+=\"[^\"]*\"");
  private static final Pattern VALUE = Pattern.compile("(?<=\")[^\"<>]*(?=\")");
  private static final Pattern NUMBER = Pattern.compile("(?<=[\" ])-?\\d+(?=[\" ])");
  private static final Pattern TAG = Pattern.compile("</?[\\w:]+");
  private static final Pattern CONTENT = Pattern.compile("(?<=>)[^<>]+(?=<)");
  private static final List<String> PROLOGUES =
      List.of(
          "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
          "<!DOCTYPE a SYSTEM \"http://127.0.0.1:9/x.dtd\">",
          "<!DOCTYPE a [<!ENTITY x \"xxxxxxxxxx\"><!ENTITY y \"&x;&x;&x;&x;&x;&x;&x;&x;\">]>",
          "<?xml-stylesheet href=\"http://127.0.0.1:9/\"?>",
          "<!--",
          "<![CDATA[");

  private final String sound;
  private final List<String> elements;

  /**
   * Creates a mutator.
   *
   * @param sound what is damaged
   * @param elements that are put into it
   */
  public XmlMutator(byte[] sound, List<String> elements) {
    this.sound = new String(sound, StandardCharsets.UTF_8);
    this.elements = elements;
  }

  @Override
  public byte[] mutant(Random random) {
    String damaged = sound;
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      damaged = damaged(damaged, random);
    }
    return Mutations.utf8(damaged);
  }

  private String damaged(String xml, Random random) {
    return switch (random.nextInt(12)) {
      case 0, 1, 2 ->
          Mutations.replaced(xml, NUMBER, Mutations.any(random, Mutations.NUMBERS), random);
      case 3 -> Mutations.swapped(xml, VALUE, random);
      case 4 -> Mutations.replaced(xml, VALUE, escaped(random), random);
      case 5 -> Mutations.swapped(xml, ELEMENT, random);
      case 6 -> repeated(xml, random);
      case 7 -> Mutations.replaced(xml, ATTRIBUTE, "", random);
      case 8 -> Mutations.swapped(xml, TAG, random);
      case 9 -> Mutations.replaced(xml, CONTENT, escaped(random), random);
      case 10 -> before(xml, random);
      default -> Mutations.text(xml, random);
    };
  }

  private static String escaped(Random random) {
    return Mutations.any(random, Mutations.STRINGS)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\"", "&quot;")
        .replace("\u001b", "&#x1b;");
  }

  private static String repeated(String xml, Random random) {
    List<MatchResult> found = ELEMENT.matcher(xml).results().toList();
    if (found.isEmpty()) {
      return xml;
    }
    MatchResult element = Mutations.any(random, found);
    int times = Mutations.any(random, 0, 2, 2, 2, 1000);
    return xml.substring(0, element.start())
        + element.group().repeat(times)
        + xml.substring(element.end());
  }

  /** Inserts text before an element or around it. */
  private String before(String xml, Random random) {
    List<MatchResult> found = TAG.matcher(xml).results().toList();
    int place = found.isEmpty() ? 0 : Mutations.any(random, found).start();
    int depth = Mutations.any(random, 10, 60, 20_000);
    String inserted =
        switch (random.nextInt(4)) {
          case 0 -> Mutations.any(random, PROLOGUES);
          case 1 -> "<a>".repeat(depth) + "</a>".repeat(depth);
          case 2 -> "&x;";
          default -> Mutations.any(random, elements);
        };
    return xml.substring(0, place) + inserted + xml.substring(place);
  }
}
