package org.gpchain.corpora;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.training.data.TypeNames;

/** The file of {@link TypeNames}, the other names for the types of segments. */
public final class LabelMap {
  private LabelMap() {}

  private static TypeNames read(Path file) throws IOException {
    TypeNames names = new TypeNames();
    TextLines.forEach(
        file,
        StandardCharsets.UTF_8,
        (number, line) -> {
          String problem = names.add(line);
          if (problem != null) {
            throw new InputException(file, number, problem, (Throwable) null);
          }
        });
    return names;
  }

  /**
   * A corpus with the new types. Segments without a type are unchanged.
   *
   * @throws InputException if a line has not two columns, or gives a type a second time; if the
   *     corpus has a type that is not listed, or labels of tokens
   */
  public static Corpus apply(Path file, Corpus corpus) throws IOException {
    TypeNames names = read(file);
    if (corpus.scheme() == TagScheme.TOKEN) {
      throw corpus.problem(
          "the labels of this file are those of tokens, and a label map is for the types of"
              + " segments",
          "leave --label-map out");
    }
    List<LabeledSequence> sentences = new ArrayList<>(corpus.sentences().size());
    for (int s = 0; s < corpus.sentences().size(); s++) {
      LabeledSequence sentence = corpus.sentences().get(s);
      Span unlisted = names.firstUnlisted(sentence.spans()).orElse(null);
      if (unlisted != null) {
        throw corpus.problemAt(
            s,
            unlisted.start(),
            "the type " + unlisted.type() + " is not listed in " + file,
            "add it there, with - as the second column if such segments are to be left out");
      }
      sentences.add(names.apply(sentence));
    }
    return corpus.with(corpus.columns(), sentences);
  }
}
