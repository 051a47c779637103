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
 * 200 clients at once, each a user with a model of its own labels, and 1,400 connections over which
 * half a request was sent: {@code ServerLoad SECONDS}. Prints what came; ends with 1 if an answer
 * took too long, was lost or another user's, a refusal did not say when to try again, or memory was
 * not given back.
 */
public final class ServerLoad {
  private static final int CLIENTS = 200;
  private static final int HALF_OPEN = 1_400;
  private static final int HEALTH_MILLIS = 200;
  private static final int ANSWER_MILLIS = 10_000;

  /** A user trains once in so many requests. */
  private static final int PREDICTIONS = 20;

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

  /** Runs the load. */
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
    double before = heap();
    load(seconds);
    double after = heap();
    check(after < 1.1 * before, "the heap does not go back");
    System.out.printf(
        Locale.ROOT,
        "%d clients: %d answers, %d refusals, slowest %d ms; heap %.1f MB before, %.1f MB after%n",
        CLIENTS,
        answers.get(),
        refusals.get(),
        slowest.get(),
        before / 1e6,
        after / 1e6);
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
            .map(one -> one.replace("]", "-" + client + "]"))
            .toArray(String[]::new);
    String user = "user-" + client;
    String own = "Mr. Aske" + client + " has never seen Bly" + client + " .";
    String predict = project.predict(user, project.xmi(own)).toString();
    String train = project.train(user, project.xmi(annotated)).toString();
    int n = 0;
    // A user without a model trains first, however long that takes.
    while (n == 0 || System.nanoTime() < end) {
      boolean trains = n % PREDICTIONS == 0;
      long begin = System.nanoTime();
      HttpResponse<String> answer =
          server.post(trains ? "/train" : "/predict", trains ? train : predict);
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
        check(trains || isOwn(answer.body(), own, client), "the answer of somebody else");
        n++;
      }
    }
  }

  private static boolean isOwn(String answer, String text, int client) {
    boolean own = answer.contains(text);
    for (Matcher label = LABEL.matcher(answer); label.find(); ) {
      own &= Integer.parseInt(label.group(1)) == client;
    }
    return own;
  }

  /** What is in use when nothing is done, after a collection. */
  private double heap() throws Exception {
    while (server.metric("gpchain_trainings_waiting") + server.metric("gpchain_trainings_running")
        > 0) {
      Thread.sleep(100);
    }
    String process = Long.toString(server.process().pid());
    new ProcessBuilder(ServerProcess.javaTool("jcmd"), process, "GC.run").start().waitFor();
    return server.metric("gpchain_memory_used_bytes");
  }

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
