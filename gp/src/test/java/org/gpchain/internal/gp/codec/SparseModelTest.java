package org.gpchain.internal.gp.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelCase;
import org.gpchain.core.model.ModelFile;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.gp.codec.SparseModels.Form;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.kernel.ComposedKernel;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.gpchain.internal.gp.posterior.SparseMean;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that models with sparse posteriors tag, and that they can be written and read again. */
class SparseModelTest {
  private static final DecodingOptions SAMPLED = new DecodingOptions(Decoding.MARGINAL, 6, true, 1);

  static Stream<String> kernels() {
    return SparseModels.kernels(TaggerCase.of(7, TagScheme.IOB2).vocabulary()).keySet().stream();
  }

  private static Kernel kernel(Model model) {
    return ((SparsePosterior) model.posterior()).projection().kernel();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyKernelIsReadAsWritten(String name) throws IOException {
    Model model = SparseModels.of(name, Form.SIMPLE);
    byte[] file = ModelCase.write(model);
    Kernel again = kernel(writtenAndRead(model, file));
    assertThat(again).hasSameClassAs(kernel(model));
    assertThat(again.hyperParameters()).isEqualTo(kernel(model).hyperParameters());
    Model decoding = ModelCase.read(file, Contents.DECODING);
    assertThat(decoding.posterior()).isInstanceOf(SparseMean.class);
    ModelCase.assertSamePredictions(decoding, model, DecodingOptions.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({
    "1, true, false",
    "1, false, true",
    "2, true, true",
    "3, false, false",
    "3, false, true"
  })
  void everyFormIsReadAsWritten(int components, boolean diagonal, boolean rotated) {
    Model model = SparseModels.of("words", new Form(components, diagonal, rotated));
    writtenAndRead(model, ModelCase.write(model));
  }

  private static Model writtenAndRead(Model model, byte[] file) {
    Model again = ModelCase.readAll(file);
    ModelCase.assertSamePredictions(again, model, DecodingOptions.DEFAULT);
    ModelCase.assertSamePredictions(again, model, SAMPLED);
    assertThat(ModelCase.write(again)).isEqualTo(file);
    return again;
  }

  @Test
  void covarianceIsNotReadForDecoding() throws IOException {
    byte[] file = ModelCase.write(SparseModels.of("words", Form.SIMPLE));
    Model mean = ModelCase.read(file, Contents.DECODING);
    assertThat(mean.posterior().hasCovariance()).isFalse();
    assertRefused(() -> mean.tagger(SAMPLED), "without a posterior covariance");

    byte[] plugIn = ModelCase.write(mean);
    for (Contents contents : Contents.values()) {
      Model again = ModelCase.read(plugIn, contents);
      assertThat(again.posterior()).isInstanceOf(SparseMean.class);
      ModelCase.assertSamePredictions(again, mean, DecodingOptions.DEFAULT);
      assertThat(ModelCase.write(again)).isEqualTo(plugIn);
    }
  }

  /** The words of a window share their vectors. */
  @Test
  void equalArraysAreWrittenOnce() throws IOException {
    Model model = SparseModels.of("words", Form.SIMPLE);
    var names = ModelFile.of(ModelCase.write(model)).entries().keySet();
    assertThat(names.stream().filter(name -> name.startsWith("arrays/kernel-"))).hasSize(4);
    SumKernel sum = (SumKernel) kernel(ModelCase.readAll(ModelCase.write(model)));
    List<EmbeddingKernel> words =
        sum.parts().stream()
            .skip(1)
            .map(part -> (EmbeddingKernel) ((ComposedKernel) part).base())
            .toList();
    assertThat(words.get(0).vectors()).isSameAs(words.get(1).vectors());
  }

  @Test
  void refusesToWriteKernelsOfOtherPackages() {
    Model model = SparseModels.of("rbf", Form.SIMPLE);
    SparsePosterior posterior = (SparsePosterior) model.posterior();

    Kernel foreign =
        (Kernel)
            Proxy.newProxyInstance(
                Kernel.class.getClassLoader(),
                new Class<?>[] {Kernel.class},
                (proxy, method, arguments) ->
                    method.getName().equals("toString")
                        ? "periodic"
                        : method.invoke(kernel(model), arguments));
    SparsePosterior other =
        new SparsePosterior(
            posterior.labelCount(),
            InducingProjection.of(foreign, posterior.projection().inducing()),
            posterior.weights(),
            posterior.components(),
            posterior.pairwise());
    assertRefused(
        () -> ModelCase.write(ModelCase.of(TaggerCase.of(7, TagScheme.IOB2), other)),
        "org.gpchain.internal.gp.kernel",
        "periodic");
  }

  private static ObjectNode kernelTree(ObjectNode manifest) {
    return manifest.withObject("/sparse").withObject("/kernel");
  }

  static Stream<Consumer<ObjectNode>> damages() {
    return Stream.of(
        manifest -> kernelTree(manifest).put("form", "periodic"),
        manifest -> kernelTree(manifest).remove("form"),
        manifest -> manifest.withObject("/sparse").putNull("kernel"),
        manifest -> manifest.withObject("/sparse").put("kernel", "linear"),
        manifest -> kernelTree(manifest).put("parts", 1),
        manifest -> kernelTree(manifest).putArray("parts"),
        manifest -> kernelTree(manifest).withArray("parts").add(1),
        manifest -> part(manifest, 0).putArray("variances"),
        manifest -> part(manifest, 0).withArray("variances").set(0, -1),
        manifest -> part(manifest, 0).withArray("variances").set(0, "one"),
        manifest -> part(manifest, 0).put("groups", "arrays/kernel-9"),
        manifest -> part(manifest, 0).put("groups", "arrays/weights"),
        manifest -> part(manifest, 1).put("variance", 0),
        manifest -> part(manifest, 1).put("variance", "1"),
        manifest -> part(manifest, 1).remove("variance"),
        manifest -> part(manifest, 1).put("lengthScale", -1),
        manifest -> part(manifest, 1).remove("base"),
        manifest -> part(manifest, 1).withObject("/base").put("dimension", 0),
        manifest -> part(manifest, 1).withObject("/base").put("dimension", 5),
        manifest -> part(manifest, 1).withObject("/base").put("dimension", 2.5),
        manifest -> part(manifest, 1).withObject("/base").put("vectors", 7),
        manifest -> part(manifest, 1).put("form", "cosine"),
        manifest -> manifest.withObject("/sparse").put("components", 2),
        manifest -> manifest.withObject("/sparse").put("components", -1),
        manifest -> manifest.withObject("/sparse").put("unary", "FULL"),
        manifest -> manifest.withObject("/sparse").put("unary", "BLOCK"),
        manifest -> manifest.withObject("/sparse").put("pairwise", "DIAGONAL"),
        manifest -> manifest.putNull("sparse"));
  }

  private static ObjectNode part(ObjectNode manifest, int number) {
    return (ObjectNode) kernelTree(manifest).withArray("parts").get(number);
  }

  @ParameterizedTest
  @MethodSource("damages")
  void refusesDamagedKernels(Consumer<ObjectNode> damage) throws IOException {
    byte[] file = ModelCase.write(SparseModels.of("words", Form.SIMPLE));
    byte[] damaged = ModelFile.of(file).withManifest(damage).bytes();
    ModelCase.assertCorrupt(damaged, Contents.EVERYTHING);
  }

  @Test
  void errorNamesAnUnknownKernel() throws IOException {
    byte[] file =
        ModelFile.of(ModelCase.write(SparseModels.of("words", Form.SIMPLE)))
            .withManifest(manifest -> part(manifest, 1).put("form", "periodic"))
            .bytes();
    for (Contents contents : Contents.values()) {
      ModelCase.assertCorrupt(file, contents, "its kernel has the unknown form periodic");
    }
  }

  @Test
  void manifestHasASparsePartOnlyForSparsePosteriors() throws IOException {
    assertThat(isSparse(SparseModels.of("rbf", Form.SIMPLE))).isTrue();
    assertThat(isSparse(CovarianceModels.of(3, TagScheme.IOB2))).isFalse();
    assertThat(isSparse(ModelCase.plugIn(3, TagScheme.IOB2))).isFalse();
  }

  private static boolean isSparse(Model model) throws IOException {
    return ModelFile.of(ModelCase.write(model)).manifest().has("sparse");
  }
}
