package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import opennlp.tools.chunker.ChunkSample;
import opennlp.tools.chunker.ChunkerFactory;
import opennlp.tools.chunker.ChunkerME;
import opennlp.tools.chunker.ChunkerModel;
import opennlp.tools.util.ObjectStreamUtils;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;

/**
 * OpenNLP's chunker, which sees words and parts of speech. The probability of a label that it knows
 * is that given the labels before, so that it has no marginals.
 */
final class OpenNlpChunk implements Peer {
  /** The tasks that it can learn. */
  static final Set<String> TASKS = Set.of("chunk", "np");

  private static final String ANY_LANGUAGE = "x-unspecified";

  private final PeerJob job;

  OpenNlpChunk(PeerJob job) {
    this.job = job;
  }

  @Override
  public TrainedPeer train(List<LabeledSequence> train, double penalty, Path model)
      throws IOException {
    List<ChunkSample> samples =
        train.stream()
            .map(
                sentence ->
                    new ChunkSample(
                        sentence.tokens().column(TokenSequence.WORD),
                        sentence.tokens().column(TokenSequence.POS),
                        sentence.labels(job.scheme())))
            .toList();
    ChunkerME.train(
            ANY_LANGUAGE,
            ObjectStreamUtils.createObjectStream(samples),
            OpenNlp.parameters(job, penalty),
            new ChunkerFactory())
        .serialize(model);
    return (sentences, decoding) -> tag(model, sentences);
  }

  private static List<TaggedSentence> tag(Path model, List<TokenSequence> sentences)
      throws IOException {
    ChunkerME chunker = new ChunkerME(new ChunkerModel(model));
    return sentences.stream()
        .map(
            sentence ->
                chunker.chunk(
                    array(sentence, TokenSequence.WORD), array(sentence, TokenSequence.POS)))
        .map(labels -> TaggedSentence.without(List.of(labels)))
        .toList();
  }

  private static String[] array(TokenSequence sentence, String column) {
    return sentence.column(column).toArray(String[]::new);
  }
}
