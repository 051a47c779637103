package org.gpchain.server.models;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The models that make suggestions before the server has trained one.
 *
 * @param models in the order in which they are preferred
 */
public record ShippedModels(List<ShippedModel> models) {
  private static final String UNSPECIFIED = "x-unspecified";

  /** Copies the list. */
  public ShippedModels {
    models = List.copyOf(models);
  }

  /**
   * The model whose types fit a layer: the layer is the one that the model annotates, or it may
   * have tags that the model knows.
   *
   * @param language of the document; any model will do if it does not say
   * @param layer name of the annotation type
   * @param feature that holds the label
   * @param tags that the feature may have; empty if that is not known
   */
  public Optional<ShippedModel> fitting(
      String language, String layer, String feature, Set<String> tags) {
    return models.stream()
        .filter(model -> speaks(model, language))
        .filter(
            model ->
                tags.isEmpty()
                    ? model.annotates(layer, feature)
                    : model.suggester().types().stream().anyMatch(tags::contains))
        .findFirst();
  }

  private static boolean speaks(ShippedModel model, String language) {
    return language == null
        || language.equals(UNSPECIFIED)
        || primary(language).equals(primary(model.language()));
  }

  /** {@code en} of {@code en-GB}. */
  private static String primary(String language) {
    return language.split("[-_]", 2)[0];
  }

  /** The model of a name. */
  public Optional<ShippedModel> named(String name) {
    return models.stream().filter(model -> model.name().equals(name)).findFirst();
  }
}
