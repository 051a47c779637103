package org.gpchain.internal.formats.cas;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import opennlp.tools.util.Span;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.LabelNotation;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.TokenReader;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.Corpus.SentenceOrigin;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.plaintext.PlainText;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.training.uima.CasCorpus;
import org.gpchain.training.uima.DocumentMarks;
import org.gpchain.training.uima.LabelSource;

/** Readers of annotated corpora in UIMA documents. */
public final class CasCorpusReader {
  /** Columns that can be read from documents, in addition to columns of annotations. */
  public static final List<String> COLUMNS = List.of(TokenSequence.WORD, TokenSequence.POS);

  private CasCorpusReader() {}

  /**
   * Returns a reader.
   *
   * @param opener opens the documents of an input
   * @param source annotations that are learned
   * @param columns columns that the features need, among {@link #COLUMNS} and {@code others}
   * @param others columns that are made of annotations
   * @param marks marks in documents that show which parts annotators have finished
   * @throws IllegalArgumentException if the features need other columns
   */
  public static CorpusReader of(
      DocumentSource.Opener opener,
      LabelSource source,
      List<String> columns,
      List<AnnotationColumn> others,
      DocumentMarks marks) {
    try {
      TokenReader tokens =
          TokenReader.of(
              columns,
              others,
              "which the features need (column pos); add parts of speech to the"
                  + " documents, or use features that do not need them (--template)");
      return CorpusReader.of(
          (input, options) -> {
            CasCorpus collected = collector(source, tokens, marks, options);
            return read(input, opener, options, collected);
          });
    } catch (UnusableCasException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static CasCorpus collector(
      LabelSource source, TokenReader tokens, DocumentMarks marks, CorpusReader options) {
    TokenReader taggedTokens = tokens.with(options.posTags());
    return new CasCorpus(source, taggedTokens, scheme(options), options.annotated(), marks);
  }

  private static TagScheme scheme(CorpusReader options) {
    return options.tokenLabels() ? TagScheme.TOKEN : TagScheme.IOB2;
  }

  private static Corpus read(
      Path input, DocumentSource.Opener opener, CorpusReader options, CasCorpus collected)
      throws IOException {
    Sources sources = collect(input, opener, options, collected);
    checkCollected(input, collected, options.annotated());
    return corpus(input, sources, scheme(options), collected);
  }

  /**
   * The origins of the sentences of a corpus.
   *
   * @param places place of each sentence, {@code [sentences]}
   * @param warnings warnings about the documents
   * @param notes notes on how the documents were read
   */
  private record Sources(List<SentenceOrigin> places, List<String> warnings, List<String> notes) {}

  /** Checks that there is a sentence and, unless unknown tokens are marked, a segment. */
  private static void checkCollected(Path input, CasCorpus collected, Annotated annotated)
      throws InputException {
    if (collected.read() == 0) {
      throw new InputException(
          input,
          "there are no sentences in these documents",
          "use documents with text, sentences and tokens, or specify their view with --view");
    }
    if (annotated != Annotated.MARKED || collected.sentences().isEmpty()) {
      try {
        collected.checkSegments();
      } catch (UnusableCasException e) {
        throw new InputException(input, e.getMessage(), e);
      }
    }
  }

  private static Corpus corpus(Path input, Sources sources, TagScheme scheme, CasCorpus collected) {
    List<LabeledSequence> sentences = collected.sentences().subList(0, sources.places().size());
    List<String> warnings = new ArrayList<>(sources.warnings());
    warnings.addAll(collected.warnings());
    return new Corpus(
        input,
        sentences.get(0).tokens().columnNames(),
        sentences,
        sources.places(),
        LabelNotation.of(scheme),
        0,
        prefixed(input, warnings),
        prefixed(input, sources.notes()));
  }

  private static List<String> prefixed(Path input, List<String> lines) {
    return lines.stream().map(line -> input + ": " + line).toList();
  }

  /** Collects sentences up to the limit of the reader. */
  private static Sources collect(
      Path input, DocumentSource.Opener opener, CorpusReader options, CasCorpus collected)
      throws IOException {
    List<SentenceOrigin> places = new ArrayList<>();
    List<Path> blank = new ArrayList<>();
    List<Path> undeclared = new ArrayList<>();
    InputException firstUndeclared = null;
    Map<String, Integer> remarks = new TreeMap<>();
    try (DocumentSource documents = opener.open(input)) {
      if (!documents.hasNext()) {
        throw new InputException(
            input,
            "the reader finds no documents",
            "check the path, and --reader-param, for example patterns=*.txt");
      }

      for (int n = 0; places.size() < options.limit() && documents.hasNext(); n++) {
        ParsedDocument parsed = documents.next();
        parsed.remarks().forEach((remark, count) -> remarks.merge(remark, count, Integer::sum));
        if (CasSentences.isBlank(parsed.document())) {
          blank.add(documents.place());
        }

        try {
          collected.add(parsed.document(), documents.place().toString());
        } catch (UnusableCasException e) {
          InputException problem = documents.problem(e);
          if (collected.declaresSegments(parsed.document())) {
            throw problem;
          }
          if (firstUndeclared == null) {
            firstUndeclared = problem;
          }
          undeclared.add(documents.place());
        }

        if (!collected.tokenBorders().isEmpty()) {
          options.texts().accept(text(parsed.document(), collected));
        }
        SentenceOrigin place = new SentenceOrigin(documents.place(), 0, n);
        while (places.size() < Math.min(options.limit(), collected.sentences().size())) {
          places.add(place);
        }
      }
      if (collected.read() == 0 && firstUndeclared != null) {
        throw firstUndeclared;
      }

      List<String> warnings = new ArrayList<>(ParsedDocument.warnings(remarks));
      addWarning(
          "documents that are skipped, because their type system does not have the annotation type",
          undeclared,
          warnings);
      addWarning("documents without text", blank, warnings);
      warnings.addAll(documents.warnings());
      return new Sources(places, warnings, documents.notes());
    }
  }

  /**
   * Adds a warning about documents, unless there are none.
   *
   * @param description description of the documents, in the plural
   */
  private static void addWarning(String description, List<Path> documents, List<String> warnings) {
    if (!documents.isEmpty()) {
      warnings.add(description + ": " + documents.size() + ", the first is " + documents.get(0));
    }
  }

  /** Returns the text of the document that was added last, with the offsets of its tokens. */
  private static PlainText text(JCas document, CasCorpus collected) {
    List<List<Span>> tokens = new ArrayList<>();
    for (int[] borders : collected.tokenBorders()) {
      List<Span> sentence = new ArrayList<>();
      for (int t = 0; t < borders.length; t += 2) {
        sentence.add(new Span(borders[t], borders[t + 1]));
      }
      tokens.add(sentence);
    }
    return new PlainText(document.getDocumentText(), tokens);
  }
}
