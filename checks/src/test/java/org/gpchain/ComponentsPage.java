package org.gpchain;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.uima.UIMAException;
import org.apache.uima.resource.metadata.ConfigurationParameter;
import org.apache.uima.resource.metadata.ResourceMetaData;

/** Writes the reference page of UIMA components and parameters from the descriptors in the jars. */
final class ComponentsPage {
  private static final List<String> ANNOTATORS =
      List.of(
          "GpChunker",
          "GpNounPhraseChunker",
          "GpNamedEntityRecognizer",
          "GpSequenceTagger",
          "GpWordAnnotator",
          "GpCleanup");
  private static final List<String> TRAINERS =
      List.of(
          "GpChunkerTrainer",
          "GpNounPhraseChunkerTrainer",
          "GpNamedEntityRecognizerTrainer",
          "GpSequenceTaggerTrainer",
          "GpVoicesTrainer");

  private ComponentsPage() {}

  /** Returns the page in Markdown. */
  static String write() throws UIMAException, IOException {
    return """
    # Components

    Generated from the descriptors. The constant of a parameter `nBest` is `PARAM_N_BEST`, a constant of each class that has
    it, but for `PARAM_VARIANT` and `PARAM_PRINT_TAGSET`. A value has the type that is listed: a Java caller writes `5` for an Integer, `0.05f` for a Float, `0.05` for a Double.

    """
        + table("Annotators", "org.gpchain.annotator.", ANNOTATORS)
        + "\n"
        + table("Trainers", "org.gpchain.training.uima.", TRAINERS);
  }

  private static String table(String title, String packageName, List<String> components)
      throws UIMAException, IOException {
    Map<List<String>, List<String>> owners = new LinkedHashMap<>();
    StringBuilder page = new StringBuilder("## " + title + "\n\n| component | |\n| --- | --- |\n");
    for (String component : components) {
      ResourceMetaData metaData = createEngineDescription(packageName + component).getMetaData();
      page.append("| `" + packageName + component + "` | ")
          .append(cell(metaData.getDescription()))
          .append(" |\n");
      for (ConfigurationParameter parameter :
          metaData.getConfigurationParameterDeclarations().getConfigurationParameters()) {
        Object value =
            metaData.getConfigurationParameterSettings().getParameterValue(parameter.getName());
        List<String> row =
            List.of(
                parameter.getName(),
                parameter.getType() + (parameter.isMultiValued() ? "[]" : ""),
                shown(value),
                cell(parameter.getDescription()));
        owners.computeIfAbsent(row, ignored -> new ArrayList<>()).add(component);
      }
    }
    page.append(
        "\n| parameter | type | default | of | meaning |\n| --- | --- | --- | --- | --- |\n");
    owners.forEach(
        (row, of) ->
            page.append("| `" + row.get(0) + "` | " + row.get(1) + " | " + row.get(2) + " | ")
                .append(of.size() == components.size() ? "all" : String.join(", ", of))
                .append(" | " + row.get(3) + " |\n"));
    return page.toString();
  }

  private static String shown(Object value) {
    if (value == null) {
      return "–";
    }
    return "`" + (value instanceof Object[] values ? Arrays.toString(values) : value) + "`";
  }

  private static String cell(String text) {
    return Objects.toString(text, "").replace("|", "\\|").replaceAll("\\s+", " ").strip();
  }
}
