package org.gpchain.annotator;

import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.constants.OperationType;
import java.util.Set;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.fit.descriptor.LanguageCapability;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.dkpro.core.api.resources.HasResourceMetadata;
import org.dkpro.core.api.resources.MappingProvider;
import org.dkpro.core.api.resources.MappingProviderFactory;
import org.gpchain.internal.annotator.cas.SegmentLayer;

/**
 * Annotates chunks (noun chunks, verb chunks, …) with a GPChain model, each with its posterior
 * probability. If the model needs parts of speech, it also specifies their tagset.
 */
@Component(OperationType.CHUNKER)
@ResourceMetaData(
    name = "GPChain Chunker",
    description = "Annotates chunks, each with its posterior probability.")
@LanguageCapability("x-unspecified")
@TypeCapability(
    inputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
    },
    outputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk",
      "org.gpchain.type.PromiseStatus",
      "org.gpchain.type.ScoredSegment",
      "org.gpchain.type.SentenceUncertainty",
      "org.gpchain.type.TokenMarginals"
    })
public class GpChunker extends GpSegmentAnnotator {
  private static final String CONLL_2000_MAP =
      "classpath:/org/dkpro/core/api/syntax/tagset/en-conll2000-chunk.map";

  /**
   * Load the chunk tag to UIMA type mapping from this location instead of locating the mapping
   * automatically.
   */
  public static final String PARAM_CHUNK_MAPPING_LOCATION =
      ComponentParameters.PARAM_CHUNK_MAPPING_LOCATION;

  @ConfigurationParameter(name = PARAM_CHUNK_MAPPING_LOCATION, mandatory = false)
  private String chunkMappingLocation;

  /** Creates a chunker; UIMA calls this constructor. */
  public GpChunker() {
    super("chunker", Set.of("ne"));
  }

  @Override
  SegmentLayer layer() {
    return SegmentLayer.CHUNK;
  }

  /**
   * Returns DKPro's mapping of chunk tags. The CoNLL-2000 tags are mapped in the same way in every
   * language, since DKPro has a map for them only for English.
   */
  @Override
  MappingProvider mappingFor(HasResourceMetadata model, String language) {
    MappingProvider mapping =
        MappingProviderFactory.createChunkMappingProvider(
            this, chunkMappingLocation, language, model);

    String tagset = model.getResourceMetaData().getProperty(ModelLookup.CHUNK_TAGSET);
    if (ModelLookup.CONLL_2000.equals(tagset)) {
      mapping.setDefault(MappingProvider.LOCATION, CONLL_2000_MAP);
    }
    return mapping;
  }
}
