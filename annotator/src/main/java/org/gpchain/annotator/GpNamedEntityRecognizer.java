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
 * Annotates named entities with a GPChain model, each with its posterior probability. Parts of
 * speech are needed only by models that were trained with them.
 */
@Component(OperationType.NAMED_ENTITITY_RECOGNIZER)
@ResourceMetaData(
    name = "GPChain Named Entity Recognizer",
    description = "Annotates named entities, each with its posterior probability.")
@LanguageCapability("x-unspecified")
@TypeCapability(
    inputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
    },
    outputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity",
      "org.gpchain.type.PromiseStatus",
      "org.gpchain.type.ScoredSegment",
      "org.gpchain.type.SentenceUncertainty",
      "org.gpchain.type.TokenMarginals"
    })
public class GpNamedEntityRecognizer extends GpSegmentAnnotator {
  private static final String DEFAULT_MAP = "classpath:/org/gpchain/annotator/lib/ner-default.map";

  /**
   * Load the named entity tag to UIMA type mapping from this location instead of the built-in
   * mapping, which contains the tags of the CoNLL shared tasks and of OntoNotes.
   */
  public static final String PARAM_NAMED_ENTITY_MAPPING_LOCATION =
      ComponentParameters.PARAM_NAMED_ENTITY_MAPPING_LOCATION;

  @ConfigurationParameter(name = PARAM_NAMED_ENTITY_MAPPING_LOCATION, mandatory = false)
  private String namedEntityMappingLocation;

  /** Creates a named entity recognizer; UIMA calls this constructor. */
  public GpNamedEntityRecognizer() {
    super("ner", Set.of("chunk", "np"));
  }

  @Override
  SegmentLayer layer() {
    return SegmentLayer.NAMED_ENTITY;
  }

  @Override
  MappingProvider mappingFor(HasResourceMetadata model, String language) {
    MappingProvider mapping =
        MappingProviderFactory.createNerMappingProvider(
            this, namedEntityMappingLocation, language, variant, model);
    mapping.setDefault(MappingProvider.LOCATION, DEFAULT_MAP);
    return mapping;
  }
}
