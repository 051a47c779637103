package org.gpchain.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.corpora.PosTagger;
import picocli.CommandLine.Option;

/** An option that lets a tagger make the parts of speech. */
final class TagPosOption {
  private static final String OPEN_NLP = "opennlp";

  @Option(
      names = "--tag-pos",
      paramLabel = "MODEL",
      arity = "0..1",
      fallbackValue = OPEN_NLP,
      description =
          "Fill the column pos by a tagger, replacing the corpus's own tags: a model trained"
              + " with --task pos, a file or the name of a shipped one; without MODEL: OpenNLP's"
              + " English tagger (Universal Dependencies). Train and use a model with the tags of"
              + " the same tagger; annotate does.")
  private Path tagPos;

  private PosTagger tagger;

  boolean isSet() {
    return tagPos != null;
  }

  PosTagger tagger() throws IOException {
    if (tagger == null) {
      tagger = tagPos.toString().equals(OPEN_NLP) ? PosTagger.openNlp() : PosTagger.of(tagPos);
    }
    return tagger;
  }
}
