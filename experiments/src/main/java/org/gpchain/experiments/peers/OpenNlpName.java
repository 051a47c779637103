package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import opennlp.tools.namefind.NameFinderME;
import opennlp.tools.namefind.NameSample;
import opennlp.tools.namefind.TokenNameFinderFactory;
import opennlp.tools.namefind.TokenNameFinderModel;
import opennlp.tools.util.ObjectStreamUtils;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * OpenNLP's name finder, which sees words alone. Each sentence is a document of its own to it, as
 * it is to the others. It has no marginals.
 */
final class OpenNlpName implements Peer {
  /** The task that it can learn. */
  static final String TASK = "ne";

  private static final String ANY_LANGUAGE = "x-unspecified";
  private static final SpanCodec IOB2 = SpanCodec.of(TagScheme.IOB2);

  private final PeerJob job;

  OpenNlpName(PeerJob job) {
    this.job = job;
  }

  @Override
  public TrainedPeer train(List<LabeledSequence> train, double penalty, Path model)
      throws IOException {
    List<NameSample> samples = train.stream().map(OpenNlpName::sample).toList();
    // A type that is given would take the place of the names' own.
    NameFinderME.train(
            ANY_LANGUAGE,
            null,
            ObjectStreamUtils.createObjectStream(samples),
            OpenNlp.parameters(job, penalty),
            new TokenNameFinderFactory())
        .serialize(model);
    return (sentences, decoding) -> tag(model, sentences);
  }

  private static NameSample sample(LabeledSequence sentence) {
    opennlp.tools.util.Span[] names =
        sentence.spans().stream()
            .map(span -> new opennlp.tools.util.Span(span.start(), span.end(), span.type()))
            .toArray(opennlp.tools.util.Span[]::new);
    return new NameSample(words(sentence.tokens()), names, true);
  }

  private static List<TaggedSentence> tag(Path model, List<TokenSequence> sentences)
      throws IOException {
    NameFinderME finder = new NameFinderME(new TokenNameFinderModel(model));
    List<TaggedSentence> tagged = new ArrayList<>();
    for (TokenSequence sentence : sentences) {
      List<Span> names =
          Arrays.stream(finder.find(words(sentence)))
              .map(name -> new Span(name.getStart(), name.getEnd(), name.getType()))
              .toList();
      finder.clearAdaptiveData();
      tagged.add(TaggedSentence.without(IOB2.encode(names, sentence.length())));
    }
    return tagged;
  }

  private static String[] words(TokenSequence sentence) {
    return sentence.column(TokenSequence.WORD).toArray(String[]::new);
  }
}
