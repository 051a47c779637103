package org.gpchain.core.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.features.AnnotationColumn;
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
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;

/** Creates small models of every kind. All numbers are computed by rules instead of drawn. */
public final class ModelKinds {
  /** Sentence with parts of speech. */
  public static final TokenSequence SENTENCE = sentence("The/DT cat/NN saw/VB 3/CD İ😀/NN");

  /** Sentence without parts of speech. */
  public static final TokenSequence WORDS =
      TokenSequence.ofWords(List.of("The", "cat", "sat", "in", "Port", "Ansel"));

  private ModelKinds() {}

  /** Returns a sentence, given as {@code word/tag} pairs. */
  public static TokenSequence sentence(String wordsAndTags) {
    List<String> words = new ArrayList<>();
    List<String> tags = new ArrayList<>();
    for (String token : List.of(wordsAndTags.split(" ", -1))) {
      int slash = token.indexOf('/');
      words.add(token.substring(0, slash));
      tags.add(token.substring(slash + 1));
    }
    return TokenSequence.ofWords(words).with("pos", tags);
  }

  /** Returns a multiple of 0.25 between −1.25 and 1.25, which is exact in every format. */
  public static double quarter(int i) {
    return (i * 7 % 11 - 5) / 4.0;
  }

  /** Returns multiples of 0.25. */
  public static double[] quarters(int count, int from) {
    return IntStream.range(0, count).mapToDouble(i -> quarter(i + from)).toArray();
  }

  /** Returns multiples of 0.25 plus an offset. */
  public static float[] floats(int count, int from, double offset) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (offset + quarter(i + from));
    }
    return values;
  }

  /** Returns multiples of 1/16, beginning with 0.25. */
  public static double[] sixteenths(int count) {
    return IntStream.range(0, count).mapToDouble(i -> 0.25 + i / 16.0).toArray();
  }

  /** Returns the training corpus of {@link #model}. */
  public static List<TokenSequence> corpus() {
    return List.of(SENTENCE, sentence("The/DT dog/NN saw/VB The/DT cat/NN"), sentence("4/CD"));
  }

  /** Returns a model with parts of speech. */
  public static Model model() {
    List<TokenSequence> corpus = corpus();
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
            null);
    return new Model(
        new ModelTask("np", "en", TagScheme.IOB2, labels),
        Features.of(vocabulary, prior, Tagset.of(List.of("DT", "NN", "VB", "CD"))),
        posterior,
        Calibration.NONE,
        new Provenance(Map.of("cutoff", "1"), 7, "ab12", 3, 11, "0.1.0"),
        new TrainingRun(0.5, 1, -3.5, "by hand"));
  }

  /** Returns {@link #model} with a calibration. */
  public static Model calibratedModel() {
    Model model = model();
    return model.with(calibration(), model.provenance());
  }

  /** Returns a model with words and the columns of a word resource. */
  public static Model wordsModel() {
    WordResource words = WordResourceFileTest.resource();
    return wordsModel(words, "U3:%x[0,places]");
  }

  /** Returns a model with words and the columns of a word resource that contains names. */
  public static Model namesModel() {
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
            ColumnSources.of(words, List.of())),
        DecoupledPosterior.plugIn(
            labels.size(),
            floats(vocabulary.featureCount() * labels.size(), 0, 0),
            quarters(labels.size() * labels.size(), 3)),
        Calibration.NONE,
        new Provenance(Map.of("cutoff", "1"), 7, "ab12", 1, 6, "0.1.0"),
        new TrainingRun(0.5, 1, -3.5, "by hand"));
  }

  /** Returns the prediction for the second sentence of a document that has {@link #WORDS} twice. */
  public static Prediction twice(Model model) {
    Tagger tagger = model.tagger(DecodingOptions.DEFAULT);
    return tagger.tag(tagger.inDocument(List.of(WORDS, WORDS), new Workspace()).get(1));
  }

  /** Returns a model of two passes. The first pass is {@link #wordsModel}. */
  public static Model twoPassModel() {
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
   * Returns the model of the golden file without its covariance. It reads the labels and the words
   * of {@link #twoPassModel}, and has a calibration with evidence and a token profile.
   */
  public static Model overABase() {
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
            null);
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

  /** Returns {@link #wordsModel} without its word resource. It reads a column from annotations. */
  public static Model annotatedModel() {
    Model model = wordsModel();
    Features features =
        Features.of(model.vocabulary(), model.prior(), null)
            .reading(AnnotationColumn.parse(List.of("places=my.project.Place/kind"), List.of()));
    return ModelCase.with(model, features, model.posterior());
  }

  /** Returns {@link #WORDS} with the columns of the word resource. */
  public static TokenSequence wordsWithColumns() {
    return WordResourceFileTest.resource().addTo(WORDS, new Workspace());
  }

  /** Returns {@link #model} for weighted parts of speech. */
  public static Model softModel() {
    return ModelCase.withSoftColumns(model(), List.of(TokenSequence.POS));
  }

  /** Returns {@link #SENTENCE} with weighted parts of speech. */
  public static TokenSequence soft() {
    return SENTENCE.replaceWeighted(
        TokenSequence.POS,
        List.of(
            List.of(new WeightedValue("DT", 1)),
            List.of(new WeightedValue("NN", 0.75), new WeightedValue("VB", 0.25)),
            List.of(new WeightedValue("NN", 0.375), new WeightedValue("VB", 0.5)),
            List.of(new WeightedValue("CD", 0.875)),
            List.of(new WeightedValue("NN", 0.5), new WeightedValue("unseen", 0.5))));
  }

  /**
   * Returns a calibration on two sentences. The best choice consists of the first and the last
   * candidate, λ = 1.25 / (2 + 2).
   */
  public static Calibration calibration() {
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

  /** Returns {@link #calibration} with the evidence of two blocks and one type. */
  public static Calibration withEvidence() {
    Calibration plain = calibration();
    return new Calibration(
        plain.scaling(),
        plain.threshold(),
        plain.heldOut(),
        List.of(9, 100, 2, 125, 2, 7, 50, 1, 500, 1));
  }
}
