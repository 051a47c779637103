package org.gpchain.internal.corpora;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.training.data.TypeNames;

/** Label maps: files that rename the types of segments, as {@link TypeNames} describe. */
public final class LabelMap {
  private LabelMap() {}

  /**
   * Reads a label map.
   *
   * @param skipsBadLines whether to skip bad lines: lines without exactly two columns, and lines
   *     with a type that an earlier line has renamed
   * @param notes receives a note on skipped lines
   * @throws InputException if there are bad lines and they are not skipped
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
   * Returns a corpus with renamed types. Segments without a type are unchanged.
   *
   * @param file file of the label map, which messages name
   * @param names new name of each type
   * @throws InputException if the corpus has labels of tokens, or a type that is not in the map
   */
  public static Corpus apply(Path file, TypeNames names, Corpus corpus) throws InputException {
    if (corpus.scheme() == TagScheme.TOKEN) {
      throw corpus.problem(
          "the labels of this file are labels of tokens, but --label-map renames types of segments",
          "remove --label-map");
    }

    List<LabeledSequence> sentences = new ArrayList<>(corpus.sentences().size());
    for (int s = 0; s < corpus.sentences().size(); s++) {
      LabeledSequence sentence = corpus.sentences().get(s);
      Optional<Span> unlisted = names.firstUnlisted(sentence.spans());
      if (unlisted.isPresent()) {
        throw corpus.problemAt(
            s,
            unlisted.get().start(),
            "the type " + unlisted.get().type() + " is not listed in " + file,
            "add it there; to ignore such segments, write - in the second column");
      }
      sentences.add(names.apply(sentence));
    }
    return corpus.with(corpus.columns(), sentences);
  }
}
