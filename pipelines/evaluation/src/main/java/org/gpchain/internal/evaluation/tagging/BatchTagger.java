package org.gpchain.internal.evaluation.tagging;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.document.FirstPass;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.segments.KnownSegments;

/** Tags sentences on several threads. The predictions do not depend on the number of threads. */
public final class BatchTagger implements AutoCloseable {
  /** Recommended number of sentences per call of {@link #tag}, which bounds the memory. */
  public static final int BATCH = 512;

  /** Number of consecutive sentences that a thread processes at a time. */
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
   * @param sentences sentences with all columns that the tagger requires; may be empty
   * @return one prediction per sentence, in the order of the sentences
   */
  public List<Prediction> tag(List<TokenSequence> sentences) {
    return each(sentences, tagger::tag);
  }

  /** Applies a function to each sentence in parallel and returns the results in order. */
  private <R> List<R> each(
      List<TokenSequence> sentences, BiFunction<TokenSequence, Workspace, R> work) {
    List<R> results = new ArrayList<>(Collections.nCopies(sentences.size(), null));
    parallel.loop(
        results.size(),
        BLOCK,
        (worker, begin, end) -> {
          for (int i = begin; i < end; i++) {
            results.set(i, work.apply(sentences.get(i), workspaces[worker]));
          }
        });
    return results;
  }

  /**
   * Adds the columns that a tagger derives from the document of each sentence.
   *
   * @param sentences sentences with all columns that the tagger requires; may be empty
   * @return the same number of sentences; equal sentences if predictions do not depend on the
   *     document
   */
  public List<LabeledSequence> inDocuments(List<LabeledSequence> sentences) {
    List<LabeledSequence> spread =
        LabeledSequence.eachDocument(sentences, KnownSegments::markRepeatedNames);
    FirstPass pass = tagger.firstPass().orElse(null);
    if (pass == null) {
      return spread;
    }
    return pass.over(spread, batch -> look(pass, batch));
  }

  /** Runs the first pass over sentences in parallel and returns its results in order. */
  List<Consumer<DocumentWindow>> look(FirstPass pass, List<TokenSequence> sentences) {
    return each(sentences, pass::tag);
  }

  @Override
  public void close() {
    parallel.close();
  }
}
