package org.gpchain.pipelines.corpus.options;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.pipelines.corpus.Corpus;
import org.gpchain.pipelines.corpus.EnglishPosTagger;
import org.gpchain.pipelines.corpus.LabelMap;
import picocli.CommandLine.Option;

/** Options that change a corpus once it is read. */
final class CorpusChanges {
  @Option(
      names = "--label-map",
      paramLabel = "FILE",
      description = {
        "Other names for the types of segments: two columns separated by a TAB, the type in the"
            + " corpus and the type in the model, or - to leave such segments out. All types of the"
            + " corpus must be listed."
      })
  private Path labelMap;

  @Option(
      names = "--tag-pos",
      description = {
        "Let OpenNLP's English tagger, which annotate uses, make the column pos (Universal"
            + " Dependencies), in place of one that the corpus may have."
      })
  private boolean tagPos;

  private EnglishPosTagger tagger;

  /** The corpus as the options want it. */
  Corpus apply(Corpus corpus) throws IOException {
    Corpus changed = labelMap == null ? corpus : LabelMap.read(labelMap).apply(corpus);
    if (!tagPos) {
      return changed;
    }
    if (tagger == null) {
      tagger = new EnglishPosTagger();
    }
    return tagger.tag(changed);
  }

  /** These options as they would be written again, for the next command; may be empty. */
  String asArguments() {
    return (labelMap == null ? "" : " --label-map " + labelMap) + (tagPos ? " --tag-pos" : "");
  }
}
