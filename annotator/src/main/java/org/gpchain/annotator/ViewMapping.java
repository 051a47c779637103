package org.gpchain.annotator;

import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.factory.AggregateBuilder;
import org.apache.uima.resource.ResourceInitializationException;

/**
 * A factory of engines that process another view than the initial one. UIMA passes the initial view
 * to an engine, unless the engine is part of an aggregate that maps another view to it.
 */
public final class ViewMapping {
  private ViewMapping() {}

  /**
   * Returns a description of an engine that processes a view as if it were the initial view.
   *
   * @param engine description of the engine; returned unchanged if the view is the initial one
   * @param view name of the view
   */
  public static AnalysisEngineDescription of(AnalysisEngineDescription engine, String view)
      throws ResourceInitializationException {
    if (view.equals(CAS.NAME_DEFAULT_SOFA)) {
      return engine;
    }

    AggregateBuilder aggregate = new AggregateBuilder();
    aggregate.add(engine, CAS.NAME_DEFAULT_SOFA, view);
    return aggregate.createAggregateDescription();
  }
}
