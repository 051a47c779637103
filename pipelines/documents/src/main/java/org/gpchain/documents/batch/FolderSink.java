package org.gpchain.documents.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.input.BatchInput;
import org.gpchain.documents.output.CollectedTypes;
import org.gpchain.training.io.FileGroup;

/**
 * Documents in a folder, group by group: their files, then the log of errors, then a line of the
 * journal. What was not committed is done again by the next run, with the same result.
 */
final class FolderSink<R> implements Sink<R> {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of a document that is copied, for those who want to know what is wrong with it. */
  private static final int MAX_COPY = 1 << 20;

  /** How many documents that failed have files of their own. */
  private static final int MAX_FAILED = 10_000;

  private final RunFolder folder;
  private final Layout<R> layout;
  private final FileGroup files;
  private final ErrorLog errors;
  private final Statistics statistics;
  private final Contents contents;

  /** Null unless documents are written in XMI. */
  private final CollectedTypes types;

  private boolean typesChanged;
  private long number;

  // What the journal has.
  private final long done;
  private final Journal.Lines journal;
  private byte[] identities = new byte[0];
  private long firstIdentity;
  private Set<Long> failedBefore = Set.of();

  /** Of documents that failed, the first ones. */
  private final List<FailureFiles> failures = new ArrayList<>();

  // The group that is open.
  private final ByteArrayOutputStream group = new ByteArrayOutputStream();
  private final List<Long> failed = new ArrayList<>();

  /**
   * Goes on where earlier runs with the same journal have ended.
   *
   * @param folder not closed
   * @param files closed with this
   * @param withTypes whether documents are written in XMI
   */
  FolderSink(
      RunFolder folder, FileGroup files, Layout<R> layout, Contents contents, boolean withTypes)
      throws IOException {
    this.folder = folder;
    this.files = files;
    this.layout = layout;
    this.contents = contents;
    JsonNode last = folder.lastGroup();
    done = last == null ? 0 : last.path("first").asLong() + last.path("count").asLong();
    statistics = last == null ? new Statistics() : Statistics.of(last.path("statistics"));
    errors = new ErrorLog(folder.path(), last == null ? 0 : last.path("errors").asLong());
    journal = done == 0 ? null : folder.lines();
    types = withTypes ? types(folder.path().resolve(RunFolder.TYPE_SYSTEM), done) : null;
  }

  private static CollectedTypes types(Path file, long done) throws IOException {
    return done > 0 && Files.exists(file)
        ? new CollectedTypes(Files.readAllBytes(file))
        : new CollectedTypes();
  }

  @Override
  public R render(String id, AnnotatedResult result) throws DocumentException, IOException {
    return layout.render(id, result);
  }

  @Override
  public boolean isDone(BatchInput input, String id) throws IOException {
    if (number >= done) {
      if (folder.hasEnded()) {
        throw folder.changed("there is a document that it did not have, " + input.place());
      }
      return false;
    }
    if (number == 0) {
      journal.next();
    }
    if (number == firstIdentity + identities.length / BatchInput.IDENTITY_BYTES) {
      readGroup();
    }
    int offset = (int) (number - firstIdentity) * BatchInput.IDENTITY_BYTES;
    byte[] before = Arrays.copyOfRange(identities, offset, offset + BatchInput.IDENTITY_BYTES);
    if (!Arrays.equals(before, input.identity())) {
      throw folder.changed(
          "its document "
              + (number + 1)
              + " is not what it was, or others came before it: "
              + input.place());
    }
    boolean failedThen = failedBefore.contains(number);
    if (failedThen) {
      addFailure(new FailureFiles(input, id));
    }
    contents.add(id, failedThen);
    number++;
    return true;
  }

  private void readGroup() throws IOException {
    JsonNode line = journal.next();
    firstIdentity = number;
    identities = Base64.getDecoder().decode(line.path("identities").asText());
    failedBefore = new HashSet<>();
    line.path("failed").forEach(position -> failedBefore.add(position.asLong()));
  }

  @Override
  public void add(BatchInput input, String id, Outcome<R> outcome) throws IOException {
    Outcome<R> accepted = withTypes(outcome);
    if (accepted.failure() != null) {
      fail(input, id, accepted.failure());
    } else {
      layout.add(number, id, accepted.annotated().rendered());
      statistics.add(number, accepted.annotated().document());
    }
    contents.add(id, accepted.failure() != null);
    group.writeBytes(input.identity());
    number++;
    if (layout.isDue(number)) {
      commit();
    }
  }

  /** A document whose types contradict those of others cannot be written beside them. */
  private Outcome<R> withTypes(Outcome<R> outcome) throws IOException {
    if (types == null || outcome.annotated() == null) {
      return outcome;
    }
    try {
      if (outcome.annotated().document().types().isPresent()) {
        typesChanged |= types.add(outcome.annotated().document().types().get());
      }
      return outcome;
    } catch (IOException e) {
      layout.discard(outcome.annotated().rendered());
      return Outcome.failed(new Failure(0, e.getMessage(), null, false));
    }
  }

  private void fail(BatchInput input, String id, Failure failure) throws IOException {
    if (failures.size() < MAX_FAILED) {
      Path place = folder.path().resolve(RunFolder.FAILED);
      FailureFiles names = new FailureFiles(input, id);
      addFailure(names);
      String told = input.place() + "\n" + failure.message() + "\n";
      files.add(files.write(told.getBytes(StandardCharsets.UTF_8)), place.resolve(names.reason()));
      if (failure.content() != null && failure.content().length <= MAX_COPY) {
        files.add(files.write(failure.content()), place.resolve(names.copy()));
      }
    }
    statistics.addFailure(failure.reason());
    errors.add(id, input, failure);
    failed.add(number);
  }

  private void addFailure(FailureFiles names) {
    if (failures.size() < MAX_FAILED) {
      failures.add(names);
    }
  }

  private void removeOldFiles() throws IOException {
    List<String> others = new ArrayList<>();
    if (statistics.failed() == 0) {
      others.add(ErrorLog.NAME);
    }
    if (types == null) {
      others.add(RunFolder.TYPE_SYSTEM);
    }
    Set<Path> failed = new HashSet<>();
    for (FailureFiles names : failures) {
      failed.add(Path.of(names.reason()));
      failed.add(Path.of(names.copy()));
    }
    OldFiles.remove(folder.path(), layout.archives(number), failed, others);
  }

  private void commit() throws IOException {
    int count = group.size() / BatchInput.IDENTITY_BYTES;
    if (count == 0) {
      return;
    }
    layout.finish();
    if (typesChanged) {
      files.add(files.write(types.toXml()), folder.path().resolve(RunFolder.TYPE_SYSTEM));
      typesChanged = false;
    }
    files.commit();
    ObjectNode line =
        JSON.createObjectNode()
            .put("first", number - count)
            .put("count", count)
            .put("identities", Base64.getEncoder().encodeToString(group.toByteArray()))
            .put("errors", errors.commit());
    ArrayNode positions = line.putArray("failed");
    failed.forEach(positions::add);
    statistics.writeTo(line.putObject("statistics"));
    folder.append(line);
    group.reset();
    failed.clear();
  }

  @Override
  public void end() throws IOException {
    if (number < done) {
      throw folder.changed("documents that it had are not there any more");
    }
    commit();
    files.add(files.write(contents.summary(statistics)), folder.path().resolve(Summary.NAME));
    files.add(files.write(contents.page(statistics)), folder.path().resolve(IndexPage.NAME));
    files.commit();
    if (folder.isAnew()) {
      removeOldFiles();
    }
    if (!folder.hasEnded()) {
      folder.append(JSON.createObjectNode().put("end", number));
    }
  }

  @Override
  public Statistics statistics() {
    return statistics;
  }

  @Override
  public void stop() throws IOException {
    if (layout.mayEndAnywhere()) {
      commit();
    }
  }

  @Override
  public void close() throws IOException {
    errors.close();
    files.close();
    if (journal != null) {
      journal.close();
    }
  }
}
