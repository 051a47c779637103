/** Voices that label tokens without annotated text: lists, expressions, models, annotations. */
package org.gpchain.internal.corpora.voices;
