package org.gpchain.annotator;

import java.net.URI;
import java.net.URL;
import java.util.Map;
import org.apache.uima.UIMAFramework;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.util.SimpleNamedResourceManager;
import org.apache.uima.resource.ResourceInitializationException;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.model.Model;

/**
 * A model that a program has loaded and binds to engines, which then look up none.
 *
 * @param model model with all that the options need
 * @param location where the model was read, which gives its name
 * @param options how the model predicts, in place of the engine's parameters
 * @param evidence takes the evidence of each document for the check of a promise
 */
public record BoundModel(
    Model model, URL location, DecodingOptions options, PromiseEvidence evidence) {
  /** Creates a binding for a program that does not take evidence. */
  public BoundModel(Model model, URL location, DecodingOptions options) {
    this(model, location, options, new PromiseEvidence());
  }

  /**
   * Returns an engine that annotates the initial view of documents with this model.
   *
   * @param parameters names and values in turn
   */
  public AnalysisEngine engine(Class<? extends GpSegmentAnnotator> component, Object... parameters)
      throws ResourceInitializationException {
    return engineOfView(CAS.NAME_DEFAULT_SOFA, component, parameters);
  }

  /**
   * Returns an engine that annotates a view of documents with this model.
   *
   * @param view name of the view
   * @param parameters names and values in turn
   */
  public AnalysisEngine engineOfView(
      String view, Class<? extends GpSegmentAnnotator> component, Object... parameters)
      throws ResourceInitializationException {
    AnalysisEngineDescription description =
        AnalysisEngineFactory.createEngineDescription(component, parameters);
    // Without one, even if it is empty, UIMA binds nothing.
    description.setResourceManagerConfiguration(
        UIMAFramework.getResourceSpecifierFactory().createResourceManagerConfiguration());
    SimpleNamedResourceManager resources = new SimpleNamedResourceManager();
    resources.setAutoWireEnabled(true);
    resources.setExternalContext(Map.of(GpSegmentAnnotator.RES_MODEL, this));
    return UIMAFramework.produceAnalysisEngine(ViewMapping.of(description, view), resources, null);
  }

  /**
   * Returns the last part of a location, without its extension: {@code ner-en-default} of {@code
   * classpath:/org/gpchain/annotator/lib/ner-en-default.gpchain}.
   *
   * @param location of a model that has been read: a file, a URL or a {@code classpath:} location
   */
  public static String nameOf(String location) {
    // In a URL of a file, and nowhere else, a space is written %20.
    String path =
        location.startsWith("file:") ? URI.create(location).getSchemeSpecificPart() : location;
    String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }
}
