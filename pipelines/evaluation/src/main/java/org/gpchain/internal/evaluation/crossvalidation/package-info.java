/** Cross-validation: how good models of the parts of a corpus are on the rest of it. */
package org.gpchain.internal.evaluation.crossvalidation;
