package org.gpchain.internal.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A page in headless Chromium, controlled through its remote debugging protocol. */
public final class Browser implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final long SECONDS = 30;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger last = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();

  private Browser(Process process, URI page) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(page, new Messages())
            .orTimeout(SECONDS, TimeUnit.SECONDS)
            .join();
  }

  /** Location of Chromium on this machine. */
  public static Optional<Path> find() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      for (String name : List.of("chromium", "chromium-browser", "google-chrome")) {
        Path file = Path.of(folder, name);
        if (Files.isExecutable(file)) {
          return Optional.of(file);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Opens an empty page.
   *
   * @param folder for its profile, and what it downloads
   */
  public static Browser open(Path chromium, Path folder) throws Exception {
    Path profile = folder.resolve("profile");
    String options =
        "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run"
            + " --window-size=1000,1100 --remote-debugging-port=0";
    ProcessBuilder command = new ProcessBuilder(chromium.toString());
    command.command().addAll(List.of(options.split(" ", -1)));
    command.command().addAll(List.of("--user-data-dir=" + profile, "about:blank"));
    Process process =
        command
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chromium.log").toFile())
            .start();

    try {
      Path port = profile.resolve("DevToolsActivePort");
      await(() -> Files.exists(port) && Files.readAllLines(port).size() >= 2);
      String list = "http://127.0.0.1:" + Files.readAllLines(port).get(0) + "/json/list";
      for (JsonNode target : MAPPER.readTree(URI.create(list).toURL().openStream())) {
        if (target.path("type").asText().equals("page")) {
          Browser browser =
              new Browser(process, URI.create(target.path("webSocketDebuggerUrl").asText()));
          browser.send("Runtime.enable", Map.of());
          browser.send("Log.enable", Map.of());
          browser.send("Page.enable", Map.of());
          browser.send(
              "Browser.setDownloadBehavior",
              Map.of("behavior", "allow", "downloadPath", folder.toString()));
          return browser;
        }
      }
      throw new IOException("Chromium has no page");
    } catch (Exception e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** A condition that becomes true. */
  interface Condition {
    boolean holds() throws Exception;
  }

  /** Waits until a condition holds. */
  static void await(Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the condition did not become true in " + SECONDS + " s");
      }
      Thread.sleep(30);
    }
  }

  /** Receives messages from Chromium. */
  private final class Messages implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        take(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void take(String message) {
      try {
        JsonNode tree = MAPPER.readTree(message);
        CompletableFuture<JsonNode> waiting = answers.remove(tree.path("id").asInt());
        if (waiting != null) {
          waiting.complete(tree);
        }
        String method = tree.path("method").asText();
        if (method.equals("Runtime.exceptionThrown")
            || (method.equals("Log.entryAdded")
                && tree.at("/params/entry/level").asText().equals("error"))) {
          problems.add(message);
        }
      } catch (IOException e) {
        problems.add(e.toString());
      }
    }
  }

  private JsonNode send(String method, Map<String, ?> parameters) throws Exception {
    int id = last.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
    message.set("params", MAPPER.valueToTree(parameters));
    socket.sendText(message.toString(), true).get(SECONDS, TimeUnit.SECONDS);
    JsonNode found = answer.get(SECONDS, TimeUnit.SECONDS);
    if (found.has("error")) {
      throw new AssertionError(method + ": " + found.get("error"));
    }
    return found.get("result");
  }

  /** Opens a page and waits until it has been loaded. */
  public void go(URI page) throws Exception {
    send("Page.navigate", Map.of("url", page.toString()));
    await(() -> evaluate("document.readyState").asText().equals("complete"));
  }

  /** Sets the width of the window (pixels). */
  public void widen(int width) throws Exception {
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Returns the value of a JavaScript expression in the page. */
  public JsonNode evaluate(String expression) throws Exception {
    JsonNode result =
        send(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + result.get("exceptionDetails"));
    }
    return result.path("result").path("value");
  }

  /** Waits until an expression is true in the page. */
  void await(String expression) throws Exception {
    await(() -> evaluate(expression).asBoolean());
  }

  /** Inserts a text at the cursor, like a paste. */
  void insert(String text) throws Exception {
    send("Input.insertText", Map.of("text", text));
  }

  /** Clicks in the center of an element. */
  void click(String element) throws Exception {
    evaluate("(" + element + ").scrollIntoView({block: 'center'})");
    JsonNode place = corners(element, "r.left + r.width / 2, r.top + r.height / 2");
    mouse("mousePressed", place);
    mouse("mouseReleased", place);
  }

  /** Returns numbers that depend on the bounding rectangle {@code r} of an element or a range. */
  private JsonNode corners(String element, String numbers) throws Exception {
    String rectangle = "(" + element + ").getBoundingClientRect()";
    return evaluate("(() => { const r = " + rectangle + "; return [" + numbers + "]; })()");
  }

  private void mouse(String type, JsonNode place) throws Exception {
    Map<String, Object> event = new HashMap<>(Map.of("x", place.get(0), "y", place.get(1)));
    event.putAll(Map.of("type", type, "button", "left", "clickCount", 1));
    send("Input.dispatchMouseEvent", event);
  }

  /** Selects a range within a line of text with the mouse. */
  void drag(String range) throws Exception {
    JsonNode place = corners(range, "r.left + 1, r.top + r.height / 2, r.right - 1");
    mouse("mousePressed", place);
    JsonNode end = MAPPER.valueToTree(List.of(place.get(2), place.get(1)));
    mouse("mouseMoved", end);
    mouse("mouseReleased", end);
  }

  /** Writes a screenshot of the page as a PNG file. */
  void screenshot(Path file) throws Exception {
    JsonNode shot = send("Page.captureScreenshot", Map.of("format", "png"));
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(shot.get("data").asText()));
  }

  /** Returns the errors of the page so far. */
  List<String> problems() {
    return new ArrayList<>(problems);
  }

  @Override
  public void close() {
    socket.abort();
    // The processes write to the profile, which is about to be removed.
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
    process.destroyForcibly().onExit().join();
    for (ProcessHandle child : children) {
      child.destroyForcibly();
      child.onExit().join();
    }
  }
}
