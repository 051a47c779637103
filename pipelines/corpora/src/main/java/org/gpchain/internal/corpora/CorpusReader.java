package org.gpchain.internal.corpora;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOBiFunction;
import org.gpchain.core.text.PosTags;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.plaintext.PlainText;
import org.gpchain.internal.training.data.Annotated;

/**
 * Reads any number of annotated corpora of one kind.
 *
 * @param source reads one as a reader wants it; throws {@link InputException} if it cannot be used
 * @param limit number of sentences to read at most
 * @param tokenLabels whether labels are those of tokens even if they look like those of segments
 * @param annotated what of a corpus is annotated; if not all, labels may be marks of unknown tokens
 * @param posTags how many parts of speech of a token are read where the corpus knows their
 *     probabilities; files with columns have one of each token
 * @param texts takes the text of each document with the places of its sentences, if the corpus has
 *     texts; files with columns have none
 */
public record CorpusReader(
    IOBiFunction<Path, CorpusReader, Corpus> source,
    int limit,
    boolean tokenLabels,
    Annotated annotated,
    PosTags posTags,
    Consumer<PlainText> texts) {
  public CorpusReader {
    Checks.atLeast("limit", limit, 1);
  }

  /** A reader of all sentences, all of them annotated, each token with the best part of speech. */
  public static CorpusReader of(IOBiFunction<Path, CorpusReader, Corpus> source) {
    return new CorpusReader(
        source, Integer.MAX_VALUE, false, Annotated.ALL, PosTags.BEST, text -> {});
  }

  public CorpusReader withLimit(int sentences) {
    return new CorpusReader(source, sentences, tokenLabels, annotated, posTags, texts);
  }

  public CorpusReader withTokenLabels(boolean asTheyAre) {
    return new CorpusReader(source, limit, asTheyAre, annotated, posTags, texts);
  }

  public CorpusReader withAnnotated(Annotated what) {
    return new CorpusReader(source, limit, tokenLabels, what, posTags, texts);
  }

  public CorpusReader withPosTags(PosTags tags) {
    return new CorpusReader(source, limit, tokenLabels, annotated, tags, texts);
  }

  /** Returns a reader that also passes on the texts of documents, in the order of the sentences. */
  public CorpusReader withTexts(Consumer<PlainText> consumer) {
    return new CorpusReader(source, limit, tokenLabels, annotated, posTags, consumer);
  }

  /** Reads a corpus, as {@link #source} does. */
  public Corpus read(Path input) throws IOException {
    return source.apply(input, this);
  }
}
