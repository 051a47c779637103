package org.gpchain.experiments.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.training.Progress;

/** GPChain, which learns its prior variances and has no penalty to tune. */
final class GpChainPeer implements Peer {
  private static final List<Decoding> DECODINGS = List.of(Decoding.VITERBI, Decoding.SEGMENTS);

  private final Task task;
  private final TrainerSettings settings;

  GpChainPeer(PeerJob job) {
    Task plain = Task.of(job.task(), job.features().templateSet());
    this.task = plain.withCutoff(job.features().cutoff()).withScheme(job.scheme());

    TrainerSettings defaults = TrainerSettings.DEFAULT;
    this.settings =
        defaults
            .with(defaults.optimization().withIterations(job.iterations()))
            .with(new Run(1, job.seed()));
  }

  @Override
  public List<String> decodings() {
    return DECODINGS.stream().map(Decoding::toString).toList();
  }

  @Override
  public Trained train(List<LabeledSequence> train, double penalty, Path file) throws IOException {
    Model model = Trainers.of(settings).train(TrainingData.of(train, task), Progress.NONE);
    AtomicFile.write(file, out -> ModelWriter.write(model, out));
    return (sentences, decoding) -> tag(file, sentences, decoding);
  }

  private static List<Tagged> tag(Path file, List<TokenSequence> sentences, String decoding)
      throws IOException {
    Decoding chosen = Decoding.valueOf(decoding.toUpperCase(Locale.ROOT));
    DecodingOptions options = new DecodingOptions(chosen, 0, false, 1);
    try (InputStream in = Files.newInputStream(file)) {
      Tagger tagger = ModelReader.read(in, Contents.DECODING).tagger(options);
      List<Tagged> tagged = new ArrayList<>();
      for (TokenSequence sentence : sentences) {
        tagged.add(tagged(tagger.tag(sentence)));
      }
      return tagged;
    }
  }

  private static Tagged tagged(Prediction prediction) {
    int v = prediction.labelSet().size();
    double[] marginals = new double[prediction.length() * v];
    for (int i = 0; i < marginals.length; i++) {
      marginals[i] = prediction.marginal(i / v, i % v);
    }
    return new Tagged(prediction.labels(), prediction.labelSet(), marginals);
  }
}
