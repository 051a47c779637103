package org.gpchain.evaluation.selection;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A selection as JSON, an object a line, the best text first. */
public final class SelectionList {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SelectionList() {}

  /** The lines of a selection, in UTF-8. */
  public static byte[] of(Selection selection) throws IOException {
    StringBuilder lines = new StringBuilder();
    List<Selection.Ranked> texts = selection.texts();
    for (int i = 0; i < texts.size(); i++) {
      Selection.Ranked ranked = texts.get(i);
      Text text = ranked.text();
      ObjectNode line = JSON.createObjectNode().put("rank", i + 1).put("document", text.id());
      if (text.sentence() != null) {
        line.put("sentence", text.sentence());
      }
      line.put("begin", text.begin())
          .put("end", text.end())
          .put("tokens", text.candidate().doubt().tokens())
          .put("score", ranked.score())
          .put("why", ranked.why());
      lines.append(JSON.writeValueAsString(line)).append('\n');
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }
}
