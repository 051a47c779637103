package org.gpchain.core.predict;

import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.SpanCodec;

/** Which label sequences a tag scheme allows. */
public final class SchemeConstraints {
  private SchemeConstraints() {}

  /** The constraints of a scheme on the labels of a set. */
  public static LabelConstraints of(SpanCodec codec, LabelSet labels) {
    int v = labels.size();
    boolean[] start = new boolean[v];
    boolean[] end = new boolean[v];
    boolean[] transition = new boolean[v * v];
    for (int from = 0; from < v; from++) {
      start[from] = codec.isLegal(null, labels.label(from));
      end[from] = codec.isLegal(labels.label(from), null);
      for (int to = 0; to < v; to++) {
        transition[from * v + to] = codec.isLegal(labels.label(from), labels.label(to));
      }
    }
    return new LabelConstraints(start, transition, end);
  }
}
