package org.gpchain;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.Console;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * What the packages may know of each other. Each method is one rule and exempts no class; the root
 * package is an argument so that {@link ArchitectureRulesTest} can apply the same rules to classes
 * that break them.
 */
final class ArchitectureRules {
  private static final String[] UIMA = {
    "org.apache.uima..", "org.dkpro.core..", "de.tudarmstadt.ukp.."
  };
  private static final String[] CORE = {
    "core.workspace",
    "core.math",
    "core.text",
    "core.tokens",
    "core.features",
    "core.kernel",
    "core.posterior",
    "core.likelihood",
    "core.chain",
    "core.hmm",
    "core.words",
    "core.segments",
    "core.promise",
    "core.document",
    "core.vectors",
    "core.decode",
    "core.file",
    "core.model"
  };
  private static final String[] GP = {
    "gp.algebra", "gp.kernel", "gp.inducing", "gp.posterior", "gp.codec"
  };
  private static final String[] ENGINE = {
    "training.objective", "training.bound", "training.optim", "training.hyper"
  };
  private static final String[] TRAINERS = {
    "training.decoupled", "training.covariance", "training.graybox", "training.mcmc", "training.hmm"
  };

  /** The packages of gpchain-bayes. */
  private static final String[] BAYES = {
    "training.bound",
    "training.covariance",
    "training.graybox",
    "training.inducing",
    "training.mcmc"
  };

  /** The packages of gpchain-learning. */
  private static final String[] LEARNING = {
    "training.calibration",
    "training.data",
    "training.decoupled",
    "training.hyper",
    "training.io",
    "training.objective",
    "training.optim",
    "training.trainers"
  };

  private static final String[] OTHER_ROOMS_OF_TRAINING = {
    "training.data",
    "training.inducing",
    "training.words",
    "training.voices",
    "training.calibration",
    "training.trainers",
    "training.io",
    "training.uima"
  };
  private static final String[] APPLICATIONS = {
    "corpora", "formats", "documents", "evaluation", "server", "cli", "experiments", "spark"
  };
  private static final String JACKSON = "com.fasterxml.jackson..";

  private final String root;

  ArchitectureRules(String root) {
    this.root = root;
  }

  /** All rules, by the names of the methods below. */
  Map<String, ArchRule> all() {
    Map<String, ArchRule> rules = new TreeMap<>();
    for (Method method : ArchitectureRules.class.getDeclaredMethods()) {
      if (method.getReturnType() == ArchRule.class && method.getParameterCount() == 0) {
        try {
          rules.put(method.getName(), (ArchRule) method.invoke(this));
        } catch (ReflectiveOperationException e) {
          throw new AssertionError(method.getName(), e);
        }
      }
    }
    return rules;
  }

  // Rule 1: core is pure

  ArchRule coreKnowsOnlyItsLibraries() {
    return classes()
        .that(in("core"))
        .should()
        .onlyDependOnClassesThat(
            in("core")
                .or(resideInAPackage(JACKSON))
                .or(resideInAPackage("java..").and(not(resideInAPackage("java.util.logging..")))))
        .because("core is the model in use: no UIMA, no logging backend, none of our modules")
        .allowEmptyShould(true);
  }

  ArchRule coreOpensNoFiles() {
    return noClasses()
        .that(in("core"))
        .should()
        .dependOnClassesThat(
            resideInAPackage("java.nio.file..")
                .or(
                    belongToAnyOf(
                        File.class,
                        FileDescriptor.class,
                        FileInputStream.class,
                        FileOutputStream.class,
                        FileReader.class,
                        FileWriter.class,
                        RandomAccessFile.class,
                        FileChannel.class)))
        .because("core reads and writes streams that its caller has opened, and closes none")
        .allowEmptyShould(true);
  }

  ArchRule coreTouchesNoConsole() {
    return noClasses()
        .that(in("core"))
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .accessField(System.class, "in")
        .orShould()
        .dependOnClassesThat(type(Console.class))
        .orShould()
        .callMethodWhere(
            describe(
                "target is Throwable.printStackTrace()",
                call ->
                    call.getTarget().getName().equals("printStackTrace")
                        && call.getTarget().getParameterTypes().isEmpty()
                        && call.getTargetOwner().isAssignableTo(Throwable.class)))
        .because("core tells its caller, who decides what a person sees")
        .allowEmptyShould(true);
  }

  ArchRule jacksonStaysInModelAndApplications() {
    return noClasses()
        .that(
            in("")
                .and(not(in("core.model", "core.file", "gp.codec", "encoder")))
                .and(not(in(APPLICATIONS))))
        .should()
        .dependOnClassesThat(resideInAPackage(JACKSON))
        .because("JSON is the business of model files, of encoders and of reports")
        .allowEmptyShould(true);
  }

  // Every package has a room

  ArchRule everyPackageHasARoom() {
    return classes()
        .that(in(""))
        .should(
            resideIn(
                in(CORE)
                    .or(in(GP))
                    .or(in(ENGINE))
                    .or(in(TRAINERS))
                    .or(in(OTHER_ROOMS_OF_TRAINING))
                    .or(resideInAnyPackage(root + ".training", root + ".internal.training"))
                    .or(in("type", "annotator", "encoder"))
                    .or(in(APPLICATIONS))
                    .or(entryPoints())))
        .because("a package outside the table would escape the rules of the table")
        .allowEmptyShould(true);
  }

  // The rooms of core: each knows only what is named

  ArchRule mathKnowsNothingOfOurs() {
    return room("core.math");
  }

  ArchRule textKnowsMath() {
    return room("core.text", "core.math");
  }

  ArchRule tokensKnowNothingOfOurs() {
    return room("core.tokens");
  }

  ArchRule featuresKnowTextAndMath() {
    return room("core.features", "core.text", "core.math");
  }

  ArchRule kernelKnowsMath() {
    return room("core.kernel", "core.math");
  }

  ArchRule posteriorKnowsMath() {
    return room("core.posterior", "core.math");
  }

  ArchRule fileKnowsPosteriorAndFeatures() {
    return room(
        "core.file", "core.posterior", "core.kernel", "core.features", "core.text", "core.math");
  }

  ArchRule likelihoodKnowsMath() {
    return room("core.likelihood", "core.math");
  }

  ArchRule chainKnowsLikelihoodAndMath() {
    return room("core.chain", "core.likelihood", "core.math");
  }

  ArchRule hmmKnowsLikelihoodAndMath() {
    return room("core.hmm", "core.likelihood", "core.math");
  }

  ArchRule wordsKnowHmmTextAndMath() {
    return room("core.words", "core.hmm", "core.text", "core.math");
  }

  ArchRule segmentsKnowLikelihoodTextAndMath() {
    return room("core.segments", "core.likelihood", "core.text", "core.math");
  }

  ArchRule promiseKnowsSegments() {
    return room("core.promise", "core.segments", "core.likelihood", "core.text", "core.math");
  }

  ArchRule vectorsKnowText() {
    return room("core.vectors", "core.text");
  }

  ArchRule encoderKnowsTextAndVectors() {
    return room("encoder", "core.vectors", "core.text");
  }

  ArchRule documentKnowsSegmentsAndWords() {
    return room("core.document", "core.segments", "core.words", "core.text", "core.math");
  }

  ArchRule decodeKnowsAllButChainHmmAndModel() {
    return room(
        "core.decode",
        "core.document",
        "core.promise",
        "core.segments",
        "core.features",
        "core.posterior",
        "core.words",
        "core.likelihood",
        "core.text",
        "core.math");
  }

  // The rooms of gp: each knows only what is named

  ArchRule gpAlgebraKnowsMath() {
    return room("gp.algebra", "core.math");
  }

  ArchRule gpKernelKnowsKernelAndMath() {
    return room("gp.kernel", "core.kernel", "core.math");
  }

  ArchRule gpInducingKnowsKernelAndAlgebra() {
    return room("gp.inducing", "gp.algebra", "core.kernel", "core.math");
  }

  ArchRule gpPosteriorKnowsInducingAndAlgebra() {
    return room("gp.posterior", "gp.inducing", "gp.algebra", "core.posterior", "core.math");
  }

  ArchRule gpCodecKnowsFileAndPosterior() {
    return room(
        "gp.codec",
        "gp.posterior",
        "gp.inducing",
        "gp.kernel",
        "gp.algebra",
        "core.file",
        "core.features",
        "core.posterior",
        "core.kernel",
        "core.math");
  }

  ArchRule coreAndAnnotatorNeverKnowGp() {
    return noClasses()
        .that(in("core", "annotator"))
        .should()
        .dependOnClassesThat(in("gp"))
        .because("models of the default kind are used without gp; core finds its codecs by name")
        .allowEmptyShould(true);
  }

  // Rule 2: a likelihood never meets a prior

  ArchRule likelihoodAndChainNeverMeetThePrior() {
    return noClasses()
        .that(in("core.likelihood", "core.chain"))
        .should()
        .dependOnClassesThat(in("core.kernel", "gp", "core.posterior", "core.features"))
        .because("a sequence likelihood knows scores and labels, not where the scores come from")
        .allowEmptyShould(true);
  }

  // Rule 3: the engine never knows which likelihood it is given

  ArchRule engineNeverKnowsItsLikelihood() {
    return noClasses()
        .that(in(ENGINE))
        .should()
        .dependOnClassesThat(
            in("core.chain", "core.features", "core.text", "annotator", "type")
                .or(resideInAnyPackage(UIMA)))
        .because("the engine never knows which likelihood it is given")
        .allowEmptyShould(true);
  }

  ArchRule engineNeverKnowsItsTrainers() {
    return noClasses()
        .that(in(ENGINE))
        .should()
        .dependOnClassesThat(in(TRAINERS).or(in("training.calibration", "training.uima")))
        .because("trainers are put together from the engine, not the engine from trainers")
        .allowEmptyShould(true);
  }

  ArchRule optimKnowsOnlyMath() {
    return noClasses()
        .that(in("training.optim"))
        .should()
        .dependOnClassesThat(
            in("").and(not(in("training.optim", "gp.algebra", "core.math", "core.workspace"))))
        .because("an optimiser sees a function of a vector")
        .allowEmptyShould(true);
  }

  // Rule 4: trainers stand side by side

  ArchRule learningNeverKnowsBayes() {
    return noClasses()
        .that(in(LEARNING))
        .should()
        .dependOnClassesThat(in(BAYES))
        .because("the product's default learner needs none of the papers' learners")
        .allowEmptyShould(true);
  }

  ArchRule trainersNeverKnowEachOther() {
    return slices()
        .matching(root + "..training.(decoupled|graybox|mcmc|hmm)..")
        .should()
        .notDependOnEachOther()
        .because("what two trainers need belongs to the engine or to the data")
        .allowEmptyShould(true);
  }

  // Rule 5: who may know the modules

  ArchRule annotatorNeverKnowsTraining() {
    return noClasses()
        .that(in("annotator"))
        .should()
        .dependOnClassesThat(in("training"))
        .because("who tags needs no learner on the class path")
        .allowEmptyShould(true);
  }

  ArchRule pipelinesAreKnownToApplicationsAlone() {
    return noClasses()
        .that(in("").and(not(in(APPLICATIONS))).and(not(entryPoints())))
        .should()
        .dependOnClassesThat(in("corpora", "formats", "documents", "evaluation", "server", "cli"))
        .because("applications stand on top of the library")
        .allowEmptyShould(true);
  }

  ArchRule sparkIsKnownToNobody() {
    return noClasses()
        .that(in("").and(not(in("spark"))))
        .should()
        .dependOnClassesThat(in("spark").or(resideInAPackage("org.apache.spark..")))
        .because("the product works without a cluster")
        .allowEmptyShould(true);
  }

  ArchRule experimentsAreKnownToNobody() {
    return noClasses()
        .that(in("").and(not(in("experiments"))))
        .should()
        .dependOnClassesThat(in("experiments"))
        .because("the product works without the experiments")
        .allowEmptyShould(true);
  }

  ArchRule jcasTypesStayAtTheEdge() {
    return noClasses()
        .that(in("").and(not(in("type", "annotator", "training.uima"))).and(not(in(APPLICATIONS))))
        .should()
        .dependOnClassesThat(
            in("type")
                .or(
                    resideInAnyPackage(
                        "org.apache.uima.jcas..",
                        "de.tudarmstadt.ukp.dkpro.core.api..type..",
                        "org.dkpro.core.api..type..")))
        .because("the CAS is read and written at the edge, and only there")
        .allowEmptyShould(true);
  }

  // Rule 6: no cycles; few places put a model together

  ArchRule packagesAreFreeOfCycles() {
    return slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .because("data goes one way")
        .allowEmptyShould(true);
  }

  ArchRule onlyCompositionRootsNameChainAndPosterior() {
    return classes()
        .that(in("").and(not(in("core.model", "experiments"))).and(not(in(TRAINERS))))
        .should(notDependOnChainAndPosterior())
        .because(
            "only the model (for the tagger) and the trainers put a chain and a posterior together")
        .allowEmptyShould(true);
  }

  // Rule 6: one place that decodes

  ArchRule goldLabelsAreDecodedWhereCorporaAreRead() {
    return noClasses()
        .that(in("").and(not(in("core.text", "corpora", "formats"))))
        .should()
        .callMethod(
            LabeledSequence.class, "ofLabels", TokenSequence.class, List.class, TagScheme.class)
        .because("labels are the way in which files write segments; all else sees the segments")
        .allowEmptyShould(true);
  }

  // The server: each protocol by itself, over models that know none of them

  ArchRule onlyTheFrontEndKnowsTheHttpServer() {
    return noClasses()
        .that(in("").and(not(in("server.http"))))
        .should()
        .dependOnClassesThat(resideInAPackage("org.eclipse.jetty.."))
        .because("limits of requests are kept in one place")
        .allowEmptyShould(true);
  }

  ArchRule modelsOfTheServerKnowNoProtocol() {
    return noClasses()
        .that(in("server.models", "server.annotations", "server.suggestion"))
        .should()
        .dependOnClassesThat(
            in("server.http", "server.inception", "server.labelstudio", "server.rest"))
        .because("what is learned and suggested does not depend on who asks, and how")
        .allowEmptyShould(true);
  }

  ArchRule protocolsNeverKnowEachOther() {
    return slices()
        .matching(root + "..server.(inception|rest)..")
        .should()
        .notDependOnEachOther()
        .because("one of them may get another version")
        .allowEmptyShould(true);
  }

  private ArchRule room(String room, String... neighbours) {
    return noClasses()
        .that(in(room))
        .should()
        .dependOnClassesThat(in("").and(not(in(room, "core.workspace"))).and(not(in(neighbours))))
        .because(
            room
                + " may know "
                + (neighbours.length == 0 ? "none" : Arrays.asList(neighbours))
                + " of ours")
        .allowEmptyShould(true);
  }

  /** Classes in one of the packages, or in packages below; the empty name is all of ours. */
  private DescribedPredicate<JavaClass> in(String... names) {
    return resideInAnyPackage(packages(names));
  }

  /** The API for plain Java, which stands above the corpora. */
  private DescribedPredicate<JavaClass> entryPoints() {
    return resideInAPackage(root);
  }

  private String[] packages(String... names) {
    return Stream.of(names)
        .flatMap(
            name ->
                name.isEmpty()
                    ? Stream.of(root + "..")
                    : Stream.of(root + "." + name + "..", root + ".internal." + name + ".."))
        .toArray(String[]::new);
  }

  private static ArchCondition<JavaClass> resideIn(DescribedPredicate<JavaClass> rooms) {
    return ArchCondition.from(rooms.as("reside in a room of the table"));
  }

  private ArchCondition<JavaClass> notDependOnChainAndPosterior() {
    return new ArchCondition<>("not depend on both a chain and a posterior") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        if (dependsOn(item, "core.chain") && dependsOn(item, "core.posterior", "gp.posterior")) {
          events.add(
              SimpleConditionEvent.violated(
                  item, item.getName() + " depends on both a chain and a posterior"));
        }
      }
    };
  }

  private boolean dependsOn(JavaClass item, String... packages) {
    return item.getDirectDependenciesFromSelf().stream()
        .anyMatch(dependency -> in(packages).test(dependency.getTargetClass()));
  }
}
