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
 * A reader of annotated corpora in one format, with the options of reading.
 *
 * @param source function that reads a corpus with the options of a reader; throws {@link
 *     InputException} if the corpus cannot be used
 * @param limit maximum number of sentences that are read
 * @param tokenLabels whether to read labels as those of single tokens even if they look like those
 *     of segments
 * @param annotated part of a corpus that is annotated; unless it is {@link Annotated#ALL}, labels
 *     may be marks of unknown tokens
 * @param posTags number of parts of speech that are read for each token if the corpus has their
 *     probabilities; files with columns have one for each token
 * @param texts receives the text of each document with the offsets of its tokens, if the corpus has
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

  /**
   * Returns a reader with the default options: all sentences are read, all are annotated, and each
   * token has its most probable part of speech.
   */
  public static CorpusReader of(IOBiFunction<Path, CorpusReader, Corpus> source) {
    return new CorpusReader(
        source, Integer.MAX_VALUE, false, Annotated.ALL, PosTags.BEST, text -> {});
  }

  /** Returns a reader that stops after this number of sentences, at least 1. */
  public CorpusReader withLimit(int sentences) {
    return new CorpusReader(source, sentences, tokenLabels, annotated, posTags, texts);
  }

  /** Returns a reader that reads labels as those of single tokens, or detects segments. */
  public CorpusReader withTokenLabels(boolean areTokenLabels) {
    return new CorpusReader(source, limit, areTokenLabels, annotated, posTags, texts);
  }

  /** Returns a reader of corpora of which this part is annotated. */
  public CorpusReader withAnnotated(Annotated part) {
    return new CorpusReader(source, limit, tokenLabels, part, posTags, texts);
  }

  /** Returns a reader that reads this number of parts of speech for each token. */
  public CorpusReader withPosTags(PosTags tags) {
    return new CorpusReader(source, limit, tokenLabels, annotated, tags, texts);
  }

  /** Returns a reader that passes the texts of documents to a consumer, in their order. */
  public CorpusReader withTexts(Consumer<PlainText> consumer) {
    return new CorpusReader(source, limit, tokenLabels, annotated, posTags, consumer);
  }

  /**
   * Reads a corpus with the options of this reader.
   *
   * @throws InputException if the corpus cannot be used
   */
  public Corpus read(Path input) throws IOException {
    return source.apply(input, this);
  }
}
