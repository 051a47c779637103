package org.gpchain.internal.cli;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.text.AnnotationFS;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.json.jsoncas2.JsonCas2Serializer;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;

/**
 * The first sentences of the quickstart corpus, as a file with columns and as UIMA documents. Names
 * are also annotated with a custom type that is not on the class path.
 */
final class DocumentCorpus {
  static final String PLACE = "webanno.custom.Place";
  static final String KIND = "kind";

  private static final int SENTENCES = 30;
  private static final int SENTENCES_PER_DOCUMENT = 12;

  private final List<List<String[]>> sentences = new ArrayList<>();

  DocumentCorpus() throws IOException {
    String text;
    try (InputStream in =
        Main.class.getResourceAsStream("/org/gpchain/internal/cli/quickstart/train.tsv")) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    for (String block : text.strip().split("\n\n", -1)) {
      if (sentences.size() < SENTENCES) {
        sentences.add(block.lines().map(line -> line.split("\t", -1)).toList());
      }
    }
  }

  /** Writes a file with the columns word, part of speech, chunk and name. */
  void writeColumns(Path file) throws IOException {
    writeColumns(file, "");
  }

  /**
   * Writes a file with the columns word, part of speech, chunk and name.
   *
   * @param mark text that marks the start of a document
   */
  void writeColumns(Path file, String mark) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int s = 0; s < sentences.size(); s++) {
      text.append(s % SENTENCES_PER_DOCUMENT == 0 ? mark : "");
      sentences.get(s).forEach(cells -> text.append(String.join("\t", cells)).append('\n'));
      text.append('\n');
    }
    Files.writeString(file, text);
  }

  /** Writes documents with a DKPro writer. */
  void write(Class<? extends AnalysisComponent> writerClass, Path directory, Object... more)
      throws UIMAException {
    List<Object> parameters = new ArrayList<>(List.of(more));
    parameters.addAll(List.of(ComponentParameters.PARAM_TARGET_LOCATION, directory.toString()));
    process(documents(), writerClass, parameters.toArray());
  }

  /** Processes documents with a UIMA engine, and completes the collection. */
  static void process(
      List<JCas> documents, Class<? extends AnalysisComponent> engineClass, Object... parameters)
      throws UIMAException {
    AnalysisEngine engine = createEngine(engineClass, parameters);
    for (JCas document : documents) {
      engine.process(document);
    }
    engine.collectionProcessComplete();
  }

  /** Writes documents as JSON CAS. */
  void writeJson(Path directory) throws UIMAException, IOException {
    Files.createDirectories(directory);
    int number = 0;
    for (JCas document : documents()) {
      Path file = directory.resolve("doc-" + number++ + ".json");
      new JsonCas2Serializer().serialize(document.getCas(), file.toFile());
    }
  }

  /** Returns new UIMA documents with all annotations. */
  List<JCas> documents() throws UIMAException {
    List<JCas> documents = new ArrayList<>();
    for (int from = 0; from < sentences.size(); from += SENTENCES_PER_DOCUMENT) {
      int to = Math.min(sentences.size(), from + SENTENCES_PER_DOCUMENT);
      documents.add(document("doc-" + documents.size(), sentences.subList(from, to)));
    }
    return documents;
  }

  private static JCas document(String name, List<List<String[]>> sentences) throws UIMAException {
    JCas document = JCasFactory.createJCas(types());
    StringBuilder text = new StringBuilder();
    for (List<String[]> sentence : sentences) {
      List<int[]> offsets = new ArrayList<>();
      for (String[] cells : sentence) {
        offsets.add(new int[] {text.length(), text.length() + cells[0].length()});
        text.append(cells[0]).append(' ');
      }
      annotate(document, sentence, offsets);
    }

    document.setDocumentText(text.toString());
    DocumentMetaData metaData = DocumentMetaData.create(document);
    metaData.setDocumentId(name);
    metaData.setDocumentTitle(name);
    document.setDocumentLanguage("en");
    return document;
  }

  private static TypeSystemDescription types() throws UIMAException {
    TypeSystemDescription custom =
        TypeSystemDescriptionFactory.createTypeSystemDescription(new String[0]);
    custom.addType(PLACE, "", CAS.TYPE_NAME_ANNOTATION).addFeature(KIND, "", CAS.TYPE_NAME_STRING);
    return CasCreationUtils.mergeTypeSystems(
        List.of(TypeSystemDescriptionFactory.createTypeSystemDescription(), custom));
  }

  private static void annotate(JCas document, List<String[]> sentence, List<int[]> offsets) {
    for (int t = 0; t < sentence.size(); t++) {
      int begin = offsets.get(t)[0];
      int end = offsets.get(t)[1];
      POS pos = new POS(document, begin, end);
      pos.setPosValue(sentence.get(t)[1]);
      pos.addToIndexes();
      Token token = new Token(document, begin, end);
      token.setPos(pos);
      token.addToIndexes();
    }

    new Sentence(document, offsets.get(0)[0], offsets.get(offsets.size() - 1)[1]).addToIndexes();
    for (Span span : spans(sentence, 2)) {
      Chunk chunk = new Chunk(document, begin(offsets, span), end(offsets, span));
      chunk.setChunkValue(span.type());
      chunk.addToIndexes();
    }

    Type place = document.getTypeSystem().getType(PLACE);
    for (Span span : spans(sentence, 3)) {
      NamedEntity name = new NamedEntity(document, begin(offsets, span), end(offsets, span));
      name.setValue(span.type());
      name.addToIndexes();
      AnnotationFS custom =
          document.getCas().createAnnotation(place, begin(offsets, span), end(offsets, span));
      custom.setStringValue(place.getFeatureByBaseName(KIND), span.type());
      document.getCas().addFsToIndexes(custom);
    }
  }

  private static List<Span> spans(List<String[]> sentence, int column) {
    return SpanCodec.of(TagScheme.IOB2).decode(sentence.stream().map(c -> c[column]).toList());
  }

  private static int begin(List<int[]> offsets, Span span) {
    return offsets.get(span.start())[0];
  }

  private static int end(List<int[]> offsets, Span span) {
    return offsets.get(span.end() - 1)[1];
  }

  /** Returns the entries of a model file, except for the run's record, which has its duration. */
  static Map<String, String> entries(Path model) throws IOException {
    Map<String, String> entries = new LinkedHashMap<>();
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(model))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (!entry.getName().equals("run.json")) {
          entries.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.ISO_8859_1));
        }
      }
    }
    return entries;
  }
}
