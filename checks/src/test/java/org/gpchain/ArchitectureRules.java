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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * The rules for dependencies between packages. Each method without parameters returns one rule,
 * which applies to all classes, and each entry of {@link #ROOMS} is a rule. The root package is a
 * parameter, so that {@link ArchitectureRulesTest} can apply the rules to classes that break them.
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
    "training.objective", "training.bound", "training.optim", "training.descent", "training.hyper"
  };
  private static final String[] TRAINERS = {
    "training.decoupled", "training.covariance", "training.graybox", "training.mcmc", "training.hmm"
  };

  /** The packages of gpchain-bayes. */
  private static final String[] BAYES = {
    "training.bound",
    "training.covariance",
    "training.descent",
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

  /**
   * The packages of GPChain that a package may use. Each of them may also use core.workspace.
   * Packages that are not listed are not restricted by {@link #room}.
   */
  static final Map<String, List<String>> ROOMS =
      Map.ofEntries(
          Map.entry("core.math", List.of()),
          Map.entry("core.text", List.of("core.math")),
          Map.entry("core.tokens", List.of()),
          Map.entry("core.features", List.of("core.text", "core.math")),
          Map.entry("core.kernel", List.of("core.math")),
          Map.entry("core.posterior", List.of("core.math")),
          Map.entry(
              "core.file",
              List.of("core.posterior", "core.kernel", "core.features", "core.text", "core.math")),
          Map.entry("core.likelihood", List.of("core.math")),
          Map.entry("core.chain", List.of("core.likelihood", "core.math")),
          Map.entry("core.hmm", List.of("core.likelihood", "core.math")),
          Map.entry("core.words", List.of("core.hmm", "core.text", "core.math")),
          Map.entry("core.segments", List.of("core.likelihood", "core.text", "core.math")),
          Map.entry(
              "core.promise",
              List.of("core.segments", "core.likelihood", "core.text", "core.math")),
          Map.entry("core.vectors", List.of("core.text", "core.math")),
          Map.entry("simd", List.of("core.math")),
          Map.entry("encoder", List.of("core.vectors", "core.text")),
          Map.entry(
              "core.document", List.of("core.segments", "core.words", "core.text", "core.math")),
          Map.entry(
              "core.decode",
              List.of(
                  "core.vectors",
                  "core.document",
                  "core.promise",
                  "core.segments",
                  "core.features",
                  "core.posterior",
                  "core.words",
                  "core.likelihood",
                  "core.text",
                  "core.math")),
          Map.entry("gp.algebra", List.of("core.math")),
          Map.entry("gp.kernel", List.of("core.kernel", "core.math")),
          Map.entry("gp.inducing", List.of("gp.algebra", "core.kernel", "core.math")),
          Map.entry(
              "gp.posterior", List.of("gp.inducing", "gp.algebra", "core.posterior", "core.math")),
          Map.entry(
              "gp.codec",
              List.of(
                  "gp.posterior",
                  "gp.inducing",
                  "gp.kernel",
                  "gp.algebra",
                  "core.file",
                  "core.features",
                  "core.posterior",
                  "core.kernel",
                  "core.math")));

  private final String root;

  ArchitectureRules(String root) {
    this.root = root;
  }

  /** Returns all rules by the names of their methods or packages. */
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
    ROOMS.keySet().forEach(room -> rules.put(room, room(room)));
    return rules;
  }

  // Rule 1: core depends on few libraries and has no side effects.

  ArchRule coreKnowsOnlyItsLibraries() {
    return classes()
        .that(in("core"))
        .should()
        .onlyDependOnClassesThat(
            in("core")
                .or(resideInAPackage(JACKSON))
                .or(resideInAPackage("java..").and(not(resideInAPackage("java.util.logging..")))))
        .because("core can be used without UIMA, logging and the other modules of GPChain");
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
        .because("core only reads and writes streams that its caller opens and closes");
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
        .because("core reports results and errors to its caller, which decides what users see");
  }

  ArchRule jacksonStaysInModelAndApplications() {
    return noClasses()
        .that(
            in("")
                .and(not(in("core.model", "core.file", "gp.codec", "encoder")))
                .and(not(in(APPLICATIONS))))
        .should()
        .dependOnClassesThat(resideInAPackage(JACKSON))
        .because("only model files, encoders and reports use JSON");
  }

  // Each package belongs to a group of packages with rules.

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
                    .or(in("type", "annotator", "encoder", "simd"))
                    .or(in(APPLICATIONS))
                    .or(entryPoints())))
        .because("the rules for groups of packages would not apply to a package without a group");
  }

  ArchRule coreAndAnnotatorNeverKnowGp() {
    return noClasses()
        .that(in("core", "annotator"))
        .should()
        .dependOnClassesThat(in("gp"))
        .because("default models don't need gp, and core loads the codecs of gp by name");
  }

  // Rule 2: likelihoods do not depend on priors.

  ArchRule likelihoodAndChainNeverMeetThePrior() {
    return noClasses()
        .that(in("core.likelihood", "core.chain"))
        .should()
        .dependOnClassesThat(in("core.kernel", "gp", "core.posterior", "core.features"))
        .because(
            "a sequence likelihood is a function of scores and labels, whatever model gives them");
  }

  // Rule 3: the training engine works with any likelihood and any trainer.

  ArchRule engineNeverKnowsItsLikelihood() {
    return noClasses()
        .that(in(ENGINE))
        .should()
        .dependOnClassesThat(
            in("core.chain", "core.features", "core.text", "annotator", "type")
                .or(resideInAnyPackage(UIMA)))
        .because("the engine works with any likelihood");
  }

  ArchRule engineNeverKnowsItsTrainers() {
    return noClasses()
        .that(in(ENGINE))
        .should()
        .dependOnClassesThat(in(TRAINERS).or(in("training.calibration", "training.uima")))
        .because("trainers are built from the engine, not the engine from trainers");
  }

  ArchRule optimKnowsOnlyMath() {
    return noClasses()
        .that(in("training.optim", "training.descent"))
        .should()
        .dependOnClassesThat(
            in("")
                .and(
                    not(
                        in(
                            "training.optim",
                            "training.descent",
                            "gp.algebra",
                            "core.math",
                            "core.workspace"))))
        .because("an optimizer minimizes a function of a vector");
  }

  // Rule 4: trainers do not depend on each other.

  ArchRule learningNeverKnowsBayes() {
    return noClasses()
        .that(in(LEARNING))
        .should()
        .dependOnClassesThat(in(BAYES))
        .because("the default trainer does not need the Bayesian trainers");
  }

  ArchRule trainersNeverKnowEachOther() {
    return slices()
        .matching(root + "..training.(decoupled|graybox|mcmc|hmm)..")
        .should()
        .notDependOnEachOther()
        .because("code that two trainers share belongs to the engine or to the data packages");
  }

  // Rule 5: dependencies between modules.

  ArchRule annotatorNeverKnowsTraining() {
    return noClasses()
        .that(in("annotator"))
        .should()
        .dependOnClassesThat(in("training"))
        .because("tagging needs no training code on the class path");
  }

  ArchRule pipelinesAreKnownToApplicationsAlone() {
    return noClasses()
        .that(in("").and(not(in(APPLICATIONS))).and(not(entryPoints())))
        .should()
        .dependOnClassesThat(in("corpora", "formats", "documents", "evaluation", "server", "cli"))
        .because("applications use the library, not the other way around");
  }

  ArchRule sparkIsKnownToNobody() {
    return noClasses()
        .that(in("").and(not(in("spark"))))
        .should()
        .dependOnClassesThat(in("spark").or(resideInAPackage("org.apache.spark..")))
        .because("the product works without a cluster");
  }

  ArchRule experimentsAreKnownToNobody() {
    return noClasses()
        .that(in("").and(not(in("experiments"))))
        .should()
        .dependOnClassesThat(in("experiments"))
        .because("the product works without the experiments");
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
        .because("only components and applications read and write the CAS");
  }

  // Rule 6: no cycles, and few places that combine the parts of a model.

  ArchRule packagesAreFreeOfCycles() {
    return slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .because("packages in a cycle can't be understood or tested separately");
  }

  ArchRule onlyCompositionRootsNameChainAndPosterior() {
    return classes()
        .that(in("").and(not(in("core.model", "experiments"))).and(not(in(TRAINERS))))
        .should(notDependOnChainAndPosterior())
        .because(
            "only the model (for the tagger) and the trainers combine a chain and a posterior");
  }

  // Rule 6: labels are decoded in one place.

  ArchRule goldLabelsAreDecodedWhereCorporaAreRead() {
    return noClasses()
        .that(in("").and(not(in("core.text", "corpora", "formats"))))
        .should()
        .callMethod(
            LabeledSequence.class, "ofLabels", TokenSequence.class, List.class, TagScheme.class)
        .because("labels are a notation of segments in files; all other code uses the segments");
  }

  // The protocols of the server do not depend on each other, nor its models on protocols.

  ArchRule onlyTheFrontEndKnowsTheHttpServer() {
    return noClasses()
        .that(in("").and(not(in("server.http"))))
        .should()
        .dependOnClassesThat(resideInAPackage("org.eclipse.jetty.."))
        .because("the limits of requests are enforced in one place");
  }

  ArchRule modelsOfTheServerKnowNoProtocol() {
    return noClasses()
        .that(in("server.models", "server.annotations", "server.suggestion"))
        .should()
        .dependOnClassesThat(
            in("server.http", "server.inception", "server.labelstudio", "server.rest"))
        .because("training and suggestions do not depend on the protocol of a request");
  }

  ArchRule protocolsNeverKnowEachOther() {
    return slices()
        .matching(root + "..server.(inception|rest)..")
        .should()
        .notDependOnEachOther()
        .because("each protocol may change its version independently");
  }

  /** Returns the rule that a package depends only on its entry in {@link #ROOMS}. */
  ArchRule room(String name) {
    String[] neighbors = ROOMS.get(name).toArray(new String[0]);
    return noClasses()
        .that(in(name))
        .should()
        .dependOnClassesThat(in("").and(not(in(name, "core.workspace"))).and(not(in(neighbors))))
        .because(name + " may depend only on these packages of GPChain: " + ROOMS.get(name));
  }

  /**
   * Returns a predicate for classes in the packages or their subpackages. The empty name stands for
   * all packages of GPChain.
   */
  private DescribedPredicate<JavaClass> in(String... names) {
    return resideInAnyPackage(packages(names));
  }

  /** Returns a predicate for the classes of the plain Java API, which may depend on corpora. */
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
