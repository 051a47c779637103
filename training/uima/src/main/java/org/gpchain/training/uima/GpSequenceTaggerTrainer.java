package org.gpchain.training.uima;

import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.Parameters;
import eu.openminted.share.annotations.api.constants.OperationType;
import java.util.List;
import java.util.Set;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.training.data.DefaultTemplates;

/**
 * Trains a model from annotations of any type, which are segments or, in the scheme TOKEN, labels
 * of tokens. If neither the user nor the task provides templates, the templates for named entities
 * are used, which need only words.
 */
@Component(OperationType.TRAINER_OF_MACHINE_LEARNING_MODELS)
@Parameters(exclude = GpSegmentTrainer.PARAM_TARGET_LOCATION)
@ResourceMetaData(
    name = "GPChain Sequence Tagger Trainer",
    description = "Trains a GPChain model from documents with annotations of any type.")
@TypeCapability(
    inputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
    })
public class GpSequenceTaggerTrainer extends GpSegmentTrainer {
  /** Full name of the annotation type to learn; its sub-types are learned, too. */
  public static final String PARAM_TYPE = "type";

  @ConfigurationParameter(name = PARAM_TYPE, mandatory = true)
  private String type;

  /**
   * Name of the string feature with the labels. It may be left out if {@code subtypesAsLabels} is
   * set.
   */
  public static final String PARAM_FEATURE = "feature";

  @ConfigurationParameter(name = PARAM_FEATURE, mandatory = false)
  private String feature;

  /**
   * Name of the task, which is stored in the model. The tasks chunk, np, ne and pos have their own
   * templates.
   */
  public static final String PARAM_TASK = "task";

  @ConfigurationParameter(name = PARAM_TASK, mandatory = true, defaultValue = "tag")
  private String task;

  @Override
  String task() {
    return task;
  }

  @Override
  LabelSource source() {
    String valueFeature = feature == null ? "" : feature;
    return new LabelSource(new SegmentLayer(type, valueFeature), subtypesAsLabels, Set.of());
  }

  @Override
  TemplateSet defaultTemplates(WordResource words) {
    if (DefaultTemplates.tasks().contains(task)) {
      return super.defaultTemplates(words);
    }
    return DefaultTemplates.of("ne", List.of(TokenSequence.WORD), words);
  }
}
