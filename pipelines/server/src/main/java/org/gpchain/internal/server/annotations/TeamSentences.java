package org.gpchain.internal.server.annotations;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.SentenceFile;

/**
 * What the users of a project have annotated of a layer, for one model of all. Tools send the
 * sentences of one user at a time, so that those of the others are kept, in files beside the
 * models. For any number of threads.
 *
 * @param folder of the models
 * @param log takes a line for each fault that is found
 */
public record TeamSentences(Path folder, Consumer<String> log) {
  private static final int MAX_USERS = 200;

  /**
   * Keeps the sentences of a user in the place of the earlier ones.
   *
   * @param model the key of the model of all
   * @param sentences with the numbers that their documents have for all users
   * @return the sentences of all users, each once, with the segments that most of those who have
   *     annotated it agree on
   * @throws RejectedExecutionException if there are too many users
   */
  public synchronized List<LabeledSequence> put(
      ModelKey model, String user, List<LabeledSequence> sentences) throws IOException {
    Path own = folder.resolve(model.id() + "-" + model.withUser(user).id() + SentenceFile.SUFFIX);
    Set<Path> files = new TreeSet<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(folder, model.id() + "-*" + SentenceFile.SUFFIX)) {
      all.forEach(files::add);
    }
    if (files.size() >= MAX_USERS && !files.contains(own)) {
      throw new RejectedExecutionException("the model has as many users as it may");
    }
    SentenceFile.write(sentences, own);
    files.add(own);
    List<String> columns =
        sentences.isEmpty() ? List.of() : sentences.get(0).tokens().columnNames();
    List<List<LabeledSequence>> byUser = new ArrayList<>();
    for (Path file : files) {
      try {
        // Those that were sent to a server with other models may lack columns.
        List<LabeledSequence> read = new ArrayList<>(SentenceFile.read(file));
        read.removeIf(one -> !one.tokens().writtenNames().containsAll(columns));
        byUser.add(read);
      } catch (InputException e) {
        log.accept("damaged, and left out: " + file.getFileName());
      }
    }
    return majority(byUser);
  }

  /**
   * A sentence that several users may have.
   *
   * @param before number of the same sentences before it in the document
   */
  private record Place(int document, List<String> words, int before) {}

  /**
   * The sentences of several users, each once.
   *
   * @param byUser with the numbers that their documents have for all users
   * @return with the segments that at least half of those who have annotated the sentence have, in
   *     the order of the numbers
   */
  public static List<LabeledSequence> majority(List<List<LabeledSequence>> byUser) {
    Map<Place, List<LabeledSequence>> places = new LinkedHashMap<>();
    for (List<LabeledSequence> sentences : byUser) {
      Map<Place, Integer> seen = new HashMap<>();
      for (LabeledSequence sentence : sentences) {
        List<String> words = sentence.tokens().column(TokenSequence.WORD);
        Place first = new Place(sentence.document(), words, 0);
        int before = seen.merge(first, 1, Integer::sum) - 1;
        places
            .computeIfAbsent(
                new Place(sentence.document(), words, before), place -> new ArrayList<>())
            .add(sentence);
      }
    }
    return places.values().stream()
        .map(TeamSentences::agreed)
        .sorted(Comparator.comparingInt(LabeledSequence::document))
        .toList();
  }

  /** Of segments that half of the users have, and that overlap, most users' or the longest. */
  private static LabeledSequence agreed(List<LabeledSequence> same) {
    Map<Span, Long> votes =
        same.stream()
            .flatMap(sentence -> sentence.spans().stream())
            .collect(
                Collectors.groupingBy(span -> span, LinkedHashMap::new, Collectors.counting()));
    List<Span> agreed =
        Span.disjoint(
            votes.keySet().stream()
                .filter(span -> 2 * votes.get(span) >= same.size())
                .sorted(
                    Comparator.comparing((Span span) -> -votes.get(span))
                        .thenComparing(span -> span.start() - span.end()))
                .toList());
    LabeledSequence first = same.get(0);
    return new LabeledSequence(first.tokens(), agreed, unknown(same, agreed), first.document());
  }

  /** The tokens of which no user has said anything. */
  private static List<UnknownToken> unknown(List<LabeledSequence> same, List<Span> agreed) {
    Set<Integer> unknown = new TreeSet<>();
    same.get(0).unknown().forEach(one -> unknown.add(one.token()));
    same.forEach(
        one -> unknown.retainAll(one.unknown().stream().map(UnknownToken::token).toList()));
    agreed.forEach(span -> unknown.removeIf(t -> span.start() <= t && t < span.end()));
    return unknown.stream().map(UnknownToken::of).toList();
  }
}
