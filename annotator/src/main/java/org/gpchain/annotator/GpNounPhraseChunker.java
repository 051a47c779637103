package org.gpchain.annotator;

import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.constants.OperationType;
import java.util.Optional;
import org.apache.uima.fit.descriptor.LanguageCapability;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;

/**
 * Annotates base noun phrases, and no other chunks, with a GPChain model, each with its posterior
 * probability. It accepts models of noun phrases and models of chunks.
 */
@Component(OperationType.CHUNKER)
@ResourceMetaData(
    name = "GPChain Noun Phrase Chunker",
    description = "Annotates base noun phrases, each with its posterior probability.")
@LanguageCapability("x-unspecified")
@TypeCapability(
    inputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
    },
    outputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk",
      "de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.NC",
      "org.gpchain.type.PromiseStatus",
      "org.gpchain.type.ScoredSegment",
      "org.gpchain.type.SentenceUncertainty",
      "org.gpchain.type.TokenMarginals"
    })
public class GpNounPhraseChunker extends GpChunker {
  private static final String NOUN_PHRASE = "NP";

  /**
   * Returns the tag of noun phrases. Segments without a type are noun phrases, too: a corpus with
   * only one kind of segments may leave the type out.
   */
  @Override
  Optional<String> tagOf(String type) {
    boolean isNounPhrase = type.isEmpty() || type.equals(NOUN_PHRASE);
    return isNounPhrase ? Optional.of(NOUN_PHRASE) : Optional.empty();
  }
}
