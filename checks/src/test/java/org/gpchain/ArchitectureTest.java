package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds every class of every module against {@link ArchitectureRules}. */
@AnalyzeClasses(
    packages = "org.gpchain",
    importOptions = {ImportOption.DoNotIncludeTests.class, WithoutTestJars.class})
final class ArchitectureTest {
  private static final ArchitectureRules RULES = new ArchitectureRules("org.gpchain");

  @ArchTest static final ArchRule coreKnowsOnlyItsLibraries = RULES.coreKnowsOnlyItsLibraries();
  @ArchTest static final ArchRule coreOpensNoFiles = RULES.coreOpensNoFiles();
  @ArchTest static final ArchRule coreTouchesNoConsole = RULES.coreTouchesNoConsole();

  @ArchTest
  static final ArchRule jacksonStaysInModelAndApplications =
      RULES.jacksonStaysInModelAndApplications();

  @ArchTest static final ArchRule everyPackageHasARoom = RULES.everyPackageHasARoom();
  @ArchTest static final ArchRule mathKnowsNothingOfOurs = RULES.mathKnowsNothingOfOurs();
  @ArchTest static final ArchRule textKnowsMath = RULES.textKnowsMath();
  @ArchTest static final ArchRule featuresKnowTextAndMath = RULES.featuresKnowTextAndMath();
  @ArchTest static final ArchRule kernelKnowsMath = RULES.kernelKnowsMath();
  @ArchTest static final ArchRule gpKnowsKernelAndMath = RULES.gpKnowsKernelAndMath();
  @ArchTest static final ArchRule posteriorKnowsGpAndMath = RULES.posteriorKnowsGpAndMath();
  @ArchTest static final ArchRule likelihoodKnowsMath = RULES.likelihoodKnowsMath();
  @ArchTest static final ArchRule chainKnowsLikelihoodAndMath = RULES.chainKnowsLikelihoodAndMath();
  @ArchTest static final ArchRule hmmKnowsLikelihoodAndMath = RULES.hmmKnowsLikelihoodAndMath();
  @ArchTest static final ArchRule wordsKnowHmmTextAndMath = RULES.wordsKnowHmmTextAndMath();

  @ArchTest
  static final ArchRule predictKnowsAllButChainHmmAndModel =
      RULES.predictKnowsAllButChainHmmAndModel();

  @ArchTest
  static final ArchRule likelihoodAndChainNeverMeetThePrior =
      RULES.likelihoodAndChainNeverMeetThePrior();

  @ArchTest
  static final ArchRule engineNeverKnowsItsLikelihood = RULES.engineNeverKnowsItsLikelihood();

  @ArchTest static final ArchRule engineNeverKnowsItsTrainers = RULES.engineNeverKnowsItsTrainers();
  @ArchTest static final ArchRule optimKnowsOnlyMath = RULES.optimKnowsOnlyMath();
  @ArchTest static final ArchRule trainersNeverKnowEachOther = RULES.trainersNeverKnowEachOther();
  @ArchTest static final ArchRule annotatorNeverKnowsTraining = RULES.annotatorNeverKnowsTraining();

  @ArchTest
  static final ArchRule pipelinesAreKnownToApplicationsAlone =
      RULES.pipelinesAreKnownToApplicationsAlone();

  @ArchTest static final ArchRule sparkIsKnownToNobody = RULES.sparkIsKnownToNobody();

  @ArchTest static final ArchRule experimentsAreKnownToNobody = RULES.experimentsAreKnownToNobody();
  @ArchTest static final ArchRule jcasTypesStayAtTheEdge = RULES.jcasTypesStayAtTheEdge();
  @ArchTest static final ArchRule packagesAreFreeOfCycles = RULES.packagesAreFreeOfCycles();

  @ArchTest
  static final ArchRule onlyCompositionRootsNameChainAndPosterior =
      RULES.onlyCompositionRootsNameChainAndPosterior();

  @ArchTest
  static final ArchRule goldLabelsAreDecodedWhereCorporaAreRead =
      RULES.goldLabelsAreDecodedWhereCorporaAreRead();

  @ArchTest
  static final ArchRule onlyTheDoorKnowsTheHttpServer = RULES.onlyTheDoorKnowsTheHttpServer();

  @ArchTest
  static final ArchRule modelsOfTheServerKnowNoProtocol = RULES.modelsOfTheServerKnowNoProtocol();

  @ArchTest static final ArchRule protocolsNeverKnowEachOther = RULES.protocolsNeverKnowEachOther();

  @ArchTest
  static void theModulesAreSeen(JavaClasses classes) {
    assertThat(classes)
        .as("a module that is not on the class path would pass every rule")
        .anyMatch(type -> type.getPackageName().startsWith("org.gpchain.core."))
        .anyMatch(type -> type.getPackageName().equals("org.gpchain.type"))
        .anyMatch(type -> type.getPackageName().startsWith("org.gpchain.annotator"))
        .anyMatch(type -> type.getPackageName().startsWith("org.gpchain.training."))
        .anyMatch(type -> type.getPackageName().startsWith("org.gpchain.corpora"))
        .anyMatch(type -> type.getPackageName().startsWith("org.gpchain.documents"))
        .anyMatch(type -> type.getPackageName().startsWith("org.gpchain.evaluation"))
        .anyMatch(type -> type.getPackageName().startsWith("org.gpchain.server."))
        .anyMatch(type -> type.getPackageName().startsWith("org.gpchain.cli"))
        .anyMatch(type -> type.getPackageName().startsWith("org.gpchain.experiments"))
        .anyMatch(type -> type.getPackageName().equals("org.gpchain.spark"))
        .noneMatch(type -> type.getPackageName().startsWith("org.gpchain.fixtures"));
  }
}
