package org.gpchain;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.uima.UIMAFramework;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.resource.metadata.FeatureDescription;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.type.ScoredSegment;

/**
 * Writes the type system of the Python client, {@code types.xml}. It has the types of the documents
 * that the client and {@code POST /v1/xmi} write, and all types to which these refer.
 */
final class PythonTypes {
  private PythonTypes() {}

  /** Returns the type system in XML. */
  static String write() throws Exception {
    TypeSystemDescription all = TypeSystemDescriptionFactory.createTypeSystemDescription();
    TypeSystemDescription types =
        UIMAFramework.getResourceSpecifierFactory().createTypeSystemDescription();
    List<TypeDescription> copies = new ArrayList<>();
    for (String name : withReferences(all)) {
      copies.add(copy(all.getType(name)));
    }
    types.setTypes(copies.toArray(new TypeDescription[0]));
    addFeaturesOfSuggestions(types.getType(NamedEntity._TypeName));

    StringWriter xml = new StringWriter();
    types.toXML(xml);
    return shortened(xml.toString());
  }

  /** Returns XML without its declaration, blank lines and empty descriptions. */
  private static String shortened(String xml) {
    StringBuilder shortened = new StringBuilder();
    for (String line : xml.lines().toList()) {
      String element = line.strip();
      boolean isUseful = !element.isEmpty() && !element.equals("<description/>");
      if (isUseful && !element.startsWith("<?xml")) {
        shortened.append(line).append('\n');
      }
    }
    return shortened.toString();
  }

  /** Returns the names of the written types and of those to which they refer. */
  private static Set<String> withReferences(TypeSystemDescription all) {
    Deque<String> rest =
        new ArrayDeque<>(
            List.of(
                DocumentMetaData._TypeName,
                Sentence._TypeName,
                Token._TypeName,
                NamedEntity._TypeName,
                ScoredSegment._TypeName));
    for (SegmentLayer layer : ShippedModel.LAYERS) {
      rest.add(layer.typeName());
    }

    Set<String> names = new TreeSet<>();
    while (!rest.isEmpty()) {
      TypeDescription type = all.getType(rest.remove());
      // Types of UIMA itself are not described.
      if (type == null || !names.add(type.getName())) {
        continue;
      }
      rest.add(type.getSupertypeName());
      for (FeatureDescription feature : type.getFeatures()) {
        rest.add(feature.getRangeTypeName());
        if (feature.getElementType() != null) {
          rest.add(feature.getElementType());
        }
      }
    }
    return names;
  }

  /** Returns a copy of a type without its documentation. */
  private static TypeDescription copy(TypeDescription type) {
    TypeDescription copy = (TypeDescription) type.clone();
    copy.setDescription(null);
    copy.setSourceUrl(null);
    for (FeatureDescription feature : copy.getFeatures()) {
      feature.setDescription(null);
    }
    return copy;
  }

  /** Adds the features by which annotation tools receive suggestions. */
  private static void addFeaturesOfSuggestions(TypeDescription type) {
    type.addFeature("value_score", null, CAS.TYPE_NAME_DOUBLE);
    type.addFeature("value_score_explanation", null, CAS.TYPE_NAME_STRING);
    type.addFeature("inception_internal_predicted", null, CAS.TYPE_NAME_BOOLEAN);
  }
}
