package org.gpchain;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Classes that violate {@link ArchitectureRules}, compiled on demand. */
final class BrokenClasses {
  /** Root package of the classes, which takes the place of {@code org.gpchain}. */
  static final String ROOT = "broken";

  /**
   * One class per line, followed by the classes that it uses or by its body. The used classes are
   * others of this list or classes of libraries.
   */
  private static final String CLASSES =
      """
      annotator.AnnotatorKnowsGp gp.codec.CodecKnowsModel
      annotator.AnnotatorKnowsTraining training.decoupled.DecoupledKnowsJson
      attic.ModuleHasNoRoom
      cli.PipelineKnowsChainAndPosterior core.chain.ChainKnowsGp core.posterior.PosteriorKnowsLikelihood
      cli.PipelineKnowsExperiments experiments.Experiment
      cli.PipelineKnowsHttpServer org.eclipse.jetty.server.Server
      cli.PipelineKnowsSpark spark.Job
      core.attic.AtticHasNoRoom
      core.chain.ChainKnowsFeatures core.features.FeaturesKnowText
      core.chain.ChainKnowsGp gp.inducing.InducingKnowsCodec
      core.chain.ChainKnowsPosterior core.posterior.PosteriorKnowsLikelihood
      core.features.FeaturesKnowText core.text.TextKnowsFeatures
      core.kernel.KernelKnowsGp gp.inducing.InducingKnowsCodec
      core.likelihood.LikelihoodKnowsKernel core.kernel.KernelKnowsGp
      core.math.MathAsksTheConsole java.io.Console
      core.math.MathKnowsJavaLogging java.util.logging.Logger
      core.math.MathKnowsJson com.fasterxml.jackson.databind.JsonNode
      core.math.MathKnowsPaths java.nio.file.Path
      core.math.MathKnowsSlf4j org.slf4j.Logger
      core.math.MathKnowsText core.text.TextKnowsFeatures
      core.math.MathKnowsUima org.apache.uima.cas.CAS
      core.math.MathOpensAFile java.io.File
      core.math.MathPrints { default void use() { System.out.println(); } }
      core.math.MathPrintsAStackTrace { default void use() { new Error().printStackTrace(); } }
      core.math.MathPrintsErrors { default void use() { System.err.println(); } }
      core.math.MathReadsAFile java.io.FileInputStream
      core.model.ModelKnowsTraining training.optim.OptimKnowsLikelihood
      core.posterior.PosteriorKnowsDkpro de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token
      core.posterior.PosteriorKnowsLikelihood core.likelihood.LikelihoodKnowsKernel
      core.decode.DecodeKnowsChain core.chain.ChainKnowsGp
      core.text.TextKnowsFeatures core.features.FeaturesKnowText
      experiments.Experiment
      gp.codec.CodecKnowsModel core.model.ModelKnowsTraining
      gp.inducing.InducingKnowsCodec gp.codec.CodecKnowsModel
      server.inception.Protocol
      server.models.ModelsKnowInception server.inception.Protocol
      server.rest.RestKnowsInception server.inception.Protocol
      spark.Job
      training.attic.TrainingAtticHasNoRoom
      training.calibration.CalibrationFixture
      training.decoupled.DecoupledDecodesLabels { \
        default Object use(org.gpchain.core.text.TokenSequence a, java.util.List<String> b) { \
        return org.gpchain.core.text.LabeledSequence.ofLabels(a, b, \
        org.gpchain.core.text.TagScheme.IOB2); } }
      training.decoupled.DecoupledKnowsBayes training.graybox.GrayboxKnowsExperiments
      training.decoupled.DecoupledKnowsGraybox training.graybox.GrayboxKnowsExperiments
      training.decoupled.DecoupledKnowsJson com.fasterxml.jackson.databind.JsonNode
      training.decoupled.DecoupledKnowsOurTypes type.OurType
      training.decoupled.DecoupledKnowsPipelines cli.PipelineKnowsChainAndPosterior
      training.graybox.GrayboxKnowsDecoupled training.decoupled.DecoupledKnowsJson
      training.graybox.GrayboxKnowsExperiments experiments.Experiment
      training.hmm.HmmKnowsMcmc training.mcmc.McmcKnowsHmm
      training.hyper.HyperKnowsAnnotator annotator.AnnotatorKnowsTraining
      training.hyper.HyperKnowsChain core.chain.ChainKnowsGp
      training.hyper.HyperKnowsDecoupled training.decoupled.DecoupledKnowsJson
      training.hyper.HyperKnowsFeatures core.features.FeaturesKnowText
      training.hyper.HyperKnowsJCas org.apache.uima.jcas.JCas
      training.hyper.HyperKnowsText core.text.TextKnowsFeatures
      training.mcmc.McmcKnowsHmm training.hmm.HmmKnowsMcmc
      training.objective.ObjectiveKnowsAnnotator annotator.AnnotatorKnowsTraining
      training.objective.ObjectiveKnowsCalibration training.calibration.CalibrationFixture
      training.objective.ObjectiveKnowsChain core.chain.ChainKnowsGp
      training.objective.ObjectiveKnowsDkpro de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token
      training.objective.ObjectiveKnowsFeatures core.features.FeaturesKnowText
      training.objective.ObjectiveKnowsText core.text.TextKnowsFeatures
      training.objective.ObjectiveKnowsTrainerComponents training.uima.TrainerComponent
      training.objective.ObjectiveKnowsUima org.apache.uima.cas.CAS
      training.optim.OptimKnowsChain core.chain.ChainKnowsGp
      training.optim.OptimKnowsLikelihood core.likelihood.LikelihoodKnowsKernel
      training.optim.OptimKnowsObjective training.objective.ObjectiveKnowsUima
      training.uima.TrainerComponent
      type.OurType
      """;

  private BrokenClasses() {}

  /**
   * Compiles and imports the classes.
   *
   * @param directory folder of the class files
   */
  static JavaClasses compile(Path directory) throws IOException {
    Map<String, String> bodies = new TreeMap<>();
    CLASSES
        .lines()
        .map(line -> (line + " ").split(" ", 2))
        .forEach(line -> bodies.put(line[0], line[1].strip()));
    List<JavaFileObject> sources =
        bodies.keySet().stream().map(name -> source(name, bodies)).toList();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options = List.of("-proc:none", "-d", directory.toString());
    if (!compiler.getTask(null, null, null, options, null, sources).call()) {
      throw new AssertionError("the compiler's messages are on standard error");
    }
    return new ClassFileImporter().importPath(directory);
  }

  private static JavaFileObject source(String name, Map<String, String> bodies) {
    int dot = name.lastIndexOf('.');
    String body = bodies.get(name);
    String text =
        String.format(
            "package %s.%s; public interface %s %s",
            ROOT,
            name.substring(0, dot),
            name.substring(dot + 1),
            body.startsWith("{") ? body : "{ void use(" + parameters(body, bodies) + "); }");
    URI place = URI.create("string:///" + (ROOT + "." + name).replace('.', '/') + ".java");
    return new SimpleJavaFileObject(place, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }

  private static String parameters(String types, Map<String, String> bodies) {
    return Arrays.stream(types.split(" "))
        .filter(type -> !type.isEmpty())
        .map(type -> bodies.containsKey(type) ? ROOT + "." + type : type)
        .map(type -> type + " a" + type.replace('.', '_'))
        .collect(Collectors.joining(", "));
  }
}
