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
import org.gpchain.internal.corpora.Corpus.Place;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.plaintext.PlainText;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.training.uima.CasCorpus;
import org.gpchain.training.uima.CasCorpus.DocumentMarks;
import org.gpchain.training.uima.LabelSource;

/** Reads annotated corpora from UIMA documents. */
public final class CasCorpusReader {
  /** The columns that can be read from documents, besides those made of annotations. */
  public static final List<String> COLUMNS = List.of(TokenSequence.WORD, TokenSequence.POS);

  private CasCorpusReader() {}

  /**
   * @param source the annotations that are learned
   * @param columns those of {@link #COLUMNS} and of the others that features need
   * @param others columns that are made of annotations
   * @param marks how documents say how far annotators have got
   * @throws IllegalArgumentException if other columns are needed
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
              "which the features need (column pos); add parts of speech to the documents, or learn"
                  + " with features that do without (--template)");
      return CorpusReader.of(
          (input, how) -> {
            TagScheme scheme = how.tokenLabels() ? TagScheme.TOKEN : TagScheme.IOB2;
            CasCorpus found =
                new CasCorpus(source, tokens.with(how.posTags()), scheme, how.annotated(), marks);
            Sources sources = collect(input, opener, how, found);
            checkFound(input, found, how.annotated());
            return corpus(input, sources, scheme, found);
          });
    } catch (UnusableCasException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /**
   * Where the sentences of a corpus come from.
   *
   * @param places of the sentences, in their order
   * @param warnings about their documents
   * @param notes how the documents were read
   */
  private record Sources(List<Place> places, List<String> warnings, List<String> notes) {}

  /** Checks that there is a sentence and, unless they are marked, a segment. */
  private static void checkFound(Path input, CasCorpus found, Annotated annotated)
      throws InputException {
    if (found.read() == 0) {
      throw new InputException(
          input,
          "there is no sentence in these documents",
          "give documents with text, sentences and tokens, or name their view with --view");
    }
    if (annotated != Annotated.MARKED || found.sentences().isEmpty()) {
      try {
        found.checkSegments();
      } catch (UnusableCasException e) {
        throw new InputException(input, e.getMessage(), e);
      }
    }
  }

  private static Corpus corpus(Path input, Sources sources, TagScheme scheme, CasCorpus found) {
    List<LabeledSequence> sentences = found.sentences().subList(0, sources.places().size());
    List<String> warnings = new ArrayList<>(sources.warnings());
    warnings.addAll(found.warnings());
    return new Corpus(
        input,
        sentences.get(0).tokens().columnNames(),
        sentences,
        sources.places(),
        LabelNotation.of(scheme),
        0,
        inFront(input, warnings),
        inFront(input, sources.notes()));
  }

  private static List<String> inFront(Path input, List<String> lines) {
    return lines.stream().map(line -> input + ": " + line).toList();
  }

  /** Collects sentences until there are enough. */
  private static Sources collect(
      Path input, DocumentSource.Opener opener, CorpusReader how, CasCorpus found)
      throws IOException {
    List<Place> places = new ArrayList<>();
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
      for (int n = 0; places.size() < how.limit() && documents.hasNext(); n++) {
        ParsedDocument parsed = documents.next();
        parsed.remarks().forEach((remark, count) -> remarks.merge(remark, count, Integer::sum));
        if (CasSentences.isBlank(parsed.document())) {
          blank.add(documents.place());
        }
        try {
          found.add(parsed.document(), documents.place().toString());
        } catch (UnusableCasException e) {
          InputException problem = documents.problem(e);
          if (found.declaresSegments(parsed.document())) {
            throw problem;
          }
          firstUndeclared = firstUndeclared == null ? problem : firstUndeclared;
          undeclared.add(documents.place());
        }
        if (!found.tokenBorders().isEmpty()) {
          how.texts().accept(text(parsed.document(), found));
        }
        Place place = new Place(documents.place(), 0, n);
        while (places.size() < Math.min(how.limit(), found.sentences().size())) {
          places.add(place);
        }
      }
      if (found.read() == 0 && firstUndeclared != null) {
        throw firstUndeclared;
      }
      List<String> warnings = new ArrayList<>(ParsedDocument.warnings(remarks));
      addWarning(
          "documents that are left out, since their type system does not have the annotation type",
          undeclared,
          warnings);
      addWarning("documents without text", blank, warnings);
      warnings.addAll(documents.warnings());
      return new Sources(places, warnings, documents.notes());
    }
  }

  /** Adds what documents have in common, unless there are none. */
  private static void addWarning(String what, List<Path> documents, List<String> warnings) {
    if (!documents.isEmpty()) {
      warnings.add(what + ": " + documents.size() + ", the first is " + documents.get(0));
    }
  }

  /** Returns the text of the document that was added last, with the places of its sentences. */
  private static PlainText text(JCas document, CasCorpus found) {
    List<List<Span>> tokens = new ArrayList<>();
    for (int[] borders : found.tokenBorders()) {
      List<Span> sentence = new ArrayList<>();
      for (int t = 0; t < borders.length; t += 2) {
        sentence.add(new Span(borders[t], borders[t + 1]));
      }
      tokens.add(sentence);
    }
    return new PlainText(document.getDocumentText(), tokens);
  }
}
