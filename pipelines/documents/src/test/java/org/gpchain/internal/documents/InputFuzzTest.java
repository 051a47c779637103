package org.gpchain.internal.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.documents.fuzz.JsonMutator;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.cas.CasCorpusReader;
import org.gpchain.internal.formats.input.Surroundings;
import org.gpchain.internal.formats.spans.SpanDocuments;
import org.gpchain.internal.formats.spans.SpanFormat;
import org.gpchain.training.uima.DocumentMarks;
import org.gpchain.training.uima.LabelSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Mutated documents in formats other than UIMA's are annotated, and read for training, or rejected
 * with a one-line message.
 */
class InputFuzzTest {
  private static final Set<OutputFormat> OUTPUTS =
      Set.of(OutputFormat.JSONL, OutputFormat.XMI, OutputFormat.BRAT);

  private static final String TEXT = "Sven Ahl lives in Port Vale.\n";

  private static final String BRAT =
      """
      T1\tPER 0 8\tSven Ahl
      T2\tLOC 18 22;23 27\tPort Vale

      R1\tfrom Arg1:T1 Arg2:T2
      A1\tCertain T1
      #1\tAnnotatorNotes T1\tsure?
      #2\tAnnotatorNotes T2\tprobability 0.5000, model m
      """;

  private static final String WEBANNO =
      """
      #FORMAT=WebAnno TSV 3.3
      #T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value


      #Sentence.id=s1
      #Text=Sven Ahl left Vik.
      1-1\t0-4\tSven\t*[1]\tPER[1]\t
      1-2\t5-8\tAhl\t*[1]\tPER[1]\t
      1-3\t9-13\tleft\t_\t_\t
      1-4\t14-18\tVik.\t_\t_\t
      1-4.1\t14-17\tVik\t*[2]|*[3]\tLOC[2]|PER[3]\t

      #Text=At 9 \\\\
      2-1\t20-22\tAt\t*\tOTH\\_X\\|\\[1\\]\t
      2-2\t23-24\t9\t_\t_\t
      2-3\t25-26\t\\\\\t_\t_\t
      """;

  private static final String CONLLU =
      """
      # newdoc id = a
      # sent_id = 1
      # text = Sven couldn't go.
      1\tSven\t_\tPROPN\tNNP\t_\t_\t_\t_\tEntity=(PER)
      2-3\tcouldn't\t_\t_\t_\t_\t_\t_\t_\t_
      2\tcould\t_\tAUX\tMD\t_\t_\t_\t_\t_
      3\tn't\t_\tPART\tRB\t_\t_\t_\t_\t_
      4\tgo\t_\tVERB\tVB\t_\t_\t_\t_\tSpaceAfter=No
      4.1\tgone\t_\t_\t_\t_\t_\t_\t_\t_
      5\t.\t_\tPUNCT\t.\t_\t_\t_\t_\t_

      """;

  private static final String COLUMNS =
      "Sven NNP B-PER\nleft VBD O\n\n-DOCSTART- -X- O\n\nVik NNP B-LOC\n";

  /** Length of mutants that are only read, since to annotate them takes more than a trial may. */
  private static final int LONG = 50_000;

  @TempDir private Path folder;

  /** Annotates a document and writes it, or rejects it with a reason. */
  private static void annotate(DocumentAnnotator annotator, Path file) throws IOException {
    DocumentOrigin origin = new DocumentOrigin("document", file.toUri(), Surroundings.ofFile(file));
    try {
      AnnotatedResult result = annotator.annotate(origin, Files.readAllBytes(file));
      for (OutputFormat output : OUTPUTS) {
        List<byte[]> files = result.as(output);
        if (output == OutputFormat.JSONL) {
          assertThat(new ObjectMapper().readTree(files.get(0)).isObject()).isTrue();
        }
      }
    } catch (DocumentException e) {
      assertThat(e.getMessage().lines()).hasSize(1);
      assertThat(e.getMessage()).doesNotContain("Exception", "Cannot invoke", "\u001b");
    }
  }

  /** Reads a document for training, or rejects it with a reason. */
  private static void readCorpus(SpanFormat format, Path file) throws IOException {
    SegmentLayer layer = SegmentLayer.NAMED_ENTITY;
    SpanDocuments.Settings settings =
        new SpanDocuments.Settings(layer, false, () -> TextSegmenter.of("en"));
    try {
      CasCorpusReader.of(
              SpanDocuments.opener(format, settings),
              new LabelSource(layer, false, Set.of()),
              List.of(),
              List.of(),
              DocumentMarks.NONE)
          .read(file);
    } catch (InputException e) {
      assertThat(e.getMessage().lines()).hasSize(1);
      assertThat(e.getMessage())
          .contains(file.getParent().toString())
          .doesNotContain("Exception", "Cannot invoke", "\u001b");
    }
  }

  /**
   * Attacks a format.
   *
   * @param document file that is annotated
   * @param mutated file that is mutated: the document, or a file next to it
   * @param mutator mutator of the valid content of that file
   */
  private void attack(
      InputFormat input, SpanFormat format, Path document, Path mutated, Fuzz.Mutator mutator)
      throws IOException {
    Path model = TestModel.write("ne", folder.resolve("model.gpchain"));
    try (SharedModels models =
            SharedModels.load(AnnotateOptions.of(model, input, Segmenter.ENGLISH), 1);
        DocumentAnnotator annotator = new DocumentAnnotator(models, OUTPUTS)) {
      Fuzz.attack(
          mutated.getFileName().toString(),
          Fuzz.MUTANTS,
          mutator,
          mutant -> {
            Files.write(mutated, mutant);
            boolean isForTraining = mutant.length % 4 == 0 || mutant.length > LONG;
            if (format == null || !isForTraining) {
              annotate(annotator, document);
            } else {
              readCorpus(format, document);
            }
          });
    }
  }

  private static Fuzz.Mutator mutator(String sound) {
    return random ->
        random.nextInt(4) == 0
            ? Mutations.bytes(sound.getBytes(StandardCharsets.UTF_8), random)
            : Mutations.utf8(Mutations.text(sound, random));
  }

  @Test
  void mutatedBratFilesAreHandled() throws IOException {
    Path text = Files.writeString(folder.resolve("document.txt"), TEXT);
    SpanFormat format = SpanFormat.BRAT;
    attack(InputFormat.of(format), format, text, folder.resolve("document.ann"), mutator(BRAT));
  }

  @Test
  void mutatedWebAnnoFilesAreHandled() throws IOException {
    Path file = folder.resolve("document.tsv");
    attack(InputFormat.of(SpanFormat.WEBANNO), SpanFormat.WEBANNO, file, file, mutator(WEBANNO));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'name': 'a', 'text': 'Tove Ahl left Vik.', 'offsetUnit': 'utf16', 'segments': ["
            + "{'begin': 0, 'end': 8, 'type': 'PER', 'model': 'm', 'probability': 0.5},"
            + "{'begin': 14, 'end': 17, 'type': 'LOC', 'model': 'm'}]}",
        "{'text': 'Tove Ahl left Vik.', 'spans': [{'start': 0, 'end': 8, 'label': 'PER'},"
            + "{'start': 14, 'end': 17, 'label': 'LOC', 'token_start': 3}], 'answer': 'accept'}",
        "[{'id': 3, 'data': {'text': 'Tove Ahl left Vik.'}, 'annotations': [{'result': ["
            + "{'value': {'start': 14, 'end': 17, 'text': 'Vik', 'labels': ['LOC']},"
            + " 'type': 'labels'}]}]}]",
        "{'id': 1, 'text': 'Tove Ahl left Vik.', 'label': [[0, 8, 'PER'], [14, 17, 'LOC']]}",
        "{'text': 'Tove Ahl left Vik.', 'tokens': ['Tove', 'Ahl', 'left', 'Vik', '.'],"
            + " 'labels': ['B-PER', 'I-PER', 'O', 'B-LOC', 'O']}"
      })
  void mutatedJsonRecordsAreHandled(String record) throws IOException {
    Path file = folder.resolve("document.jsonl");
    byte[] sound = record.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    attack(InputFormat.of(SpanFormat.JSONL), SpanFormat.JSONL, file, file, new JsonMutator(sound));
  }

  @Test
  void mutatedColumnsAreHandled() throws IOException {
    Path file = folder.resolve("document.conll");
    ColumnFormat format = ColumnFormat.ofTokenColumns(List.of("word", "pos", "_"));
    attack(InputFormat.ofColumns(needed -> format), null, file, file, mutator(COLUMNS));
  }

  @Test
  void mutatedConlluFilesAreHandled() throws IOException {
    Path file = folder.resolve("document.conllu");
    InputFormat input =
        InputFormat.ofColumns(needed -> ColumnFormat.conllu("ne", "").unlabelled(needed));
    attack(input, null, file, file, mutator(CONLLU));
  }
}
