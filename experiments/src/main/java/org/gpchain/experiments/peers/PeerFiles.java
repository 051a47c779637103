package org.gpchain.experiments.peers;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;

/** The files through which the process of a peer is told what to do, and tells what came of it. */
final class PeerFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  private PeerFiles() {}

  /** Writes sentences, a job or an outcome. */
  static void write(Path file, Object value) throws IOException {
    JSON.writeValue(file.toFile(), value);
  }

  /** Reads a job or an outcome. */
  static <T> T read(Path file, Class<T> type) throws IOException {
    return JSON.readValue(file.toFile(), type);
  }

  /** Reads sentences. */
  static List<LabeledSequence> readSentences(Path file) throws IOException {
    return JSON.readValue(file.toFile(), new TypeReference<List<LabeledSequence>>() {});
  }
}
