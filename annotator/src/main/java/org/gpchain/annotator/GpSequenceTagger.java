package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.constants.OperationType;
import java.util.List;
import java.util.Set;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.fit.descriptor.LanguageCapability;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;
import org.apache.uima.jcas.tcas.Annotation;
import org.dkpro.core.api.lexmorph.pos.POSUtils;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.dkpro.core.api.resources.HasResourceMetadata;
import org.dkpro.core.api.resources.MappingProvider;
import org.dkpro.core.api.resources.MappingProviderFactory;
import org.gpchain.core.model.Model;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.annotator.cas.TokenReader;

/**
 * Writes the annotations of any GPChain model, each with its posterior probability, such as parts
 * of speech or segments of a custom layer. A model of segments writes one annotation per segment, a
 * model of token labels one per token.
 *
 * <p>The annotations have the type {@link #PARAM_TYPE}. The type capabilities of this component
 * list only the types that it writes in addition.
 *
 * <p>If the type is DKPro's {@code POS}, the part of speech of the token is also set, and tags are
 * mapped to subtypes by DKPro's maps of tagsets. The tags of other types are not mapped.
 */
@Component(OperationType.ANNOTATOR)
@ResourceMetaData(
    name = "GPChain Sequence Tagger",
    description = "Annotates with any model, each annotation with its posterior probability.")
@LanguageCapability("x-unspecified")
@TypeCapability(
    inputs = {
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence",
      "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
    },
    outputs = {
      "org.gpchain.type.PromiseStatus",
      "org.gpchain.type.ScoredSegment",
      "org.gpchain.type.SentenceUncertainty",
      "org.gpchain.type.TokenMarginals"
    })
public class GpSequenceTagger extends GpSegmentAnnotator {
  /**
   * Location of the map from the parts of speech of Universal Dependencies to DKPro's types, for
   * the parameter {@link #PARAM_POS_MAPPING_LOCATION}, which other taggers have as well.
   */
  public static final String UNIVERSAL_DEPENDENCIES_MAP =
      "classpath:/org/gpchain/annotator/tagset/ud-pos.map";

  /** Name of the annotation type to write, such as {@code my.project.Skill}. */
  public static final String PARAM_TYPE = "type";

  @ConfigurationParameter(name = PARAM_TYPE, mandatory = true)
  private String type;

  /**
   * Name of the string feature of the annotation type that receives the tag. For POS, it is
   * PosValue.
   */
  public static final String PARAM_FEATURE = "feature";

  @ConfigurationParameter(name = PARAM_FEATURE, mandatory = true, defaultValue = "value")
  private String feature;

  /**
   * Load the part-of-speech tag to UIMA type mapping from this location instead of locating the
   * mapping automatically. Only for the type {@code POS}.
   */
  public static final String PARAM_POS_MAPPING_LOCATION =
      ComponentParameters.PARAM_POS_MAPPING_LOCATION;

  @ConfigurationParameter(name = PARAM_POS_MAPPING_LOCATION, mandatory = false)
  private String posMappingLocation;

  /** Creates a sequence tagger; UIMA calls this constructor. */
  public GpSequenceTagger() {
    super("tagger", Set.of());
  }

  @Override
  SegmentLayer layer() {
    return new SegmentLayer(type, feature);
  }

  @Override
  boolean takes(Model model) {
    return true;
  }

  @Override
  MappingProvider mappingFor(HasResourceMetadata model, String language) {
    if (!type.equals(POS._TypeName)) {
      MappingProvider disabled = new MappingProvider();
      disabled.setDefault(MappingProvider.BASE_TYPE, type);
      disabled.setOverride(MappingProvider.MAPPING_ENABLED, "false");
      return disabled;
    }

    MappingProvider mapping =
        MappingProviderFactory.createPosMappingProvider(this, posMappingLocation, language, model);
    String tagset = model.getResourceMetaData().getProperty(ModelLookup.POS_TAGSET);
    if (ModelLookup.UNIVERSAL_DEPENDENCIES.equals(tagset)) {
      // DKPro has maps of these tags only for a few languages, and they lack CCONJ.
      mapping.setDefault(MappingProvider.LOCATION, UNIVERSAL_DEPENDENCIES_MAP);
    }
    return mapping;
  }

  @Override
  void written(Annotation annotation, List<Token> tokens) {
    if (!(annotation instanceof POS pos)) {
      return;
    }
    if (pos.getType().getFeatureByBaseName("coarseValue") != null) {
      POSUtils.assignCoarseValue(pos);
    }
    if (tokens.size() == 1 && TokenReader.hasFeature(tokens.get(0), "pos")) {
      tokens.get(0).setPos(pos);
    }
  }
}
