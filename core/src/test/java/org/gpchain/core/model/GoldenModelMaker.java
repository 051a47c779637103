package org.gpchain.core.model;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Outcome;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.document.BasePass;
import org.gpchain.internal.core.document.FirstPass;
import org.gpchain.internal.core.gp.InducingProjection;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Cholesky;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.InducingCovariance;
import org.gpchain.internal.core.posterior.SampledPosterior;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;

/**
 * Writes the golden model file of the format version, and prints what {@link GoldenModelTest} is to
 * expect of it; see the README in the folder of the file. It also makes small models of every kind.
 * All numbers come from a rule, none from a random generator.
 */
final class GoldenModelMaker {
  static final TokenSequence SENTENCE = sentence("The/DT cat/NN saw/VB 3/CD İ😀/NN");

  static final TokenSequence WORDS =
      TokenSequence.ofWords(List.of("The", "cat", "sat", "in", "Port", "Ansel"));

  private GoldenModelMaker() {}

  static TokenSequence sentence(String wordsAndTags) {
    List<String> words = new ArrayList<>();
    List<String> tags = new ArrayList<>();
    for (String token : List.of(wordsAndTags.split(" ", -1))) {
      int slash = token.indexOf('/');
      words.add(token.substring(0, slash));
      tags.add(token.substring(slash + 1));
    }
    return TokenSequence.ofWords(words).with("pos", tags);
  }

  /** Quarters between -1.25 and 1.25, which are exact in every format. */
  private static double quarter(int i) {
    return (i * 7 % 11 - 5) / 4.0;
  }

  private static double[] quarters(int count, int from) {
    return IntStream.range(0, count).mapToDouble(i -> quarter(i + from)).toArray();
  }

  private static float[] floats(int count, int from, double least) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (least + quarter(i + from));
    }
    return values;
  }

  /** Sixteenths from a quarter on. */
  private static double[] sixteenths(int count) {
    return IntStream.range(0, count).mapToDouble(i -> 0.25 + i / 16.0).toArray();
  }

  static Model model() {
    List<TokenSequence> corpus =
        List.of(SENTENCE, sentence("The/DT dog/NN saw/VB The/DT cat/NN"), sentence("4/CD"));
    VocabularyBuilder builder =
        new VocabularyBuilder(
            TemplateSet.parse(
                """
                U:%x[-1,0]
                U:%x[0,0]
                U1:%x[0,1]/%x[1,1]
                U2:%x[0,shape]
                U3:%x[0,suffix2]
                U9
                B
                """,
                List.of("word", "pos")));
    corpus.forEach(builder::add);
    Vocabulary vocabulary = builder.freeze(1);
    LabelSet labels = LabelSet.of(List.of("O", "B-NP", "I-NP"));
    Prior prior = new Prior(new double[] {0.5, 1, 0.25, 0.125, 2}, 0.375);
    DecoupledPosterior posterior =
        new DecoupledPosterior(
            labels.size(),
            floats(vocabulary.featureCount() * labels.size(), 0, 0),
            quarters(labels.size() * labels.size(), 3),
            sixteenths(labels.size() * labels.size()),
            covariance(vocabulary, prior, corpus.subList(1, 3), labels.size()));
    return new Model(
        new ModelTask("np", "en", TagScheme.IOB2, labels),
        Features.of(vocabulary, prior, Tagset.of(List.of("DT", "NN", "VB", "CD"))),
        posterior,
        Calibration.NONE,
        new Provenance(Map.of("cutoff", "1"), 7, "ab12", 3, 11, "0.1.0"),
        new TrainingRun(0.5, 1, -3.5, "by hand"));
  }

  /** The first one with a calibration. */
  static Model calibratedModel() {
    Model model = model();
    return model.with(calibration(), model.provenance());
  }

  /** A model whose features are those of a word resource, and words. */
  static Model wordsModel() {
    WordResource words = WordResourceFileTest.resource();
    return wordsModel(words, "U3:%x[0,places]");
  }

  /** The same whose resource knows names, too. */
  static Model namesModel() {
    WordResource words = WordResourceFileTest.resource();
    return wordsModel(words.and(WordResourceFileTest.names()), "U3:%x[0,name_place]");
  }

  private static Model wordsModel(WordResource words, String line) {
    TemplateSet templates =
        TemplateSet.parse(
            """
            U:%x[0,word]
            U1:%x[0,cluster2]/%x[1,cluster4]
            U2:%x[-1,state]/%x[0,state]
            LINE
            B
            """
                .replace("LINE", line),
            List.of("word", "cluster2", "cluster4", "state", "places", "name_place"));
    VocabularyBuilder builder = new VocabularyBuilder(templates);
    builder.add(words.addTo(WORDS, new Workspace()));
    Vocabulary vocabulary = builder.freeze(1);
    LabelSet labels = LabelSet.of(List.of("O", "B-LOC", "I-LOC"));
    return new Model(
        new ModelTask("ne", "en", TagScheme.IOB2, labels),
        new Features(
            vocabulary,
            new Prior(new double[] {0.5, 1, 0.25, 0.125}, 0.375),
            null,
            words,
            List.of(),
            null,
            List.of()),
        DecoupledPosterior.plugIn(
            labels.size(),
            floats(vocabulary.featureCount() * labels.size(), 0, 0),
            quarters(labels.size() * labels.size(), 3)),
        Calibration.NONE,
        new Provenance(Map.of("cutoff", "1"), 7, "ab12", 1, 6, "0.1.0"),
        new TrainingRun(0.5, 1, -3.5, "by hand"));
  }

  /** What a model says of {@link #WORDS} if a document has them twice. */
  static Prediction twice(Model model) {
    Tagger tagger = model.tagger(DecodingOptions.DEFAULT);
    return tagger.tag(tagger.inDocument(List.of(WORDS, WORDS), new Workspace()).get(1));
  }

  /** The one of words as the first of two passes, the second of which reads what it says, too. */
  static Model twoPassModel() {
    Model first = wordsModel();
    TemplateSet templates =
        TemplateSet.parse(
            "U:%x[0,doc]\nU1:%x[0,cluster2]\nU2:%x[0,doc_case]/%x[0,doc]\nB",
            List.of("word", "cluster2", "doc", "doc_case"));
    VocabularyBuilder builder = new VocabularyBuilder(templates);
    FirstPass pass = new FirstPass(first.tagger(), null);
    pass.over(List.of(wordsWithColumns(), wordsWithColumns()), new Workspace())
        .forEach(builder::add);
    Vocabulary vocabulary = builder.freeze(1);
    int v = first.labels().size();
    return new Model(
            first.task(),
            Features.of(vocabulary, new Prior(new double[] {0.5, 1, 0.25}, 0.375), null),
            DecoupledPosterior.plugIn(
                v, floats(vocabulary.featureCount() * v, 2, 0), quarters(v * v, 1)),
            Calibration.NONE,
            first.provenance(),
            first.run())
        .after(first, first.words());
  }

  /**
   * The model of the golden file: it reads the labels and the words of the two-pass model, and has
   * a covariance, a calibration with evidence, and a token profile.
   */
  static Model goldenModel() {
    Model base = twoPassModel();
    TemplateSet templates =
        TemplateSet.parse(
            "U:%x[0,base]\nU1:%x[-1,base]/%x[0,base]\nU2:%x[0,cluster4]\nB",
            List.of("word", "cluster4", "base"));
    VocabularyBuilder builder = new VocabularyBuilder(templates);
    new BasePass(base.tagger(), base.words())
        .over(List.of(WORDS, WORDS), new Workspace())
        .forEach(builder::add);
    Vocabulary vocabulary = builder.freeze(1);
    Prior prior = new Prior(new double[] {1, 0.5, 0.25}, 0.375);
    int v = base.labels().size();
    DecoupledPosterior posterior =
        new DecoupledPosterior(
            v,
            floats(vocabulary.featureCount() * v, 2, 0),
            quarters(v * v, 1),
            sixteenths(v * v),
            covariance(vocabulary, prior, inducing(), v));
    TokenProfile tokens =
        new TokenProfile(
            Convention.SPLIT, Convention.WHOLE, Convention.UNKNOWN, Convention.UNKNOWN);
    return new Model(
            new ModelTask("ne", "en", TagScheme.IOB2, base.labels(), tokens),
            Features.of(vocabulary, prior, null),
            posterior,
            withEvidence(),
            base.provenance(),
            base.run())
        .over(base);
  }

  /** Sentences for inducing points, whose columns have one value for each token. */
  private static List<TokenSequence> inducing() {
    TokenSequence name =
        TokenSequence.ofWords(List.of("in", "Port", "Ansel"))
            .with("base", List.of("O", "B-LOC", "I-LOC"))
            .with("cluster4", List.of("2", "", ""));
    TokenSequence noName =
        TokenSequence.ofWords(List.of("cat"))
            .with("base", List.of("O"))
            .with("cluster4", List.of("1"));
    return List.of(name, noName);
  }

  /** The one of words, which contains nothing of them, and reads one column from annotations. */
  static Model annotatedModel() {
    Model model = wordsModel();
    Features features =
        new Features(model.vocabulary(), model.prior(), null, null, List.of(), null, List.of())
            .reading(AnnotationColumn.parse(List.of("places=my.project.Place/kind"), List.of()));
    return new Model(
        model.task(),
        features,
        model.posterior(),
        model.calibration(),
        model.provenance(),
        model.run());
  }

  /** {@link #WORDS} with all columns. */
  static TokenSequence wordsWithColumns() {
    return WordResourceFileTest.resource().addTo(WORDS, new Workspace());
  }

  /** The first one, made for parts of speech with their probabilities. */
  static Model softModel() {
    return ModelCase.withSoftColumns(model(), List.of(TokenSequence.POS));
  }

  /** One without calibration whose posterior is three samples. */
  static Model sampledModel() {
    Model model = calibratedModel();
    DecoupledPosterior mean = (DecoupledPosterior) model.posterior();
    List<float[]> weights = new ArrayList<>();
    List<double[]> transitions = new ArrayList<>();
    for (int s = 0; s < 3; s++) {
      weights.add(floats(mean.weights().length, 5 * s, 0));
      transitions.add(quarters(mean.pairwiseMean().length, 7 * s));
    }
    return model.with(SampledPosterior.of(mean.labelCount(), weights, transitions));
  }

  /** {@link #SENTENCE} with parts of speech that are in doubt. */
  static TokenSequence soft() {
    return SENTENCE.replaceWeighted(
        TokenSequence.POS,
        List.of(
            List.of(new WeightedValue("DT", 1)),
            List.of(new WeightedValue("NN", 0.75), new WeightedValue("VB", 0.25)),
            List.of(new WeightedValue("NN", 0.375), new WeightedValue("VB", 0.5)),
            List.of(new WeightedValue("CD", 0.875)),
            List.of(new WeightedValue("NN", 0.5), new WeightedValue("unseen", 0.5))));
  }

  /** Two sentences; the best choice is the first and the last candidate, λ = 1.25 / (2 + 2). */
  static Calibration calibration() {
    HeldOutSegments heldOut =
        new HeldOutSegments(
            new int[] {0, 1},
            new int[] {1, 1},
            new int[] {2, 1},
            new int[] {0, 1, 2},
            new int[] {2, 3, 4},
            new float[] {0.75f, 0.125f, 0.5f},
            new boolean[] {true, false, true});
    return Calibration.of(new LatticeScaling(0.75, 1.25), heldOut);
  }

  /** The same with evidence of two blocks and one type. */
  static Calibration withEvidence() {
    Calibration plain = calibration();
    return new Calibration(
        plain.scaling(),
        plain.threshold(),
        plain.heldOut(),
        List.of(9, 100, 2, 125, 2, 7, 50, 1, 500, 1));
  }

  private static InducingCovariance covariance(
      Vocabulary vocabulary, Prior prior, List<TokenSequence> points, int v) {
    SparseRows inducing = new SequenceEncoder(vocabulary).encode(points);
    int m = inducing.rowCount();
    List<Cholesky> precision = new ArrayList<>();
    for (int label = 0; label < v; label++) {
      double[] lower = new double[m * m];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < i; j++) {
          lower[i * m + j] = quarter(label + i * 5 + j);
        }
        lower[i * m + i] = 1 + label / 4.0;
      }
      precision.add(Cholesky.ofFactor(lower, m));
    }
    return new InducingCovariance(
        InducingProjection.of(prior.kernel(vocabulary.groupOfFeature()), inducing), precision);
  }

  /** The argument names the file to write; an existing one is never overwritten. */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    Model model = goldenModel();
    try (OutputStream out =
        Files.newOutputStream(file, java.nio.file.StandardOpenOption.CREATE_NEW)) {
      ModelWriter.write(model, out);
    }
    Prediction prediction = twice(model);
    Outcome outcome = Outcome.of(prediction);
    System.out.println("labels     " + outcome.labels());
    System.out.println("marginals  " + Arrays.toString(TaggerCase.marginals(prediction)));
    System.out.println("numbers    " + outcome.numbers());
    System.out.println("spans      " + outcome.spans());
    System.out.println("divergence " + ModelCase.decoupled(model).covariance().get().divergence());
    System.out.println("features   " + model.vocabulary().featureCount());
    System.out.println("symbols    " + model.vocabulary().symbols());
  }
}
