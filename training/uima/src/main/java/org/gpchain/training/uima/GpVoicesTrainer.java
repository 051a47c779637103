package org.gpchain.training.uima;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.Parameters;
import eu.openminted.share.annotations.api.constants.OperationType;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;
import org.apache.uima.util.Level;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
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
 * Trains a model for {@link org.gpchain.annotator.GpNamedEntityRecognizer} by weak supervision,
 * from documents that need not be annotated manually. Annotations of rules, dictionaries and other
 * engines are used as voices, which may be wrong, and a label model estimates the reliability of
 * each voice.
 *
 * <p>If documents contain named entities, they are treated as manual annotations. Annotations of
 * {@link #PARAM_DONE_TYPE} mark the sentences in which manual annotations are complete.
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
   * of an annotation type. LABEL is the label of its annotations, such as {@code PER}, or a list of
   * labels for the values of the feature, such as {@code person=PER,city=LOC}, or {@code *} if the
   * values are the labels.
   */
  public static final String PARAM_VOICES = "voices";

  @ConfigurationParameter(name = PARAM_VOICES, mandatory = true)
  private String[] voices;

  /** Labels of each voice. */
  private final List<VoiceLabels> voiceLabels = new ArrayList<>();

  /** Columns with the annotations of each voice. */
  private List<AnnotationColumn> voiceColumns;

  @Override
  Annotated annotated() {
    return Annotated.SEGMENTS;
  }

  @Override
  AnnotationColumn[] voices(Task task) {
    check(task.scheme() != TagScheme.TOKEN, "voices label segments, not tokens: choose IOB2");
    check(
        super.annotated() == Annotated.ALL,
        PARAM_ANNOTATED + " cannot be used with voices; remove it");
    check(voices.length > 0, PARAM_VOICES + " must name a voice: LABEL TYPE or LABEL TYPE/FEATURE");

    voiceLabels.clear();
    List<String> columns = new ArrayList<>();
    for (String voice : voices) {
      String[] parts = voice.strip().split("\\s+(?=\\S+$)", -1);
      check(
          parts.length == 2, PARAM_VOICES + " must be LABEL TYPE or LABEL TYPE/FEATURE: " + voice);
      String labels = parts[0];
      String typeAndFeature = parts[1];
      checkIsNotManual(typeAndFeature);

      voiceLabels.add(VoiceLabels.parse(labels, typeAndFeature.contains("/")));
      columns.add("voice" + voiceLabels.size() + "=" + typeAndFeature);
    }
    voiceColumns = AnnotationColumn.parse(columns, task.requiredColumns());
    return voiceColumns.toArray(AnnotationColumn[]::new);
  }

  /** Checks that a voice does not have a type of named entities, which are manual annotations. */
  private void checkIsNotManual(String typeAndFeature) {
    String type = typeAndFeature.replaceFirst("/.*", "");
    String entityPackage = NamedEntity.class.getPackageName() + ".";
    check(
        !type.equals(source().layer().typeName()) && !typeAndFeature.startsWith(entityPackage),
        typeAndFeature
            + " is a type of manual annotations; write the annotations of a voice as another type");
  }

  @Override
  List<LabeledSequence> learned(CasCorpus corpus) throws UnusableCasException {
    Votes votes = new Votes(List.of(voices));
    for (LabeledSequence sentence : corpus.sentences()) {
      List<List<WeightedValue>> labels = new ArrayList<>(voices.length);
      for (int v = 0; v < voices.length; v++) {
        List<String> cells = sentence.tokens().column(voiceColumns.get(v).name());
        labels.add(voiceLabels.get(v).labels(cells, false));
      }
      votes.add(sentence, labels);
    }

    logWarnings(votes.warnings());
    if (votes.labels().size() == 1) {
      throw new UnusableCasException(
          "no voice has labeled a token; check the names of the types in " + PARAM_VOICES);
    }

    LabelModel model = LabelModelLearner.DEFAULT.learn(votes);
    logWarnings(model.warnings());
    return model.sentences(Labels.WEIGHTED);
  }

  private void logWarnings(List<String> warnings) {
    for (String warning : warnings) {
      log(Level.WARNING, warning);
    }
  }
}
