package org.gpchain.pipelines.experiment;

/**
 * What a learner is told of its fold beside the sentences.
 *
 * @param task the task
 * @param fold number of the fold, from 1
 * @param method how to learn
 * @param samples Monte-Carlo samples of a sentence, for methods that draw some
 * @param form of the gray-box methods
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
    RunControl control,
    int threads,
    long seed) {}
