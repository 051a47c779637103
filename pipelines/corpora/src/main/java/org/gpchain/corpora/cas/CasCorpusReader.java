package org.gpchain.corpora.cas;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.Corpus.Place;
import org.gpchain.corpora.CorpusReader;
import org.gpchain.corpora.InputException;
import org.gpchain.training.data.Annotated;
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
            List<Place> places = places(input, opener, how.limit(), found);
            return corpus(input, places, scheme, found, how.annotated() == Annotated.MARKED);
          });
    } catch (UnusableCasException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Makes a corpus of what was found; marked ones need not have a segment. */
  private static Corpus corpus(
      Path input, List<Place> places, TagScheme scheme, CasCorpus found, boolean isMarked)
      throws InputException {
    if (found.read() == 0) {
      throw new InputException(
          input,
          "there is no sentence in these documents",
          "give documents with text, sentences and tokens");
    }
    try {
      if (!isMarked) {
        found.checkSegments();
      }
    } catch (UnusableCasException e) {
      throw new InputException(input, e.getMessage(), e);
    }
    List<LabeledSequence> sentences = found.sentences().subList(0, places.size());
    return new Corpus(
        input,
        sentences.get(0).tokens().columnNames(),
        sentences,
        places,
        scheme,
        0,
        found.warnings().stream().map(warning -> input + ": " + warning).toList());
  }

  /** Collects sentences until there are enough, and returns where each comes from. */
  private static List<Place> places(
      Path input, DocumentSource.Opener opener, int limit, CasCorpus found) throws IOException {
    List<Place> places = new ArrayList<>();
    try (DocumentSource documents = opener.open(input)) {
      if (!documents.hasNext()) {
        throw new InputException(
            input,
            "the reader finds no documents",
            "check the path, and --reader-param, for example patterns=*.txt");
      }
      for (int n = 0; places.size() < limit && documents.hasNext(); n++) {
        JCas document = documents.next();
        try {
          found.add(document);
        } catch (UnusableCasException e) {
          throw documents.problem(e);
        }
        Place place = new Place(documents.place(), 0, n);
        while (places.size() < Math.min(limit, found.sentences().size())) {
          places.add(place);
        }
      }
    }
    return places;
  }
}
