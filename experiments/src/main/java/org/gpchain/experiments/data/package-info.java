/** The four tasks of the GPstruct papers: their sentences, features, labels and folds. */
package org.gpchain.experiments.data;
