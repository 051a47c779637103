package org.gpchain.training.uima;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.uima.UimaContext;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.fit.component.JCasConsumer_ImplBase;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.apache.uima.util.Level;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.dkpro.core.api.resources.ResourceUtils;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.annotator.cas.SegmentLayer;
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.features.TemplateException;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.training.learn.AtomicFile;
import org.gpchain.training.learn.DefaultTemplates;
import org.gpchain.training.learn.Learner;
import org.gpchain.training.learn.LearnerSettings;
import org.gpchain.training.learn.LearningException;
import org.gpchain.training.learn.LearningListener.LearningStep;

/**
 * What the trainers of segments have in common: they collect the sentences of all documents, and
 * when the collection is complete they learn a model and write it, as a whole or not at all.
 *
 * <p>The defaults of the learner's parameters are those of {@link LearnerSettings#of}.
 */
public abstract class GpSegmentTrainer extends JCasConsumer_ImplBase {
  private static final List<String> COLUMNS = List.of(TokenSequence.WORD, TokenSequence.POS);

  /** One of so many steps is logged. */
  private static final int STEPS_PER_MESSAGE = 10;

  /** Write the model to this file. Missing directories are made. */
  public static final String PARAM_TARGET_LOCATION = ComponentParameters.PARAM_TARGET_LOCATION;

  @ConfigurationParameter(name = PARAM_TARGET_LOCATION, mandatory = true)
  private String targetLocation;

  /** Store this language to the model instead of the document language. */
  public static final String PARAM_LANGUAGE = ComponentParameters.PARAM_LANGUAGE;

  @ConfigurationParameter(name = PARAM_LANGUAGE, mandatory = false)
  private String language;

  /**
   * Load feature templates in the syntax of CRF++ from this location instead of using those of the
   * task. Their columns are {@code word} and {@code pos}, or 0 and 1, and those derived from the
   * word.
   */
  public static final String PARAM_TEMPLATE_LOCATION = "templateLocation";

  @ConfigurationParameter(name = PARAM_TEMPLATE_LOCATION, mandatory = false)
  private String templateLocation;

  /**
   * Number of threads; 0 for as many as there are processors, a negative number for so many less.
   * The model does not depend on it.
   */
  public static final String PARAM_NUM_THREADS = ComponentParameters.PARAM_NUM_THREADS;

  @ConfigurationParameter(
      name = PARAM_NUM_THREADS,
      mandatory = true,
      defaultValue = ComponentParameters.AUTO_NUM_THREADS)
  private int numThreads;

  /** Seed of all randomness. */
  public static final String PARAM_SEED = "seed";

  @ConfigurationParameter(name = PARAM_SEED, mandatory = false)
  private Long seed;

  /** Leave out features that occur less often than this. */
  public static final String PARAM_CUTOFF = "cutoff";

  @ConfigurationParameter(name = PARAM_CUTOFF, mandatory = false)
  private Integer cutoff;

  /** Prior variance of the weights of every feature group; a smaller one makes a smoother model. */
  public static final String PARAM_VARIANCE = "variance";

  @ConfigurationParameter(name = PARAM_VARIANCE, mandatory = false)
  private Double variance;

  /** Prior variance of the scores of label transitions. */
  public static final String PARAM_PAIRWISE_VARIANCE = "pairwiseVariance";

  @ConfigurationParameter(name = PARAM_PAIRWISE_VARIANCE, mandatory = false)
  private Double pairwiseVariance;

  /**
   * Rounds of kernel learning, which finds a variance for each template line; with 0 the variances
   * are taken as they are.
   */
  public static final String PARAM_KERNEL_ROUNDS = "kernelRounds";

  @ConfigurationParameter(name = PARAM_KERNEL_ROUNDS, mandatory = false)
  private Integer kernelRounds;

  /**
   * Number of inducing points of the posterior covariance. With 0 there is none: learning is fast,
   * but the model cannot be sampled from.
   */
  public static final String PARAM_INDUCING = "inducing";

  @ConfigurationParameter(name = PARAM_INDUCING, mandatory = false)
  private Integer inducing;

  /** Steps of the optimiser at most. */
  public static final String PARAM_ITERATIONS = "iterations";

  @ConfigurationParameter(name = PARAM_ITERATIONS, mandatory = false)
  private Integer iterations;

  private final SegmentLayer layer;
  private LearnerSettings settings;
  private CasCorpus corpus;
  private String documentLanguage;

  /**
   * @param layer the annotations that are segments
   */
  GpSegmentTrainer(SegmentLayer layer) {
    this.layer = layer;
  }

  /** The task that is written to the model, and whose default templates are used. */
  abstract String task();

  /** Whether segments with this tag are learned. */
  boolean isLearned(String tag) {
    return true;
  }

  @Override
  public void initialize(UimaContext context) throws ResourceInitializationException {
    super.initialize(context);
    try {
      if (Files.isDirectory(Path.of(targetLocation))) {
        throw new IllegalArgumentException(
            PARAM_TARGET_LOCATION + " is a directory, but must be a file: " + targetLocation);
      }
      settings = settings(templates());
      corpus =
          new CasCorpus(
              layer,
              TokenReader.of(
                  settings.templates().requiredColumns(),
                  "which the feature templates need (column pos); run a part-of-speech tagger"
                      + " before the trainer, or give templates without this column in the"
                      + " parameter "
                      + PARAM_TEMPLATE_LOCATION),
              this::isLearned);
    } catch (IOException | IllegalArgumentException | UnusableCasException e) {
      throw new ResourceInitializationException(e);
    }
  }

  private TemplateSet templates() throws IOException {
    if (templateLocation == null) {
      return DefaultTemplates.of(task(), COLUMNS);
    }
    try (InputStream in = ResourceUtils.resolveLocation(templateLocation).openStream()) {
      return TemplateSet.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), COLUMNS);
    } catch (TemplateException e) {
      throw new IllegalArgumentException(templateLocation + ", " + e.getMessage(), e);
    }
  }

  private LearnerSettings settings(TemplateSet templates) {
    LearnerSettings result =
        LearnerSettings.of(task(), templates)
            .withThreads(ComponentParameters.computeNumThreads(numThreads));
    result = seed == null ? result : result.withSeed(seed);
    result = cutoff == null ? result : result.withCutoff(cutoff);
    result = iterations == null ? result : result.withIterations(iterations);
    result = kernelRounds == null ? result : result.withKernelRounds(kernelRounds);
    result =
        result.withVariances(
            variance == null ? result.variance() : variance,
            pairwiseVariance == null ? result.pairwiseVariance() : pairwiseVariance);
    return inducing == null
        ? result
        : result.withInducing(inducing, result.samples(), result.rounds());
  }

  @Override
  public void process(JCas document) throws AnalysisEngineProcessException {
    String found = document.getDocumentLanguage();
    if (language == null && documentLanguage != null && !documentLanguage.equals(found)) {
      throw new UnusableCasException(
          CasSentences.nameOf(document)
              + " is in the language '"
              + found
              + "', those before it in '"
              + documentLanguage
              + "'; train a model for each language, or set the parameter "
              + PARAM_LANGUAGE);
    }
    corpus.add(document);
    documentLanguage = found;
  }

  @Override
  public void collectionProcessComplete() throws AnalysisEngineProcessException {
    warnOf(corpus.overlapping(), "overlap a longer one, which was learned instead");
    warnOf(
        corpus.misaligned(),
        "do not begin and end with tokens of one sentence; their tokens were learned as outside");
    if (corpus.segments() == 0) {
      throw new UnusableCasException(
          "there is nothing to learn from: in "
              + corpus.sentences().size()
              + " sentences there was no "
              + layer.shortTypeName()
              + " annotation to learn; check that the reader reads them");
    }
    try {
      Model model =
          new Learner(
                  settings.withLanguage(language == null ? documentLanguage : language), this::log)
              .learn(corpus.sentences(), List.of());
      AtomicFile.write(Path.of(targetLocation), out -> ModelWriter.write(model, out));
    } catch (IOException e) {
      throw new UnusableCasException(
          "cannot write the model " + targetLocation + ": " + e.getMessage(), e);
    } catch (LearningException e) {
      throw new UnusableCasException(e.getMessage(), e);
    }
  }

  private void warnOf(int count, String problem) {
    if (count > 0) {
      getContext()
          .getLogger()
          .log(Level.WARNING, count + " " + layer.shortTypeName() + " annotations " + problem);
    }
  }

  private void log(LearningStep step) {
    if (step.step() % STEPS_PER_MESSAGE == 0) {
      getContext()
          .getLogger()
          .log(
              Level.INFO,
              String.format(
                  Locale.ROOT,
                  "%s, step %d of at most %d: objective %.1f, at most %.0f s left",
                  step.phase(),
                  step.step(),
                  step.stepsAtMost(),
                  step.objective(),
                  step.secondsLeft()));
    }
  }

  /** Lets go of the sentences. */
  @Override
  public void destroy() {
    corpus = null;
    super.destroy();
  }
}
