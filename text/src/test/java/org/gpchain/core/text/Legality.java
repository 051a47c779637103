package org.gpchain.core.text;

import java.util.List;

/** Checks label sequences against the rules of a tag scheme, transition by transition. */
public final class Legality {
  private Legality() {}

  /** Returns whether no transition of a sequence, its borders included, breaks the scheme. */
  public static boolean isLegal(SpanCodec codec, List<String> labels) {
    String previous = null;
    for (String label : labels) {
      if (!codec.isLegal(previous, label)) {
        return false;
      }
      previous = label;
    }
    return codec.isLegal(previous, null);
  }
}
