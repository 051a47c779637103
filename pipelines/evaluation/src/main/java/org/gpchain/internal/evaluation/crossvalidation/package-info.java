/** Cross-validation: evaluates models on the parts of a corpus that they were not trained on. */
package org.gpchain.internal.evaluation.crossvalidation;
