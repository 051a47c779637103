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
  REFERENCE("The MAP estimate: a conditional random field"),
  /** GPstruct, table 2. */
  SAMPLER("GP-ESS: elliptical slice sampling (GPstruct, table 2)"),
  /** The gray-box paper, table 1, with its kernel. */
  VARIATIONAL("Gray-box inference with the paper's kernel: one variance (its table 1)"),
  /**
   * The sampler's prior, which the paper's stochastic experiments have, and steps enough for it.
   */
  UNIT_VARIANCE("Gray-box inference with all variances 1 (its GP-VAR-S and -P, supplement E.1)"),
  /** The same with what kernel learning finds. */
  LEARNED_VARIANCES("Gray-box inference with learned variances"),
  /** What the posterior and its estimate are like. */
  FORMS("Samples, mixtures, all tokens, no correction, no control variate"),
  /** GPstruct, section 3: a kernel of the features, and one of what words mean. */
  WORDS("Two kernels: a linear one, and a squared exponential one of word vectors"),
  /** 500 training sentences. */
  LARGE("500 training sentences (the gray-box paper's table 2)");

  /** Chosen on sentences outside the folds, see experiments/docs/inference.md. */
  private static final int ROUNDS_TO_CONVERGE = 12;

  private static final int MANY_SAMPLES = 4_000;

  /** The heading on the page. */
  final String title;

  PaperTable(String title) {
    this.title = title;
  }

  /**
   * The rows.
   *
   * @param embeddings file of word vectors; null if there is none, and so no row that needs it
   */
  List<PaperRow> rows(String embeddings) {
    return switch (this) {
      case REFERENCE ->
          List.of(
              PaperRow.of("map", "all variances 1", DECOUPLED, LINEAR),
              PaperRow.of(
                  "map-learned",
                  "a variance for each template line, by kernel learning",
                  KERNEL_LEARNING,
                  LEARNED));
      case SAMPLER -> sampler();
      case VARIATIONAL -> {
        String prior = "one linear kernel, its variance by the bound";
        yield Stream.concat(
                variational("", LINEAR, prior).stream(),
                Stream.of(PaperRow.of("var-p-plain", prior, GP_VAR_P_UNCORRECTED, LINEAR)))
            .toList();
      }
      case UNIT_VARIANCE -> {
        String prior = "one linear kernel, variance 1, h_p = 1; " + ROUNDS_TO_CONVERGE + " rounds";
        yield Stream.of(
                PaperRow.of("var-s-unit", prior, GP_VAR_S, UNIT),
                PaperRow.of("var-p-unit", prior, GP_VAR_P, UNIT))
            .map(row -> row.with(row.form().withRounds(ROUNDS_TO_CONVERGE)))
            .toList();
      }
      case LEARNED_VARIANCES ->
          variational("-learned", LEARNED, "a variance for each template line");
      case FORMS -> forms();
      case WORDS ->
          embeddings == null
              ? List.of()
              : Stream.of(words("ess-words", GP_ESS), words("var-s-words", GP_VAR_S))
                  .map(row -> row.with(row.form().withEmbeddings(embeddings)))
                  .toList();
      case LARGE ->
          Stream.of(
                  PaperRow.of("map-large", "MAP, variances 1", DECOUPLED, LINEAR),
                  PaperRow.of("map-learned-large", "MAP", KERNEL_LEARNING, LEARNED),
                  PaperRow.of("var-s-large", "GP-VAR-S", GP_VAR_S, LEARNED))
              .map(row -> row.inEnglish(true))
              .toList();
    };
  }

  private static List<PaperRow> sampler() {
    EssForm ess = EssForm.PAPER;
    return List.of(
        PaperRow.of("ess", "one linear kernel, variance 1, h_p = 1", GP_ESS, LINEAR),
        PaperRow.of("ess-whitening", "the same, h_p sampled by prior whitening", GP_ESS, LINEAR)
            .with(ess.with(EssForm.Hyper.TRANSITIONS)),
        PaperRow.of("ess-learned", "variances by kernel learning", GP_ESS, LEARNED),
        PaperRow.of(
                "ess-sampled",
                "variances sampled, from those of kernel learning on",
                GP_ESS,
                LEARNED)
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
        PaperRow.of("var-s-4000", "4,000 samples", GP_VAR_S, LEARNED).withSamples(MANY_SAMPLES),
        PaperRow.of("var-s-2", "a mixture of two", GP_VAR_S, LEARNED)
            .with(form.withSize(GrayBoxForm.INDUCING, 2)),
        PaperRow.of("var-s-3", "a mixture of three", GP_VAR_S, LEARNED)
            .with(form.withSize(GrayBoxForm.INDUCING, 3)),
        PaperRow.of("var-s-full", "all tokens inducing", GP_VAR_S, LEARNED)
            .with(form.withSize(0, 1)),
        PaperRow.of(
            "var-p-uncorrected",
            "piecewise, each factor with labels' frequencies",
            GP_VAR_P_UNCORRECTED,
            LEARNED),
        PaperRow.of("var-b-no-control", "no control variate", GP_VAR_B, LEARNED)
            .with(form.withoutControlVariate()));
  }

  private static PaperRow words(String name, GpstructMethod method) {
    String description = "one linear kernel, and one of word vectors";
    return PaperRow.of(name, description, method, LINEAR).inEnglish(false);
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
