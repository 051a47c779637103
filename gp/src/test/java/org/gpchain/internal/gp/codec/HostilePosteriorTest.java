package org.gpchain.internal.gp.codec;

import static org.gpchain.core.model.ModelCase.assertCorrupt;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.gpchain.core.model.DamagedModelTest;
import org.gpchain.core.model.HostileModelTest;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelCase;
import org.gpchain.core.model.ModelFile;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests damaged and hostile files of models with the posteriors of this module. */
class HostilePosteriorTest {
  private static final byte[] FILE = ModelCase.write(CovarianceModels.of(3, TagScheme.IOB2));
  private static final int MEGABYTE = 1 << 20;

  private static void assertDamaged(byte[] file) {
    assertCorrupt(file, Contents.EVERYTHING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "0", "-1", "1e-38"})
  void rejectsFactorsOutOfRange(float value) throws IOException {
    assertDamaged(
        ModelFile.of(FILE)
            .withArray("precision-factors", numbers -> numbers.putFloat(0, value))
            .bytes());
  }

  @ParameterizedTest
  @EnumSource
  void rejectsPointsThatNeedTooMuchMemory(Contents wanted) throws IOException {
    byte[] sparse = ModelCase.write(SparseModels.of("sum", SparseModels.Form.SIMPLE));
    assertCorrupt(withTooManyPoints(sparse), wanted, "5001 inducing points are more than 5000");
    assertCorrupt(
        withTooManyPoints(FILE), Contents.EVERYTHING, "5001 inducing points are more than 5000");
  }

  private static byte[] withTooManyPoints(byte[] file) throws IOException {
    int points = InducingProjection.MAX_POINTS + 1;
    return ModelFile.of(file)
        .withManifest(manifest -> manifest.withObject("/shape").put("inducingCount", points))
        .bytes();
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, -1, 1, 1 << 28})
  void rejectsWrongCountsOfPoints(int more) throws IOException {
    int count = ModelFile.of(FILE).manifest().path("shape").path("inducingCount").asInt();
    assertDamaged(
        ModelFile.of(FILE)
            .withManifest(
                manifest -> manifest.withObject("/shape").put("inducingCount", count + more))
            .bytes());
  }

  @Test
  void rejectsWrongLengths() throws IOException {
    Model sparse = SparseModels.of("words", new SparseModels.Form(2, false, true));
    for (Model model : List.of(CovarianceModels.of(3, TagScheme.IOB2), sparse)) {
      DamagedModelTest.assertLengthsAreChecked(DamagedModelTest.calibrated(model));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"inducing-starts", "inducing-features", "precision-factors"})
  void rejectsMissingOrEmptyArrays(String name) throws IOException {
    ModelFile missing = ModelFile.of(FILE);
    missing.entries().remove("arrays/" + name);
    assertDamaged(missing.bytes());
    assertDamaged(ModelFile.of(FILE).withArray(name, new byte[0]).bytes());
  }

  /** Tests arrays with correct checksums that are not valid inducing points. */
  @Test
  void rejectsInvalidPoints() throws IOException {
    byte[] start = {1, 0, 0, 0};
    byte[] feature = {-1, -1, -1, 127};
    assertDamaged(
        ModelFile.of(FILE).withArray("inducing-starts", bytes -> bytes.put(start)).bytes());
    assertDamaged(
        ModelFile.of(FILE).withArray("inducing-features", bytes -> bytes.put(feature)).bytes());
  }

  /** Arrays that decoding does not need are not inflated either. */
  @Test
  void rejectsSkippedArraysOfWrongSize() throws IOException {
    ModelFile file = ModelFile.of(FILE);
    file.entries().put("arrays/precision-factors", new byte[40 * MEGABYTE]);
    HostileModelTest.assertCheap(
        file.bytes(), Contents.DECODING, "precision-factors", "shorter or longer");
  }

  /** Each part of a kernel may need memory for each feature. */
  @Test
  void rejectsKernelsWithTooManyParts() throws IOException {
    byte[] file = ModelCase.write(SparseModels.of("sum", SparseModels.Form.SIMPLE));
    byte[] bomb =
        ModelFile.of(file)
            .withManifest(
                manifest -> {
                  ArrayNode parts = (ArrayNode) manifest.at("/sparse/kernel/parts");
                  for (int i = 0; i < 200; i++) {
                    parts.add(parts.get(0));
                  }
                })
            .bytes();

    assertCorrupt(bomb, Contents.DECODING, "more than 100 parts");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/sparse/kernel; parts; its kernel is an empty sum",
        "/sparse/kernel/parts/0; variances; its kernel has no variances",
        "/sparse/kernel/parts/1; base; its kernel lacks a part"
      })
  void rejectsIncompleteKernels(String place, String field, String says) throws IOException {
    byte[] file = ModelCase.write(SparseModels.of("sum", SparseModels.Form.SIMPLE));
    byte[] damaged =
        ModelFile.of(file)
            .withManifest(manifest -> ((ObjectNode) manifest.at(place)).remove(field))
            .bytes();
    assertCorrupt(damaged, Contents.DECODING, says);
  }
}
