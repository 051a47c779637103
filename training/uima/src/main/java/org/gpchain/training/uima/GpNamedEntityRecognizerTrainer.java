package org.gpchain.training.uima;

import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.Parameters;
import eu.openminted.share.annotations.api.constants.OperationType;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;

/**
 * Trains a model for {@link org.gpchain.annotator.GpNamedEntityRecognizer} from documents with
 * named entities. Parts of speech are only needed if the templates use them.
 */
@Component(OperationType.TRAINER_OF_MACHINE_LEARNING_MODELS)
@Parameters(exclude = GpSegmentTrainer.PARAM_TARGET_LOCATION)
@ResourceMetaData(
    name = "GPChain Named Entity Recognizer Trainer",
    description = "Trains a GPChain model from documents with named entities.")
@TypeCapability(
    inputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
    })
public class GpNamedEntityRecognizerTrainer extends GpSegmentTrainer {
  @Override
  String task() {
    return "ne";
  }
}
