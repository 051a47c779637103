package org.gpchain.internal.evaluation.selection;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
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
 * A selection of sentences or documents for annotation.
 *
 * @param pool all sentences or documents, in the order of the documents
 * @param choice the selected ones, the best first
 * @param criterion criterion by which they were selected
 * @param read counts of the documents that were read
 */
public record Selection(List<Text> pool, Choice choice, Criterion criterion, BatchResult read) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The parameters of a selection.
   *
   * @param unit whether sentences or documents are selected
   * @param count maximum number of sentences or documents
   * @param ranking ranking of the texts
   * @param samples number of posterior samples, for criteria that need samples
   */
  public record Request(Unit unit, int count, Ranking ranking, int samples) {}

  /**
   * A sentence or document of the pool.
   *
   * @param document number of the document, from 0
   * @param id unique name of the document
   * @param sentence number of the sentence in the document, from 0; null for a whole document
   * @param part offsets and uncertainty of the text
   */
  record Text(long document, String id, Integer sentence, Part part) {}

  /**
   * The part of a document that a sentence, or the whole document, occupies.
   *
   * @param begin offset of its first character (UTF-16 units)
   * @param end offset after its last character (UTF-16 units)
   * @param candidate its uncertainty and its n-grams
   * @param marked the sentence with {@linkplain MarkedText marks}; for a document, the sentence
   *     whose labels are least likely to be correct
   */
  record Part(int begin, int end, Candidate candidate, String marked) {
    /** Joins the sentences of a document, at least one. */
    private static Part join(List<Part> sentences) {
      Uncertainty uncertainty = Uncertainty.NONE;
      // Existing sentence annotations may be nested, so that the last one need not end last.
      int end = 0;
      for (Part sentence : sentences) {
        uncertainty = uncertainty.plus(sentence.candidate.uncertainty());
        end = Math.max(end, sentence.end);
      }
      int[] shingles =
          sentences.stream()
              .flatMapToInt(sentence -> Arrays.stream(sentence.candidate.shingles()))
              .sorted()
              .distinct()
              .toArray();
      Part leastLikely =
          Collections.min(sentences, Comparator.comparingDouble(Part::logProbability));

      int begin = sentences.get(0).begin;
      return new Part(begin, end, new Candidate(uncertainty, shingles), leastLikely.marked);
    }

    private double logProbability() {
      return candidate.uncertainty().logProbability();
    }
  }

  /**
   * Reads documents and selects texts.
   *
   * @param documents the documents
   * @param model model that is to be trained on the texts; must have its covariance if the
   *     criterion needs samples
   * @param request parameters of the selection
   * @param failures receives a message about each document that cannot be read
   * @param progress receives the number of documents that are done; not closed
   * @throws IOException if the model does not fit the documents, or if reading fails
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

  /** Returns the selected texts, the best first. */
  List<Text> texts() {
    return choice.texts().stream().map(chosen -> pool.get(chosen.number())).toList();
  }

  /** Returns a JSON object per line for each selected text, the best first, in UTF-8. */
  public byte[] toJsonLines() throws IOException {
    StringBuilder lines = new StringBuilder();
    int rank = 0;
    for (Chosen chosen : choice.texts()) {
      Text text = pool.get(chosen.number());
      Uncertainty uncertainty = text.part().candidate().uncertainty();
      rank++;

      ObjectNode line = JSON.createObjectNode().put("rank", rank).put("document", text.id());
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

  /**
   * Scores the sentences or documents of a scan and collects them.
   *
   * @param scorer scorer of sentences
   * @param unit whether sentences or documents are collected
   * @param texts the list to which they are added; mutable
   */
  record Pool(SentenceScorer scorer, Unit unit, List<Text> texts)
      implements DocumentScan.Visitor<List<Part>> {
    @Override
    public List<Part> read(String text, List<Passage> sentences) {
      Workspace workspace = new Workspace();
      List<TokenSequence> tokens =
          scorer.inDocument(sentences.stream().map(Passage::units).toList(), workspace);

      List<Part> parts = new ArrayList<>();
      for (int s = 0; s < tokens.size(); s++) {
        parts.add(part(text, sentences.get(s), tokens.get(s), workspace));
      }
      if (unit == Unit.DOCUMENT && !parts.isEmpty()) {
        return List.of(Part.join(parts));
      }
      return parts;
    }

    private Part part(String text, Passage sentence, TokenSequence tokens, Workspace workspace) {
      SentenceScorer.Scored scored = scorer.score(tokens, workspace);
      int[] shingles = Ranking.shingles(sentence.units().column(TokenSequence.WORD));
      Candidate candidate = new Candidate(scored.uncertainty(), shingles);
      String marked = MarkedText.of(texts(text, sentence), scored.prediction());
      return new Part(sentence.begin(), sentence.end(), candidate, marked);
    }

    /** Returns each token with the characters between it and the next token. */
    private static List<String> texts(String text, Passage sentence) {
      int[] begins = sentence.begins();
      List<String> texts = new ArrayList<>();
      for (int t = 0; t < begins.length; t++) {
        boolean isLast = t == begins.length - 1;
        int end = isLast ? sentence.ends()[t] : begins[t + 1];
        texts.add(text.substring(begins[t], end));
      }
      return texts;
    }

    @Override
    public void add(long number, String id, List<Part> parts) {
      for (int i = 0; i < parts.size(); i++) {
        Integer sentence = unit == Unit.SENTENCE ? i : null;
        texts.add(new Text(number, id, sentence, parts.get(i)));
      }
    }
  }

  /** The unit of text that is selected. */
  public enum Unit {
    /** A sentence with at least one token. */
    SENTENCE,
    /** A whole document. */
    DOCUMENT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
