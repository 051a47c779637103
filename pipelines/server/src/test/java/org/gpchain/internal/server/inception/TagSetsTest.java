package org.gpchain.internal.server.inception;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.internal.server.models.ToyNames.json;

import java.util.Map;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.resource.metadata.impl.TypeSystemDescription_impl;
import org.gpchain.internal.server.annotations.Anchoring;
import org.junit.jupiter.api.Test;

class TagSetsTest {
  private static final Metadata METADATA =
      new Metadata("x.Layer", "f", "7", Anchoring.SEGMENTS, true, 0, 1);

  private static LayerView view() throws Exception {
    TypeSystemDescription_impl types = new TypeSystemDescription_impl();
    types
        .addType("x.Layer", "", CAS.TYPE_NAME_ANNOTATION)
        .addFeature("f", "", CAS.TYPE_NAME_STRING);
    return new LayerView(JCasFactory.createJCas(types), METADATA);
  }

  private static Map<String, String> tags(TagSets tagSets, String request) throws Exception {
    return tagSets.of(METADATA, json(request).json(), view());
  }

  @Test
  void readsTheTagsOfTheFeature() throws Exception {
    String request =
        "{'tagsets': [{'tags': [{'tag': 'a', 'description': 'A thing'}, {'tag': 'b',"
            + " 'description': null}], 'targets': [{'type': 'x', 'feature': 'f'}, {'type':"
            + " 'x.Layer', 'feature': 'f'}]}, {'tags': [{'tag': 'c'}], 'targets': [{'type':"
            + " 'x.Layer', 'feature': 'g'}]}]}";
    TagSets tagSets = new TagSets(1 << 20);
    assertThat(tags(tagSets, "{}")).isEmpty();
    assertThat(tags(tagSets, request)).isEqualTo(Map.of("a", "A thing", "b", ""));
    assertThat(tags(tagSets, "{}"))
        .as("requests to train have no tag sets")
        .containsOnlyKeys("a", "b");
    assertThat(tags(tagSets, "{'tagsets': []}")).as("the tag set was removed").isEmpty();
    assertThat(tags(tagSets, "{}")).isEmpty();
  }
}
