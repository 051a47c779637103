package org.gpchain.internal.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.cli.options.CommandPart;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.cli.options.LimitOption;
import org.gpchain.internal.cli.options.TemplateOption;
import org.gpchain.internal.cli.options.VoicesOptions;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.training.calibration.Jackknife;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.voices.LabelModel.Labels;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of commands that train models: the corpus, the task, and the learner. */
final class LearningOptions extends CommandPart {
  /** Number of training sentences below which more sentences improve a model considerably. */
  private static final int FEW_SENTENCES = 500;

  @Option(
      names = "--task",
      required = true,
      paramLabel = "TASK",
      description = {
        "The task. chunk: chunks of all types; np: base noun phrases (chunks of type NP only); ne:"
            + " named entities; pos: parts of speech. Any other name needs --template."
      })
  private String task;

  @Option(
      names = {"-t", "--train"},
      required = true,
      description = {
        "The training corpus. Takes one or more files with the same columns; --limit then applies"
            + " to each of them."
      })
  private List<Path> files;

  @Option(
      names = "--scheme",
      paramLabel = "SCHEME",
      description = {
        "How the model encodes segments as labels: IOB1, IOB2 or IOBES. The corpus may use another"
            + " notation.",
        "TOKEN: the labels are those of tokens, such as parts of speech, and there are no"
            + " segments.",
        "Default: TOKEN for pos, IOB2 for other tasks."
      })
  private TagScheme scheme;

  @Option(
      names = "--best-pos",
      description =
          "Learn from the most probable part of speech of each token only. By default, if a GPChain"
              + " model tags the corpus (--tag-pos MODEL) or documents have probabilities of parts"
              + " of speech, the model learns from all likely parts of speech with their"
              + " probabilities, and needs such probabilities in use. Posteriors in inducing points"
              + " always learn from the most probable one.")
  private boolean bestPos;

  @Option(
      names = "--no-words",
      description = "Do not use the word resource and the list of names of the language.")
  private boolean noWords;

  @Mixin TemplateOption template;

  @Mixin CorpusOptions corpora;

  @Mixin private LimitOption limit;

  @Mixin LearnerOptions learner;

  /**
   * Checks, before the corpus is read, that the options do not contradict each other.
   *
   * @throws IOException if the word resource or the encoder cannot be read
   */
  void check() throws IOException {
    checkLanguage(learner.language);
    template.check(task);
    if (noWords && isGiven("--words")) {
      throw wrongUse("--no-words and --words cannot be combined");
    }
    template.readWords(
        learner.language,
        usesDefault("--words"),
        task.equals("ne") && usesDefault("--names"),
        corpora.encoding());
    template.openEncoder(learner.language);
    reader();
  }

  /**
   * Returns whether the default resource of the language is used for an option. Posteriors in
   * inducing points use none, because they cannot weight cells.
   */
  private boolean usesDefault(String option) {
    return !noWords
        && !isGiven(option)
        && !isGiven("--template")
        && !learner.plan().hasInducingPoints();
  }

  /** Returns whether the word resource of the language is used. */
  private boolean usesDefaultWords() {
    WordResource words = template.words();
    return usesDefault("--words") && words != null && words.hasWordColumns();
  }

  /** Returns a reader of corpora for this task. */
  CorpusReader reader() throws IOException {
    return corpora
        .reader(
            task,
            () -> TextSegmenter.of(learner.language),
            columns -> template.requiredColumns(task, columns),
            template.annotationColumns())
        .withTokenLabels(scheme() == TagScheme.TOKEN);
  }

  private TagScheme scheme() {
    if (scheme != null) {
      return scheme;
    }
    return task.equals("pos") ? TagScheme.TOKEN : TagScheme.IOB2;
  }

  /**
   * Reads the training corpus.
   *
   * @param decorator changes the reader of the corpus
   * @param jackknife see {@link CorpusOptions#readAll}
   * @param remarks receives remarks that users may not expect
   */
  Corpus read(UnaryOperator<CorpusReader> decorator, Jackknife jackknife, PrintWriter remarks)
      throws IOException {
    if (!bestPos && posTags() == PosTags.BEST && corpora.makeProbableTags()) {
      remarks.println(
          "gpchain: posteriors with inducing points learn only from the most"
              + " probable part of speech of each token, as with --best-pos");
    }
    if (!template.defaultResources().isEmpty()) {
      remarks.printf(
          "gpchain: using %s (word resources of this language); --no-words turns them off%n",
          String.join(" and ", template.defaultResources()));
    }
    CorpusReader reader = limit.limited(decorator.apply(reader()));
    return corpora.readAll(reader, files, jackknife, posTags());
  }

  /**
   * Returns the number of the corpus of each training sentence, without empty sentences.
   *
   * @param train all training sentences
   */
  List<Integer> corpora(Corpus train) {
    List<Integer> corpusOfSentence = new ArrayList<>();
    for (int n = 0; n < train.sentences().size(); n++) {
      if (train.sentences().get(n).length() > 0) {
        corpusOfSentence.add(corpusOf(train.places().get(n).file()));
      }
    }
    if (files.size() == 1 || Set.copyOf(corpusOfSentence).size() < files.size()) {
      throw wrongUse(
          "--hold-out-corpora needs several --train files, each with at least one" + " sentence");
    }
    return corpusOfSentence;
  }

  private int corpusOf(Path file) {
    for (int i = 0; i < files.size(); i++) {
      if (file.startsWith(files.get(i))) {
        return i;
      }
    }
    return 0;
  }

  /** Checks that a model to update has the same task. */
  void checkTask(Model model) {
    if (!task.equals(model.task().name())) {
      throw wrongUse("the model was trained for the task " + model.task().name() + ", not " + task);
    }
  }

  /** Reads text and labels it with voices. It replaces {@link #read} for weak supervision. */
  Corpus readWeak(VoicesOptions voices) throws IOException {
    if (scheme() == TagScheme.TOKEN) {
      throw wrongUse("voices label segments, not tokens; use another --task or --scheme");
    }
    return voices.corpus(voices.labels(corpora, task, files, learner.language), Labels.WEIGHTED);
  }

  /** Returns which parts of speech of a token the model learns from. */
  PosTags posTags() {
    return learner.plan().posTags(bestPos);
  }

  /** Returns whether a task is about segments, which annotate needs. */
  static boolean hasSegments(String task) {
    return List.of("ne", "chunk").contains(task);
  }

  /** Returns the task with its templates and settings, after checking that the corpus fits it. */
  Task task(Corpus train) throws IOException {
    boolean learnsSegments = hasSegments(task);
    if (scheme != null) {
      learnsSegments = scheme != TagScheme.TOKEN;
    }
    if (learnsSegments) {
      train.checkHasSegments();
    } else if (hasSegments(task)) {
      note("a model of the scheme TOKEN labels columns (gpchain tag); annotate needs segments");
    }
    boolean isOfTokens = train.scheme() == TagScheme.TOKEN;
    return Task.of(task, template.read(task, train))
        .withLanguage(learner.language)
        .withCutoff(learner.plan().cutoff())
        .withScheme(isOfTokens ? TagScheme.TOKEN : scheme())
        .withWords(template.words())
        .withEncoder(template.encoderUse());
  }

  /** Returns advice on what would improve the model most, or an empty result if there is none. */
  Optional<String> advice(Corpus train) {
    if (usesDefault("--words") && !usesDefaultWords()) {
      if (learner.language.equals(Task.ANY_LANGUAGE)) {
        return Optional.of(
            "word clusters from raw text; --language en provides some, and gpchain"
                + " words learn creates others");
      }
      return Optional.of(
          "word clusters from raw text; create them with gpchain words learn, and"
              + " use them with --words FILE");
    }

    boolean lacksPos =
        List.of("chunk", "np").contains(task) && !train.columns().contains(TokenSequence.POS);
    if (lacksPos && isGiven("--voices")) {
      return Optional.of(
          "parts of speech; with --voices, they are only read from files with columns");
    }
    String tagger = "tagger-" + learner.language;
    if (lacksPos && usesDefaultWords() && ModelsOnClassPath.find(tagger).isPresent()) {
      return Optional.of("parts of speech; --tag-pos " + tagger + " assigns them");
    }

    if (train.sentences().size() < FEW_SENTENCES && !isGiven("--limit")) {
      return Optional.of("more sentences; gpchain select finds those that are worth annotating");
    }
    return Optional.empty();
  }
}
