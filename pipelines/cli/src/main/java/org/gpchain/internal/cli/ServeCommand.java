package org.gpchain.internal.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.gpchain.core.text.VisibleText;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.internal.annotator.cas.SegmentLayer;
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
import org.gpchain.internal.server.http.HttpFrontEnd.TimeLimits;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.internal.training.data.EncoderUse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code gpchain serve}: serves suggestions to annotation tools and programs. */
@Command(
    name = "serve",
    description = {
      "Serves suggestions over HTTP until it is stopped: to INCEpTION and Label Studio, where it"
          + " learns while people annotate; to programs (POST /v1/tag); and on a demo page.",
      "A model is learned for each project, layer and user. Models are kept in the store."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain serve --model ner-en --model chunker-en",
      "  gpchain serve --model nb=ner-nb --port 9000 --store /var/lib/gpchain",
      "docs/serve-and-select.md explains how to set up both tools, and the API for programs."
    })
final class ServeCommand extends ConsoleCommand {
  /** Environment variable with the access token. */
  private static final String TOKEN_VARIABLE = "GPCHAIN_TOKEN";

  private static final String ANNOTATED = "--annotated";
  private static final int MEGABYTE = 1 << 20;

  /** Maximum time that a request waits for a free thread. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description =
          "Host name or address to listen on. Default: ${DEFAULT-VALUE}, which only this machine"
              + " can reach. With 0.0.0.0, other machines can reach the server and need a --token.")
  private String host = "127.0.0.1";

  @Option(names = "--port", description = "Port to listen on. 0: any free port.")
  private int port = 8080;

  @Option(
      names = "--token",
      paramLabel = "WORD",
      description =
          "Access token that requests must contain: in the header 'Authorization: Bearer WORD', or"
              + " before the path as /token/WORD/. The environment variable "
              + TOKEN_VARIABLE
              + " is safer, because other users of this machine cannot see it.")
  private String token;

  @Option(names = "--insecure", description = "Allow access from other machines without a token.")
  private boolean insecure;

  @Option(
      names = {"-m", "--model"},
      paramLabel = "[LANG=|LAYER=]FILE|NAME",
      description = {
        "A model for suggestions as long as nothing has been learned, if its types fit the layer: a"
            + " file, or the name of a shipped model, such as ner-en. The first of several models"
            + " that fits is used. New models are trained on top of it. It is also used for"
            + " documents without a language.",
        "LANG: language of its documents, if the model does not state it.",
        "LAYER: the only layer of INCEpTION that the model is for, such as webanno.custom.Place, or"
            + " webanno.custom.Place:kind for one of its features. Repeat the option to serve"
            + " several layers with one model each."
      })
  private List<String> models = List.of();

  @Option(
      names = "--voices",
      description =
          "Voices: lists, regular expressions and models that label text without human annotation"
              + " (docs/rules.md). Models then also learn from documents for which suggestions were"
              + " requested, and make suggestions before anything is annotated. They are not"
              + " trained on top of a --model.")
  private Path voices;

  @Option(
      names = "--replay",
      paramLabel = "DIR",
      description =
          "Suggest precomputed annotations in INCEpTION: the XMI files that annotate --to xmi has"
              + " written to this folder, for documents with the same text. They take precedence"
              + " over models.")
  private Path replay;

  @Option(
      names = "--encoder",
      paramLabel = "NAME|DIR",
      description = {
        "Let new models also learn from the vectors of a frozen encoder: the name of a shipped one,"
            + " such as en, or a folder. More accurate, above all with few annotations; training"
            + " takes 1.5 to 1.8 times as long. Layers of whole sentences do not use it.",
        "Models that were trained with the encoder of a folder, with --model or in the store, need"
            + " the same folder. Shipped encoders are found without this option."
      })
  private String encoderLocation;

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description = "Folder for the learned models, created if missing.")
  private Path store = Path.of("gpchain-store");

  @Option(
      names = ANNOTATED,
      paramLabel = "WHAT",
      defaultValue = "sentences",
      description =
          "What models learn from. sentences: sentences with an annotation; segments: only the"
              + " annotated segments, because others may be missing; all: everything, where tokens"
              + " without annotation are outside of segments.")
  private Annotated annotated;

  @Option(
      names = "--alternatives",
      description =
          "Also send INCEpTION alternatives for the same text with a probability of 1 %% or more."
              + " Without this option, suggestions never overlap.")
  private boolean alternatives;

  @Option(
      names = "--labels",
      paramLabel = "FROM=TO",
      split = ",",
      description = {
        "Suggest other labels in INCEpTION than a --model predicts: MISC=OTHER,LOC=PLACE. With"
            + " nothing after the equals sign, the label is not suggested.",
        "Not needed for labels with the same meaning (MISC and OTH, PER and Person) as soon as the"
            + " tag set is known: INCEpTION sends it from version 41 on; before, it is learned from"
            + " the annotations."
      })
  private Map<String, String> labels = Map.of();

  @Option(
      names = "--shared",
      description =
          "Learn one model per project and layer from the annotations of all users, instead of one"
              + " per user. If they disagree, the majority counts. The annotated sentences are kept"
              + " in the store.")
  private boolean shared;

  @Option(names = "--max-models", description = "Maximum number of models in the store.")
  private int maxModels = 1000;

  @Option(
      names = {"-j", "--threads"},
      description =
          "Number of requests handled at the same time, in addition to one training. Default: the"
              + " number of processors.")
  private Integer threads;

  @Option(
      names = "--max-body",
      paramLabel = "MB",
      description = "Maximum size of a request (megabytes).")
  private int maxBody = 64;

  @Option(
      names = "--max-waiting",
      description = "Maximum number of waiting requests. Further requests are refused.")
  private int maxWaiting = 100;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      description = "Maximum time for a request to arrive (seconds).")
  private int timeout = 30;

  @Option(
      names = "--max-work",
      paramLabel = "S",
      description = "Maximum time of work on a request (seconds).")
  private int maxWork = 60;

  @Option(
      names = "--max-training",
      paramLabel = "S",
      description = "Maximum time of a training (seconds). Longer trainings are stopped.")
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
      return AnnotationServer.start(options, this::log);
    } catch (SocketException e) {
      throw new IOException(
          "cannot listen at %s:%s: %s; choose another --host or --port"
              .formatted(host, port, e.getMessage()),
          e);
    }
  }

  /** Prints a line of the server's log. */
  private void log(String line) {
    remarks().println(VisibleText.oneLine(line));
  }

  private static void close(AnnotationServer server, CountDownLatch ended) {
    try {
      server.close();
    } catch (IOException e) {
      // The process ends anyway, which releases all resources.
    } finally {
      ended.countDown();
    }
  }

  private void announce(AnnotationServer server, ServeOptions options) {
    InetSocketAddress address = server.address();
    String name = address.getAddress().getHostAddress();
    if (name.contains(":")) {
      name = "[" + name + "]";
    }
    print("Listening at http://%s:%s/%n".formatted(name, address.getPort()));
    if (!address.getAddress().isLoopbackAddress() && options.http().access().token() == null) {
      note(
          "anyone who can reach this address can read suggestions and train models;"
              + " to prevent this, use --token WORD");
    }
  }

  private ServeOptions options() throws IOException {
    InetAddress name;
    try {
      name = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw wrongUse("--host " + host + " has no known address");
    }

    if (!name.isLoopbackAddress() && token() == null && !insecure) {
      throw wrongUse(
          "with --host %s, other machines can reach the server; add --token WORD or --insecure"
              .formatted(host));
    }
    if (labels.containsKey("")) {
      throw wrongUse(
          "--labels must be pairs like MISC=OTHER; there is nothing before an equals sign");
    }
    // Annotation tools have no marks for tokens whose label is unknown.
    if (annotated == Annotated.MARKED) {
      throw wrongUse(ANNOTATED + " must be sentences, segments or all, was " + annotated);
    }

    EncoderUse encoderUse = encoderUse();
    return orWrongUse(() -> options(name, encoderUse));
  }

  /** Opens the encoder; returns null if none is given. */
  private EncoderUse encoderUse() throws IOException {
    if (encoderLocation == null) {
      return null;
    }
    return EncoderUse.of(Encoders.open(encoderLocation));
  }

  private ServeOptions options(InetAddress hostAddress, EncoderUse encoderUse) {
    InetSocketAddress address = new InetSocketAddress(hostAddress, port);
    Access access = new Access(token(), hostAddress.isLoopbackAddress());
    List<NamedModel> namedModels = models.stream().map(ServeCommand::model).toList();
    return new ServeOptions(
        new HttpOptions(address, access, limits()),
        new Sources(namedModels, voices, segmenter.segmenter(), replay),
        new StoreOptions(store, maxModels, Duration.ofSeconds(maxTraining), encoderUse),
        new AnnotationOptions(annotated, shared, alternatives, labels));
  }

  private HttpLimits limits() {
    int workers = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    TimeLimits times =
        new TimeLimits(Duration.ofSeconds(timeout), PATIENCE, Duration.ofSeconds(maxWork));
    return new HttpLimits(workers, maxWaiting, (long) maxBody * MEGABYTE, times);
  }

  /** Returns the token of {@code --token} or of the environment; null if there is none. */
  private String token() {
    if (token != null) {
      return token;
    }
    String inherited = System.getenv(TOKEN_VARIABLE);
    return inherited == null || inherited.isBlank() ? null : inherited;
  }

  /**
   * Parses {@code [LANG=|LAYER=]FILE|NAME}. A file name may contain an equals sign, but the part
   * before it hardly ever looks like a language code or the name of a layer.
   */
  private static NamedModel model(String text) {
    int equals = text.indexOf('=');
    if (equals < 0 || Files.exists(Path.of(text))) {
      return new NamedModel(null, Path.of(text), null);
    }

    String prefix = text.substring(0, equals);
    Path fileOrName = Path.of(text.substring(equals + 1));
    if (prefix.matches("[A-Za-z]{2,3}(?:[-_]\\w++)*+")) {
      return new NamedModel(prefix, fileOrName, null);
    }
    if (prefix.matches("[A-Za-z]\\w*+(?:\\.\\w++)++(?::\\w++)?+")) {
      String[] layer = prefix.split(":", 2);
      String feature = layer.length > 1 ? layer[1] : "";
      return new NamedModel(null, fileOrName, new SegmentLayer(layer[0], feature));
    }
    return new NamedModel(null, Path.of(text), null);
  }
}
