package org.gpchain.internal.server;

import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A load test: {@code ServerLoad SECONDS}. It simulates 200 concurrent clients, each a user with
 * different labels and therefore another model, and then opens 1,400 connections with incomplete
 * requests. It prints statistics, and exits with 1 if an answer took too long, was lost or belonged
 * to another user, if a refusal had no Retry-After header, or if memory was not released.
 */
public final class ServerLoad {
  private static final int CLIENTS = 200;
  private static final int HALF_OPEN = 1_400;

  /** Maximum time of an answer of /health (ms). */
  private static final int HEALTH_MILLIS = 200;

  /** Maximum time of any other answer (ms). */
  private static final int ANSWER_MILLIS = 10_000;

  /** Number of requests of a user per training. */
  private static final int REQUESTS_PER_TRAINING = 20;

  private static final Pattern LABEL = Pattern.compile("(?:LOC|PER)-(\\d+)");

  private final InceptionProject project =
      new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
  private final ServerProcess server;
  private final AtomicLong answers = new AtomicLong();
  private final AtomicLong refusals = new AtomicLong();
  private final AtomicLong slowest = new AtomicLong();
  private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();

  private ServerLoad(ServerProcess server) throws Exception {
    this.server = server;
  }

  /** Runs the test. */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("gpchain-load");
    ServerLoad load;
    try (ServerProcess server = ServerProcess.start(folder, "-Xmx1g")) {
      load = new ServerLoad(server);
      load.run(Long.parseLong(args[0]));
    }
    load.faults.stream().limit(20).forEach(System.out::println);
    System.exit(load.faults.isEmpty() ? 0 : 1);
  }

  private void run(long seconds) throws Exception {
    load(seconds / 4);
    double heapBefore = heap();
    load(seconds);
    double heapAfter = heap();
    check(heapAfter < 1.1 * heapBefore, "the heap does not go back");

    System.out.printf(
        Locale.ROOT,
        "%d clients: %d answers, %d refusals, slowest %d ms; heap %.1f MB before, %.1f MB after%n",
        CLIENTS,
        answers.get(),
        refusals.get(),
        slowest.get(),
        heapBefore / 1e6,
        heapAfter / 1e6);
    halfOpen();
  }

  private void check(boolean holds, String fault) {
    if (!holds) {
      faults.add(fault);
    }
  }

  private void load(long seconds) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (int c = 0; c < CLIENTS; c++) {
      int client = c;
      threads.execute(
          () -> {
            try {
              ask(client, end);
            } catch (Exception e) {
              faults.add("no answer: " + e);
            }
          });
    }

    threads.shutdown();
    check(threads.awaitTermination(seconds + 60, TimeUnit.SECONDS), "a client still waits");
  }

  private void ask(int client, long end) throws Exception {
    String[] annotated =
        Stream.of(Sample.sentences(4))
            .map(sentence -> sentence.replace("]", "-" + client + "]"))
            .toArray(String[]::new);
    String user = "user-" + client;
    String text = "Mr. Aske" + client + " has never seen Bly" + client + " .";
    String predict = project.predict(user, project.xmi(text)).toString();
    String train = project.train(user, project.xmi(annotated)).toString();
    int n = 0;

    // The first request trains a model, even after the end of the test.
    while (n == 0 || System.nanoTime() < end) {
      boolean trains = n % REQUESTS_PER_TRAINING == 0;
      long begin = System.nanoTime();
      HttpResponse<String> answer =
          trains ? server.post("/train", train) : server.post("/predict", predict);
      long millis = (System.nanoTime() - begin) / 1_000_000;
      answers.incrementAndGet();
      slowest.accumulateAndGet(millis, Math::max);
      check(millis < ANSWER_MILLIS, "an answer took " + millis + " ms");
      if (answer.statusCode() == 429 || answer.statusCode() == 503) {
        refusals.incrementAndGet();
        check(answer.headers().firstValue("Retry-After").isPresent(), "a refusal without a time");
        Thread.sleep(500);
      } else {
        check(answer.statusCode() == (trains ? 204 : 200), "status " + answer.statusCode());
        check(
            trains || isOfClient(answer.body(), text, client),
            "the answer belongs to another user");
        n++;
      }
    }
  }

  /** Returns whether an answer is for a text, with labels of the client's own model. */
  private static boolean isOfClient(String answer, String text, int client) {
    boolean isOfClient = answer.contains(text);
    for (Matcher label = LABEL.matcher(answer); label.find(); ) {
      isOfClient &= Integer.parseInt(label.group(1)) == client;
    }
    return isOfClient;
  }

  /** Returns the heap in use after all trainings and a garbage collection (bytes). */
  private double heap() throws Exception {
    while (server.metric("gpchain_trainings_waiting") + server.metric("gpchain_trainings_running")
        > 0) {
      Thread.sleep(100);
    }
    String process = Long.toString(server.process().pid());
    new ProcessBuilder(ServerProcess.javaTool("jcmd"), process, "GC.run").start().waitFor();
    return server.metric("gpchain_memory_used_bytes");
  }

  /** Checks that connections with incomplete requests do not block others. */
  private void halfOpen() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int n = 0; n < HALF_OPEN; n++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.getOutputStream().write("POST /tra".getBytes(StandardCharsets.US_ASCII));
        sockets.add(socket);
      }

      long longest = 0;
      for (int n = 0; n < 20; n++) {
        long begin = System.nanoTime();
        check(server.get("/health").contains("ok"), "not healthy");
        longest = Math.max(longest, (System.nanoTime() - begin) / 1_000_000);
      }
      check(longest < HEALTH_MILLIS, "/health took too long");
      check(sockets.get(0).getInputStream().available() == 0, "half a request was answered");
      System.out.printf("%d half-open connections: /health within %d ms%n", HALF_OPEN, longest);
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
