package org.gpchain.evaluation.selection;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.gpchain.core.model.Model;
import org.gpchain.documents.batch.BatchProgress;
import org.gpchain.documents.batch.BatchResult;
import org.gpchain.documents.batch.DocumentScan;
import org.gpchain.documents.batch.SetupException;
import org.gpchain.evaluation.selection.Pool.Text;
import org.gpchain.evaluation.selection.Ranking.Choice;

/**
 * Sentences or documents that are to be annotated next.
 *
 * @param texts the best one first
 * @param pool number of those that there are
 * @param alike number of those that were passed over since they are like a better one
 * @param read what was read
 */
public record Selection(List<Ranked> texts, int pool, int alike, BatchResult read) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A text that is to be annotated.
   *
   * @param text which one
   * @param score the higher the better
   * @param why in words
   */
  record Ranked(Text text, double score, String why) {}

  /**
   * A request for texts.
   *
   * @param unit of what
   * @param count how many at most
   * @param ranking in which order
   * @param samples of the posterior, for criteria that need them
   */
  public record Request(Unit unit, int count, Ranking ranking, int samples) {}

  /**
   * Reads documents and chooses.
   *
   * @param model what is to learn from the texts, with its covariance if the criterion needs
   *     samples
   * @param failures is told of documents that cannot be read
   * @param progress is told how many are done; not closed
   * @throws SetupException if nothing can be done
   * @throws IOException if nothing more can be read
   */
  public static Selection of(
      DocumentScan documents,
      Model model,
      Request request,
      Consumer<String> failures,
      BatchProgress progress)
      throws IOException, SetupException {
    Ranking ranking = request.ranking();
    Criterion criterion = ranking.criterion();
    Pool pool =
        new Pool(SentenceScorer.of(model, criterion, request.samples()), request.unit(), failures);
    BatchResult read = documents.read(pool, progress);
    List<Text> texts = pool.texts();
    Choice choice =
        ranking.choose(
            texts.stream().map(Text::candidate).toList(),
            (chosen, tokens) -> chosen >= request.count());
    List<Ranked> ranked =
        choice.texts().stream()
            .map(
                chosen -> {
                  Text text = texts.get(chosen.number());
                  return new Ranked(
                      text, chosen.score(), criterion.why(text.candidate().uncertainty()));
                })
            .toList();
    return new Selection(ranked, texts.size(), choice.alike(), read);
  }

  /** An object of JSON on each line, the best text first, in UTF-8. */
  public byte[] toJsonLines() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      Ranked ranked = texts.get(i);
      Text text = ranked.text();
      ObjectNode line = JSON.createObjectNode().put("rank", i + 1).put("document", text.id());
      if (text.sentence() != null) {
        line.put("sentence", text.sentence());
      }
      line.put("begin", text.begin())
          .put("end", text.end())
          .put("tokens", text.candidate().uncertainty().tokens())
          .put("score", ranked.score())
          .put("why", ranked.why());
      lines.append(JSON.writeValueAsString(line)).append('\n');
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** What is chosen. */
  public enum Unit {
    /** Sentences that have tokens. */
    SENTENCE,
    /** Documents. */
    DOCUMENT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
