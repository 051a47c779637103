package org.gpchain.internal.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.SegmenterOptions;
import org.gpchain.internal.server.AnnotationServer;
import org.gpchain.internal.server.ServeOptions;
import org.gpchain.internal.server.ServeOptions.AnnotationOptions;
import org.gpchain.internal.server.ServeOptions.NamedModel;
import org.gpchain.internal.server.ServeOptions.Sources;
import org.gpchain.internal.server.ServeOptions.StoreOptions;
import org.gpchain.internal.server.http.Access;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpLimits;
import org.gpchain.internal.server.http.HttpFrontEnd.HttpOptions;
import org.gpchain.internal.training.data.Annotated;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain serve}: suggestions for annotation tools. */
@Command(
    name = "serve",
    description = {
      "Serves suggestions over HTTP until it is ended: to INCEpTION and Label Studio, learning"
          + " while people annotate; to programs (POST /v1/tag); and on a page to try it.",
      "Models are learned for each project, layer and user, and are kept in the store."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain serve --model ner-en --model chunker-en",
      "  gpchain serve --model nb=ner-nb --port 9000 --store /var/lib/gpchain",
      "docs/serve-and-select.md says how to set up both, and what programs can ask."
    })
final class ServeCommand extends ConsoleCommand {
  private static final String TOKEN_VARIABLE = "GPCHAIN_TOKEN";
  private static final String ANNOTATED = "--annotated";
  private static final int MEGABYTE = 1 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description =
          "Name or address to listen at. Default: ${DEFAULT-VALUE}, this machine alone. With"
              + " 0.0.0.0 others can reach it, and must have a --token.")
  private String host = "127.0.0.1";

  @Option(names = "--port", description = "Port to listen at; 0: any that is free.")
  private int port = 8080;

  @Option(
      names = "--token",
      paramLabel = "WORD",
      description =
          "What requests must have, in the header 'Authorization: Bearer WORD' or in front of the"
              + " path, /token/WORD/. Better given in the environment variable "
              + TOKEN_VARIABLE
              + ", which other users of the machine cannot see.")
  private String token;

  @Option(
      names = "--insecure",
      description = "Needs no token, although others than this machine can reach the server.")
  private boolean insecure;

  @Option(
      names = {"-m", "--model"},
      paramLabel = "[LANG=]FILE|NAME",
      description = {
        "A model that makes suggestions before anything has been learned, if its types fit the"
            + " layer: a file, or the name of a shipped one, such as ner-en. Of several the first"
            + " that fits is taken. What is learned begins with what it knows. It also serves"
            + " documents that do not say their language.",
        "LANG: language of its documents, if the model does not say it."
      })
  private List<String> models = List.of();

  @Option(
      names = "--voices",
      description =
          "Lists, expressions and models that label what nobody has annotated (docs/rules.md):"
              + " models learn from documents that were asked about, too, and suggest before"
              + " anything is annotated. They then do not begin with those of --model.")
  private Path voices;

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description = "Folder of the models that are learned; created if missing.")
  private Path store = Path.of("gpchain-store");

  @Option(
      names = ANNOTATED,
      paramLabel = "WHAT",
      defaultValue = "sentences",
      description =
          "What models learn from: sentences, those with an annotation; segments, the annotations"
              + " alone, since others may be missing; all, everything: a token without annotation is"
              + " outside.")
  private Annotated annotated;

  @Option(
      names = "--alternatives",
      description =
          "Sends annotation tools other suggestions for the same text, too, of 1 %% or more and one"
              + " rival at least, as active learning needs them. Without it suggestions never"
              + " overlap.")
  private boolean alternatives;

  @Option(
      names = "--shared",
      description =
          "Learns one model for each project and layer from the annotations of all users, instead"
              + " of one for each user: where they differ, the majority counts. Their sentences"
              + " are kept in the store.")
  private boolean shared;

  @Option(names = "--max-models", description = "Largest number of models in the store.")
  private int maxModels = 1000;

  @Option(
      names = {"-j", "--threads"},
      description =
          "Requests handled at the same time, besides one training. Default: the number of"
              + " processors.")
  private Integer threads;

  @Option(
      names = "--max-body",
      paramLabel = "MB",
      description = "Largest size of a request, in megabytes.")
  private int maxBody = 64;

  @Option(names = "--max-waiting", description = "Requests that may wait; more are refused.")
  private int maxWaiting = 100;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      description = "Seconds within which a request must have arrived.")
  private int timeout = 30;

  @Option(names = "--max-work", paramLabel = "S", description = "Seconds of work on a request.")
  private int maxWork = 60;

  @Option(
      names = "--max-training",
      paramLabel = "S",
      description = "Seconds until a training is given up.")
  private int maxTraining = 600;

  @Mixin private SegmenterOptions segmenter;

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkAtLeast("--max-training", maxTraining, 1);
    ServeOptions options = options();
    AnnotationServer server = start(options);
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook = new Thread(() -> close(server, ended), "gpchain-end");
    Runtime.getRuntime().addShutdownHook(hook);
    announce(server, options);
    ended.await();
    return 0;
  }

  private AnnotationServer start(ServeOptions options) throws IOException {
    try {
      return AnnotationServer.start(options, remarks()::println);
    } catch (SocketException e) {
      throw new IOException(
          "cannot listen at %s:%s: %s; choose another --host or --port"
              .formatted(host, port, e.getMessage()),
          e);
    }
  }

  private static void close(AnnotationServer server, CountDownLatch ended) {
    try {
      server.close();
    } catch (IOException e) {
      // The process ends, and with it what could not be closed.
    } finally {
      ended.countDown();
    }
  }

  private void announce(AnnotationServer server, ServeOptions options) {
    InetSocketAddress address = server.address();
    String name = address.getAddress().getHostAddress();
    print(
        "Listening at http://%s:%s/%n"
            .formatted(name.contains(":") ? "[" + name + "]" : name, address.getPort()));
    if (!address.getAddress().isLoopbackAddress() && options.http().access().token() == null) {
      note(
          "anybody who can reach this address can read suggestions and train models; --token WORD"
              + " keeps others out");
    }
  }

  private ServeOptions options() {
    InetAddress name;
    try {
      name = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw wrongUse("--host " + host + " has no known address");
    }
    boolean local = name.isLoopbackAddress();
    if (!local && token() == null && !insecure) {
      throw wrongUse(
          "with --host %s others can reach the server: give a --token, or --insecure"
              .formatted(host));
    }
    // Nothing in documents would say that a token is in doubt.
    if (annotated == Annotated.MARKED) {
      throw wrongUse(ANNOTATED + " must be sentences, segments or all, was " + annotated);
    }
    return orWrongUse(
        () ->
            new ServeOptions(
                new HttpOptions(
                    new InetSocketAddress(name, port), new Access(token(), local), limits()),
                new Sources(
                    models.stream().map(ServeCommand::model).toList(),
                    voices,
                    segmenter.segmenter()),
                new StoreOptions(store, maxModels, Duration.ofSeconds(maxTraining)),
                new AnnotationOptions(annotated, shared, alternatives)));
  }

  private HttpLimits limits() {
    return new HttpLimits(
        threads == null ? Runtime.getRuntime().availableProcessors() : threads,
        maxWaiting,
        (long) maxBody * MEGABYTE,
        Duration.ofSeconds(timeout),
        PATIENCE,
        Duration.ofSeconds(maxWork));
  }

  /**
   * Returns the token of --token or of the environment, or null: a blank variable counts as unset.
   */
  private String token() {
    String inherited = System.getenv(TOKEN_VARIABLE);
    return token == null && inherited != null && !inherited.isBlank() ? inherited : token;
  }

  /** A file name may have an equals sign too, but hardly begins with a language. */
  private static NamedModel model(String text) {
    int equals = text.indexOf('=');
    boolean language =
        equals > 0 && text.substring(0, equals).matches("[A-Za-z]{2,3}(?:[-_]\\w++)*+");
    return language
        ? new NamedModel(text.substring(0, equals), Path.of(text.substring(equals + 1)))
        : new NamedModel(null, Path.of(text));
  }
}
