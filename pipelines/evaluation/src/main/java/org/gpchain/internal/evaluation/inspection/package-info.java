/** Descriptions of models, and checks of corpora before training. */
package org.gpchain.internal.evaluation.inspection;
