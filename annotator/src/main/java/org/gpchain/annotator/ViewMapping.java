package org.gpchain.annotator;

import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.factory.AggregateBuilder;
import org.apache.uima.resource.ResourceInitializationException;

/**
 * Engines for one view of documents. UIMA gives an engine the initial view, unless it is part of an
 * aggregate that maps another view to it.
 */
public final class ViewMapping {
  private ViewMapping() {}

  /**
   * Returns a description of an engine that sees a view as if it were the initial one.
   *
   * @param engine returned as it is for the initial view
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
