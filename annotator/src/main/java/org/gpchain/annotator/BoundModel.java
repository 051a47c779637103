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
 * A model that a program has already loaded. Engines that it is bound to use it instead of looking
 * up a model.
 *
 * @param model the model, read with all contents that the options require
 * @param location location from which the model was read; it determines the name of the model
 * @param options options for decoding, which replace the engine's parameters
 * @param evidence receives the evidence of each document for the check of a promise
 */
public record BoundModel(
    Model model, URL location, DecodingOptions options, PromiseEvidence evidence) {
  /**
   * Creates a bound model for a program that does not read the evidence for promises.
   *
   * @param model the model, read with all contents that the options require
   * @param location location from which the model was read
   * @param options options for decoding, which replace the engine's parameters
   */
  public BoundModel(Model model, URL location, DecodingOptions options) {
    this(model, location, options, new PromiseEvidence());
  }

  /**
   * Returns an engine that annotates the initial view of documents with this model.
   *
   * @param component class of the engine
   * @param parameters names and values of the engine's parameters, alternating
   */
  public AnalysisEngine engine(Class<? extends GpSegmentAnnotator> component, Object... parameters)
      throws ResourceInitializationException {
    return engineOfView(CAS.NAME_DEFAULT_SOFA, component, parameters);
  }

  /**
   * Returns an engine that annotates a view of documents with this model.
   *
   * @param view name of the view
   * @param component class of the engine
   * @param parameters names and values of the engine's parameters, alternating
   */
  public AnalysisEngine engineOfView(
      String view, Class<? extends GpSegmentAnnotator> component, Object... parameters)
      throws ResourceInitializationException {
    AnalysisEngineDescription description =
        AnalysisEngineFactory.createEngineDescription(component, parameters);
    // UIMA binds external resources only if there is a configuration, even an empty one.
    description.setResourceManagerConfiguration(
        UIMAFramework.getResourceSpecifierFactory().createResourceManagerConfiguration());

    SimpleNamedResourceManager resources = new SimpleNamedResourceManager();
    resources.setAutoWireEnabled(true);
    resources.setExternalContext(Map.of(GpSegmentAnnotator.RES_MODEL, this));
    return UIMAFramework.produceAnalysisEngine(ViewMapping.of(description, view), resources, null);
  }

  /**
   * Returns the name of a model: the last part of its location, without the extension. For example,
   * the name for {@code classpath:/org/gpchain/annotator/lib/ner-en-default.gpchain} is {@code
   * ner-en-default}.
   *
   * @param location location of the model: a file, a URL or a {@code classpath:} location
   */
  public static String nameOf(String location) {
    String path = location;
    if (location.startsWith("file:")) {
      // Only file: URLs escape characters, such as a space as %20.
      path = URI.create(location).getSchemeSpecificPart();
    }

    int lastSeparator = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
    String file = path.substring(lastSeparator + 1);
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }
}
