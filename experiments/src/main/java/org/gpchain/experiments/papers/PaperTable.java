package org.gpchain.experiments.papers;

import static org.gpchain.experiments.data.GpstructTask.BASE_NP;
import static org.gpchain.experiments.data.GpstructTask.CHUNKING;
import static org.gpchain.experiments.gpstruct.GrayBoxForm.GrayBoxKernel.LEARNED;
import static org.gpchain.experiments.gpstruct.GrayBoxForm.GrayBoxKernel.LINEAR;
import static org.gpchain.experiments.gpstruct.GrayBoxForm.GrayBoxKernel.UNIT;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.gpstruct.EssForm;
import org.gpchain.experiments.gpstruct.GpstructMethod;
import org.gpchain.experiments.gpstruct.GrayBoxForm;
import org.gpchain.experiments.gpstruct.GrayBoxForm.GrayBoxKernel;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;

/** The tables. In the order of the page; no setting depends on the task. */
enum PaperTable {
  /** What others are compared with. */
  REFERENCE("The MAP estimate: a conditional random field") {
    @Override
    List<PaperRow> rows(String embeddings) {
      return List.of(
          row("map", "all variances 1", GpstructMethod.DECOUPLED, LINEAR),
          row(
              "map-learned",
              "a variance for each template line, by kernel learning",
              GpstructMethod.KERNEL_LEARNING,
              LEARNED));
    }
  },
  /** GPstruct, table 2. */
  SAMPLER("GP-ESS: elliptical slice sampling (GPstruct, table 2)") {
    @Override
    List<PaperRow> rows(String embeddings) {
      GpstructMethod method = GpstructMethod.GP_ESS;
      PaperRow paper = row("ess", "one linear kernel, variance 1, h_p = 1", method, LINEAR);
      PaperRow learned = row("ess-learned", "variances by kernel learning", method, LEARNED);
      return List.of(
          paper,
          with(
              paper,
              "ess-whitening",
              "the same, h_p sampled by prior whitening",
              EssForm.Hyper.TRANSITIONS),
          learned,
          with(
              learned,
              "ess-sampled",
              "variances sampled, from those of kernel learning on",
              EssForm.Hyper.ALL));
    }
  },
  /** The gray-box paper, table 1, with its kernel. */
  VARIATIONAL("Gray-box inference with the paper's kernel: one variance (its table 1)") {
    @Override
    List<PaperRow> rows(String embeddings) {
      String prior = "one linear kernel, its variance by the bound";
      List<PaperRow> rows = new ArrayList<>(variational("", LINEAR, prior));
      rows.add(row("var-p-plain", prior, GpstructMethod.GP_VAR_P_UNCORRECTED, LINEAR));
      return rows;
    }
  },
  /**
   * The sampler's prior, which the paper's stochastic experiments have, and steps enough for it.
   */
  UNIT_VARIANCE("Gray-box inference with all variances 1 (its GP-VAR-S and -P, supplement E.1)") {
    @Override
    List<PaperRow> rows(String embeddings) {
      String prior = "one linear kernel, variance 1, h_p = 1; " + ROUNDS_TO_CONVERGE + " rounds";
      return List.of(
          converged(row("var-s-unit", prior, GpstructMethod.GP_VAR_S, UNIT)),
          converged(row("var-p-unit", prior, GpstructMethod.GP_VAR_P, UNIT)));
    }
  },
  /** The same with what kernel learning finds. */
  LEARNED_VARIANCES("Gray-box inference with learned variances") {
    @Override
    List<PaperRow> rows(String embeddings) {
      return variational("-learned", LEARNED, "a variance for each template line");
    }
  },
  /** What the posterior and its estimate are like. */
  FORMS("Samples, mixtures, all tokens, no correction, no control variate") {
    @Override
    List<PaperRow> rows(String embeddings) {
      GpstructMethod s = GpstructMethod.GP_VAR_S;
      ControlVariate split = ControlVariate.SPLIT;
      return List.of(
          of("var-s-4000", "4,000 samples", s, LEARNED, 4_000, INDUCING, 1, split, null),
          of("var-s-2", "a mixture of two", s, LEARNED, SAMPLES, INDUCING, 2, split, null),
          of("var-s-3", "a mixture of three", s, LEARNED, SAMPLES, INDUCING, 3, split, null),
          of("var-s-full", "all tokens inducing", s, LEARNED, SAMPLES, 0, 1, split, null),
          of(
              "var-p-uncorrected",
              "piecewise, each factor with labels' frequencies",
              GpstructMethod.GP_VAR_P_UNCORRECTED,
              LEARNED,
              SAMPLES,
              INDUCING,
              1,
              split,
              null),
          of(
              "var-b-no-control",
              "no control variate",
              GpstructMethod.GP_VAR_B,
              LEARNED,
              SAMPLES,
              INDUCING,
              1,
              ControlVariate.NONE,
              null));
    }
  },
  /** GPstruct, section 3: a kernel of the features, and one of what words mean. */
  WORDS("Two kernels: a linear one, and a squared exponential one of word vectors") {
    @Override
    List<PaperRow> rows(String embeddings) {
      return embeddings == null
          ? List.of()
          : List.of(
              words("ess-words", GpstructMethod.GP_ESS, embeddings),
              words("var-s-words", GpstructMethod.GP_VAR_S, embeddings));
    }
  },
  /** 500 training sentences. */
  LARGE("500 training sentences (the gray-box paper's table 2)") {
    @Override
    List<PaperRow> rows(String embeddings) {
      return List.of(
          english(row("map-large", "MAP, variances 1", GpstructMethod.DECOUPLED, LINEAR), true),
          english(row("map-learned-large", "MAP", GpstructMethod.KERNEL_LEARNING, LEARNED), true),
          english(row("var-s-large", "GP-VAR-S", GpstructMethod.GP_VAR_S, LEARNED), true));
    }
  };

  private static final int SAMPLES = 500;
  private static final int INDUCING = 500;
  private static final int ROUNDS = 3;

  /** Chosen on sentences outside the folds, see experiments/docs/experiments.md. */
  private static final int ROUNDS_TO_CONVERGE = 12;

  /** The template lines that are words. */
  private static final List<String> WORD_LINES = List.of("U00", "U01", "U02", "U03", "U04");

  private final String title;

  PaperTable(String title) {
    this.title = title;
  }

  /** The heading on the page. */
  String title() {
    return title;
  }

  /**
   * The rows.
   *
   * @param embeddings file of word vectors; null if there is none, and so no row that needs it
   */
  abstract List<PaperRow> rows(String embeddings);

  private static List<PaperRow> variational(String suffix, GrayBoxKernel kernel, String prior) {
    return List.of(
        row("var-b" + suffix, prior, GpstructMethod.GP_VAR_B, kernel),
        row("var-s" + suffix, prior, GpstructMethod.GP_VAR_S, kernel),
        row("var-p" + suffix, prior, GpstructMethod.GP_VAR_P, kernel));
  }

  private static PaperRow row(
      String name, String description, GpstructMethod method, GrayBoxKernel kernel) {
    return of(name, description, method, kernel, SAMPLES, INDUCING, 1, ControlVariate.SPLIT, null);
  }

  private static PaperRow of(
      String name,
      String description,
      GpstructMethod method,
      GrayBoxKernel kernel,
      int samples,
      int inducing,
      int components,
      ControlVariate controlVariate,
      String embeddings) {
    return new PaperRow(
        name,
        description,
        method,
        List.of(GpstructTask.values()),
        false,
        samples,
        new GrayBoxForm(
            kernel,
            inducing,
            components,
            ROUNDS,
            CovarianceForm.DIAGONAL,
            controlVariate,
            embeddings,
            WORD_LINES),
        EssForm.PAPER);
  }

  private static PaperRow converged(PaperRow row) {
    return new PaperRow(
        row.name(),
        row.description(),
        row.method(),
        row.tasks(),
        row.large(),
        row.samples(),
        row.form().withRounds(ROUNDS_TO_CONVERGE),
        row.ess());
  }

  private static PaperRow with(PaperRow row, String name, String description, EssForm.Hyper hyper) {
    EssForm ess = row.ess();
    return new PaperRow(
        name,
        description,
        row.method(),
        row.tasks(),
        row.large(),
        row.samples(),
        row.form(),
        new EssForm(ess.steps(), ess.thinning(), ess.chains(), hyper));
  }

  private static PaperRow words(String name, GpstructMethod method, String embeddings) {
    String description = "one linear kernel, and one of word vectors";
    return english(
        of(
            name,
            description,
            method,
            LINEAR,
            SAMPLES,
            INDUCING,
            1,
            ControlVariate.SPLIT,
            embeddings),
        false);
  }

  /** On the tasks that are in English, which are also those with large experiments. */
  private static PaperRow english(PaperRow row, boolean large) {
    return new PaperRow(
        row.name(),
        row.description(),
        row.method(),
        List.of(BASE_NP, CHUNKING),
        large,
        row.samples(),
        row.form(),
        row.ess());
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
