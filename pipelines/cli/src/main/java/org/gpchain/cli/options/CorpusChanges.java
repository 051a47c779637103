package org.gpchain.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.text.PosTags;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.LabelMap;
import org.gpchain.training.calibration.Jackknife;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that change a corpus once it is read. */
final class CorpusChanges {
  @Option(
      names = "--label-map",
      paramLabel = "FILE",
      description = {
        "Renames the types of segments: two columns separated by a TAB, the type in the corpus and"
            + " the type in the model, or - to leave such segments out. All types of the corpus"
            + " must be listed."
      })
  private Path labelMap;

  @Mixin private TagPosOption tagPos;

  /** The labels of a corpus as the options change them. */
  Corpus relabel(Corpus corpus) throws IOException {
    return labelMap == null ? corpus : LabelMap.read(labelMap).apply(corpus);
  }

  /** Whether the tags of corpora come from a tagger that knows their probabilities. */
  boolean makeProbableTags() throws IOException {
    return tagPos.isSet() && tagPos.tagger().isProbabilistic();
  }

  /**
   * The tags of a corpus as the options change them.
   *
   * @param tags how many a token gets, if a tagger makes them
   */
  Corpus tag(Corpus corpus, PosTags tags) throws IOException {
    return tagPos.isSet() ? tagPos.tagger().tag(corpus, tags) : corpus;
  }

  /**
   * The tags of a corpus that a model is to learn from.
   *
   * @param jackknife if not null, keeps the tagger from tagging what it was trained on
   * @param tags how many a token gets, if a tagger makes them
   * @throws InputException if there is no tagger for the jackknife
   */
  Corpus tag(Corpus corpus, Jackknife jackknife, PosTags tags) throws IOException {
    if (jackknife == null) {
      return tag(corpus, tags);
    }
    if (!tagPos.isSet()) {
      throw corpus.problemAt(
          0, 0, "--jackknife-pos needs a tagger", "name its model with --tag-pos");
    }
    return tagPos.tagger().retag(corpus, jackknife, tags);
  }

  /** These options as they would be written again, for the next command; may be empty. */
  String asArguments() {
    return (labelMap == null ? "" : " --label-map " + labelMap) + tagPos.asArguments();
  }
}
