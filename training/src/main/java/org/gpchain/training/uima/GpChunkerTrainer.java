package org.gpchain.training.uima;

import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.Parameters;
import eu.openminted.share.annotations.api.constants.OperationType;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;
import org.gpchain.annotator.cas.SegmentLayer;

/** Trains a model for {@link org.gpchain.annotator.GpChunker} from documents with chunks. */
@Component(OperationType.TRAINER_OF_MACHINE_LEARNING_MODELS)
@Parameters(exclude = GpSegmentTrainer.PARAM_TARGET_LOCATION)
@ResourceMetaData(
    name = "GPChain Chunker Trainer",
    description = "Trains a GPChain model from documents with chunks.")
@TypeCapability(
    inputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token",
      "de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk"
    })
public class GpChunkerTrainer extends GpSegmentTrainer {
  private static final String NOUN_PHRASE = "NP";

  /** Learn base noun phrases (chunks with the value NP) and no other chunks. */
  public static final String PARAM_NOUN_PHRASES_ONLY = "nounPhrasesOnly";

  @ConfigurationParameter(name = PARAM_NOUN_PHRASES_ONLY, mandatory = true, defaultValue = "false")
  private boolean nounPhrasesOnly;

  /** Made by UIMA. */
  public GpChunkerTrainer() {
    super(SegmentLayer.CHUNK);
  }

  @Override
  String task() {
    return nounPhrasesOnly ? "np" : "chunk";
  }

  @Override
  boolean isLearned(String tag) {
    return !nounPhrasesOnly || tag.equals(NOUN_PHRASE);
  }
}
