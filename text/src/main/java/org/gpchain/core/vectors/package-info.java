/** Dense vectors of tokens, the features that an encoder provides next to the sparse ones. */
package org.gpchain.core.vectors;
