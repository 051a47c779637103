package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that each rule of {@link ArchitectureRules} finds the {@link BrokenClasses} that break it.
 */
final class ArchitectureRulesTest {
  private static final String ROOT = BrokenClasses.ROOT;

  @TempDir private static Path directory;
  private static JavaClasses broken;

  /** The classes that each rule must report, by the name of the rule. */
  private static final Map<String, List<String>> BROKEN_BY =
      Map.ofEntries(
          Map.entry(
              "coreKnowsOnlyItsLibraries",
              List.of(
                  "core.math.MathKnowsUima",
                  "core.math.MathKnowsSlf4j",
                  "core.math.MathKnowsJavaLogging",
                  "core.chain.ChainKnowsGp",
                  "core.posterior.PosteriorKnowsDkpro",
                  "core.model.ModelKnowsTraining")),
          Map.entry(
              "coreOpensNoFiles",
              List.of(
                  "core.math.MathOpensAFile",
                  "core.math.MathReadsAFile",
                  "core.math.MathKnowsPaths")),
          Map.entry(
              "coreTouchesNoConsole",
              List.of(
                  "core.math.MathAsksTheConsole",
                  "core.math.MathPrints",
                  "core.math.MathPrintsErrors",
                  "core.math.MathPrintsAStackTrace")),
          Map.entry(
              "jacksonStaysInModelAndApplications",
              List.of("core.math.MathKnowsJson", "training.decoupled.DecoupledKnowsJson")),
          Map.entry(
              "everyPackageHasARoom",
              List.of(
                  "core.attic.AtticHasNoRoom",
                  "training.attic.TrainingAtticHasNoRoom",
                  "attic.ModuleHasNoRoom")),
          Map.entry(
              "coreAndAnnotatorNeverKnowGp",
              List.of("core.chain.ChainKnowsGp", "annotator.AnnotatorKnowsGp")),
          Map.entry(
              "likelihoodAndChainNeverMeetThePrior",
              List.of(
                  "core.likelihood.LikelihoodKnowsKernel",
                  "core.chain.ChainKnowsGp",
                  "core.chain.ChainKnowsPosterior",
                  "core.chain.ChainKnowsFeatures")),
          Map.entry(
              "engineNeverKnowsItsLikelihood",
              List.of(
                  "training.objective.ObjectiveKnowsChain",
                  "training.objective.ObjectiveKnowsFeatures",
                  "training.objective.ObjectiveKnowsText",
                  "training.objective.ObjectiveKnowsAnnotator",
                  "training.objective.ObjectiveKnowsUima",
                  "training.objective.ObjectiveKnowsDkpro",
                  "training.optim.OptimKnowsChain",
                  "training.hyper.HyperKnowsChain",
                  "training.hyper.HyperKnowsFeatures",
                  "training.hyper.HyperKnowsText",
                  "training.hyper.HyperKnowsAnnotator",
                  "training.hyper.HyperKnowsJCas")),
          Map.entry(
              "engineNeverKnowsItsTrainers",
              List.of(
                  "training.hyper.HyperKnowsDecoupled",
                  "training.objective.ObjectiveKnowsCalibration",
                  "training.objective.ObjectiveKnowsTrainerComponents")),
          Map.entry(
              "learningNeverKnowsBayes",
              List.of(
                  "training.decoupled.DecoupledKnowsBayes",
                  "training.decoupled.DecoupledKnowsGraybox")),
          Map.entry(
              "trainersNeverKnowEachOther",
              List.of(
                  "training.decoupled.DecoupledKnowsBayes",
                  "training.decoupled.DecoupledKnowsGraybox",
                  "training.graybox.GrayboxKnowsDecoupled",
                  "training.mcmc.McmcKnowsHmm",
                  "training.hmm.HmmKnowsMcmc")),
          Map.entry(
              "optimKnowsOnlyMath",
              List.of(
                  "training.optim.OptimKnowsChain",
                  "training.optim.OptimKnowsLikelihood",
                  "training.optim.OptimKnowsObjective")),
          Map.entry("annotatorNeverKnowsTraining", List.of("annotator.AnnotatorKnowsTraining")),
          Map.entry(
              "pipelinesAreKnownToApplicationsAlone",
              List.of("training.decoupled.DecoupledKnowsPipelines")),
          Map.entry("sparkIsKnownToNobody", List.of("cli.PipelineKnowsSpark")),
          Map.entry(
              "experimentsAreKnownToNobody",
              List.of("cli.PipelineKnowsExperiments", "training.graybox.GrayboxKnowsExperiments")),
          Map.entry(
              "jcasTypesStayAtTheEdge",
              List.of(
                  "core.posterior.PosteriorKnowsDkpro",
                  "training.decoupled.DecoupledKnowsOurTypes",
                  "training.hyper.HyperKnowsJCas")),
          Map.entry(
              "packagesAreFreeOfCycles",
              List.of("core.text.TextKnowsFeatures", "core.features.FeaturesKnowText")),
          Map.entry(
              "goldLabelsAreDecodedWhereCorporaAreRead",
              List.of("training.decoupled.DecoupledDecodesLabels")),
          Map.entry("onlyTheFrontEndKnowsTheHttpServer", List.of("cli.PipelineKnowsHttpServer")),
          Map.entry(
              "modelsOfTheServerKnowNoProtocol", List.of("server.models.ModelsKnowInception")),
          Map.entry("protocolsNeverKnowEachOther", List.of("server.rest.RestKnowsInception")),
          Map.entry(
              "onlyCompositionRootsNameChainAndPosterior",
              List.of("cli.PipelineKnowsChainAndPosterior")));

  @BeforeAll
  static void compile() throws IOException {
    broken = BrokenClasses.compile(directory);
  }

  static Stream<Arguments> rules() {
    return new ArchitectureRules(ROOT)
        .all().entrySet().stream()
            .filter(rule -> !ArchitectureRules.ROOMS.containsKey(rule.getKey()))
            .map(rule -> Arguments.of(rule.getKey(), rule.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void ruleReportsTheClassesThatBreakIt(String name, ArchRule rule) {
    assertThat(BROKEN_BY.get(name)).isNotEmpty();
    assertReports(rule, BROKEN_BY.get(name));
  }

  /** Rooms differ only in their neighbors: core.math has none, core.decode has some. */
  @ParameterizedTest
  @CsvSource({
    "core.math, core.math.MathKnowsText",
    "core.decode, core.decode.DecodeKnowsChain",
    "gp.codec, gp.codec.CodecKnowsModel"
  })
  void roomReportsTheClassesThatUseOtherPackages(String room, String type) {
    assertReports(new ArchitectureRules(ROOT).room(room), List.of(type));
  }

  private static void assertReports(ArchRule rule, List<String> types) {
    EvaluationResult result = rule.allowEmptyShould(true).evaluate(broken);

    assertThat(result.hasViolation()).isTrue();
    String report = String.join("\n", result.getFailureReport().getDetails());
    assertThat(types)
        .allSatisfy(
            type -> assertThat(report).containsPattern("\\Q" + ROOT + "." + type + "\\E\\b"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void ruleGivesAReason(String name, ArchRule rule) {
    assertThat(rule.getDescription()).as(name).contains("because");
  }
}
