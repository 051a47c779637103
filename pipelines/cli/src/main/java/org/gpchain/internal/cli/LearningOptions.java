package org.gpchain.internal.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
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

/** Options of commands that learn models: from what, for which task, and how. */
final class LearningOptions extends CommandPart {
  /** From a hundred sentences to so many a model gains much. */
  private static final int FEW = 500;

  @Option(
      names = "--task",
      required = true,
      paramLabel = "TASK",
      description = {
        "chunk: chunks of all types; np: base noun phrases (only chunks of type NP are learned);"
            + " ne: named entities; pos: parts of speech. Any other name needs --template."
      })
  private String task;

  @Option(
      names = {"-t", "--train"},
      required = true,
      description = {
        "The corpus to learn from: one file, or several with the same columns; --limit then"
            + " applies to each."
      })
  private List<Path> files;

  @Option(
      names = "--scheme",
      paramLabel = "SCHEME",
      description = {
        "How the model encodes segments as labels, whatever the corpus does: IOB1, IOB2 or IOBES.",
        "TOKEN: no segments, but a label for each token, such as its part of speech.",
        "Default: TOKEN for pos, otherwise IOB2."
      })
  private TagScheme scheme;

  @Option(
      names = "--best-pos",
      description =
          "Learn from the best part of speech of each token only. Default: from all that the tagger"
              + " considers possible, weighted by their probabilities, where a GPChain model tags"
              + " (--tag-pos MODEL) or documents have probabilities; the model then expects them in"
              + " use as well. Posteriors in inducing points always learn from the best one.")
  private boolean bestPos;

  @Option(
      names = "--no-words",
      description = "Learn without words and names, whatever the language.")
  private boolean noWords;

  @Mixin TemplateOption template;

  @Mixin CorpusOptions corpora;

  @Mixin private LimitOption limit;

  @Mixin LearnerOptions learner;

  /**
   * Checks, before anything is read, that options do not contradict each other.
   *
   * @throws IOException if the word resource cannot be used
   */
  void check() throws IOException {
    checkLanguage(learner.language);
    template.check(task);
    if (noWords && isGiven("--words")) {
      throw wrongUse("--no-words excludes --words");
    }
    template.readWords(
        learner.language,
        takes("--words"),
        task.equals("ne") && takes("--names"),
        corpora.encoding());
    reader();
  }

  /** Whether the language may bring this; inducing points have no weights of weighted cells. */
  private boolean takes(String option) {
    return !noWords
        && !isGiven(option)
        && !isGiven("--template")
        && !learner.plan().hasInducingPoints();
  }

  /** Whether the language has brought words. */
  private boolean hasTakenWords() {
    WordResource words = template.words();
    return takes("--words") && words != null && words.hasWordColumns();
  }

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
    return scheme != null ? scheme : task.equals("pos") ? TagScheme.TOKEN : TagScheme.IOB2;
  }

  /**
   * @param as how it is read
   * @param jackknife see {@link CorpusOptions#readAll}
   * @param remarks takes what the user might not expect
   */
  Corpus read(UnaryOperator<CorpusReader> as, Jackknife jackknife, PrintWriter remarks)
      throws IOException {
    if (!bestPos && posTags() == PosTags.BEST && corpora.makeProbableTags()) {
      remarks.println(
          "gpchain: posteriors in inducing points learn from one part of speech for each token:"
              + " the best one, as with --best-pos");
    }
    if (!template.usual().isEmpty()) {
      remarks.printf(
          "gpchain: with %s, what is known of words of this language; --no-words learns without%n",
          String.join(" and ", template.usual()));
    }
    return corpora.readAll(limit.limited(as.apply(reader())), files, jackknife, posTags());
  }

  /**
   * The corpus of each sentence with a token, by its number among those to learn from.
   *
   * @param train all of them
   */
  List<Integer> corpora(Corpus train) {
    List<Integer> all =
        IntStream.range(0, train.sentences().size())
            .filter(n -> train.sentences().get(n).length() > 0)
            .mapToObj(n -> corpusOf(train.places().get(n).file()))
            .toList();
    if (files.size() == 1 || Set.copyOf(all).size() < files.size()) {
      throw wrongUse("--hold-out-corpora needs several --train, each with sentences of its own");
    }
    return all;
  }

  private int corpusOf(Path file) {
    return IntStream.range(0, files.size())
        .filter(i -> file.startsWith(files.get(i)))
        .findFirst()
        .orElse(0);
  }

  /** Checks that a model that is to learn more has learned this task. */
  void checkTask(Model model) {
    if (!task.equals(model.task().name())) {
      throw wrongUse("the model has learned the task " + model.task().name() + ", not " + task);
    }
  }

  /** Reads text that voices label, in place of {@link #read}. */
  Corpus readWeak(VoicesOptions voices) throws IOException {
    if (scheme() == TagScheme.TOKEN) {
      throw wrongUse("voices label segments, not tokens: another --task or --scheme is needed");
    }
    return voices.corpus(voices.labels(corpora, task, files, learner.language), Labels.WEIGHTED);
  }

  PosTags posTags() {
    return learner.plan().posTags(bestPos);
  }

  /** Returns whether annotate refuses models of the task that label single tokens. */
  static boolean hasSegments(String task) {
    return List.of("ne", "chunk").contains(task);
  }

  Task task(Corpus train) throws IOException {
    boolean learnsSegments = scheme == null ? hasSegments(task) : scheme != TagScheme.TOKEN;
    if (learnsSegments) {
      train.checkHasSegments();
    } else if (hasSegments(task)) {
      note("a model of the scheme TOKEN labels columns (gpchain tag); annotate needs segments");
    }
    return Task.of(task, template.read(task, train))
        .withLanguage(learner.language)
        .withCutoff(learner.plan().cutoff())
        .withScheme(train.scheme() == TagScheme.TOKEN ? TagScheme.TOKEN : scheme())
        .withWords(template.words())
        .withEncoder(template.encoder());
  }

  /** What would have helped most, so far as the pages for users say; null if nothing would. */
  String advice(Corpus train) {
    String tagger = "tagger-" + learner.language;
    if (takes("--words") && !hasTakenWords()) {
      return learner.language.equals(Task.ANY_LANGUAGE)
          ? "word clusters of raw text; --language en has some, gpchain words learn makes others"
          : "word clusters of raw text; gpchain words learn makes them, for --words FILE";
    }
    boolean noPos =
        List.of("chunk", "np").contains(task) && !train.columns().contains(TokenSequence.POS);
    if (noPos && isGiven("--voices")) {
      return "parts of speech; with --voices, they are read of files with columns alone";
    }
    if (noPos && hasTakenWords() && ModelsOnClassPath.find(tagger).isPresent()) {
      return "parts of speech; --tag-pos " + tagger + " makes them";
    }
    boolean few = train.sentences().size() < FEW && !isGiven("--limit");
    return few ? "more sentences; gpchain select finds those that are worth annotating" : null;
  }
}
