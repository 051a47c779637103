package org.gpchain.experiments.papers;

import static org.gpchain.experiments.papers.GpstructMethod.DECOUPLED;
import static org.gpchain.experiments.papers.GpstructMethod.GP_ESS;
import static org.gpchain.experiments.papers.GpstructMethod.GP_VAR_B;
import static org.gpchain.experiments.papers.GpstructMethod.GP_VAR_P;
import static org.gpchain.experiments.papers.GpstructMethod.GP_VAR_P_UNCORRECTED;
import static org.gpchain.experiments.papers.GpstructMethod.GP_VAR_S;
import static org.gpchain.experiments.papers.GpstructMethod.KERNEL_LEARNING;
import static org.gpchain.experiments.papers.GrayBoxForm.GrayBoxKernel.LEARNED;
import static org.gpchain.experiments.papers.GrayBoxForm.GrayBoxKernel.LINEAR;
import static org.gpchain.experiments.papers.GrayBoxForm.GrayBoxKernel.UNIT;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.gpchain.experiments.papers.GrayBoxForm.GrayBoxKernel;

/** The tables. In the order of the page; no setting depends on the task. */
enum PaperTable {
  /** What others are compared with. */
  REFERENCE,
  /** GPstruct, table 2. */
  SAMPLER,
  /** The gray-box paper, table 1, with its kernel. */
  VARIATIONAL,
  /**
   * The sampler's prior, which the paper's stochastic experiments have, and steps enough for it.
   */
  UNIT_VARIANCE,
  /** The same with what kernel learning finds. */
  LEARNED_VARIANCES,
  /** What the posterior and its estimate are like. */
  FORMS,
  /** GPstruct, section 3: a kernel of the features, and one of what words mean. */
  WORDS,
  /** 500 training sentences. */
  LARGE;

  /** Chosen on sentences outside the folds, see experiments/docs/inference.md. */
  private static final int ROUNDS_TO_CONVERGE = 12;

  private static final int MANY_SAMPLES = 4_000;

  /**
   * The rows.
   *
   * @param embeddings file of word vectors; null if there is none, and so no row that needs it
   */
  List<PaperRow> rows(String embeddings) {
    return switch (this) {
      case REFERENCE ->
          List.of(
              PaperRow.of("map", "variances 1", DECOUPLED, LINEAR),
              PaperRow.of("map-learned", "learned variances", KERNEL_LEARNING, LEARNED));
      case SAMPLER -> sampler();
      case VARIATIONAL -> {
        String prior = "variance by the bound";
        yield Stream.concat(
                variational("", LINEAR, prior).stream(),
                Stream.of(
                    PaperRow.of(
                        "var-p-plain",
                        prior + ", no frequency correction",
                        GP_VAR_P_UNCORRECTED,
                        LINEAR)))
            .toList();
      }
      case UNIT_VARIANCE -> {
        String prior = "variance 1, " + ROUNDS_TO_CONVERGE + " rounds";
        yield Stream.of(
                PaperRow.of("var-s-unit", prior, GP_VAR_S, UNIT),
                PaperRow.of("var-p-unit", prior, GP_VAR_P, UNIT))
            .map(row -> row.with(row.form().withRounds(ROUNDS_TO_CONVERGE)))
            .toList();
      }
      case LEARNED_VARIANCES -> variational("-learned", LEARNED, "learned variances");
      case FORMS -> forms();
      case WORDS ->
          embeddings == null
              ? List.of()
              : Stream.of(words("ess-words", GP_ESS), words("var-s-words", GP_VAR_S))
                  .map(row -> row.with(row.form().withEmbeddings(embeddings)))
                  .toList();
      case LARGE ->
          Stream.of(
                  PaperRow.of("map-large", "variances 1", DECOUPLED, LINEAR),
                  PaperRow.of("map-learned-large", "learned variances", KERNEL_LEARNING, LEARNED),
                  PaperRow.of("var-s-large", "learned variances", GP_VAR_S, LEARNED))
              .map(row -> row.inEnglish(true))
              .toList();
    };
  }

  private static List<PaperRow> sampler() {
    EssForm ess = EssForm.PAPER;
    return List.of(
        PaperRow.of("ess", "variance 1", GP_ESS, LINEAR),
        PaperRow.of("ess-whitening", "variance 1, h_p sampled", GP_ESS, LINEAR)
            .with(ess.with(EssForm.Hyper.TRANSITIONS)),
        PaperRow.of("ess-learned", "learned variances", GP_ESS, LEARNED),
        PaperRow.of("ess-sampled", "sampled variances", GP_ESS, LEARNED)
            .with(ess.with(EssForm.Hyper.ALL)));
  }

  private static List<PaperRow> variational(String suffix, GrayBoxKernel kernel, String prior) {
    return List.of(
        PaperRow.of("var-b" + suffix, prior, GP_VAR_B, kernel),
        PaperRow.of("var-s" + suffix, prior, GP_VAR_S, kernel),
        PaperRow.of("var-p" + suffix, prior, GP_VAR_P, kernel));
  }

  private static List<PaperRow> forms() {
    GrayBoxForm form = GrayBoxForm.of(LEARNED);
    return List.of(
        PaperRow.of("var-s-4000", "learned, 4,000 samples", GP_VAR_S, LEARNED)
            .withSamples(MANY_SAMPLES),
        PaperRow.of("var-s-2", "learned, two components", GP_VAR_S, LEARNED)
            .with(form.withSize(GrayBoxForm.INDUCING, 2)),
        PaperRow.of("var-s-3", "learned, three components", GP_VAR_S, LEARNED)
            .with(form.withSize(GrayBoxForm.INDUCING, 3)),
        PaperRow.of("var-s-full", "learned, all tokens inducing", GP_VAR_S, LEARNED)
            .with(form.withSize(0, 1)),
        PaperRow.of(
            "var-p-uncorrected", "learned, no frequency correction", GP_VAR_P_UNCORRECTED, LEARNED),
        PaperRow.of("var-b-no-control", "learned, no control variate", GP_VAR_B, LEARNED)
            .with(form.withoutControlVariate()));
  }

  private static PaperRow words(String name, GpstructMethod method) {
    String description = "with word vectors";
    return PaperRow.of(name, description, method, LINEAR).inEnglish(false);
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
