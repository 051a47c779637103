/** Active learning: ranks sentences and documents by how useful their annotation is to a model. */
package org.gpchain.internal.evaluation.selection;
