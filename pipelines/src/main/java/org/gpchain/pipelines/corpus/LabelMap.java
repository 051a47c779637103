package org.gpchain.pipelines.corpus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;

/**
 * Other names for the types of segments, so that corpora which name them differently can be learned
 * from together. Types that merge do not make segments merge.
 *
 * <p>The file has two columns, separated by a TAB: the type of the corpus, and the type of the
 * model, or {@code -} for segments that are left out. Lines that begin with {@code #} are comments.
 */
public final class LabelMap {
  private static final String NONE = "-";

  private final Path file;
  private final Map<String, String> types;

  private LabelMap(Path file, Map<String, String> types) {
    this.file = file;
    this.types = types;
  }

  /**
   * Reads a file.
   *
   * @throws InputException if a line has not two columns, or gives a type a second time
   */
  public static LabelMap read(Path file) throws IOException {
    Map<String, String> types = new HashMap<>();
    try (Utf8Lines lines = new Utf8Lines(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        String[] cells = line.split("\t", -1);
        if (cells.length != 2 || cells[0].isBlank() || cells[1].isBlank()) {
          throw new InputException(
              file,
              lines.line(),
              "a line of a label map has two columns, separated by one TAB: type of the corpus,"
                  + " type of the model",
              "fix the line; - as the second column leaves segments of that type out");
        }
        if (types.put(cells[0], cells[1]) != null) {
          throw new InputException(
              file, lines.line(), "the type " + cells[0] + " has a line already", "remove one");
        }
      }
    }
    return new LabelMap(file, types);
  }

  /**
   * A corpus with the new types. Segments without a type are unchanged.
   *
   * @throws InputException if it has a type that is not listed, or labels of tokens
   */
  public Corpus apply(Corpus corpus) throws InputException {
    if (corpus.scheme() == TagScheme.TOKEN) {
      throw corpus.problemAt(
          0,
          0,
          "the labels of this file are those of tokens, and a label map is for the types of"
              + " segments",
          "leave --label-map out");
    }
    List<LabeledSequence> sentences = new ArrayList<>(corpus.sentences().size());
    for (int s = 0; s < corpus.sentences().size(); s++) {
      LabeledSequence sentence = corpus.sentences().get(s);
      List<Span> spans = new ArrayList<>();
      for (Span span : sentence.spans()) {
        String type = span.type().isEmpty() ? "" : types.get(span.type());
        if (type == null) {
          throw corpus.problemAt(
              s,
              span.start(),
              "the type " + span.type() + " is not listed in " + file,
              "add it there, with - as the second column if such segments are to be left out");
        }
        if (!type.equals(NONE)) {
          spans.add(new Span(span.start(), span.end(), type));
        }
      }
      sentences.add(new LabeledSequence(sentence.tokens(), spans));
    }
    return corpus.with(corpus.columns(), sentences);
  }
}
