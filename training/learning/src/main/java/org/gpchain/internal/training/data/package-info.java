/** Corpora made ready for learning: encoded rows, folds, merged features. */
package org.gpchain.internal.training.data;
