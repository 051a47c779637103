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

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.experiments.papers.GrayBoxForm.GrayBoxKernel;

/** The tables in the order of the page. No setting depends on the task. */
enum PaperTable {
  /** The MAP estimates, with which the others are compared. */
  REFERENCE,
  /** Table 2 of GPstruct. */
  SAMPLER,
  /** Table 1 of the gray-box paper, with its kernel. */
  VARIATIONAL,
  /** Unit variances, as in the paper's stochastic experiments, with enough rounds to converge. */
  UNIT_VARIANCE,
  /** The variational methods with variances from kernel learning. */
  LEARNED_VARIANCES,
  /** Other forms of the posterior and of its estimation. */
  FORMS,
  /** Section 3 of GPstruct: sum of kernels of features and of word vectors. */
  WORDS,
  /** 500 training sentences (table 2 of the gray-box paper). */
  LARGE;

  /** Number of rounds, chosen on sentences outside the folds (experiments/docs/inference.md). */
  private static final int ROUNDS_TO_CONVERGE = 12;

  private static final int MANY_SAMPLES = 4_000;

  /**
   * Returns the rows of the table.
   *
   * @param embeddings file of word vectors, or null to omit rows with word vectors
   */
  List<PaperRow> rows(String embeddings) {
    return switch (this) {
      case REFERENCE ->
          List.of(
              PaperRow.of("map", "variances 1", DECOUPLED, LINEAR),
              PaperRow.of("map-learned", "learned variances", KERNEL_LEARNING, LEARNED));
      case SAMPLER -> sampler();
      case VARIATIONAL -> variational();
      case UNIT_VARIANCE -> unitVariance();
      case LEARNED_VARIANCES -> variational("-learned", LEARNED, "learned variances");
      case FORMS -> forms();
      case WORDS -> words(embeddings);
      case LARGE ->
          List.of(
              large("map-large", "variances 1", DECOUPLED, LINEAR),
              large("map-learned-large", "learned variances", KERNEL_LEARNING, LEARNED),
              large("var-s-large", "learned variances", GP_VAR_S, LEARNED));
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

  private static List<PaperRow> variational() {
    String prior = "variance by the bound";
    List<PaperRow> rows = new ArrayList<>(variational("", LINEAR, prior));
    String plain = prior + ", no frequency correction";
    rows.add(PaperRow.of("var-p-plain", plain, GP_VAR_P_UNCORRECTED, LINEAR));
    return rows;
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

  private static List<PaperRow> unitVariance() {
    String prior = "variance 1, " + ROUNDS_TO_CONVERGE + " rounds";
    GrayBoxForm form = GrayBoxForm.of(UNIT).withRounds(ROUNDS_TO_CONVERGE);
    return List.of(
        PaperRow.of("var-s-unit", prior, GP_VAR_S, UNIT).with(form),
        PaperRow.of("var-p-unit", prior, GP_VAR_P, UNIT).with(form));
  }

  private static List<PaperRow> words(String embeddings) {
    if (embeddings == null) {
      return List.of();
    }
    String description = "with word vectors";
    GrayBoxForm form = GrayBoxForm.of(LINEAR).withEmbeddings(embeddings);
    return List.of(
        PaperRow.of("ess-words", description, GP_ESS, LINEAR).inEnglish(false).with(form),
        PaperRow.of("var-s-words", description, GP_VAR_S, LINEAR).inEnglish(false).with(form));
  }

  private static PaperRow large(
      String name, String description, GpstructMethod method, GrayBoxKernel kernel) {
    return PaperRow.of(name, description, method, kernel).inEnglish(true);
  }

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
