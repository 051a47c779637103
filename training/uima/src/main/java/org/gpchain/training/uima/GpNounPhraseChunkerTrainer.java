package org.gpchain.training.uima;

import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.Parameters;
import eu.openminted.share.annotations.api.constants.OperationType;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;

/**
 * Trains a model for {@link org.gpchain.annotator.GpNounPhraseChunker} from documents with chunks.
 * Only chunks with the value NP are learned.
 */
@Component(OperationType.TRAINER_OF_MACHINE_LEARNING_MODELS)
@Parameters(exclude = GpSegmentTrainer.PARAM_TARGET_LOCATION)
@ResourceMetaData(
    name = "GPChain Noun Phrase Chunker Trainer",
    description = "Trains a GPChain model from documents with base noun phrases.")
@TypeCapability(
    inputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token",
      "de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk"
    })
public class GpNounPhraseChunkerTrainer extends GpSegmentTrainer {
  @Override
  String task() {
    return "np";
  }
}
