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
   * @param sentences with all columns that the tagger requires; may be empty
   * @return one prediction for each, in their order
   */
  public List<Prediction> tag(List<TokenSequence> sentences) {
    return each(sentences, tagger::tag);
  }

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
   * Labelled sentences with what each is to know of its document.
   *
   * @param sentences with all columns that the tagger requires; may be empty
   * @return as many; equal ones if what is predicted depends on each alone
   */
  public List<LabeledSequence> inDocuments(List<LabeledSequence> sentences) {
    List<LabeledSequence> told =
        LabeledSequence.eachDocument(sentences, KnownSegments::markRepeatedNames);
    return tagger.firstPass().map(pass -> pass.over(told, batch -> look(pass, batch))).orElse(told);
  }

  /** The first looks at sentences, in their order. */
  List<Consumer<DocumentWindow>> look(FirstPass pass, List<TokenSequence> sentences) {
    return each(sentences, pass::tag);
  }

  @Override
  public void close() {
    parallel.close();
  }
}
