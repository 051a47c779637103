/** The papers' experiments, repeated: data, folds, figures, tables. */
package org.gpchain.experiments;
