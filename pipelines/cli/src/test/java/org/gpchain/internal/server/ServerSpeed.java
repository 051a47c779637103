package org.gpchain.internal.server;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.internal.cli.Main;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpLimits;
import org.gpchain.internal.server.http.HttpFrontEnd.TimeLimits;
import org.gpchain.internal.training.data.EncoderUse;

/**
 * A benchmark of the server: {@code ServerSpeed [FILE [ENCODER]]}. The file has a word in the first
 * column and a label in the last column, separated by TABs. The default is the quickstart corpus.
 * The encoder, if one is given, is used by the trained models.
 */
public final class ServerSpeed {
  /** Number of sentences of a training request. */
  private static final int TRAINED = 300;

  /** Number of sentences of a page. */
  private static final int PAGE = 50;

  /** Number of tokens of a long document. */
  private static final int LONG = 6_500;

  /** Number of requests before the measurement. */
  private static final int WARM_UP = 100;

  /** Number of measured requests. */
  private static final int ROUNDS = 15;

  private final List<String> sentences;

  /** Use of an encoder by the trained models; null for none. */
  private final EncoderUse encoderUse;

  private final InceptionProject project =
      new InceptionProject(InceptionProject.NAMED_ENTITY, "value", "tokens");

  private ServerSpeed(List<String> sentences, EncoderUse encoderUse) throws Exception {
    this.sentences = sentences;
    this.encoderUse = encoderUse;
  }

  /** Runs the benchmark and prints a table. */
  public static void main(String[] args) throws Exception {
    String text =
        args.length > 0
            ? Files.readString(Path.of(args[0]))
            : quickstart("train") + quickstart("test");
    List<String> sentences = new ArrayList<>();
    for (String block : text.strip().split("\n\n+", -1)) {
      sentences.add(marked(block.lines().map(line -> line.split("\t", -1)).toList()));
    }

    EncoderUse encoderUse = args.length > 1 ? EncoderUse.of(Encoders.open(args[1])) : null;
    new ServerSpeed(sentences, encoderUse).run();
    System.exit(0);
  }

  private static String quickstart(String part) throws IOException {
    try (InputStream in =
        Main.class.getResourceAsStream("/org/gpchain/internal/cli/quickstart/" + part + ".tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8) + "\n\n";
    }
  }

  /** Returns a sentence in the notation of {@link InceptionProject#xmi}. */
  private static String marked(List<String[]> rows) {
    List<String> labels = rows.stream().map(row -> row[row.length - 1]).toList();
    StringBuilder[] words = new StringBuilder[rows.size()];
    for (int t = 0; t < words.length; t++) {
      words[t] = new StringBuilder(rows.get(t)[0].replaceAll("[\\[\\]| ]", "_"));
    }
    for (Span span : SpanCodec.of(SpanCodec.detect(List.of(labels))).decode(labels)) {
      words[span.start()].insert(0, '[');
      words[span.end() - 1].append('|').append(span.type()).append(']');
    }
    return String.join(" ", Arrays.asList(words));
  }

  private static String plain(String sentence) {
    return sentence.replaceAll("\\[|\\|[^ \\]]*]", "");
  }

  private void run() throws Exception {
    Path store = Files.createTempDirectory("gpchain-speed");
    TimeLimits times =
        new TimeLimits(Duration.ofSeconds(30), Duration.ofSeconds(20), Duration.ofSeconds(60));
    HttpLimits limits = new HttpLimits(2, 64, 1 << 26, times);
    try (TestServer server = TestServer.startWithEncoder(store, encoderUse, limits, "ner-en")) {
      System.out.println("| what | wall time | processor time |\n| --- | --- | --- |");
      String page = xmi(PAGE, Integer.MAX_VALUE, false);
      String book = xmi(Integer.MAX_VALUE, LONG, false);
      suggest(server, "a page of " + PAGE + " sentences, shipped model", page);
      suggest(server, LONG + " tokens, shipped model", book);

      for (int round = 1; round <= 2; round++) {
        train(server, round);
        suggestFirst(server, "a page, first of the new model, time " + round, page);
      }
      suggest(server, "a page of " + PAGE + " sentences, trained model", page);
      suggest(server, LONG + " tokens, trained model", book);
    }
  }

  /** Returns a document of the first sentences, which are repeated if there are too few. */
  private String xmi(int count, int tokens, boolean annotated) throws Exception {
    List<String> selected = new ArrayList<>();
    int length = 0;
    for (int n = 0; n < count && length < tokens; n++) {
      String sentence = sentences.get(n % sentences.size());
      selected.add(annotated ? sentence : plain(sentence));
      length += plain(sentence).split(" ", -1).length;
    }
    return project.xmi(selected.toArray(String[]::new));
  }

  private void train(TestServer server, int round) throws Exception {
    String request = project.train("speed", xmi(TRAINED, Integer.MAX_VALUE, true)).toString();
    long processor = processorNanos();
    long begin = System.nanoTime();
    HttpResponse<String> answer = server.post("/train", request);
    long answered = System.nanoTime() - begin;
    check(answer, 204);
    server.awaitTrainings(round);
    String what = "/train of %d sentences, time %d (answered after %d ms)";

    print(
        what.formatted(TRAINED, round, answered / 1_000_000),
        System.nanoTime() - begin,
        processorNanos() - processor);
  }

  /** Measures a single request, whose sentences a model of the same encoder has seen before. */
  private void suggestFirst(TestServer server, String what, String xmi) throws Exception {
    String request = project.predict("speed", xmi).toString();
    long processor = processorNanos();
    long begin = System.nanoTime();
    check(server.post("/predict", request), 200);
    print("/predict, " + what, System.nanoTime() - begin, processorNanos() - processor);
  }

  private void suggest(TestServer server, String what, String xmi) throws Exception {
    String request = project.predict("speed", xmi).toString();
    for (int i = 0; i < WARM_UP; i++) {
      check(server.post("/predict", request), 200);
    }

    long[] wall = new long[ROUNDS];
    long[] processor = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long before = processorNanos();
      long begin = System.nanoTime();
      check(server.post("/predict", request), 200);
      wall[i] = System.nanoTime() - begin;
      processor[i] = processorNanos() - before;
    }

    Arrays.sort(wall);
    Arrays.sort(processor);
    print("/predict, " + what + ", median", wall[ROUNDS / 2], processor[ROUNDS / 2]);
  }

  private static void check(HttpResponse<String> answer, int status) {
    if (answer.statusCode() != status) {
      throw new IllegalStateException(answer.statusCode() + " " + answer.body());
    }
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static void print(String what, long wallNanos, long processorNanos) {
    System.out.printf(
        Locale.ROOT, "| %s | %.3f s | %.3f s |%n", what, wallNanos / 1e9, processorNanos / 1e9);
  }
}
