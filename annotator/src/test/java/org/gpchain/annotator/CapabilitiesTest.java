package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;
import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.TagsetDescription;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.net.URL;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.uima.UIMAFramework;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.analysis_engine.TypeOrFeature;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.TOP;
import org.apache.uima.resource.metadata.Capability;
import org.apache.uima.resource.metadata.ConfigurationParameter;
import org.apache.uima.util.XMLInputSource;
import org.gpchain.core.model.Model;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the capabilities that components declare, which must be exactly the types that they read
 * and write, and of the descriptors that the build generates for users without uimaFIT.
 */
class CapabilitiesTest {
  @TempDir private Path directory;

  /**
   * A component, a model for it, and its parameters.
   *
   * @param variableOutput the output type that a parameter names, so that it cannot be declared; or
   *     null
   */
  private record Case(
      Class<? extends GpSegmentAnnotator> component,
      Model model,
      String variableOutput,
      Object... parameters) {}

  static Stream<Case> components() {
    return Stream.of(
        new Case(GpChunker.class, TestModels.chunks(), null),
        new Case(
            GpNounPhraseChunker.class,
            TestModels.chunks(),
            null,
            // Without the mapping, noun phrases are written as the base type Chunk.
            GpNounPhraseChunker.PARAM_MAPPING_ENABLED,
            false),
        new Case(GpNounPhraseChunker.class, TestModels.chunks(), null),
        new Case(GpNamedEntityRecognizer.class, TestModels.entities(), null),
        new Case(
            GpSequenceTagger.class,
            TestModels.tokenLabels(),
            POS._TypeName,
            TestEngines.POS_LAYER));
  }

  @ParameterizedTest
  @MethodSource("components")
  void declaresExactlyTheTypesThatItReadsAndWrites(Case component) throws Exception {
    Path file = TestModels.write(component.model(), directory.resolve("model.gpchain"));
    AnalysisEngineDescription description =
        createEngineDescription(component.component(), component.parameters());
    var settings = description.getAnalysisEngineMetaData().getConfigurationParameterSettings();
    settings.setParameterValue(GpSegmentAnnotator.PARAM_MODEL_LOCATION, file.toString());
    settings.setParameterValue(GpSegmentAnnotator.PARAM_N_BEST, 4);
    settings.setParameterValue(GpSegmentAnnotator.PARAM_WRITE_TOKEN_MARGINALS, true);
    settings.setParameterValue(GpSegmentAnnotator.PARAM_WRITE_UNCERTAINTY, true);
    Capability[] capabilities = description.getAnalysisEngineMetaData().getCapabilities();
    assertThat(capabilities).hasSize(1);
    assertThat(names(capabilities[0].getInputs()))
        .contains(Token.class.getName(), Sentence.class.getName());

    JCas document = TestDocuments.tokens("en", "The cat sat in London with Ada in Acme");
    Set<String> before = types(document);
    AnalysisEngineFactory.createEngine(description).process(document);
    Set<String> written = types(document);
    written.removeAll(before);
    written.remove(TagsetDescription.class.getName());

    List<String> declared =
        Stream.concat(
                names(capabilities[0].getOutputs()).stream(),
                Stream.ofNullable(component.variableOutput()))
            .toList();
    TypeSystem types = document.getTypeSystem();
    assertThat(written)
        .allMatch(type -> declared.stream().anyMatch(name -> subsumes(types, name, type)));
    assertThat(declared)
        // Written only with a promise, which these models cannot make.
        .filteredOn(name -> !name.equals("org.gpchain.type.PromiseStatus"))
        .allMatch(
            name ->
                written.stream()
                    .anyMatch(type -> subsumes(types, name, type) || subsumes(types, type, name)));
  }

  private static boolean subsumes(TypeSystem types, String general, String special) {
    return types.subsumes(types.getType(general), types.getType(special));
  }

  private static List<String> names(TypeOrFeature[] declared) {
    return Arrays.stream(declared).map(TypeOrFeature::getName).toList();
  }

  private static Set<String> types(JCas document) {
    return document.getIndexedFSs(TOP.class).stream()
        .map(TOP::getType)
        .map(type -> type.getName())
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        GpChunker.class,
        GpCleanup.class,
        GpNamedEntityRecognizer.class,
        GpNounPhraseChunker.class,
        GpSequenceTagger.class,
        GpWordAnnotator.class
      })
  void generatedDescriptorsAreComplete(Class<?> component) throws Exception {
    URL file = component.getResource(component.getSimpleName() + ".xml");
    AnalysisEngineDescription description =
        UIMAFramework.getXMLParser().parseAnalysisEngineDescription(new XMLInputSource(file));
    var metaData = description.getAnalysisEngineMetaData();

    assertThat(metaData.getName()).startsWith("GPChain ");
    assertThat(metaData.getVersion()).matches("\\d+\\.\\d+.*");
    assertThat(metaData.getVendor()).isEqualTo("org.gpchain");
    assertThat(metaData.getDescription()).isNotBlank();
    assertThat(metaData.getCapabilities()).hasSize(1);
    assertThat(metaData.getCapabilities()[0].getLanguagesSupported())
        .containsExactly(Languages.UNSPECIFIED);
    assertThat(
            Arrays.stream(
                metaData.getConfigurationParameterDeclarations().getConfigurationParameters()))
        .allMatch(parameter -> parameter.getDescription().length() > 10)
        .noneMatch(parameter -> parameter.getDescription().contains("{@"))
        .extracting(ConfigurationParameter::getName)
        .doesNotHaveDuplicates();
  }
}
