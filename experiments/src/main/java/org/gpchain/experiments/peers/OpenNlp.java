package org.gpchain.experiments.peers;

import opennlp.tools.ml.maxent.quasinewton.QNTrainer;
import opennlp.tools.util.TrainingParameters;

/** What OpenNLP's chunker and name finder have in common. */
final class OpenNlp {
  private OpenNlp() {}

  /** L-BFGS with the penalty {@code c‖w‖²}. */
  static TrainingParameters parameters(PeerJob job, double penalty) {
    TrainingParameters parameters = new TrainingParameters();
    parameters.put(TrainingParameters.ALGORITHM_PARAM, QNTrainer.MAXENT_QN_VALUE);
    parameters.put(TrainingParameters.ITERATIONS_PARAM, job.iterations());
    parameters.put(TrainingParameters.CUTOFF_PARAM, job.cutoff());
    parameters.put(QNTrainer.L1COST_PARAM, 0.0);
    parameters.put(QNTrainer.L2COST_PARAM, penalty);
    return parameters;
  }
}
