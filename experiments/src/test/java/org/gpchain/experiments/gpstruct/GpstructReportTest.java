package org.gpchain.experiments.gpstruct;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.training.TrainerSettings.Run;
import org.junit.jupiter.api.Test;

class GpstructReportTest {
  private static GpstructSettings settings(boolean large) {
    return new GpstructSettings(
        List.of(GpstructTask.BASE_NP, GpstructTask.CHUNKING),
        List.of(GpstructMethod.GP_VAR_S),
        List.of(1, 2),
        large,
        101,
        4000,
        Results.FORM,
        EssForm.PAPER,
        remark -> {},
        RunControl.NONE,
        new Run(2, 7));
  }

  private static String json(List<FoldResult> results, boolean large) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    GpstructReport.of(settings(large), results).writeTo(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void hasSettingsFiguresAndFolds() throws IOException {
    assertThat(json(List.of(Results.MADE_UP.get(0)), true))
        .isEqualTo(
            """
            {
              "settings" : {
                "tasks" : [
                  "basenp",
                  "chunking"
                ],
                "methods" : [
                  "gp-var-s"
                ],
                "folds" : [
                  1,
                  2
                ],
                "large" : true,
                "from" : 101,
                "samples" : 4000,
                "form" : {
                  "kernel" : "LINEAR",
                  "inducing" : 20,
                  "components" : 1,
                  "rounds" : 3,
                  "covariance" : "DIAGONAL",
                  "controlVariate" : "SPLIT",
                  "embeddings" : null,
                  "wordLines" : [
                    "U00"
                  ]
                },
                "threads" : 2,
                "seed" : 7
              },
              "results" : [
                {
                  "task" : "basenp",
                  "method" : "gp-var-s",
                  "mean" : {
                    "tokenError" : 0.05,
                    "nll" : 0.15,
                    "ece" : 0.01,
                    "seconds" : 12.5
                  },
                  "sd" : {
                    "tokenError" : null,
                    "nll" : null,
                    "ece" : null,
                    "seconds" : null
                  },
                  "publishedErrorPercent" : {
                    "CRF" : {
                      "mean" : 4.5,
                      "sd" : null
                    },
                    "GP-VAR-S" : {
                      "mean" : 5.14,
                      "sd" : null
                    }
                  },
                  "folds" : [
                    {
                      "fold" : 1,
                      "trainTokens" : 1001,
                      "testTokens" : 2001,
                      "figures" : {
                        "tokenError" : 0.05,
                        "nll" : 0.15,
                        "ece" : 0.01,
                        "seconds" : 12.5
                      }
                    }
                  ]
                }
              ]
            }
            """);
  }

  @Test
  void putsTheFoldsOfAMethodTogether() throws IOException {
    JsonNode results = new ObjectMapper().readTree(json(Results.MADE_UP, false)).path("results");
    assertThat(results.size()).isEqualTo(3);
    assertThat(results.path(0).path("folds").size()).isEqualTo(2);
    assertThat(results.path(0).path("sd").path("seconds").asDouble()).isEqualTo(Math.sqrt(0.5));
    assertThat(results.path(0).path("publishedErrorPercent").size()).isEqualTo(6);
    assertThat(results.path(2).path("task").asText()).isEqualTo("chunking");
  }

  @Test
  void whatIsNotANumberIsNull() throws IOException {
    JsonNode results = new ObjectMapper().readTree(json(Results.MADE_UP, false)).path("results");
    JsonNode figures = results.path(2).path("folds").path(0).path("figures");
    assertThat(figures.path("nll").isNull()).isTrue();
    assertThat(figures.path("ece").isNull()).isTrue();
    assertThat(figures.path("tokenError").asDouble()).isEqualTo(0.1);
  }
}
