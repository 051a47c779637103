package org.gpchain.server.models;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.corpora.ModelLocation;
import org.gpchain.documents.AnnotateOptions;
import org.gpchain.documents.DocumentAnnotator;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.Engines;
import org.gpchain.documents.InputFormat;
import org.gpchain.documents.Segmenter;
import org.gpchain.documents.SharedModels;
import org.gpchain.documents.output.AnnotatedDocument;
import org.gpchain.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.documents.output.AnnotatedDocument.AnnotatedToken;
import org.gpchain.documents.output.AnnotatedDocument.Segment;

/**
 * A model that was there before the server: it makes suggestions until one has been trained.
 * Documents get sentences, tokens and parts of speech as in {@code gpchain annotate}, in a copy.
 */
public final class ShippedModel implements Suggester {
  private final String name;
  private final String language;
  private final SharedModels shared;
  private final Model model;
  private final SuggestionMaker maker;
  private final Pool<Worker> workers;

  private ShippedModel(String name, String language, SharedModels shared, Model model) {
    this.name = name;
    this.language = language;
    this.shared = shared;
    this.model = model;
    this.maker =
        new SuggestionMaker(model, Unit.SEGMENTS, model.tagger(AnnotateOptions.DEFAULT_DECODING));
    this.workers = new Pool<>(() -> new Worker(shared.annotator(Set.of()), blank()));
  }

  /** What one thread needs. */
  private record Worker(DocumentAnnotator annotator, JCas document) {}

  /**
   * Reads a model.
   *
   * @param fileOrName a file or, if there is no such file, the name of a model on the class path
   * @param language of documents that it is for; null for that of the model
   * @param segmenter finds sentences and tokens where there are none
   * @throws org.gpchain.corpora.InputException if it cannot be used
   */
  public static ShippedModel load(Path fileOrName, String language, Segmenter segmenter)
      throws IOException {
    SharedModels shared =
        SharedModels.load(
            new AnnotateOptions(
                List.of(fileOrName),
                List.of(),
                InputFormat.readElsewhere(),
                segmenter,
                Engines.NONE,
                AnnotateOptions.DEFAULT_DECODING),
            1);
    Model model = ModelLocation.of(fileOrName).load(ModelReader.Contents.DECODING);
    String own = language == null ? model.language() : language;
    return new ShippedModel(shared.layers().get(0).model(), own, shared, model);
  }

  private static JCas blank() throws IOException {
    try {
      return JCasFactory.createJCas();
    } catch (UIMAException e) {
      throw new IOException(e);
    }
  }

  /** Its name, such as {@code ner-en-demo}. */
  public String name() {
    return name;
  }

  /** The language of documents that it is for. */
  public String language() {
    return language;
  }

  /** What it was trained for: {@code ne}, {@code chunk} or {@code np}. */
  public String task() {
    return model.task();
  }

  /** The annotation type that it makes. */
  public String layer() {
    return shared.layers().get(0).type();
  }

  /** The labels that it knows. */
  public List<String> types() {
    return maker.types();
  }

  @Override
  public List<Suggestion> suggest(String text, List<Passage> passages)
      throws IOException, DocumentException {
    return passages.isEmpty() ? List.of() : annotate(text, passages).suggestions();
  }

  /**
   * Annotates a text.
   *
   * @param text of the document
   * @param passages its sentences, with the column {@code word}; null if they are to be found
   * @throws DocumentException if it cannot be annotated
   */
  public Annotated annotate(String text, List<Passage> passages)
      throws IOException, DocumentException {
    Worker worker = workers.take();
    JCas document = worker.document();
    try {
      document.reset();
      document.setDocumentText(text);
      document.setDocumentLanguage(language);
      if (passages != null) {
        passages.forEach(passage -> add(passage, document));
      }
      return annotated(worker.annotator().annotate("document", document).copy());
    } finally {
      document.reset();
      workers.give(worker);
    }
  }

  private static void add(Passage passage, JCas document) {
    List<String> words = passage.units().column(TokenSequence.WORD);
    for (int t = 0; t < words.size(); t++) {
      Token token = new Token(document, passage.begins()[t], passage.ends()[t]);
      if (!token.getCoveredText().equals(words.get(t))) {
        token.setText(words.get(t));
      }
      token.addToIndexes();
    }
    new Sentence(document, passage.begin(0), passage.end(0, words.size())).addToIndexes();
  }

  private Annotated annotated(AnnotatedDocument document) {
    Workspace workspace = new Workspace();
    List<Passage> sentences = new ArrayList<>();
    List<Suggestion> suggestions = new ArrayList<>();
    for (AnnotatedSentence sentence : document.sentences()) {
      Passage passage = passage(sentence);
      List<ScoredSpan> spans = sentence.segments().stream().map(ShippedModel::scored).toList();
      sentences.add(passage);
      suggestions.addAll(maker.of(passage, passage.units(), spans, workspace));
    }
    return new Annotated(sentences, suggestions);
  }

  private Passage passage(AnnotatedSentence sentence) {
    List<AnnotatedToken> tokens = sentence.tokens();
    TokenSequence units = TokenSequence.ofWords(tokens.stream().map(AnnotatedToken::word).toList());
    if (model.requiredColumns().contains(TokenSequence.POS)) {
      units = units.with(TokenSequence.POS, tokens.stream().map(AnnotatedToken::pos).toList());
    }
    return new Passage(
        units,
        tokens.stream().mapToInt(AnnotatedToken::begin).toArray(),
        tokens.stream().mapToInt(AnnotatedToken::end).toArray());
  }

  private static ScoredSpan scored(Segment segment) {
    return new ScoredSpan(
        segment.span(),
        segment.probability(),
        segment.alternatives().stream().map(ShippedModel::scored).toList());
  }
}
