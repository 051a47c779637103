package org.gpchain.experiments.peers;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;

/** The files through which the process of a peer is told what to do, and tells what came of it. */
final class PeerFiles {
  /** Records have all that there is to tell; what they say of themselves is not read back. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(MapperFeature.AUTO_DETECT_IS_GETTERS).build();

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
