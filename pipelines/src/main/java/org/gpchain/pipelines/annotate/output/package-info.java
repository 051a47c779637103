/** Annotated documents as files: XMI, a page in HTML, JSON, columns. */
package org.gpchain.pipelines.annotate.output;
