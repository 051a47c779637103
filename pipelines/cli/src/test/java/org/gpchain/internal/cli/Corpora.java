package org.gpchain.internal.cli;

/** Small corpora, on which models are trained quickly. */
final class Corpora {
  /** Chunks in the format of CoNLL-2000. */
  static final String CHUNKS =
      """
      The DT B-NP
      old JJ I-NP
      ferry NN I-NP
      left VBD B-VP
      the DT B-NP
      harbour NN I-NP
      . . O

      She PRP B-NP
      has VBZ B-VP
      seen VBN I-VP
      two CD B-NP
      gulls NNS I-NP
      in IN B-PP
      town NN B-NP
      . . O

      """;

  /** Named entities with parts of speech. */
  static final String NAMES =
      """
      Ada NNP B-PER
      Thorne NNP I-PER
      left VBD O
      Tarrin NNP B-LOC
      . . O

      Bo NNP B-PER
      stayed VBD O
      . . O

      """;

  private Corpora() {}
}
