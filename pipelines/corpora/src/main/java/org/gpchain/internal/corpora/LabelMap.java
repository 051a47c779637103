package org.gpchain.internal.corpora;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.training.data.TypeNames;

/** The file of {@link TypeNames}, the other names for the types of segments. */
public final class LabelMap {
  private LabelMap() {}

  /**
   * Reads a label map.
   *
   * @param skipsBadLines whether lines that have not two columns, or that give a type a second
   *     time, are left out
   * @param notes takes what was left out
   * @throws InputException if there are such lines, which are not to be left out
   */
  public static TypeNames read(Path file, boolean skipsBadLines, Consumer<String> notes)
      throws IOException {
    TypeNames names = new TypeNames();
    BadLines bad = new BadLines(file, skipsBadLines);
    TextLines.forEach(
        file,
        StandardCharsets.UTF_8,
        (number, line) -> {
          String problem = names.add(line);
          if (problem != null) {
            bad.add(number, problem);
          }
        });
    bad.check();
    bad.note().ifPresent(notes);
    return names;
  }

  /**
   * Returns a corpus with the new types. Segments without a type are unchanged.
   *
   * @param file the label map
   * @param names the new name of each type
   * @throws InputException if the corpus has a type that is not listed, or labels of tokens
   */
  public static Corpus apply(Path file, TypeNames names, Corpus corpus) throws InputException {
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
