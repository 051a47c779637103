package org.gpchain;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.Field;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the reference page of limits. In the text, {@code Class.CONSTANT} in braces is replaced by
 * the value of the constant, so that the page changes with the code. Simple class names are unique.
 */
final class LimitsPage {
  private static final String TEXT =
      """
      # Limits

      What GPChain reads may come from strangers. Beyond a limit a command says which, names the file, and ends with exit code 1;
      no small file takes all memory or all day, opens a connection, or loads code. Generated: numbers are those of the code.

      ## Documents

      | what | limit |
      | --- | --- |
      | size of a file | {Limits.FILE_BYTES} bytes |
      | views of a document | {Limits.VIEWS} |
      | nesting of elements (XMI), of objects and arrays (JSON) | {Limits.NESTING} |
      | types that a document or a `TypeSystem.xml` declares; that a run writes | {Limits.TYPES}; {CollectedTypes.MAX_TYPES} |
      | super-types of a type; its features, with theirs | {Limits.SUPER_TYPES}; {Limits.FEATURES} |
      | descriptions of types that one imports, directly or not | {Limits.IMPORTS} |
      | how often overlapping sentences may have the same token | {CoveredAnnotations.MAX_TIMES} times on average |
      | models whose segments a document has; alternatives of a segment | {SegmentReader.MAX_LAYERS}; {SegmentReader.MAX_ALTERNATIVES} |
      | a document in a batch, expanded | an eighth of the heap |
      | UIMA documents: archives that are in each other | {Inputs.MAX_DEPTH} |
      | failures of `--reader` in a row | 100; then the run ends |

      Annotations must lie within their text, and features hold what their types say. XML has no document type, and so no entities;
      nothing is included. A `TypeSystem.xml` imports from the class path by name, and from its own folder and below by location;
      `--allow-remote-types` lets it import from anywhere. `--reader CLASS` and `--segmenter CLASS` run classes of your choice: how
      they read files is their own affair, but what a reader returns is checked. Links to folders, devices and, of texts and columns,
      archives in archives are left out; nothing is written outside of the output folder, whatever the names in an archive are.

      ## Text

      | what | limit |
      | --- | --- |
      | characters without white space between them | {TextSegmenter.MAX_WORD_LENGTH}; longer ones are cut, with a warning |
      | tokens of a sentence | 1,000 (`PARAM_MAX_SENTENCE_LENGTH`); longer ones are tagged in pieces, with a warning |
      | pieces of a long text | {LongText.LENGTH} characters each, cut at ends of paragraphs |

      ## Models and word resources

      | what | limit |
      | --- | --- |
      | labels of a model; in training too | {LabelSet.LARGEST} (every pair of them has a score) |
      | characters of a name; of a template line | {ManifestChecks.LONGEST_NAME}; {TemplateSet.LONGEST_LINE} |
      | the manifest: bytes, nesting, names, numbers and brackets | {ArrayInput.LARGEST_MANIFEST}; {ManifestJson.DEEPEST}; {ManifestJson.MOST_TOKENS} |
      | what arrays become, weights excepted | {ArrayInput.ALWAYS_ALLOWED} bytes and {ArrayInput.LARGEST_EXPANSION} times what they were compressed to |
      | parts of a kernel | {KernelCodec.MOST_PARTS} |
      | inducing points of a posterior with a covariance; in training too | {InducingProjection.MAX_POINTS} |

      A model file has the arrays that its manifest calls for and no others, with the right lengths and checksums; numbers are finite
      and in their ranges. What is false is "damaged", on any machine. If the heap is too small, the message says how much is needed.

      ## Requests to `gpchain serve`

      | what | limit |
      | --- | --- |
      | body of a request; all bodies and answers that are not taken yet | 64 MB (`--max-body`); a quarter of the heap |
      | characters of a text | {ClientRequest.MAX_LENGTH} |
      | until the head of each request has arrived; the body too; until it is worked on; work on it | 30 s each (`--timeout`); 20 s; 60 s (`--max-work`) |
      | until an answer is taken | {Dispatcher.DELIVERY_SECONDS} s |
      | connections; then the idlest is closed | {HttpFrontEnd.MAX_CONNECTIONS} |
      | bytes of small requests and answers; a part of the memory is reserved for them | {HeldMemory.SMALL}; one in {HeldMemory.RESERVED} bytes |
      | workers for small requests; further ones for larger requests | processors (`--threads`); half as many |
      | INCEpTION: sentences of a part of a long document; until no further part is begun | {LongDocuments.BLOCK}; 15 s |
      | nesting of JSON | {Limits.NESTING} |
      | different labels of a layer | {ExternalRecommender.MAX_TYPES} |
      | models in a request; segments in `accepted`; documents; tokens in `/v1/xmi` | {TagEndpoint.MAX_NAMED}; {TagEndpoint.MAX_ACCEPTED}; {ExternalRecommender.MAX_DOCUMENTS}; {XmiEndpoint.MAX_ANNOTATIONS} |
      | Label Studio: labels of a text; tasks of a request; annotations of a project | {ConfigElements.MAX_LABELS}; {LabelStudioBackend.MAX_TASKS}; {StudioAnnotations.MAX_ANNOTATIONS} |
      | a labeling configuration of Label Studio: characters; elements; `<Labels>` for texts | {LabelingConfig.MAX_LENGTH}; {ConfigElements.MAX_ELEMENTS}; {ConfigElements.MAX_TEXTS} |
      | characters of a label | {LabelRules.MAX_LENGTH}, none of them control characters |
      | characters of the name of a project, layer, feature or user | {ModelKey.MAX_LENGTH}, all of them Unicode |
      | trainings that wait; a training | {TrainingQueue.MAX_WAITING}; 600 s (`--max-training`) |
      | type systems that are kept; models in memory; sentences that wait for training | an eighth of the heap each, estimated |
      | vectors of recent sentences, for all encoders together | an eighth of the heap; 64 MB in other commands |
      | a type system, with two empty documents | an eighth of the heap, estimated; else 413 |
      | models in the store | 1,000 (`--max-models`) |

      ## What is written

      Texts, labels and names are escaped in HTML; in CoNLL white space and control characters become `_`. Pages run no script but
      their own. Messages show no control characters, and at most {VisibleText.MAX_MESSAGE} characters of what a file says.
      """;

  private static final Pattern CONSTANT = Pattern.compile("\\{(\\w+)\\.(\\w+)}");

  private LimitsPage() {}

  /** Returns the page in Markdown. */
  static String write() throws ReflectiveOperationException {
    JavaClasses classes = new ClassFileImporter().importPackages("org.gpchain");
    StringBuilder page = new StringBuilder();
    Matcher constant = CONSTANT.matcher(TEXT);
    while (constant.find()) {
      constant.appendReplacement(page, value(classes, constant.group(1), constant.group(2)));
    }
    return constant.appendTail(page).toString();
  }

  private static String value(JavaClasses classes, String simpleName, String constant)
      throws ReflectiveOperationException {
    for (JavaClass type : classes) {
      if (type.getSimpleName().equals(simpleName) && type.tryGetField(constant).isPresent()) {
        Field field = Class.forName(type.getName()).getDeclaredField(constant);
        field.setAccessible(true);
        return String.format(Locale.ROOT, "%,d", ((Number) field.get(null)).longValue());
      }
    }
    throw new AssertionError(
        "the page of limits names " + simpleName + "." + constant + ", which does not exist");
  }
}
