/** Reading of sentences, tokens and annotations from a CAS, and writing of predicted segments. */
package org.gpchain.internal.annotator.cas;
