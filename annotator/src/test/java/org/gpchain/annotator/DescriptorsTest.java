package org.gpchain.annotator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.util.Arrays;
import org.apache.uima.UIMAFramework;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.resource.metadata.ConfigurationParameter;
import org.apache.uima.util.XMLInputSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The descriptors that the build generates, for those who do not use uimaFIT. */
class DescriptorsTest {
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
  void areComplete(Class<?> component) throws Exception {
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
