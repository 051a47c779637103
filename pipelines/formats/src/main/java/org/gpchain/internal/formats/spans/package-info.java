/**
 * Texts with labeled spans, as annotation tools export them: JSON, brat's stand-off, WebAnno TSV.
 */
package org.gpchain.internal.formats.spans;
