package org.gpchain.training.uima;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.Parameters;
import eu.openminted.share.annotations.api.constants.OperationType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;
import org.apache.uima.util.Level;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.voices.LabelModel;
import org.gpchain.internal.training.voices.LabelModel.Labels;
import org.gpchain.internal.training.voices.LabelModelLearner;
import org.gpchain.internal.training.voices.VoiceLabels;
import org.gpchain.internal.training.voices.Votes;

/**
 * Trains a model for {@link org.gpchain.annotator.GpNamedEntityRecognizer} from documents that
 * nobody need have annotated: annotations of rules, dictionaries and other engines are voices,
 * which need not be right, and a label model says how far each can be believed. Named entities are
 * those of people; sentences in which they are complete are within annotations of {@link
 * #PARAM_DONE_TYPE}.
 */
@Component(OperationType.TRAINER_OF_MACHINE_LEARNING_MODELS)
@Parameters(exclude = GpSegmentTrainer.PARAM_TARGET_LOCATION)
@ResourceMetaData(
    name = "GPChain Voices Trainer",
    description = "Trains a GPChain model from annotations of engines that need not be right.")
@TypeCapability(
    inputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
    })
public class GpVoicesTrainer extends GpNamedEntityRecognizerTrainer {
  /**
   * The voices, each {@code LABEL TYPE} or {@code LABEL TYPE/FEATURE}, where TYPE is the full name
   * of an annotation type. LABEL is what its annotations are called, such as {@code PER}, or, for
   * each value of the feature, {@code person=PER,city=LOC}, or {@code *} for values as they are.
   */
  public static final String PARAM_VOICES = "voices";

  @ConfigurationParameter(name = PARAM_VOICES, mandatory = true)
  private String[] voices;

  private final List<VoiceLabels> labels = new ArrayList<>();
  private List<AnnotationColumn> columnsOfVoices;

  @Override
  Annotated annotated() {
    return Annotated.SEGMENTS;
  }

  @Override
  AnnotationColumn[] voices(Task task) {
    check(task.scheme() != TagScheme.TOKEN, "voices label segments, not tokens: choose IOB2");
    check(super.annotated() == Annotated.ALL, PARAM_ANNOTATED + " is not for voices; leave it out");
    check(voices.length > 0, PARAM_VOICES + " must name a voice: LABEL TYPE or LABEL TYPE/FEATURE");
    labels.clear();
    List<String> columns = new ArrayList<>();
    for (String voice : voices) {
      String[] parts = voice.strip().split("\\s+(?=\\S+$)", -1);
      check(
          parts.length == 2, PARAM_VOICES + " must be LABEL TYPE or LABEL TYPE/FEATURE: " + voice);
      check(
          !parts[1].replaceFirst("/.*", "").equals(source().layer().typeName())
              && !parts[1].startsWith(NamedEntity.class.getPackageName() + "."),
          parts[1] + " is what people have annotated; write what a voice says as another type");
      labels.add(VoiceLabels.parse(parts[0], parts[1].contains("/")));
      columns.add("voice" + labels.size() + "=" + parts[1]);
    }
    columnsOfVoices = AnnotationColumn.parse(columns, task.requiredColumns());
    return columnsOfVoices.toArray(AnnotationColumn[]::new);
  }

  @Override
  List<LabeledSequence> learned(CasCorpus corpus) throws UnusableCasException {
    Votes votes = new Votes(List.of(voices));
    for (LabeledSequence sentence : corpus.sentences()) {
      TokenSequence tokens = sentence.tokens();
      List<List<WeightedValue>> said =
          IntStream.range(0, voices.length)
              .mapToObj(
                  v -> labels.get(v).said(tokens.column(columnsOfVoices.get(v).name()), false))
              .toList();
      votes.add(sentence, said);
    }
    votes.warnings().forEach(warning -> log(Level.WARNING, warning));
    if (votes.labels().size() == 1) {
      throw new UnusableCasException(
          "no voice has labelled a token; check the names of the types in " + PARAM_VOICES);
    }
    LabelModel model = LabelModelLearner.DEFAULT.learn(votes);
    model.warnings().forEach(warning -> log(Level.WARNING, warning));
    return model.sentences(Labels.WEIGHTED);
  }
}
