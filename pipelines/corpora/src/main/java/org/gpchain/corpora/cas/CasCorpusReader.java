package org.gpchain.corpora.cas;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.Corpus.Place;
import org.gpchain.corpora.CorpusReader;
import org.gpchain.corpora.InputException;
import org.gpchain.training.data.Annotated;
import org.gpchain.training.uima.CasCorpus;
import org.gpchain.training.uima.DocumentMarks;
import org.gpchain.training.uima.LabelSource;

/**
 * Reads annotated corpora from UIMA documents.
 *
 * @param opener opens the documents
 * @param source the annotations that are learned
 * @param tokens reads the columns that features need
 * @param tokenLabels whether labels are those of tokens
 * @param annotated what of it is annotated
 * @param marks how documents say how far annotators have got
 * @param limit number of sentences to read at most
 */
public record CasCorpusReader(
    DocumentSource.Opener opener,
    LabelSource source,
    TokenReader tokens,
    boolean tokenLabels,
    Annotated annotated,
    DocumentMarks marks,
    int limit)
    implements CorpusReader {
  /** The columns that can be read from documents. */
  public static final List<String> COLUMNS = List.of(TokenSequence.WORD, TokenSequence.POS);

  public CasCorpusReader {
    Checks.atLeast("limit", limit, 1);
  }

  /**
   * A reader of documents.
   *
   * @param opener opens the documents
   * @param source the annotations that are learned
   * @param columns those of {@link #COLUMNS} that features need
   * @throws IllegalArgumentException if other columns are needed
   */
  public static CasCorpusReader of(
      DocumentSource.Opener opener, LabelSource source, List<String> columns) {
    try {
      TokenReader tokens =
          TokenReader.of(
              columns,
              "which the features need (column pos); add parts of speech to the documents, or learn"
                  + " with features that do without (--template)");
      return new CasCorpusReader(
          opener, source, tokens, false, Annotated.ALL, DocumentMarks.NONE, Integer.MAX_VALUE);
    } catch (UnusableCasException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public CasCorpusReader withLimit(int sentences) {
    return new CasCorpusReader(opener, source, tokens, tokenLabels, annotated, marks, sentences);
  }

  @Override
  public CasCorpusReader withTokenLabels(boolean asTheyAre) {
    return new CasCorpusReader(opener, source, tokens, asTheyAre, annotated, marks, limit);
  }

  @Override
  public CasCorpusReader withPosTags(PosTags tags) {
    return new CasCorpusReader(
        opener, source, tokens.with(tags), tokenLabels, annotated, marks, limit);
  }

  @Override
  public CasCorpusReader withAnnotated(Annotated what) {
    return new CasCorpusReader(opener, source, tokens, tokenLabels, what, marks, limit);
  }

  /** This reader, for documents that say how far annotators have got. */
  public CasCorpusReader withMarks(DocumentMarks others) {
    return new CasCorpusReader(opener, source, tokens, tokenLabels, annotated, others, limit);
  }

  @Override
  public Corpus read(Path input) throws IOException {
    TagScheme scheme = tokenLabels ? TagScheme.TOKEN : TagScheme.IOB2;
    CasCorpus found = new CasCorpus(source, tokens, scheme, annotated, marks);
    List<Place> places = places(input, found);
    if (found.read() == 0) {
      throw new InputException(
          input,
          "there is no sentence in these documents",
          "give documents with text, sentences and tokens");
    }
    try {
      found.checkSegments();
    } catch (UnusableCasException e) {
      throw new InputException(input, e.getMessage(), e);
    }
    int count = Math.min(limit, places.size());
    List<LabeledSequence> sentences = found.sentences().subList(0, count);
    return new Corpus(
        input,
        sentences.get(0).tokens().columnNames(),
        sentences,
        places.subList(0, count),
        scheme,
        0,
        found.warnings().stream().map(warning -> input + ": " + warning).toList());
  }

  /** Collects sentences until there are enough, and returns where each comes from. */
  private List<Place> places(Path input, CasCorpus found) throws IOException {
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
        while (places.size() < found.sentences().size()) {
          places.add(place);
        }
      }
    }
    return places;
  }
}
