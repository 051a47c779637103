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
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.corpora.SentenceFile;
import org.gpchain.internal.training.io.ChecksummedFile;

/**
 * The sentences that each user of a project has annotated, for one model that learns from all
 * users. Annotation tools send the sentences of one user at a time, so the sentences of the other
 * users are stored in the folder of the models. Damaged files are named in the log, set aside and
 * left out. Thread-safe.
 *
 * @param folder folder of the models
 * @param log receives a line for each damaged file
 */
public record TeamSentences(Path folder, Consumer<String> log) {
  /** Maximum number of users of a model. */
  private static final int MAX_USERS = 200;

  /**
   * Stores the sentences of a user in place of the user's earlier ones.
   *
   * @param model key of the model that learns from all users
   * @param user name of the user
   * @param sentences sentences with document numbers that are the same for all users
   * @return the {@linkplain #majority merged} sentences of all users
   * @throws RejectedExecutionException if there are too many users
   */
  public synchronized List<LabeledSequence> put(
      ModelKey model, String user, List<LabeledSequence> sentences) throws IOException {
    String userFile = model.id() + "-" + model.withUser(user).id() + SentenceFile.SUFFIX;
    Path file = folder.resolve(userFile);
    Set<Path> files = files(model);
    if (files.size() >= MAX_USERS && !files.contains(file)) {
      throw new RejectedExecutionException("the model already has the maximum number of users");
    }
    ChecksummedFile.write(file, SentenceFile.bytes(sentences));

    List<String> columns = List.of();
    if (!sentences.isEmpty()) {
      columns = sentences.get(0).tokens().columnNames();
    }
    return majority(read(model, columns));
  }

  /** Returns the files of all users of a model. */
  private Set<Path> files(ModelKey model) throws IOException {
    Set<Path> files = new TreeSet<>();
    String allUsers = model.id() + "-*" + SentenceFile.SUFFIX;
    try (DirectoryStream<Path> userFiles = Files.newDirectoryStream(folder, allUsers)) {
      userFiles.forEach(files::add);
    }
    return files;
  }

  /**
   * Reads the files of all users of a model.
   *
   * @param columns columns that the model requires. Sentences without them are dropped: they were
   *     sent while the server had other shipped models.
   */
  List<List<LabeledSequence>> read(ModelKey model, List<String> columns) throws IOException {
    List<List<LabeledSequence>> byUser = new ArrayList<>();
    for (Path file : files(model)) {
      List<LabeledSequence> stored =
          ChecksummedFile.read(file, TeamSentences::parse, log).orElse(List.of());
      List<LabeledSequence> sentences = new ArrayList<>(stored);
      sentences.removeIf(sentence -> !sentence.tokens().writtenNames().containsAll(columns));
      byUser.add(sentences);
    }
    return byUser;
  }

  /**
   * Returns the sentences that a file contains.
   *
   * @throws IOException if a sentence is not valid. Unchecked exceptions have the same meaning.
   */
  private static List<LabeledSequence> parse(byte[] content) throws IOException {
    List<LabeledSequence> sentences = SentenceFile.parse(content);
    for (LabeledSequence sentence : sentences) {
      for (Span span : sentence.spans()) {
        String problem = LabelRules.problem(span.type());
        if (!problem.isEmpty()) {
          throw new IOException(problem);
        }
      }
      // Merging needs the words.
      sentence.tokens().column(TokenSequence.WORD);
    }
    return sentences;
  }

  /**
   * Identifies a sentence across users.
   *
   * @param document number of the document
   * @param words words of the sentence
   * @param occurrence 1 for the first sentence of the document with these words, 2 for the second,
   *     and so on
   */
  private record SentenceId(int document, List<String> words, int occurrence) {}

  /**
   * Merges the sentences of several users. Each sentence occurs once in the result, with the
   * segments that at least half of its annotators have marked.
   *
   * @param byUser sentences of each user, with document numbers that are the same for all users
   * @return the merged sentences, in the order of the document numbers
   */
  public static List<LabeledSequence> majority(List<List<LabeledSequence>> byUser) {
    Map<SentenceId, List<LabeledSequence>> versions = new LinkedHashMap<>();
    for (List<LabeledSequence> sentences : byUser) {
      Map<SentenceId, Integer> counts = new HashMap<>();
      for (LabeledSequence sentence : sentences) {
        List<String> words = sentence.tokens().column(TokenSequence.WORD);
        SentenceId first = new SentenceId(sentence.document(), words, 1);
        int occurrence = counts.merge(first, 1, Integer::sum);
        SentenceId id = new SentenceId(sentence.document(), words, occurrence);
        versions.computeIfAbsent(id, added -> new ArrayList<>()).add(sentence);
      }
    }

    return versions.values().stream()
        .map(TeamSentences::merge)
        .sorted(Comparator.comparingInt(LabeledSequence::document))
        .toList();
  }

  /**
   * Merges the versions of one sentence. If segments with enough votes overlap, each has half of
   * the votes, and the longest is used.
   */
  private static LabeledSequence merge(List<LabeledSequence> versions) {
    Map<Span, Long> votes = new LinkedHashMap<>();
    for (LabeledSequence version : versions) {
      for (Span span : version.spans()) {
        votes.merge(span, 1L, Long::sum);
      }
    }

    List<Span> candidates =
        votes.keySet().stream()
            .filter(span -> 2 * votes.get(span) >= versions.size())
            .sorted(Comparator.comparingInt(span -> span.start() - span.end()))
            .toList();
    List<Span> agreed = Span.disjoint(candidates);

    LabeledSequence first = versions.get(0);
    return new LabeledSequence(first.tokens(), agreed, unknown(versions), first.document());
  }

  /** Returns the tokens that no user has annotated, which are outside of all segments. */
  private static List<UnknownToken> unknown(List<LabeledSequence> versions) {
    Set<Integer> unknown = new TreeSet<>(unknownTokens(versions.get(0)));
    for (LabeledSequence version : versions) {
      unknown.retainAll(unknownTokens(version));
    }
    return unknown.stream().map(UnknownToken::of).toList();
  }

  private static List<Integer> unknownTokens(LabeledSequence sentence) {
    return sentence.unknown().stream().map(UnknownToken::token).toList();
  }
}
