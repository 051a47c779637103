/** How text is divided into tokens: conventions of corpora, and the splitting of single tokens. */
package org.gpchain.internal.core.tokens;
