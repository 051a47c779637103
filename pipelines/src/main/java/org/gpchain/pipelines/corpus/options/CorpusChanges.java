package org.gpchain.pipelines.corpus.options;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.pipelines.corpus.Corpus;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.LabelMap;
import org.gpchain.pipelines.corpus.PosTagger;
import org.gpchain.training.learn.Jackknife;
import picocli.CommandLine.Option;

/** Options that change a corpus once it is read. */
final class CorpusChanges {
  private static final String OPEN_NLP = "opennlp";

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
      paramLabel = "MODEL",
      arity = "0..1",
      fallbackValue = OPEN_NLP,
      description = {
        "Let a tagger make the column pos, in place of one that the corpus may have: a model that"
            + " was trained with --task pos, a file or the name of one that is shipped; without"
            + " MODEL: OpenNLP's English tagger (Universal Dependencies). Models should be trained"
            + " and used with the tags of one tagger, as annotate does."
      })
  private Path tagPos;

  private PosTagger tagger;

  /** The labels of a corpus as the options want them. */
  Corpus relabel(Corpus corpus) throws IOException {
    return labelMap == null ? corpus : LabelMap.read(labelMap).apply(corpus);
  }

  /** The tags of a corpus as the options want them. */
  Corpus tag(Corpus corpus) throws IOException {
    return tagPos == null ? corpus : tagger().tag(corpus);
  }

  /**
   * The tags of a corpus that a model is to learn from.
   *
   * @param jackknife if not null, keeps the tagger from tagging what it was trained on
   * @throws InputException if there is no tagger for the jackknife
   */
  Corpus tag(Corpus corpus, Jackknife jackknife) throws IOException {
    if (jackknife == null) {
      return tag(corpus);
    }
    if (tagPos == null) {
      throw corpus.problemAt(
          0, 0, "--jackknife-pos needs a tagger", "name its model with --tag-pos");
    }
    return tagger().retag(corpus, jackknife);
  }

  private PosTagger tagger() throws IOException {
    if (tagger == null) {
      tagger = tagPos.toString().equals(OPEN_NLP) ? PosTagger.openNlp() : PosTagger.of(tagPos);
    }
    return tagger;
  }

  /** These options as they would be written again, for the next command; may be empty. */
  String asArguments() {
    return (labelMap == null ? "" : " --label-map " + labelMap) + tagArgument();
  }

  private String tagArgument() {
    if (tagPos == null) {
      return "";
    }
    return tagPos.toString().equals(OPEN_NLP) ? " --tag-pos" : " --tag-pos " + tagPos;
  }
}
