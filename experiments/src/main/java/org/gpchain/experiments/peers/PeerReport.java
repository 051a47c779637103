package org.gpchain.experiments.peers;

import java.util.List;
import java.util.Map;
import org.gpchain.experiments.report.F1Difference;
import org.gpchain.experiments.report.ReportJson;

/**
 * The comparison as JSON. Shares are in [0, 1]; what a peer does not have is null.
 *
 * @param settings what the experiment was told
 * @param results one for each peer and decoding
 * @param failures one for each peer that has failed
 */
record PeerReport(Settings settings, List<Result> results, List<Failure> failures) {
  /** Settings with the names of the command line. */
  record Settings(
      String train,
      String test,
      String dev,
      String task,
      List<String> templates,
      int cutoff,
      boolean tune,
      Map<String, Integer> iterations,
      int trainSentences,
      int testSentences,
      int resamples,
      long seed) {}

  /** One peer and decoding. */
  record Result(
      String peer,
      String decoding,
      double f1,
      F1Difference againstGpchain,
      double tokenError,
      Double nll,
      Double ece,
      Double penalty,
      double tuneSeconds,
      double trainSeconds,
      double tagSeconds,
      Long peakKilobytes,
      long modelBytes) {}

  /** A peer that has failed, and why. */
  record Failure(String peer, String reason) {}

  /** The report of the results so far. */
  static PeerReport of(Settings settings, List<PeerResult> results, List<PeerFailure> failures) {
    return new PeerReport(
        settings,
        results.stream().map(PeerReport::result).toList(),
        failures.stream().map(f -> new Failure(f.peer().toString(), f.reason())).toList());
  }

  private static Result result(PeerResult result) {
    PeerOutcome outcome = result.outcome();
    PeerScore score = result.row().score();
    return new Result(
        result.peer().toString(),
        result.row().decoding(),
        score.f1(),
        F1Difference.of(result.difference()),
        score.tokenError(),
        ReportJson.orNull(score.nll()),
        ReportJson.orNull(score.ece()),
        ReportJson.orNull(outcome.penalty()),
        outcome.tuneSeconds(),
        outcome.trainSeconds(),
        result.row().tagSeconds(),
        outcome.peakKilobytes() < 0 ? null : Long.valueOf(outcome.peakKilobytes()),
        outcome.modelBytes());
  }
}
