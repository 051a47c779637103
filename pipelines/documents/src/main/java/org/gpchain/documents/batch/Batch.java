package org.gpchain.documents.batch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.InputFiles;
import org.gpchain.corpora.input.InputDocument;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentAnnotator;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.SharedModels;
import org.gpchain.documents.output.OutputFormat;

/**
 * A run over documents. They are gone through in a fixed order, several are annotated at once, and
 * they are written in their order again, so that neither threads nor interruptions are seen in what
 * is written.
 */
public final class Batch {
  private Batch() {}

  /**
   * @param progress is told how many are done; not closed
   * @throws InputException if models, documents and output do not go together, so that nothing was
   *     done, or if the only document, which the user has named, cannot be annotated
   * @throws IOException if nothing more can be read or written; the same run may be started again
   */
  public static BatchResult run(BatchOptions options, BatchOutput output, BatchProgress progress)
      throws IOException {
    Path path = output instanceof BatchOutput.Folder folder ? folder.path() : null;
    Documents documents = Documents.open(options, path);
    if (path == null) {
      documents.checkStream();
    }
    try (SharedModels models = SharedModels.load(documents.annotate(), options.threads())) {
      // Whether they go together is known before anything is written.
      new DocumentAnnotator(models, options.formats()).close();
      if (output instanceof BatchOutput.Stream stream) {
        OutputFormat format = options.formats().iterator().next();
        Sink<byte[]> sink = new StreamSink(stream, format, new Statistics());
        return new BatchRun<>(documents, models, sink, progress).run();
      }
      int shard = ((BatchOutput.Folder) output).shard();
      Map<String, String> settings = options.settings(documents.annotate(), shard);
      IndexPage page = new IndexPage(models.layers(), options.formats(), shard);
      try (RunFolder folder = RunFolder.open((BatchOutput.Folder) output, settings, documents);
          FolderSink<?> sink =
              shard == 0
                  ? new FileSink(folder, page, options.formats())
                  : new ShardSink(folder, page, options.formats(), shard)) {
        return new BatchRun<>(documents, models, sink, progress).run();
      }
    }
  }

  /** Documents one after the other on standard output; of those that fail, a line tells. */
  private record StreamSink(BatchOutput.Stream output, OutputFormat format, Statistics statistics)
      implements Sink<byte[]> {
    @Override
    public byte[] render(AnnotatedResult result) throws DocumentException {
      return result.as(format).get(0);
    }

    @Override
    public void add(InputDocument input, String id, Completed<byte[]> document) throws IOException {
      if (document.failure() != null) {
        statistics.addFailure(document.failure());
        output.errors().accept(input.place() + ": " + document.failure().description());
      } else {
        output.out().print(new String(document.rendered(), StandardCharsets.UTF_8));
        if (output.out().checkError()) {
          throw InputFiles.outputFailure("write to a directory with --output");
        }
        statistics.add(statistics.documents + statistics.failed, id, document.figures());
      }
    }
  }
}
