package org.gpchain.experiments;

import java.util.List;
import org.gpchain.core.kernel.EmbeddingKernel;

/**
 * What a learner is told of its fold beside the sentences.
 *
 * @param task the task
 * @param fold number of the fold, from 1
 * @param method how to learn
 * @param samples Monte-Carlo samples of a sentence, for methods that draw some
 * @param form of the gray-box methods
 * @param embeddings kernels of word vectors, one for each template line of words; may be empty
 * @param control how to stop and continue
 * @param threads number of threads; the result does not depend on it
 * @param seed of all randomness
 */
record FoldContext(
    GpstructTask task,
    int fold,
    GpstructMethod method,
    int samples,
    GrayBoxForm form,
    List<EmbeddingKernel> embeddings,
    RunControl control,
    int threads,
    long seed) {}
