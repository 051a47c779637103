package org.gpchain.experiments.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.DecodingOptions.Decoding;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.LearningListener;
import org.gpchain.training.decoupled.Learner;
import org.gpchain.training.file.AtomicFile;

/** GPChain, which learns its prior variances itself and has no penalty to tune. */
final class GpChainPeer implements Peer {
  private static final List<Decoding> DECODINGS = List.of(Decoding.VITERBI, Decoding.SEGMENTS);

  private final LearnerSettings settings;

  GpChainPeer(PeerJob job) {
    this.settings =
        LearnerSettings.of(job.task(), job.templateSet())
            .withCutoff(job.cutoff())
            .withIterations(job.iterations())
            .withThreads(1)
            .withSeed(job.seed());
  }

  @Override
  public List<String> decodings() {
    return DECODINGS.stream().map(decoding -> decoding.name().toLowerCase(Locale.ROOT)).toList();
  }

  @Override
  public TrainedPeer train(List<LabeledSequence> train, double penalty, Path file)
      throws IOException {
    Model model = new Learner(settings, LearningListener.SILENT).learn(train, List.of());
    AtomicFile.write(file, out -> ModelWriter.write(model, out));
    return (sentences, decoding) -> tag(file, sentences, decoding);
  }

  private static List<TaggedSentence> tag(Path file, List<TokenSequence> sentences, String decoding)
      throws IOException {
    Decoding chosen = Decoding.valueOf(decoding.toUpperCase(Locale.ROOT));
    try (InputStream in = Files.newInputStream(file)) {
      Tagger tagger =
          ModelReader.read(in, Contents.DECODING).tagger(new DecodingOptions(chosen, 0, false, 1));
      return sentences.stream().map(sentence -> tagged(tagger.tag(sentence))).toList();
    }
  }

  private static TaggedSentence tagged(Prediction prediction) {
    int v = prediction.labelSet().size();
    double[] marginals = new double[prediction.length() * v];
    for (int i = 0; i < marginals.length; i++) {
      marginals[i] = prediction.marginal(i / v, i % v);
    }
    return new TaggedSentence(prediction.labels(), prediction.labelSet(), marginals);
  }
}
