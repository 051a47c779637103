package org.gpchain.internal.server.inception;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.FSArray;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.fuzz.XmlMutator;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutated files of precomputed annotations give valid suggestions or a one-line message. */
class ReplayFuzzTest {
  private static final String TEXT = "Sven lives in Port Vale.";

  @TempDir private Path folder;

  private static byte[] document(boolean withScores) throws Exception {
    JCas document = JCasFactory.createJCas();
    document.setDocumentText(TEXT);
    NamedEntity name = new NamedEntity(document, 14, 23);
    name.setValue("LOC");
    name.addToIndexes();
    if (withScores) {
      ScoredSegment alternative = segment(document, 19, 23, "PER", 0.25);
      ScoredSegment segment = segment(document, 14, 23, "LOC", 0.5);
      segment.setAnnotation(name);
      segment.setAlternatives(new FSArray<>(document, 1));
      segment.setAlternatives(0, alternative);
      segment.addToIndexes();
    }
    return OutputFormat.XMI.write(document, null).get(0);
  }

  private static ScoredSegment segment(
      JCas document, int begin, int end, String value, double probability) {
    ScoredSegment segment = new ScoredSegment(document, begin, end);
    segment.setLayer(NamedEntity.class.getName());
    segment.setModel("ner");
    segment.setValue(value);
    segment.setValue_score(probability);
    return segment;
  }

  private void attack(boolean withScores) throws Exception {
    byte[] sound = document(withScores);
    Path file = Files.write(folder.resolve("a.xmi"), sound);
    List<Suggestion> suggestions = Replay.of(folder).suggestions(TEXT, SegmentLayer.NAMED_ENTITY);
    assertThat(suggestions).singleElement().matches(suggestion -> suggestion.type().equals("LOC"));

    Fuzz.attack(
        "replay-" + withScores,
        Fuzz.MUTANTS,
        new XmlMutator(sound, List.of("<cas:NULL xmi:id=\"0\"/>")),
        mutant -> {
          Files.write(file, mutant);
          suggest();
        });
  }

  private void suggest() throws IOException {
    try {
      Replay replay = Replay.of(folder);
      for (Suggestion suggestion : replay.suggestions(TEXT, SegmentLayer.NAMED_ENTITY)) {
        assertValid(suggestion);
        suggestion.alternatives().forEach(ReplayFuzzTest::assertValid);
      }
    } catch (InputException e) {
      assertThat(e.getMessage().lines()).hasSize(1);
      assertThat(e.getMessage()).contains(folder.toString());
    }
  }

  private static void assertValid(Suggestion suggestion) {
    assertThat(suggestion.begin()).isBetween(0, suggestion.end());
    assertThat(suggestion.end()).isLessThanOrEqualTo(TEXT.length());
    assertThat(suggestion.probability()).isBetween(0.0, 1.0);
    assertThat(suggestion.type()).isNotNull();
  }

  @Test
  void mutatedDocumentsWithScoresAreHandled() throws Exception {
    attack(true);
  }

  @Test
  void mutatedDocumentsWithoutScoresAreHandled() throws Exception {
    attack(false);
  }
}
