/**
 * What to annotate next: sentences and documents in the order of what a model can learn from them.
 */
package org.gpchain.internal.evaluation.selection;
