package org.gpchain.documents.batch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gpchain.documents.output.Layer;
import org.gpchain.documents.output.OutputFormat;

/** What the pages at the end of a run tell: the documents, as long as they are few, and figures. */
final class Contents {
  /** As many links as a page can take. */
  private static final int LISTED = 1000;

  private final List<Layer> layers;
  private final Set<OutputFormat> formats;
  private final int shard;
  private final List<Entry> listed = new ArrayList<>();
  private long count;

  /**
   * A document.
   *
   * @param id name of its output
   */
  record Entry(String id, boolean failed) {}

  /**
   * @param shard number of documents in an archive; 0 for a file for each document
   */
  Contents(List<Layer> layers, Set<OutputFormat> formats, int shard) {
    this.layers = layers;
    this.formats = formats;
    this.shard = shard;
  }

  /** Adds the next document. */
  void add(String id, boolean failed) {
    if (count++ < LISTED) {
      listed.add(new Entry(id, failed));
    }
  }

  /** The figures for programs. */
  byte[] summary(Statistics statistics) throws IOException {
    return Summary.of(statistics, layers);
  }

  /** The page. */
  byte[] page(Statistics statistics) {
    return IndexPage.of(statistics, layers, count <= LISTED ? listed : List.of(), formats, shard);
  }
}
