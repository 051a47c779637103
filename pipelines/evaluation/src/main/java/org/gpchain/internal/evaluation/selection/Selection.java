package org.gpchain.internal.evaluation.selection;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.batch.BatchProgress;
import org.gpchain.internal.documents.batch.BatchResult;
import org.gpchain.internal.documents.batch.DocumentScan;
import org.gpchain.internal.evaluation.selection.Ranking.Candidate;
import org.gpchain.internal.evaluation.selection.Ranking.Choice;
import org.gpchain.internal.evaluation.selection.Ranking.Chosen;

/**
 * Sentences or documents that are to be annotated next.
 *
 * @param pool all that there are, in the order of the documents
 * @param choice which of them, the best one first
 * @param criterion by which they were chosen
 */
public record Selection(List<Text> pool, Choice choice, Criterion criterion, BatchResult read) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @param count how many at most
   * @param samples of the posterior, for criteria that need them
   */
  public record Request(Unit unit, int count, Ranking ranking, int samples) {}

  /**
   * A sentence or document that may be annotated.
   *
   * @param document number of the document, from 0
   * @param id a name of the document that no other one has
   * @param sentence number of the sentence in it, from 0; null for the document
   */
  record Text(long document, String id, Integer sentence, Part part) {}

  /**
   * Where a sentence, or all of a document, is in UTF-16 units, and what a model knows of it.
   *
   * @param marked the sentence, or of a document the one that is least likely to be right, with
   *     {@linkplain MarkedText marks}
   */
  record Part(int begin, int end, Candidate candidate, String marked) {
    /** A document of at least one sentence. */
    private static Part of(List<Part> sentences) {
      return new Part(
          sentences.get(0).begin,
          // Sentences that others have found may lie in one another.
          sentences.stream().mapToInt(Part::end).max().orElseThrow(),
          new Candidate(
              sentences.stream()
                  .map(sentence -> sentence.candidate.uncertainty())
                  .reduce(Uncertainty.NONE, Uncertainty::plus),
              sentences.stream()
                  .flatMapToInt(sentence -> Arrays.stream(sentence.candidate.shingles()))
                  .sorted()
                  .distinct()
                  .toArray()),
          sentences.stream().min(Comparator.comparingDouble(Part::logProbability)).get().marked);
    }

    private double logProbability() {
      return candidate.uncertainty().logProbability();
    }
  }

  /**
   * Reads documents and chooses.
   *
   * @param model what is to learn from the texts, with its covariance if the criterion needs
   *     samples
   * @param failures is told of documents that cannot be read
   * @param progress is told how many are done; not closed
   * @throws IOException if the model does not go with the documents, or nothing more can be read
   */
  public static Selection of(
      DocumentScan documents,
      Model model,
      Request request,
      Consumer<String> failures,
      BatchProgress progress)
      throws IOException {
    Criterion criterion = request.ranking().criterion();
    SentenceScorer scorer = new SentenceScorer(model, criterion, request.samples());
    List<Text> texts = new ArrayList<>();
    Pool pool = new Pool(scorer, request.unit(), texts);
    BatchResult read = documents.read(pool, failures, progress);
    List<Candidate> candidates = texts.stream().map(text -> text.part().candidate()).toList();
    Choice choice =
        request.ranking().choose(candidates, (chosen, tokens) -> chosen >= request.count());
    return new Selection(texts, choice, criterion, read);
  }

  /** The texts that are to be annotated, the best one first. */
  List<Text> texts() {
    return choice.texts().stream().map(chosen -> pool.get(chosen.number())).toList();
  }

  /** An object of JSON on each line, the best text first, in UTF-8. */
  public byte[] toJsonLines() throws IOException {
    StringBuilder lines = new StringBuilder();
    int rank = 0;
    for (Chosen chosen : choice.texts()) {
      Text text = pool.get(chosen.number());
      Uncertainty uncertainty = text.part().candidate().uncertainty();
      ObjectNode line = JSON.createObjectNode().put("rank", ++rank).put("document", text.id());
      if (text.sentence() != null) {
        line.put("sentence", text.sentence());
      }
      line.put("begin", text.part().begin())
          .put("end", text.part().end())
          .put("tokens", uncertainty.tokens())
          .put("score", chosen.score())
          .put("text", text.part().marked())
          .put("why", criterion.why(uncertainty));
      lines.append(JSON.writeValueAsString(line)).append('\n');
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Adds the texts of documents to a list. */
  record Pool(SentenceScorer scorer, Unit unit, List<Text> texts)
      implements DocumentScan.Visitor<List<Part>> {
    @Override
    public List<Part> read(String text, List<Passage> sentences) {
      Workspace workspace = new Workspace();
      List<TokenSequence> tokens =
          scorer.inDocument(sentences.stream().map(Passage::units).toList(), workspace);
      List<Part> parts =
          IntStream.range(0, tokens.size())
              .mapToObj(s -> part(text, sentences.get(s), tokens.get(s), workspace))
              .toList();
      return unit == Unit.SENTENCE || parts.isEmpty() ? parts : List.of(Part.of(parts));
    }

    private Part part(String text, Passage sentence, TokenSequence tokens, Workspace workspace) {
      SentenceScorer.Scored scored = scorer.score(tokens, workspace);
      Candidate candidate =
          new Candidate(
              scored.uncertainty(), Ranking.shingles(sentence.units().column(TokenSequence.WORD)));
      String marked = MarkedText.of(texts(text, sentence), scored.prediction());
      return new Part(sentence.begin(), sentence.end(), candidate, marked);
    }

    /** Each token, and what the text has between it and the next one. */
    private static List<String> texts(String text, Passage sentence) {
      int[] begins = sentence.begins();
      int last = begins.length - 1;
      return IntStream.rangeClosed(0, last)
          .mapToObj(
              t -> text.substring(begins[t], t < last ? begins[t + 1] : sentence.ends()[last]))
          .toList();
    }

    @Override
    public void add(long number, String id, List<Part> parts) {
      for (int i = 0; i < parts.size(); i++) {
        texts.add(new Text(number, id, unit == Unit.SENTENCE ? i : null, parts.get(i)));
      }
    }
  }

  /** What is chosen. */
  public enum Unit {
    /** Sentences that have tokens. */
    SENTENCE,
    DOCUMENT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
