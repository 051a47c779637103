package org.gpchain.evaluation.tagging;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.TokenSequence;

/** Tags sentences on several threads; the predictions do not depend on their number. */
public final class BatchTagger implements AutoCloseable {
  /** Sentences tagged at a time: bounds the predictions held in memory. */
  public static final int BATCH = 512;

  /** Sentences that a thread takes at a time. */
  private static final int BLOCK = 8;

  private final Tagger tagger;
  private final Workspace[] workspaces;
  private final Parallel parallel;

  /**
   * Starts the threads.
   *
   * @param threads number of threads, at least 1
   */
  public BatchTagger(Tagger tagger, int threads) {
    this.tagger = tagger;
    this.parallel = new Parallel(threads);
    this.workspaces = Stream.generate(Workspace::new).limit(threads).toArray(Workspace[]::new);
  }

  /**
   * Tags sentences.
   *
   * @param sentences with all columns that the tagger requires; may be empty
   * @return one prediction for each, in their order
   */
  public List<Prediction> tag(List<TokenSequence> sentences) {
    Prediction[] predictions = new Prediction[sentences.size()];
    parallel.loop(
        predictions.length,
        BLOCK,
        (worker, begin, end) -> {
          for (int i = begin; i < end; i++) {
            predictions[i] = tagger.tag(sentences.get(i), workspaces[worker]);
          }
        });
    return Arrays.asList(predictions);
  }

  @Override
  public void close() {
    parallel.close();
  }
}
