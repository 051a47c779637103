package org.gpchain.internal.formats.spans;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.formats.cas.CasCorpusReader;
import org.gpchain.training.uima.DocumentMarks;
import org.gpchain.training.uima.LabelSource;
import org.junit.jupiter.api.io.TempDir;

/** Base class of tests that write files of texts with spans and read them as corpora. */
abstract class SpanCase {
  static final SegmentLayer NAMES = SegmentLayer.NAMED_ENTITY;

  @TempDir Path directory;

  final Path write(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  static Corpus read(SpanFormat format, Path input) throws IOException {
    return read(format, input, NAMES, false);
  }

  static Corpus read(SpanFormat format, Path input, SegmentLayer layer, boolean isLayerGiven)
      throws IOException {
    SpanDocuments.Settings settings =
        new SpanDocuments.Settings(layer, isLayerGiven, () -> TextSegmenter.of("en"));
    return CasCorpusReader.of(
            SpanDocuments.opener(format, settings),
            new LabelSource(layer, false, Set.of()),
            List.of(),
            List.of(),
            DocumentMarks.NONE)
        .read(input);
  }

  /** Returns the segments of a corpus, such as {@code PER Ann Lee}, with spaces between tokens. */
  static List<String> segments(Corpus corpus) {
    List<String> segments = new ArrayList<>();
    for (LabeledSequence sentence : corpus.sentences()) {
      List<String> words = sentence.tokens().column("word");
      for (Span span : sentence.spans()) {
        segments.add(span.type() + " " + String.join(" ", words.subList(span.start(), span.end())));
      }
    }
    return segments;
  }

  /** Returns the tokens of each sentence of a corpus, with spaces between them. */
  static List<String> sentences(Corpus corpus) {
    return corpus.sentences().stream()
        .map(sentence -> String.join(" ", sentence.tokens().column("word")))
        .toList();
  }
}
