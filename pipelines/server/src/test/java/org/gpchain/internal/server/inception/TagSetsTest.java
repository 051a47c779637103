package org.gpchain.internal.server.inception;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.internal.server.models.ToyNames.json;

import java.util.Map;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.resource.metadata.AllowedValue;
import org.apache.uima.resource.metadata.impl.AllowedValue_impl;
import org.apache.uima.resource.metadata.impl.TypeSystemDescription_impl;
import org.gpchain.internal.server.annotations.Anchoring;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TagSetsTest {
  private static final Metadata METADATA =
      new Metadata("x.Layer", "f", "7", Anchoring.SEGMENTS, true, 0, 1);

  /** Returns a layer whose feature has a type, which is a string or "x.Color". */
  private static LayerView view(String range) throws Exception {
    TypeSystemDescription_impl types = new TypeSystemDescription_impl();
    AllowedValue red = new AllowedValue_impl();
    red.setString("red");
    types.addType("x.Color", "", CAS.TYPE_NAME_STRING).setAllowedValues(new AllowedValue[] {red});
    types.addType("x.Layer", "", CAS.TYPE_NAME_ANNOTATION).addFeature("f", "", range);
    return new LayerView(JCasFactory.createJCas(types), METADATA);
  }

  private static Map<String, String> tags(TagSets tagSets, String request) throws Exception {
    return tagSets.of(METADATA, json(request).json(), view(CAS.TYPE_NAME_STRING));
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
    assertThat(tagSets.of(METADATA, json("{}").json(), view("x.Color")))
        .as("the values that the type system allows")
        .isEqualTo(Map.of("red", ""));
  }

  /** A tag of 1 character with a description of 400 takes 2 · 401 bytes and twice 128. */
  @ParameterizedTest
  @CsvSource({"1058, true", "1057, false"})
  void remembersTagSetsWithinTheBudget(long budget, boolean isRemembered) throws Exception {
    String request =
        "{'tagsets': [{'tags': [{'tag': 'a', 'description': '%s'}],"
            + " 'targets': [{'type': 'x.Layer', 'feature': 'f'}]}]}";
    TagSets tagSets = new TagSets(budget);
    assertThat(tags(tagSets, request.formatted("x".repeat(400)))).containsOnlyKeys("a");
    assertThat(tags(tagSets, "{}").containsKey("a")).isEqualTo(isRemembered);
  }
}
