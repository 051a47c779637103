/** Annotated corpora in columns: one token a line, a blank line after each sentence. */
package org.gpchain.pipelines.corpus;
