package org.gpchain.training.uima;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.features.TemplateException;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;
import org.gpchain.training.TimeLeft;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.TrainerSettings.Covariance;
import org.gpchain.training.TrainerSettings.Optimization;
import org.gpchain.training.TrainerSettings.PriorSettings;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.DefaultTemplates;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.file.AtomicFile;
import org.gpchain.training.product.Trainers;

/**
 * The common base of the trainers of segments: collects the sentences of all documents and, when
 * the collection is complete, learns a model and writes it, and beside it the properties that
 * DKPro's model providers read ({@code x.properties} beside {@code x.gpchain}).
 *
 * <p>The defaults of the trainer's parameters are those of {@link TrainerSettings#DEFAULT}.
 */
public abstract class GpSegmentTrainer extends JCasConsumer_ImplBase {
  private static final List<String> COLUMNS = List.of(TokenSequence.WORD, TokenSequence.POS);

  /** One step in this many is logged. */
  private static final int STEPS_PER_MESSAGE = 10;

  /** Write the model to this file. Missing directories are created. */
  public static final String PARAM_TARGET_LOCATION = ComponentParameters.PARAM_TARGET_LOCATION;

  @ConfigurationParameter(name = PARAM_TARGET_LOCATION, mandatory = true)
  private String targetLocation;

  /** Store this language in the model instead of the document language. */
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
   * Number of threads; 0 for as many as there are processors, a negative number for that many
   * fewer. The model does not depend on it.
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
   * Rounds of kernel learning, which finds a variance for each template line; with 0 the given
   * variances are kept.
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

  /**
   * Find the most probable weights by this optimiser: SAGA, stochastic average gradients, or LBFGS.
   */
  public static final String PARAM_OPTIMIZER = "optimizer";

  @ConfigurationParameter(name = PARAM_OPTIMIZER, mandatory = true, defaultValue = "SAGA")
  private Optimization.Method optimizer;

  /** Maximum number of passes (SAGA) or steps (LBFGS). */
  public static final String PARAM_ITERATIONS = "iterations";

  @ConfigurationParameter(name = PARAM_ITERATIONS, mandatory = false)
  private Integer iterations;

  /**
   * Leave weights nearer to zero than this out of the model, unless it has a covariance; 0 keeps
   * them all.
   */
  public static final String PARAM_PRUNING = "pruning";

  @ConfigurationParameter(name = PARAM_PRUNING, mandatory = false)
  private Double pruning;

  /**
   * Calibrate the probabilities on held-out parts of the corpus, of which this is the number; 0 for
   * no calibration.
   */
  public static final String PARAM_CALIBRATION_FOLDS = "calibrationFolds";

  @ConfigurationParameter(name = PARAM_CALIBRATION_FOLDS, mandatory = false)
  private Integer calibrationFolds;

  /**
   * How segments are written as labels: IOB1, IOB2 or IOBES. TOKEN: there are no segments, but each
   * token has its own annotation, whose value is its label, such as a part of speech; a token
   * without one is an error.
   */
  public static final String PARAM_TAG_SCHEME = "tagScheme";

  @ConfigurationParameter(name = PARAM_TAG_SCHEME, mandatory = true, defaultValue = "IOB2")
  private TagScheme tagScheme;

  /**
   * Learn the short name of an annotation's type, such as {@code Person}, rather than its value.
   * Annotations that have none of the sub-types are learned with their value, or with the name of
   * their type if they have no value.
   */
  public static final String PARAM_SUBTYPES_AS_LABELS = "subtypesAsLabels";

  @ConfigurationParameter(name = PARAM_SUBTYPES_AS_LABELS, mandatory = true, defaultValue = "false")
  private boolean subtypesAsLabels;

  /** Write this variant into the properties beside the model. */
  public static final String PARAM_VARIANT = ComponentParameters.PARAM_VARIANT;

  @ConfigurationParameter(name = PARAM_VARIANT, mandatory = true, defaultValue = "default")
  private String variant;

  private Task task;
  private TrainerSettings settings;
  private CasCorpus corpus;
  private String documentLanguage;

  /** The task that is written to the model, and whose default templates are used. */
  abstract String task();

  /**
   * The annotations that are learned.
   *
   * @param subtypesAsLabels whether the names of types are their labels
   */
  abstract LabelSource source(boolean subtypesAsLabels);

  /** The feature templates used if none are given. */
  TemplateSet defaultTemplates() {
    return DefaultTemplates.of(task(), COLUMNS);
  }

  @Override
  public void initialize(UimaContext context) throws ResourceInitializationException {
    super.initialize(context);
    try {
      checkTarget();
      task = task(templates());
      settings = settings();
      corpus =
          new CasCorpus(
              source(subtypesAsLabels),
              TokenReader.of(
                  task.templates().requiredColumns(),
                  "which the feature templates need (column pos); run a part-of-speech tagger"
                      + " before the trainer, or give templates without this column in the"
                      + " parameter "
                      + PARAM_TEMPLATE_LOCATION),
              tagScheme);
    } catch (IOException | IllegalArgumentException | UnusableCasException e) {
      throw new ResourceInitializationException(e);
    }
  }

  private void checkTarget() {
    Path target = Path.of(targetLocation);
    if (Files.isDirectory(target) || target.equals(ModelSidecar.of(target))) {
      throw new IllegalArgumentException(
          PARAM_TARGET_LOCATION
              + (Files.isDirectory(target) ? " is a directory" : " ends in .properties")
              + ", but must be a file such as model.gpchain: "
              + targetLocation);
    }
  }

  private TemplateSet templates() throws IOException {
    if (templateLocation == null) {
      return defaultTemplates();
    }
    try (InputStream in = ResourceUtils.resolveLocation(templateLocation).openStream()) {
      return TemplateSet.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), COLUMNS);
    } catch (TemplateException e) {
      throw new IllegalArgumentException(templateLocation + ", " + e.getMessage(), e);
    }
  }

  private Task task(TemplateSet templates) {
    Task plain = Task.of(task(), templates).withScheme(tagScheme);
    return cutoff == null ? plain : plain.withCutoff(cutoff);
  }

  private TrainerSettings settings() {
    TrainerSettings defaults = TrainerSettings.DEFAULT;
    PriorSettings prior = defaults.prior();
    Covariance covariance = defaults.covariance();
    Optimization optimization = defaults.optimization();
    return new TrainerSettings(
        prior
            .withVariances(
                orElse(variance, prior.variance()),
                orElse(pairwiseVariance, prior.transitionVariance()))
            .withRounds(orElse(kernelRounds, prior.learning().rounds())),
        new Optimization(
            optimizer,
            orElse(iterations, optimization.iterations()),
            orElse(pruning, optimization.pruning())),
        new Covariance(
            orElse(inducing, covariance.inducing()), covariance.samples(), covariance.rounds()),
        orElse(calibrationFolds, defaults.calibrationFolds()),
        new Run(
            ComponentParameters.computeNumThreads(numThreads),
            orElse(seed, defaults.run().seed())));
  }

  private static <T> T orElse(T given, T otherwise) {
    return given == null ? otherwise : given;
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
    corpus.warnings().forEach(warning -> getContext().getLogger().log(Level.WARNING, warning));
    corpus.checkSegments();
    try {
      TrainingData data =
          TrainingData.of(
              corpus.sentences(),
              task.withLanguage(language == null ? documentLanguage : language));
      Model model = Trainers.of(settings).train(data, progress());
      Path target = Path.of(targetLocation);
      AtomicFile.write(target, out -> ModelWriter.write(model, out));
      ModelSidecar.write(model, variant, target);
    } catch (IOException e) {
      throw new UnusableCasException(
          "cannot write the model " + targetLocation + ": " + e.getMessage(), e);
    } catch (LearningException e) {
      throw new UnusableCasException(e.getMessage(), e);
    }
  }

  private Progress progress() {
    TimeLeft time = new TimeLeft(System::nanoTime);
    AtomicInteger steps = new AtomicInteger();
    return step -> {
      if (steps.incrementAndGet() % STEPS_PER_MESSAGE == 0) {
        getContext()
            .getLogger()
            .log(
                Level.INFO,
                String.format(
                    Locale.ROOT,
                    "%s: objective %.1f, %.0f %% done, about %.0f s left",
                    step.phase(),
                    step.objective(),
                    100 * step.done(),
                    time.seconds(step.done())));
      }
    };
  }

  /** Releases the sentences. */
  @Override
  public void destroy() {
    corpus = null;
    super.destroy();
  }
}
