package org.gpchain.internal.server;

import java.util.ArrayList;
import java.util.List;

/** Sentences in which the context of a name shows whether it is a person or a place. */
public final class Sample {
  private static final List<String> PEOPLE =
      List.of("Hanna", "Ivo Brandt", "Mira", "Tomas Hale", "Ada", "Leo Wexley", "Ruth", "Nils Ost");
  private static final List<String> PLACES =
      List.of("Ostrey", "Port Vale", "Lund", "New Harrow", "Bergby", "Tarn", "Old Mere", "Kivik");
  private static final List<String> PATTERNS =
      List.of(
          "%s lives in %s .",
          "Yesterday %s went from the harbour to %s by train .",
          "Mr. %s has never seen %s in winter .",
          "Near the bridge %s met a man from %s .");

  private Sample() {}

  /** Annotated sentences. */
  public static String[] sentences(int count) {
    List<String> sentences = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      sentences.add(
          String.format(
              PATTERNS.get(n % PATTERNS.size()),
              "[" + PEOPLE.get((3 * n + n / 8) % PEOPLE.size()) + "|PER]",
              "[" + PLACES.get((5 * n + n / 4) % PLACES.size()) + "|LOC]"));
    }
    return sentences.toArray(String[]::new);
  }

  /**
   * Returns the description of a type with features, and of types that inherit them.
   *
   * @param inheriting number of the others
   */
  public static String types(int features, int inheriting) {
    StringBuilder types = new StringBuilder();
    types.append("<typeSystemDescription xmlns='http://uima.apache.org/resourceSpecifier'><types>");
    type(types, "A", "uima.tcas.Annotation").append("<features>");
    for (int f = 0; f < features; f++) {
      types.append("<featureDescription><name>f").append(f);
      types.append("</name><rangeTypeName>uima.cas.String</rangeTypeName></featureDescription>");
    }
    types.append("</features></typeDescription>");
    for (int t = 0; t < inheriting; t++) {
      type(types, "T" + t, "x.A").append("</typeDescription>");
    }
    return types.append("</types></typeSystemDescription>").toString();
  }

  private static StringBuilder type(StringBuilder types, String name, String of) {
    types.append("<typeDescription><name>x.").append(name).append("</name><supertypeName>");
    return types.append(of).append("</supertypeName>");
  }
}
