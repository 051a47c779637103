package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Experiment;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.ColumnReader;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.training.data.DefaultTemplates;
import org.gpchain.internal.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment hundred}: few sentences, four corpora, five labellers, one page. */
@Command(
    name = "hundred",
    sortOptions = false,
    description = {
      "Trains GPChain and other sequence labellers on the first sentences of four public corpora,"
          + " measures them on the test parts, and writes a page of the figures. Each labeller has"
          + " a process of its own with one thread.",
      "The corpora are folders of --data with train.txt and test.txt: conll2000 (word, part of"
          + " speech, chunk), wikigold and btc (word, name), norne-nb (word, part of speech, name)."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment hundred --data DIR --stanford stanford-corenlp-4.5.7.jar"
    })
public final class HundredCommand extends Experiment<PeerRow> {
  private static final Path ROWS = Path.of("experiments", "results", "hundred.jsonl");

  /** Options that change no figure of a row. */
  private static final String[] NO_SETTINGS =
      "--data --corpus --sizes --peer --heap --stanford --page --page-only --commit".split(" ", -1);

  /** GPChain's default decoding, which its row on the page shows. */
  private static final String SEGMENTS = "segments";

  private static final String BEFORE =
      """
      # A hundred sentences

      Written by `gpchain experiment hundred`; do not edit. How good is a labeller after an hour or \
      two of annotation? Five of them, trained on the first 100 and 500 sentences of four public \
      corpora and measured on the whole test parts:

      """;

  private static final String AFTER =
      """

      Each cell: F1 of segments, %% / expected calibration error of tokens, %% / processor time of \
      training, s / peak memory, MB. Bold: the best F1 of the row. `=`: a tie with GPChain, by a \
      paired bootstrap over the test sentences (the 95 %% interval contains 0); all other \
      differences to GPChain are outside it. Other training sentences would give other figures. \
      –: no figure, or not run.

      * All have the same sentences, one thread and a Java process of their own, whose start \
      counts. GPChain, CRFsuite and MALLET have the same features, GPChain's defaults; OpenNLP and \
      Stanford's CRF use their own.
      * %s No choice was made on test parts. GPChain chooses its prior variances and calibrates \
      while it trains, which is most of its time.
      * GPChain decodes for F1; by Viterbi, as the others decode, its F1 is, row by row, %s.
      * OpenNLP gives no marginal probabilities, so no calibration error.
      * `conll2000`: the shared task; `btc`: the Broad Twitter Corpus, tested on section F; \
      `norne-nb`: NorNE's Bokmål part by the split of Universal Dependencies; `wikigold`: every tenth \
      document is the test part. Columns: `gpchain experiment hundred --help`.

      Made by

          %s

      with GPChain of commit %s, on a machine that others used too: times are rather too long. \
      Rows: [hundred.jsonl](../experiments/results/hundred.jsonl). Full corpora and tuned peers: \
      [experiments](../experiments/docs/experiments.md#other-labelers).
      """;

  @Mixin private PeerOptions peers;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "The folder of the corpora.")
  private Path directory;

  @Option(
      names = "--corpus",
      split = ",",
      paramLabel = "NAME",
      description = "One or more of: ${COMPLETION-CANDIDATES}. Default: all.")
  private Set<Source> sources = new LinkedHashSet<>();

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      defaultValue = "100,500",
      description = "Numbers of training sentences. Default: ${DEFAULT-VALUE}.")
  private SortedSet<Integer> sizes = new TreeSet<>();

  @Option(
      names = "--tune",
      split = ",",
      paramLabel = "NAME",
      description =
          "Choose the penalties of these peers by cross-validation within the training sentences,"
              + " as experiment peers does. Default: none.")
  private Set<PeerName> tuned = EnumSet.noneOf(PeerName.class);

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description = "The page, in Markdown. Default: ${DEFAULT-VALUE}.")
  private Path page = Path.of("docs/hundred-sentences.md");

  @Option(names = "--page-only", description = "Run nothing; write the page from what is there.")
  private boolean pageOnly;

  @Option(
      names = "--commit",
      paramLabel = "ID",
      description = "The commit that new rows are dated with on the page.")
  private String commit;

  /** The corpora, with train and test parts as they were published. */
  enum Source {
    CONLL2000("English news, chunks", "chunk", "word,pos,label"),
    WIKIGOLD("English Wikipedia, names", "ne", "word,label"),
    BTC("English tweets, names", "ne", "word,label"),
    NORNE_NB("Norwegian news, names", "ne", "word,_,label");

    private final String title;
    private final String task;
    private final String columns;

    Source(String title, String task, String columns) {
      this.title = title;
      this.task = task;
      this.columns = columns;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Override
  protected Stream<PeerRow> run(Context context) throws IOException {
    List<Source> chosen = sources.isEmpty() ? List.of(Source.values()) : List.copyOf(sources);
    peers.check(context, chosen.stream().map(source -> source.task).collect(Collectors.toSet()));
    context.check(() -> Checks.atLeast("smallest of --sizes", sizes.first(), Tuning.FOLDS));
    Context.refuseDirectory(page);
    RowFile<PeerRow> file = context.rows(ROWS, PeerRow.class, NO_SETTINGS);
    if (pageOnly) {
      return file.all(row -> true).stream();
    }
    if (peers.chosen("ne").noneMatch(PeerName.STANFORD::equals)) {
      context.tell("gpchain: note: Stanford's CRF is left out, since there is no --stanford JAR");
    }
    List<PeerRow> rows = new ArrayList<>();
    for (Source source : chosen) {
      CorpusReader reader =
          ColumnReader.of(
              ColumnFormat.ofColumns(List.of(source.columns.split(",", -1))), source.task);
      Corpus test = reader.read(directory.resolve(source.toString()).resolve("test.txt"));
      for (int size : sizes) {
        rows.addAll(compare(source, train(reader, source, size), test, file, context));
      }
    }
    return rows.stream();
  }

  private Corpus train(CorpusReader reader, Source source, int size) throws IOException {
    Path file = directory.resolve(source.toString()).resolve("train.txt");
    Corpus train = reader.withLimit(size).read(file);
    if (train.sentences().size() < size) {
      throw new InputException(
          file,
          "there are " + train.sentences().size() + " sentences, --sizes asks for " + size,
          "give a smaller size");
    }
    train.checkLearnable(size);
    return train;
  }

  private List<PeerRow> compare(
      Source source, Corpus train, Corpus test, RowFile<PeerRow> file, Context context)
      throws IOException {
    context.tell(source + ", " + train.sentences().size() + " sentences");
    return peers.compare(
        new PeerOptions.Comparison(
            source.toString(),
            source.task,
            DefaultTemplates.of(source.task, train.columns(), null),
            train,
            null,
            test,
            tuned,
            SEGMENTS,
            commit),
        file,
        context);
  }

  @Override
  protected String table(List<PeerRow> rows, Context context) throws IOException {
    String text = page(rows);
    AtomicFile.write(page, text);
    return text;
  }

  /** A row of the page: what all peers made of the same sentences. */
  private record Cell(String corpus, int sentences, List<PeerRow> rows) {
    String of(PeerName peer) {
      PeerRow found = rows.stream().filter(row -> row.peer() == peer).findFirst().orElse(null);
      if (found == null || found.failure() != null) {
        return found == null ? "–" : "failed";
      }
      double best = rows.stream().mapToDouble(PeerRow::f1).max().orElse(Double.NaN);
      String f1 = Tables.number(100 * found.f1(), 1);
      boolean tie = found.againstGpchain() != null && found.againstGpchain().isTie();
      return (found.f1() == best ? "**" + f1 + "**" : f1)
          + (tie ? "=" : "")
          + " / "
          + Tables.number(100 * found.ece(), 1).replace(Tables.NONE, "–")
          + " / "
          + Tables.number(found.trainSeconds() + found.tuneSeconds(), 1)
          + " / "
          + Tables.number(found.peakMegabytes(), 0);
    }
  }

  private String page(List<PeerRow> rows) {
    Set<Integer> shown =
        rows.stream().map(PeerRow::sentences).collect(Collectors.toCollection(TreeSet::new));
    List<Cell> cells = new ArrayList<>();
    for (Source source : Source.values()) {
      for (int size : shown) {
        List<PeerRow> own =
            rows.stream()
                .filter(row -> row.corpus().equals(source.toString()) && row.sentences() == size)
                .filter(row -> row.peer() != PeerName.GPCHAIN || isShown(row))
                .toList();
        if (!own.isEmpty()) {
          cells.add(new Cell(source + ": " + source.title, size, own));
        }
      }
    }
    List<Column<Cell>> columns = new ArrayList<>();
    columns.add(new Column<>("corpus", Cell::corpus));
    columns.add(new Column<>("sentences", Cell::sentences));
    for (PeerName peer : PeerName.values()) {
      columns.add(new Column<>(peer.displayName, cell -> cell.of(peer)));
    }
    String tuning =
        tuned.isEmpty()
            ? "All have their own defaults, GPChain without words of raw text (`--no-words`),"
                + " Stanford's CRF at most 100 iterations."
            : "Penalties of "
                + tuned.stream().map(peer -> peer.displayName).collect(Collectors.joining(" and "))
                + " were chosen by cross-validation within the training sentences (the time"
                + " includes it); the others have their defaults.";
    String commits =
        rows.stream()
            .map(row -> Objects.toString(row.commit(), "unknown"))
            .distinct()
            .collect(Collectors.joining(", "));
    String viterbi =
        rows.stream()
            .filter(row -> row.peer() == PeerName.GPCHAIN && !isShown(row))
            .map(row -> Tables.number(100 * row.f1(), 1))
            .collect(Collectors.joining(", "));
    return BEFORE
        + Tables.markdown(cells, columns)
        + Tables.format(AFTER, tuning, viterbi, command(rows), commits);
  }

  /** The command, without the folders of this machine. */
  private String command(List<PeerRow> rows) {
    String name = peers.stanford == null ? "JAR" : peers.stanford.getFileName().toString();
    boolean hasStanford = rows.stream().anyMatch(row -> row.peer() == PeerName.STANFORD);
    String jar = hasStanford ? " --stanford " + name : "";
    String tune =
        tuned.isEmpty()
            ? ""
            : " --tune " + tuned.stream().map(PeerName::toString).collect(Collectors.joining(","));
    return "gpchain experiment hundred --data DIR" + jar + tune;
  }

  private static boolean isShown(PeerRow row) {
    return row.failure() != null || row.decoding().equals(SEGMENTS);
  }
}
